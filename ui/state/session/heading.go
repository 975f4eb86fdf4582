package session

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// SortByHeading handles a click on a heading of the grid. It sorts the rows by the figures of that column, or one row
// field by its labels. The next click on the heading reverses the order.
func (s *Session) SortByHeading(col int) {
	if a := s.answer; a != nil {
		s.Edit(func(now view.State) view.State {
			if f, ok := a.RowField(col); ok && slices.Contains(now.Rows, f) {
				return now.TapField(f)
			}
			m, at, ok := a.Column(0, col)
			if !ok || !slices.Contains(now.Measures(), m) {
				return now
			}
			node := a.Grid.ColNode(col)
			return now.TapColumn(m, at, func(o []view.At) bool {
				return view.Node(o, &a.Tab.Cols) == node
			})
		})
	}
}

// SortByField handles a click on the name of a column field: it sorts the labels of that field.
func (s *Session) SortByField(row, col int) {
	a := s.answer
	if a == nil {
		return
	}
	if i, ok := a.Grid.ColField(row, col); ok {
		f := a.Tab.Cols.Fields[i]
		s.Edit(func(now view.State) view.State {
			if !slices.Contains(now.Cols, f) {
				return now
			}
			return now.TapField(f)
		})
	}
}

// RowField returns the row field whose labels are in a column of the grid.
func (a *Answer) RowField(col int) (f query.Field, ok bool) {
	if col < 0 || col >= len(a.Tab.Rows.Fields) {
		return f, false
	}
	return a.Tab.Rows.Fields[col], true
}

// Column returns the measure of a cell of the grid, and the column labels of the cell.
func (a *Answer) Column(row, col int) (m query.Measure, at []view.At, ok bool) {
	i, ok := a.Grid.Measure(row, col)
	if !ok {
		return m, nil, false
	}
	return a.Tab.Measures[i].Measure, pathOf(&a.Tab.Cols, a.Grid.ColNode(col)), true
}

// Row returns the labels of a row of the grid below the headers.
func (a *Answer) Row(row int) []view.At { return pathOf(&a.Tab.Rows, a.Grid.RowNode(row)) }

// pathOf returns the labels from the outermost field of an axis to a node.
func pathOf(axis *pivot.Axis, n int) []view.At {
	path := axis.Path(n)
	at := make([]view.At, len(path))
	for ; axis.Depth(n) > 0; n = axis.Parent(n) {
		depth := axis.Depth(n) - 1
		at[depth] = view.At{Of: axis.Fields[depth], Label: path[depth], Others: axis.Others(n)}
	}
	return at
}

// Absent lists the labels that the groups of chip i of Rows or Columns name, but the table does not have.
func (a *Answer) Absent(on view.Shelf, i int) string {
	switch on {
	case view.Rows:
		return a.Tab.Rows.Absent(lang.Words(), i)
	case view.Cols:
		return a.Tab.Cols.Absent(lang.Words(), i)
	}
	return ""
}

// LabelsOf lists the labels of a field of the answer, each once, in display order.
func (a *Answer) LabelsOf(f query.Field) (labels []data.Value) {
	for _, axis := range []*pivot.Axis{&a.Tab.Rows, &a.Tab.Cols} {
		depth := slices.Index(axis.Fields, f) + 1
		seen := map[data.Value]bool{}
		for n := range axis.Len() {
			if depth > 0 && axis.Depth(n) == depth && !axis.Others(n) {
				if v := axis.Label(n); !seen[v] {
					seen[v] = true
					labels = append(labels, v)
				}
			}
		}
	}
	return labels
}

// measure returns the position of a measure in the answer that has the same figures as m, even if it is shown in
// another way. It returns -1 if there is none.
func (a *Answer) measure(m query.Measure) int {
	return slices.IndexFunc(a.Tab.Measures, func(o pivot.Measure) bool { return o.Figure() == m.Figure() })
}

// Example returns a figure of measure m of the answer, shown in the way show. It returns "" if the example would take
// long.
func (a *Answer) Example(m query.Measure, show query.Show) string {
	i := a.measure(m)
	if i < 0 {
		return ""
	}
	return a.Tab.Example(i, show)
}

// Sample returns the total of a measure as it is shown, and its text in the default number format. The text is "" if
// the answer does not have the measure.
func (a *Answer) Sample(m query.Measure) (data.Value, string) {
	i := slices.IndexFunc(a.Tab.Measures, func(o pivot.Measure) bool {
		return o.Figure() == m.Figure() && o.Show == m.Show
	})
	if i < 0 {
		return data.Value{}, ""
	}
	v, format := a.Tab.Sample(i), a.Tab.Measures[i].Format
	format.Chosen = nil
	return v, format.Text(v)
}

// FormatOf returns the number format of a measure's figures.
func (a *Answer) FormatOf(m query.Measure) (f data.NumberFormat) {
	for _, o := range a.Tab.Measures {
		if o.Show == (query.Show{}) && o.Figure() == m.Figure() {
			f = o.Format.NumberFormat
		}
	}
	return f
}

// Depth returns how many labels at the beginning of a path lead to a row or column of the answer. It is len(at) if the
// answer has the whole path.
func (a *Answer) Depth(at []view.At) int {
	axis := &a.Tab.Cols
	if len(at) > 0 && slices.Contains(a.Tab.Rows.Fields, at[0].Of) {
		axis = &a.Tab.Rows
	}
	return axis.Depth(view.Node(at, axis))
}
