package view

import (
	"fmt"
	"math"
	"strings"

	"cardinal/data"
	"cardinal/data/inspect"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
	"cardinal/ui/look/lang"
)

var typeNames = map[data.Type]string{
	data.Int: lang.Key("whole number"), data.Decimal: lang.Key("decimal number"), data.Float: lang.Key("number"),
	data.Bool: lang.Key("yes or no"),
	data.Text: lang.Key("text"), data.Date: lang.Key("date"), data.Timestamp: lang.Key("date and time"),
}

// typeName returns the type of a column's values in words.
func typeName(c *data.Column) string {
	switch {
	case c.Format.Duration:
		return lang.L("duration")
	case c.Zone != "" && !c.UTC:
		return lang.L("date and time in {{.Zone}}", lang.With{"Zone": c.Zone})
	}
	return lang.L(typeNames[c.Type])
}

// DistinctText writes the number of distinct values for the list of fields: 5,412, or ≈5,410,000 for an estimate.
func DistinctText(d inspect.Distinct) string {
	if d.About {
		return "≈" + rough(d.N)
	}
	return separators.Count(d.N)
}

// rough writes a number rounded to three digits.
func rough(n int) string {
	unit := 1
	for n/unit >= 1000 {
		unit *= 10
	}
	return separators.Count((n + unit/2) / unit * unit)
}

// Describe describes a column in one line: its type, distinct values, range, share of blanks, and note. If distinct is
// nil, it leaves out the distinct values.
func Describe(c *data.Column, distinct *inspect.Distinct) string {
	facts := []string{typeName(c)}
	switch {
	case distinct == nil:
	case distinct.About:
		facts = append(facts, lang.L("about {{.N}} distinct", lang.With{"N": rough(distinct.N)}))
	default:
		facts = append(facts, lang.N("{{.N}} distinct", "{{.N}} distinct", distinct.N))
	}
	if low, high, ok := Bounds(c); ok {
		facts = append(facts, lang.L("{{.Low}} to {{.High}}", lang.With{"Low": low, "High": high}))
	}
	if c.Nulls > 0 {
		facts = append(facts, lang.L("{{.Share}} blank", lang.With{"Share": share(c.Nulls, c.Rows)}))
	}
	if c.Note != "" {
		facts = append(facts, lang.Words().Sentence(c.Note))
	}
	return c.Name + ": " + strings.Join(facts, " · ")
}

// Bounds writes the least and the greatest value of a column of numbers, dates or timestamps. ok is false for other
// columns and for columns without values.
func Bounds(c *data.Column) (low, high string, ok bool) {
	switch {
	case c.Nulls == c.Rows || c.Type == data.Text || c.Type == data.Bool:
		return "", "", false
	case c.Type == data.Float:
		if c.MinFloat > c.MaxFloat {
			return "", "", false
		}
		return figure(c, data.FloatValue(c.MinFloat)), figure(c, data.FloatValue(c.MaxFloat)), true
	}
	return figure(c, c.IntValue(c.Min)), figure(c, c.IntValue(c.Max)), true
}

// Ends writes the least and the greatest value of a column in a short form. Timestamps are written as times of day if
// all are on one date, or else as dates.
func Ends(c *data.Column) (low, high string) {
	low, high, _ = Bounds(c)
	if c.Type != data.Timestamp || low == "" {
		return low, high
	}
	first, from, _ := strings.Cut(low, " ")
	last, to, _ := strings.Cut(high, " ")
	if first == last {
		return from, to
	}
	return first, last
}

// figure writes a value of a column as the table does. Negative numbers have a minus sign, not a hyphen.
func figure(c *data.Column, v data.Value) string {
	f := pivot.Format{Places: pivot.Shortest, NumberFormat: c.Format, Ungrouped: c.IsUngrouped()}
	return f.Minus(f.Text(v), v, "−")
}

// MeanText writes the mean of a column with two more decimal places than the column's numbers have, or with six digits
// for floats.
func MeanText(c *data.Column, mean data.Value) string {
	f := pivot.Format{NumberFormat: c.Format, Places: c.Scale + 2, Ungrouped: c.IsUngrouped()}
	if a := math.Abs(mean.Float); c.Type == data.Float && a > 0 {
		f.Places = min(max(5-int(math.Floor(math.Log10(a))), 0), 12)
	}
	return f.Minus(f.Text(mean), mean, "−")
}

func share(n, all int) string {
	percent := 100 * float64(n) / float64(all)
	if percent < 0.1 {
		return separators.Show("<0.1%")
	}
	return separators.Show(fmt.Sprintf("%.1f%%", percent))
}

// LabelText writes a value, or the edges of a bin, as a label in the language of the window. A number has the format of
// the file. Negative numbers have a minus sign, not a hyphen.
func LabelText(v data.Value, f data.NumberFormat) string {
	format := pivot.Format{Places: pivot.Shortest, NumberFormat: f}
	text, blank := format.Minus(format.Label(v), v, "−"), lang.L("(blank)")
	switch {
	case v.IsNull():
		return blank
	case text == blank:
		return `"` + text + `"`
	}
	return text
}
