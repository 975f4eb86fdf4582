package key

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// bin makes the key column of floor(v/width). Integers and decimals are divided exactly. The label of a bin consists of
// its edges, e.g. 0 - 2,000. The lower edge belongs to the bin.
func bin(ctx context.Context, c *data.Column, f query.Field) (*Column, error) {
	if f.BinWidth <= 0 {
		return nil, fmt.Errorf("%s: the width of a bin must be above zero", f)
	}
	value := data.Value{Type: data.Decimal, Scale: f.BinScale}
	if f.BinScale == 0 {
		value.Type = data.Int
	}
	edge := func(n int64) data.Value {
		value := value
		value.Int = int128.Mul(n, f.BinWidth)
		return value
	}
	text := edgeText(c)
	label := func(n int64) data.Value {
		high := edge(n)
		high.Int = high.Int.Add(int128.From(f.BinWidth)) // n+1 may be beyond 64 bits
		return between(text, edge(n), high)
	}
	var k *Column
	var err error
	switch c.Type {
	case data.Int, data.Decimal:
		if k, err = intBin(ctx, c, f, label); err == nil {
			k.lower = edge
		}
	case data.Float:
		k, err = floatBin(ctx, c, f, edge, label)
	default:
		return nil, wrongPart(c, f, "number")
	}
	if err == nil {
		k.ungrouped = c.IsUngrouped()
		k.Format.Edges, k.Format.Signed = true, c.Type == data.Float && c.MinFloat < 0 ||
			c.Type != data.Float && c.Min < 0
	}
	return k, err
}

// between returns the label of a bin with the given edges, which `text` writes.
func between(text func(data.Value) string, low, high data.Value) data.Value {
	return data.TextValue(text(low) + hyphen + text(high))
}

const (
	hyphen = " - "  // between the edges in labels
	to     = " to " // in place of hyphen for people, if edges are below zero
)

// ShownEdges writes the label of a bin for people if some edges are below zero: -10 to -5 for -10 - -5.
func ShownEdges(label string) string { return strings.Replace(label, hyphen, to, 1) }

// Spelled returns the label of c that a person means by a text. The text may be a label as printed or as a window
// shows it: -10 to -5 means -10 - -5. Spelled returns any other text, such as the name of a group, unchanged.
func (c *Column) Spelled(text string) string {
	if !c.Format.Edges {
		return text
	}
	edges := data.TextValue(strings.Replace(strings.ReplaceAll(text, "−", "-"), to, hyphen, 1))
	switch {
	case !c.Format.Edged(edges):
		return text
	case c.ungrouped:
		return strings.ReplaceAll(edges.Text, ",", "")
	}
	return edges.Text
}

// edgeText returns a function that writes one edge of a bin. The function separates thousands by commas, except in
// years and identifiers.
func edgeText(c *data.Column) func(data.Value) string {
	if c.IsUngrouped() {
		return data.Value.String
	}
	return func(v data.Value) string { return separators.Group(v.String()) }
}

func intBin(ctx context.Context, c *data.Column, f query.Field, label func(int64) data.Value) (*Column, error) {
	// v*10^-scale / (width*10^-binScale) over a common denominator
	num, den := int64(1), f.BinWidth
	for s := c.Scale; s < f.BinScale; s++ {
		num *= 10
	}
	for s := f.BinScale; s < c.Scale; s++ {
		if den > math.MaxInt64/10 { // the width is beyond every value
			return derive(ctx, c, f, func(v int64) int64 { return v >> 63 }, label)
		}
		den *= 10
	}
	farthest := c.Max
	if abs(c.Min) > abs(c.Max) {
		farthest = c.Min
	}
	if num > 1 && abs(farthest) > uint64(math.MaxInt64)/uint64(num) {
		return nil, fmt.Errorf("%s: the width has too many places for a value as far from zero as %s: choose a width "+
			"with fewer places", f, c.IntValue(farthest))
	}
	return derive(ctx, c, f, func(v int64) int64 { return calendar.FloorDiv(v*num, den) }, label)
}

// floatBin makes the bins of a column of floats. A float near an edge is compared with the edge itself. For example,
// 0.3 is in the bin that begins at 0.3, although 0.3 / 0.1 is below 3 in floats. Infinities and NaN have bins of their
// own, before the least and after the greatest bin that a row has.
func floatBin(ctx context.Context, c *data.Column, f query.Field, edge, label func(int64) data.Value) (*Column, error) {
	width := float64(f.BinWidth) / math.Pow10(f.BinScale)
	values := memory.Make[int64](c.Rows)
	var beyond []int // the rows with infinities and NaN
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	for i, v := range c.Floats {
		if !c.Valid.Get(i) {
			continue
		}
		if math.IsInf(v, 0) || v != v {
			beyond = append(beyond, i)
			continue
		}
		quotient := v / width
		n := math.Floor(quotient)
		if !(math.Abs(n) < 1<<53) {
			return nil, separators.Errorf("%s: row %d holds %s, which is too far from zero for bins of this width: "+
				"choose a greater width", f, i+1, c.Value(i))
		}
		if near := math.Round(quotient); math.Abs(quotient-near) <= math.Abs(near)*0x1p-50 {
			n = near
			if least, _ := edge(int64(near)).Number(); v < least {
				n--
			}
		}
		values[i] = int64(n)
		first, last = min(first, values[i]), max(last, values[i])
	}
	if len(beyond) == 0 {
		k, err := integers(ctx, f, c, values, label)
		if err == nil {
			k.lower = edge
		}
		return k, err
	}
	if first > last { // no finite value
		first, last = 1, 0
	}
	nan := last + 1
	if slices.ContainsFunc(beyond, func(i int) bool { return math.IsInf(c.Floats[i], 1) }) {
		nan++
	}
	for _, i := range beyond {
		switch v := c.Floats[i]; {
		case v != v:
			values[i] = nan
		case v > 0:
			values[i] = last + 1
		default:
			values[i] = first - 1
		}
	}
	orBeyond := func(of func(int64) data.Value, named func(float64) data.Value) func(int64) data.Value {
		return func(n int64) data.Value {
			switch {
			case n < first:
				return named(math.Inf(-1))
			case n >= nan:
				return data.TextValue("NaN")
			case n > last:
				return named(math.Inf(1))
			}
			return of(n)
		}
	}
	k, err := integers(ctx, f, c, values, orBeyond(label, func(v float64) data.Value {
		return data.TextValue(data.FloatValue(v).String())
	}))
	if err == nil {
		k.lower = orBeyond(edge, data.FloatValue)
	}
	return k, err
}

func abs(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}
