package view

import (
	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/figure/numfmt"
	"cardinal/engine/query"
)

// The number formats that menus offer, by what a figure is.
var (
	numberFormats = []string{"#,##0", "#,##0.00", "0.00", `#,##0,"K"`, `#,##0.0,,"M"`, `"$"#,##0.00`, `#,##0.00 "€"`,
		"#,##0;(#,##0)", "0.00E+00"}
	shareFormats = []string{"0%", "0.0%", "0.00%", "+0.0%;-0.0%;0.0%", "0.000"}
	timeFormats  = []string{"[h]:mm:ss", "[h]:mm", "[m]:ss", "0.00", "#,##0.0"}
	dateFormats  = []string{"yyyy-mm-dd", "d mmm yyyy", "dd.mm.yyyy", "m/d/yyyy", "mmm yyyy", "dddd",
		"yyyy-mm-dd hh:mm", "hh:mm"}
)

// NumberFormats lists the formats that menus offer for a measure of column c, and a value for examples. c is nil for
// a measure without a column.
func NumberFormats(m query.Measure, c *data.Column) (codes []string, sample data.Value) {
	describe := m.Func.Describe()
	switch {
	case m.Show.Way().Percent:
		return shareFormats, data.FloatValue(0.12345)
	case c != nil && c.Type.Temporal() && (m.Func == query.Formula || describe.Result == query.OfColumn):
		// 2001-03-04 17:05:09
		return dateFormats, data.Value{Type: data.Timestamp, Scale: 0, Int: int128.From(983_725_509)}
	case c != nil && c.Format.Duration && (m.Func == query.Formula || describe.InUnit):
		return timeFormats, data.FloatValue(1.5104166666666667) // 36:15:00
	}
	return numberFormats, data.Value{Type: data.Decimal, Scale: 2, Int: int128.From(123_456_789)}
}

// InFormat writes a value in a number format.
func InFormat(v data.Value, code string) (string, error) {
	f, err := numfmt.Parse(code)
	if err != nil {
		return "", err
	}
	return f.Text(v), nil
}

// Unnamed returns a measure in words without its own name.
func Unnamed(m query.Measure) string {
	m.Name = ""
	return m.Title()
}

// Name gives measure i a name. An empty name, or the measure in words, removes its name.
func (s State) Name(i int, name string) State {
	m := s.Values[i]
	if m.Name = name; name == Unnamed(m) {
		m.Name = ""
	}
	return s.SetMeasure(i, m)
}

// MeasureSentence says in sentences, each on a new line, what the named measure i computes and what its conditional
// format shows. It returns "" if the measure has neither a name nor a format.
func (s State) MeasureSentence(i int) string {
	text, m := "", s.Values[i]
	if m.Name != "" {
		text = "\nThe name stands for " + Unnamed(m) + "."
	}
	if sentence := m.Mark.Sentence(); sentence != "" {
		text += "\n" + sentence
	}
	return text
}
