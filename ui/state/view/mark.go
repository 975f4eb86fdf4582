package view

import (
	"slices"

	"cardinal/engine/query"
)

// SameMarks reports whether the measures of both states have the same conditional formats.
func (s State) SameMarks(o State) bool {
	return slices.EqualFunc(s.Measures(), o.Measures(), func(a, b query.Measure) bool { return a.Marks == b.Marks })
}

// SetMarks gives a measure conditional formats. If Values is empty, the measure is the count of rows, and is put on
// Values.
func (s State) SetMarks(m query.Measure, marks query.Marks) State {
	i := slices.Index(s.Measures(), m)
	if i < 0 {
		return s
	}
	s.Values = s.Measures()
	m.Marks = marks
	return s.SetMeasure(i, m)
}

// SetAllMarks gives all given measures the same conditional formats.
func (s State) SetAllMarks(of []query.Measure, marks query.Marks) State {
	for _, m := range of {
		s = s.SetMarks(m, marks)
	}
	return s
}
