package view

import (
	"slices"
	"strings"

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
		lang.With{"Values": values, "Fields": strings.Join(each.Of(fields, query.Field.By), ", ")})
}
