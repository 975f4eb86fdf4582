package view

import (
	"slices"
	"strconv"
	"strings"

	"cardinal/data/number/calendar"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
)

// MeasureTitle returns a measure in words, in the language of the window. A name that a person gave comes first. Words
// of formulas and conditions, and of aggregates with further words, are those of the query language.
func MeasureTitle(m query.Measure) string {
	title := m.Title()
	switch a := m.Func.Describe(); {
	case lang.IsEnglish() || m.Name != "" || m.Func == query.Formula || m.Where != "" || m.Expr != "" || a.Words != nil:
		return title
	case m.Column == "":
		title = lang.L("Number of rows")
	default:
		title = lang.L("{{.Aggregate}} of {{.Field}}", lang.With{"Aggregate": lang.L(a.Title), "Field": m.Column})
	}
	if m.Show.Kind != query.AsIs {
		title += ", " + lang.InSentence(lang.L(m.Show.Title()))
	}
	return title
}

// FieldTitle returns a field in words, in the language of the window: date by month, Year of date.
func FieldTitle(f query.Field) string {
	k := f.Part.Kind()
	of, isOf := strings.CutSuffix(k.Words, " of %s")
	switch {
	case lang.IsEnglish():
		return f.Title()
	case f.Groups != "":
		return lang.L("Groups of {{.Field}}", lang.With{"Field": FieldTitle(f.Base())})
	case f.Part == query.Whole:
		return f.Column
	case !isOf: // a period: date by month
		return lang.L("{{.Values}} by {{.Fields}}", lang.With{"Values": f.Column,
			"Fields": lang.InSentence(lang.L(k.Title))})
	}
	title := lang.L("{{.Aggregate}} of {{.Field}}", lang.With{"Aggregate": lang.L(of), "Field": f.Column})
	switch k.Argument {
	case query.Width:
		title += " (" + lang.L("width {{.Width}}", lang.With{"Width": f.Width()}) + ")"
	case query.BinCount:
		title += " (" + strconv.Itoa(f.N) + ")"
	case query.EdgeList:
		title += " (" + f.Spec + ")"
	case query.FirstMonth:
		month := calendar.Shown(calendar.MonthNames[f.N-1])
		title += " (" + lang.L("from {{.Month}}", lang.With{"Month": month}) + ")"
	}
	return title
}

// FieldBy returns the title of a field to write after the word by: date (month), not date by month.
func FieldBy(f query.Field) string {
	k := f.Part.Kind()
	if lang.IsEnglish() {
		return f.By()
	}
	if f.Groups != "" || !strings.HasPrefix(k.Words, "%s by ") {
		return FieldTitle(f)
	}
	return f.Column + " (" + lang.InSentence(lang.L(k.Title)) + ")"
}

// PivotTitle returns what a pivot shows, in words and in the language of the window. A title that a person gave comes
// first.
func PivotTitle(q *query.Query) string {
	fields := slices.Concat(q.Rows, q.Cols)
	if lang.IsEnglish() || q.Layout.Title != "" || len(q.Tops) > 0 {
		return q.Title()
	}
	values := strings.Join(each.Of(q.Values, func(m query.Measure) string {
		return MeasureTitle(m.InLanguage(q.Rows, q.Cols))
	}), ", ")
	if len(fields) == 0 {
		return values
	}
	return lang.L("{{.Values}} by {{.Fields}}",
		lang.With{"Values": values, "Fields": strings.Join(each.Of(fields, FieldBy), ", ")})
}
