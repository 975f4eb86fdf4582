package view

import (
	"slices"

	"cardinal/engine/query"
)

// SameMarks reports whether the measures of both states have the same conditional formats.
func (s State) SameMarks(o State) bool {
	return slices.EqualFunc(s.Measures(), o.Measures(), func(a, b query.Measure) bool { return a.Mark == b.Mark })
}

// SetMark gives a measure a conditional format. The count of rows, which is shown while Values is empty, then comes
// onto the shelf.
func (s State) SetMark(m query.Measure, mark query.Mark) State {
	i := slices.Index(s.Measures(), m)
	if i < 0 {
		return s
	}
	s.Values = s.Measures()
	m.Mark = mark
	return s.SetMeasure(i, m)
}

// SetMarks gives all given measures a conditional format.
func (s State) SetMarks(of []query.Measure, mark query.Mark) State {
	for _, m := range of {
		s = s.SetMark(m, mark)
	}
	return s
}
