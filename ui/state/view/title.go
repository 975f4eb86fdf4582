package view

import (
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// MeasureTitle returns a measure in words, in the language of the window.
func MeasureTitle(m query.Measure) string { return m.TitleIn(lang.Words()) }

// FieldTitle returns a field in words, in the language of the window, e.g. "date by month" or "Year of date".
func FieldTitle(f query.Field) string { return f.TitleIn(lang.Words()) }

// PivotTitle returns a sentence about what a pivot shows, in the language of the window. If a person gave the pivot a
// title, it returns this title.
func PivotTitle(q *query.Query) string { return q.TitleIn(lang.Words()) }
