package view

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/figure/numfmt"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// The number formats that can be chosen, by the type of the figures. One click chooses a format with a name.
var (
	numberFormats = []query.NumberFormat{{Code: "#,##0"}, {Code: "#,##0.00"}, {Code: "0.00"},
		{Code: `#,##0.00 "€"`}, {Code: `#,##0.00,"K"`}, {Code: `#,##0.00,,"M"`}, {Code: "#,##0;(#,##0)"},
		{Code: "0.00E+00"}}
	shareFormats = []query.NumberFormat{{Name: lang.Key("No decimals"), Code: "0%"}, {Name: lang.Key("Two decimals"),
		Code: "0.00%"},
		{Name: lang.Key("With sign"), Code: "+0.0%;-0.0%;0.0%"}, {Code: "0.0%"}, {Code: "0.000"}}
	timeFormats = []query.NumberFormat{{Name: lang.Key("Seconds"), Code: "[h]:mm:ss"}, {Name: lang.Key("Minutes"),
		Code: "[h]:mm"},
		{Code: "[m]:ss"}, {Code: "0.00"}, {Code: "#,##0.0"}}
	dateFormats = []query.NumberFormat{{Name: lang.Key("Date"), Code: "yyyy-mm-dd"}, {Name: lang.Key("Month"),
		Code: "mmm yyyy"},
		{Name: lang.Key("Weekday"), Code: "dddd"},
		{Code: "d mmm yyyy"}, {Code: "dd.mm.yyyy"}, {Code: "m/d/yyyy"}, {Code: "yyyy-mm-dd hh:mm"}, {Code: "hh:mm"}}
)

// NumberFormats lists the formats that can be chosen for a measure of column c. sample is a value that shows what each
// format does. c is nil for a measure without a column.
func NumberFormats(m query.Measure, c *data.Column) (formats []query.NumberFormat, sample data.Value) {
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
	formats = slices.Clone(query.NumberFormats)
	if unit := unitOf(m.Column); unit != "" {
		i := slices.IndexFunc(formats, func(f query.NumberFormat) bool { return f.Name == "Currency" })
		formats[i] = query.NumberFormat{Name: lang.L("In {{.Unit}}", lang.With{"Unit": unit}),
			Code: `#,##0.00 "` + unit + `"`}
		if slices.Contains(before, unit) {
			formats[i].Code = `"` + unit + `"#,##0.00`
		}
	}
	return append(formats, numberFormats...), data.Value{Type: data.Decimal, Scale: 2, Int: int128.From(123_456_789)}
}

// before lists the currencies that are written before an amount.
var before = []string{"$", "£", "¥"}

// unitOf returns the currency or unit at the end of a column's name, as in "Cost Total $", "weight (kg)" and
// "amount_eur". It reads only the last word, which must be a sign or an unambiguous abbreviation. Otherwise it returns
// "".
func unitOf(column string) string {
	words := strings.FieldsFunc(column, func(r rune) bool { return strings.ContainsRune(" _()[]/.-", r) })
	if len(words) < 2 {
		return ""
	}
	return map[string]string{"$": "$", "usd": "$", "€": "€", "eur": "€", "£": "£", "gbp": "£", "¥": "¥", "jpy": "¥",
		"chf": "CHF", "kg": "kg", "km": "km", "cm": "cm", "mm": "mm", "kwh": "kWh", "mwh": "MWh", "mb": "MB",
		"gb": "GB"}[strings.ToLower(words[len(words)-1])]
}

// InFormat writes a value in a number format.
func InFormat(v data.Value, code string) (string, error) {
	f, err := numfmt.Parse(code)
	if err != nil {
		return "", err
	}
	return f.Text(v), nil
}

// Unnamed returns a measure in words, without the name that a person gave it.
func Unnamed(m query.Measure) string {
	m.Name = ""
	return MeasureTitle(m)
}

// Name gives measure i a name. If the name is empty or is the measure in words, the measure has no name of its own.
func (s State) Name(i int, name string) State {
	m := s.Values[i]
	if m.Name = name; name == Unnamed(m) {
		m.Name = ""
	}
	return s.SetMeasure(i, m)
}

// MeasureSentence returns up to two sentences, each after a line break: what a measure with a name computes, and what
// its conditional formats show. It returns "" if the measure has neither.
func (s State) MeasureSentence(i int) string {
	text, m := "", s.Values[i]
	if m.Name != "" {
		text = "\n" + lang.L("The name stands for {{.Measure}}.", lang.With{"Measure": Unnamed(m)})
	}
	if sentence := m.Marks.Sentence(); sentence != "" {
		text += "\n" + sentence
	}
	return text
}
