package view

import (
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// MeasureTitle returns a measure in words, in the language of the window.
func MeasureTitle(m query.Measure) string { return m.TitleIn(lang.Words()) }

// FieldTitle returns a field in words, in the language of the window: date by month, Year of date.
func FieldTitle(f query.Field) string { return f.TitleIn(lang.Words()) }

// PivotTitle returns what a pivot shows, in words and in the language of the window. A title that a person gave comes
// first.
func PivotTitle(q *query.Query) string { return q.TitleIn(lang.Words()) }
