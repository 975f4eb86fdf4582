package engine

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

// label computes the label of a field in a row in a plain way.
func (r *reference) label(f query.Field, row int) data.Value {
	if f.Groups != "" {
		return r.group(f, row)
	}
	c := r.column(f.Column)
	v := c.Value(row)
	if v.IsNull() {
		return v
	}
	if v.Type == data.Float {
		if v.Float == 0 {
			v.Float = 0
		}
		if v.Float != v.Float {
			v.Float = math.NaN()
		}
	}
	if f.Part == query.Whole {
		return v
	}
	switch f.Part {
	case query.Bin:
		x := new(big.Rat)
		if v.Type == data.Float {
			n := int64(math.Floor(v.Float/(float64(f.BinWidth)/math.Pow10(f.BinScale)))) - 1
			for ; ; n++ {
				if upper, _ := new(big.Rat).SetFrac(edge(f, n+1).Int.Big(),
					pow(f.BinScale)).Float64(); v.Float < upper {
					return r.binLabel(f, edge(f, n), edge(f, n+1))
				}
			}
		}
		x.SetFrac(v.Int.Big(), pow(v.Scale))
		x.Quo(x, new(big.Rat).SetFrac(big.NewInt(f.BinWidth), pow(f.BinScale)))
		n := new(big.Int).Div(x.Num(), x.Denom()).Int64()
		return r.binLabel(f, edge(f, n), edge(f, n+1))
	case query.Edges:
		return r.betweenEdges(f, v)
	case query.Bins:
		return r.quantile(f, v)
	}
	return partLabel(f, v)
}

// partLabel returns the part of a date or timestamp, computed by package time.
func partLabel(f query.Field, v data.Value) data.Value {
	at := v.Time()
	text := func(layout string) data.Value { return data.TextValue(at.Format(layout)) }
	isoYear, isoWeek := at.ISOWeek()
	// the first of the month, in the calendar year that the fiscal year ends in
	fiscal := at.AddDate(0, 0, 1-at.Day()).AddDate(0, (13-max(f.N, 1))%12, 0)
	switch f.Part {
	case query.Year:
		return data.IntValue(int64(at.Year()))
	case query.Quarter:
		return data.IntValue(int64(at.Month()+2) / 3)
	case query.Month:
		return data.IntValue(int64(at.Month()))
	case query.Day:
		return data.IntValue(int64(at.Day()))
	case query.Hour:
		return data.IntValue(int64(at.Hour()))
	case query.Minute:
		return data.IntValue(int64(at.Minute()))
	case query.ISOWeek:
		return data.IntValue(int64(isoWeek))
	case query.MonthName:
		return text("January")
	case query.WeekdayName:
		return text("Monday")
	case query.TimeOfDay:
		return text("15:04:05.999999999")
	case query.FiscalYear:
		return data.IntValue(int64(fiscal.Year()))
	case query.FiscalQuarter:
		return data.IntValue(int64(fiscal.Month()+2) / 3)
	case query.TruncYear:
		return text("2006")
	case query.TruncQuarter:
		return data.TextValue(fmt.Sprintf("%s-Q%d", at.Format("2006"), (at.Month()+2)/3))
	case query.TruncMonth:
		return text("2006-01")
	case query.TruncWeek:
		return data.TextValue(fmt.Sprintf("%04d-W%02d", isoYear, isoWeek))
	case query.TruncDay:
		return text("2006-01-02")
	case query.TruncHour:
		return text("2006-01-02 15:00")
	case query.TruncMinute:
		return text("2006-01-02 15:04")
	}
	if at.Weekday() == time.Sunday {
		return data.IntValue(7)
	}
	return data.IntValue(int64(at.Weekday()))
}

// group returns the group of a row's label. The first group of the field's text that has the label wins.
func (r *reference) group(f query.Field, row int) data.Value {
	v := r.label(f.Base(), row)
	for _, group := range strings.Split(f.Groups, "; ") {
		name, labels, _ := strings.Cut(group, " = ")
		for _, l := range strings.Split(labels, ", ") {
			if l == v.String() && !v.IsNull() || l == "null" && v.IsNull() || l == "rest" || name == v.String() &&
				!v.IsNull() {
				return data.TextValue(name)
			}
		}
	}
	return v
}

func (r *reference) betweenEdges(f query.Field, v data.Value) data.Value {
	var below, above string
	for _, text := range strings.Split(f.Spec, ", ") {
		at, _ := new(big.Rat).SetString(text)
		if v.Type == data.Float {
			x, _ := strconv.ParseFloat(text, 64)
			if v.Float != v.Float {
				return data.TextValue("NaN")
			}
			if v.Float >= x {
				below = text
			} else if above == "" {
				above = text
			}
			continue
		}
		if new(big.Rat).SetFrac(v.Int.Big(), pow(v.Scale)).Cmp(at) >= 0 {
			below = text
		} else if above == "" {
			above = text
		}
	}
	shown := commas
	if r.column(f.Column).IsUngrouped() {
		shown = func(edge string) string { return edge }
	}
	switch {
	case below == "":
		return data.TextValue("below " + shown(above))
	case above == "":
		return data.TextValue(shown(below) + " and above")
	}
	return data.TextValue(shown(below) + " - " + shown(above))
}

// quantile returns the label of the bin that a value lies in.
func (r *reference) quantile(f query.Field, v data.Value) data.Value {
	if v.Float != v.Float {
		return data.TextValue("NaN")
	}
	edges, known := r.edges[f.String()]
	if !known {
		edges = r.quantiles(f)
		r.edges[f.String()] = edges
	}
	last := len(edges) - 1
	for i := 1; i < last; i++ {
		if data.Compare(v, edges[i]) < 0 {
			return r.binLabel(f, edges[i-1], edges[i])
		}
	}
	return r.binLabel(f, edges[max(last-1, 0)], edges[last])
}

// quantiles returns the distinct edges of the bins of a column. It sorts all values.
func (r *reference) quantiles(f query.Field) (edges []data.Value) {
	c := r.column(f.Column)
	var all []data.Value
	for i := range c.Rows {
		if v := c.Value(i); !v.IsNull() && v.Float == v.Float {
			if v.Float == 0 {
				v.Float = 0
			}
			all = append(all, v)
		}
	}
	slices.SortFunc(all, data.Compare)
	for i := range f.N + 1 {
		if e := all[min(i*len(all)/f.N, len(all)-1)]; len(edges) == 0 || e != edges[len(edges)-1] {
			edges = append(edges, e)
		}
	}
	return edges
}

// binLabel groups the digits of the edges, but for those of years and identifiers.
func (r *reference) binLabel(f query.Field, low, high data.Value) data.Value {
	if r.column(f.Column).IsUngrouped() {
		return data.TextValue(low.String() + " - " + high.String())
	}
	return data.TextValue(commas(low.String()) + " - " + commas(high.String()))
}

// commas groups the digits before the point.
func commas(s string) string {
	if strings.ContainsAny(s, "eI") {
		return s
	}
	sign, whole := "", s
	if s[0] == '-' {
		sign, whole = "-", s[1:]
	}
	whole, frac, point := strings.Cut(whole, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if point {
		whole += "." + frac
	}
	return sign + whole
}

func edge(f query.Field, n int64) data.Value {
	v := data.Value{Type: data.Decimal, Int: int128.Mul(n, f.BinWidth), Scale: f.BinScale}
	if f.BinScale == 0 {
		v.Type = data.Int
	}
	return v
}

func pow(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
