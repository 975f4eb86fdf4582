package view

import (
	"errors"
	"math"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/ui/look/lang"
)

// Home returns the shelf to which a column is added if a person chose none. Numbers go to Values, all other columns to
// Rows. An identifier goes to Rows, since its sum means nothing.
func Home(c *data.Column) Shelf {
	if c.Type.Numeric() && !c.IsIdentifier() {
		return Values
	}
	return Rows
}

// DefaultKey returns the key that a column becomes on Rows or Cols. A date becomes a part that suits its range. A
// number with a fraction becomes bins of a round width. Any other column is not changed.
func DefaultKey(c *data.Column) query.Field {
	switch {
	case c.Type.Temporal():
		return query.Field{Column: c.Name, Part: defaultPart(c)}
	case c.Type == data.Float, c.Type == data.Decimal:
		return DefaultBin(c)
	}
	return query.Field{Column: c.Name}
}

// DefaultBin returns about twenty bins. Their width is 1, 2 or 5 times a power of ten, and at least 1 for whole
// numbers.
func DefaultBin(c *data.Column) query.Field { return BinsAbout(c, 20) }

// BinsAbout returns about n bins. Their width is 1, 2 or 5 times a power of ten, and at least 1 for whole numbers.
func BinsAbout(c *data.Column, n int) query.Field {
	extent := 1.0
	switch {
	case c.Rows == 0: // the rows are on a server
		extent = 1000
	case c.Type == data.Float:
		extent = c.MaxFloat - c.MinFloat
	case c.Type == data.Int || c.Type == data.Decimal:
		extent = (float64(c.Max) - float64(c.Min)) / math.Pow10(c.Scale)
	}
	f := query.Field{Column: c.Name, Part: query.Bin}
	width := extent / float64(n)
	if c.Type == data.Int {
		width = max(width, 1)
	}
	f.BinWidth, f.BinScale = roundWidth(width)
	return f
}

// BinWidths lists round widths of bins for menus, from finer to coarser than the default.
func BinWidths(c *data.Column) []query.Field {
	var out []query.Field
	mid := DefaultBin(c)
	w := float64(mid.BinWidth) / math.Pow10(mid.BinScale)
	for _, by := range []float64{0.1, 0.2, 0.5, 1, 2, 5, 10} {
		f := mid
		f.BinWidth, f.BinScale = roundWidth(w * by)
		if c.Type == data.Int && f.BinScale > 0 || slices.Contains(out, f) {
			continue
		}
		out = append(out, f)
	}
	return out
}

// roundWidth rounds w up to 1, 2 or 5 times a power of ten. The result is width times 10^-scale, with a scale of at
// most 9.
func roundWidth(w float64) (width int64, scale int) {
	if !(w > 0) || math.IsInf(w, 0) {
		return 1, 0
	}
	power := min(max(int(math.Floor(math.Log10(w))), -9), 17)
	digit := int64(10)
	for _, d := range []int64{1, 2, 5} {
		if float64(d)*math.Pow10(power) >= w*(1-1e-9) {
			digit = d
			break
		}
	}
	if digit == 10 {
		digit, power = 1, power+1
	}
	for ; power > 0; power-- {
		digit *= 10
	}
	return digit, -power
}

// defaultMeasure returns the first usual aggregate of a column that is not on Values yet. If all are on Values, it
// returns the first one.
func (s State) defaultMeasure(c *data.Column) query.Measure {
	for _, f := range FuncsOf(c) {
		if m := (query.Measure{Func: f, Column: c.Name}); !slices.Contains(s.Values, m) {
			return m
		}
	}
	return query.Measure{Func: FuncsOf(c)[0], Column: c.Name}
}

// ParseBin reads the width of bins as a person types it: a positive decimal number with at most 9 places.
func ParseBin(column, text string) (query.Field, error) {
	numbers, _ := separators.ReadList(text)
	width, scale, err := query.ParseWidth(numbers[0])
	switch {
	case len(numbers) > 1 || numbers[0] == "":
		return query.Field{}, errors.New(lang.L("write a number above 0 with at most 9 places"))
	case err != nil:
		return query.Field{}, err
	}
	return query.Field{Column: column, Part: query.Bin, BinWidth: width, BinScale: scale}, nil
}

// ParseEdges reads the edges of bins as a person types them. `said` is a sentence about the numbers that it read.
func ParseEdges(column, text string) (f query.Field, said string, err error) {
	numbers, doubtful := separators.ReadList(text)
	if f, err = (query.Field{Column: column, Part: query.Edges}).WithArgument(numbers); err != nil {
		return f, "", err
	}
	switch said = strings.ReplaceAll(EdgesText(f), "-", "−"); {
	case doubtful:
		said = lang.L("One edge, {{.Edges}}.", lang.With{"Edges": said}) + " " +
			lang.L("For several edges, put blanks or semicolons between them.")
	case len(numbers) == 1:
		said = lang.L("One edge, {{.Edges}}.", lang.With{"Edges": said})
	default:
		said = lang.N("{{.N}} edge: {{.Edges}}.", "{{.N}} edges: {{.Edges}}.", len(numbers), lang.With{"Edges": said})
	}
	return f, said, nil
}

// EdgesText writes the edges of a field's bins as a person types them. It returns "" for a field without edges.
func EdgesText(f query.Field) string {
	if f.Part != query.Edges {
		return ""
	}
	texts := f.EdgeTexts()
	for i, t := range texts {
		texts[i] = separators.Show(separators.Group(t))
	}
	return strings.Join(texts, "; ")
}
