package view

import (
	"slices"

	"cardinal/engine/query"
)

// SameMarks reports whether the measures of both states have the same conditional formats and the same blank totals.
func (s State) SameMarks(o State) bool {
	return slices.EqualFunc(s.Measures(), o.Measures(), func(a, b query.Measure) bool {
		return a.Marks == b.Marks && a.NoTotals == b.NoTotals
	})
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

// refer makes the conditional formats by measure `from` formats by measure `to`.
func (s State) refer(from, to query.Measure) State {
	old, now := from.Reference(), to.Reference()
	if old == now || slices.ContainsFunc(s.Values, func(m query.Measure) bool { return m.Reference() == old }) {
		return s
	}
	return s.mapMarks(func(_ int, m query.Mark) (query.Mark, bool) {
		if m.By == old {
			m.By = now
		}
		return m, true
	})
}

// settleMarks removes the conditional formats by measures that are not on Values.
func (s State) settleMarks() State {
	return s.mapMarks(func(i int, m query.Mark) (query.Mark, bool) { return m, m.Source(s.Values, i) >= 0 })
}

// mapMarks changes the conditional formats of all measures. `to` gets the index of the measure and a format. It returns
// the changed format, and whether the measure keeps it.
func (s State) mapMarks(to func(i int, m query.Mark) (query.Mark, bool)) State {
	s.Values = slices.Clone(s.Values)
	for i := range s.Values {
		var kept []query.Mark
		for _, m := range s.Values[i].Marks.All() {
			if m, keep := to(i, m); keep {
				kept = append(kept, m)
			}
		}
		s.Values[i].Marks = query.MarkList(kept...)
	}
	return s
}
