package session

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
)

// Begun reports whether the open table is only the beginning of a file that is being read.
func (s *Session) Begun() bool { return s.before != nil }

// postBeginning shows a beginning on the UI goroutine. It shows nothing if the load was stopped or has ended by then.
func (s *Session) postBeginning(ctx context.Context, l loaded) {
	s.post(func() {
		if ctx.Err() == nil {
			s.begin(l)
		}
	})
}

// begin shows a beginning of the file that is being read. The first beginning replaces the open table. If the file then
// turns out to be unreadable, that table is opened again.
func (s *Session) begin(l loaded) {
	if s.begun {
		s.grow(l)
	} else {
		if s.before == nil {
			before := s.openTable
			s.before = &before
		}
		s.begun, s.recount = true, nil
		s.load.work.Load = false
		s.show(l)
	}
	s.begunAs = s.Tabs()
	s.showWork()
}

// goBack removes the beginning on the screen, and opens again what was open before it. It returns false if there was no
// beginning.
func (s *Session) goBack() bool {
	if s.before == nil {
		return false
	}
	s.stopAll()
	s.openTable, s.before, s.begun, s.begunAs, s.recount = *s.before, nil, false, nil, nil
	s.fields, s.lets, s.known = s.table, nil, map[*data.Column]bool{}
	s.screen.ShowAgain(s.table)
	if s.table != nil {
		s.switchTo(s.tab)
		return true
	}
	s.showTabs()
	s.showState()
	s.screen.ShowAnswer(nil)
	return true
}

// grow replaces the open table by a table with more rows of the same file. The pivot of the shelves runs again, and the
// old figures stay on the screen until then. Chips whose columns have other types now may have to leave the shelves.
func (s *Session) grow(l loaded) {
	before, order := s.table, s.whole.Sort
	by := ""
	if order.Col >= 0 && order.Col < len(before.Columns) {
		by = before.Columns[order.Col].Name
	}
	var lost []string
	tabs := s.Tabs()
	untouched := reflect.DeepEqual(tabs, s.begunAs)
	s.setTable(l.table)
	for _, t := range s.tabs {
		if t != s.tab {
			t.answer = nil
		}
	}
	if l.tabs != nil && untouched {
		answer, shown := s.answer, s.Shown()
		s.reset(l.tabs, shown, "")
		s.answer = answer
	} else {
		lost = s.reread(before)
	}
	s.whole.Sort = RowSort{Col: slices.IndexFunc(l.table.Columns, func(c *data.Column) bool { return c.Name == by }),
		Desc: order.Desc}
	s.screen.ShowGrown(l.table)
	s.calculate()
	if !reflect.DeepEqual(s.Tabs(), tabs) {
		s.showTabs()
		s.showState()
	}
	s.countSlicers()
	switch {
	case !s.State().Empty():
		s.pivot(nil)
	case s.whole.Sort.Col >= 0 && s.State().Query().Filter == nil:
		s.listed, s.answer = s.State(), nil
		s.OrderRows(s.whole, s.whole.Sort)
	default:
		s.list()
	}
	if again := s.recount; again != nil {
		s.recount = nil
		again()
	}
	if len(lost) > 0 {
		s.screen.Say(Message{Error: true, Text: lang.L("With more rows read, columns have other types than before. "+
			"Left out of the shelves: {{.Chips}}.", lang.With{"Chips": strings.Join(lost, ", ")})})
	}
}

// reread changes the shelves of all tabs so that they suit the open table. It returns the names of the chips that it
// had to remove.
func (s *Session) reread(before *data.Table) (lost []string) {
	fit := func(t *tab) {
		t.history.Each(func(v view.State) view.State {
			next, _ := v.Reread(before, s.table)
			return next
		})
	}
	for _, t := range s.tabs {
		_, gone := t.history.Now().Reread(before, s.table)
		lost = each.Add(lost, gone...)
		fit(t)
	}
	for _, c := range s.closed {
		fit(c.tab)
	}
	return lost
}

// Unread reports whether the table is still being read, and tells the person so. `do` names what the person wants to
// do, for which all rows are needed.
func (s *Session) Unread(do string) bool {
	if s.Begun() {
		s.screen.Say(Message{Text: lang.L("{{.File}} is still being read: {{.Do}} when all of its rows are there.",
			lang.With{"File": NameOf(s.table), "Do": do})})
	}
	return s.Begun()
}

// Refuses reports whether the figures on the screen are only of a part of the file, and tells the person so. `do` names
// what the person wants to do with the figures.
func (s *Session) Refuses(do string) bool {
	return s.answer != nil && s.refuses(s.answer.table.Part, do)
}

// refuses reports whether p is a part of a file, and tells the person that its rows cannot leave the window, since
// elsewhere they would look like all rows. `do` names what the person wants to do with the rows.
func (s *Session) refuses(p *data.Part, do string) bool {
	if p != nil {
		s.screen.Say(Message{Text: lang.L(
			"This is the {{.Part}} only. {{.Do}} it when all rows of {{.File}} are read.",
			lang.With{"Part": lang.InSentence(firstRows(p)), "Do": do, "File": NameOf(s.table)})})
	}
	return p != nil
}

// partOf returns the part of the file that cells come from; nil if they come from all rows.
func (s *Session) partOf(src cells.Source) *data.Part {
	if l, is := src.(pivot.Listing); is {
		return l.Table.Part
	}
	if s.answer != nil {
		return s.answer.table.Part
	}
	return nil
}

// PartSentence says which rows of its file a table has, e.g. "First 3% of the rows: 315,000 of about 10,000,000".
func PartSentence(t *data.Table) string {
	p := t.Part
	all := profiler.Count(p.Rows)
	if p.About {
		all = lang.L("about {{.Count}}", lang.With{"Count": dispatch.About(p.Rows)})
	}
	return lang.L("{{.Part}}: {{.Rows}} of {{.All}}",
		lang.With{"Part": firstRows(p), "Rows": profiler.Count(t.Rows), "All": all})
}

// firstRows describes a part of a file, e.g. "First 3% of the rows".
func firstRows(p *data.Part) string {
	if p.Share < 0.01 {
		return lang.L("Beginning of the rows")
	}
	return lang.L("First {{.Share}} of the rows", lang.With{"Share": fmt.Sprintf("%.0f%%", 100*p.Share)})
}

// Grows reports whether the answer is to the same query as an older one, over more rows of the same file.
func (a *Answer) Grows(old *Answer) bool {
	return a.table != old.table && old.table.Part != nil && a.table.Path == old.table.Path &&
		a.State.SameQuery(old.State)
}

// Alike reports whether the answer differs from an older one only in its filters.
func (a *Answer) Alike(old *Answer) bool {
	now := a.State
	now.Filters = old.State.Filters
	return a.table == old.table && now.SameQuery(old.State)
}

// Same returns the row and the column of this answer's grid that have the same labels and measure as a cell of an older
// answer with the same fields. If a label is gone, it returns the old row or column.
func (a *Answer) Same(old *Answer, row, col int) (line, column int) {
	g := a.Grid
	line, column = min(row, g.Rows-1), min(col, g.Cols-1)
	measure := func(g *pivot.Grid, row, col int) int {
		m, _ := g.Measure(row, col)
		return m
	}
	switch down := row >= old.Grid.HeaderRows; {
	case down && !old.Grid.Ready(row):
	case down && !g.Ready(g.Rows-1): // rows without an order have no label yet: search only those before them
		if old.Grid.RowNode(row) == 0 && !g.Layout.TotalsFirst {
			line = g.Rows - (old.Grid.Rows - row)
			break
		}
		for i := g.HeaderRows; g.Ready(i); i++ {
			if slices.Equal(a.Row(i), old.Row(row)) && measure(g, i, g.Cols-1) == measure(old.Grid, row,
				old.Grid.Cols-1) {
				line = i
				break
			}
		}
	case down:
		path := old.Row(row)
		node := view.Node(path, &a.Tab.Rows)
		gone := a.Tab.Rows.Depth(node) < len(path)
		for i := g.HeaderRows; i < g.Rows && !gone; i++ {
			if g.RowNode(i) == node && measure(g, i, g.Cols-1) == measure(old.Grid, row, old.Grid.Cols-1) {
				line = i
				break
			}
		}
	}
	if col >= old.Grid.LabelCols {
		path := pathOf(&old.Tab.Cols, old.Grid.ColNode(col))
		node := view.Node(path, &a.Tab.Cols)
		gone := a.Tab.Cols.Depth(node) < len(path)
		for i := g.LabelCols; i < g.Cols && !gone; i++ {
			if g.ColNode(i) == node && measure(g, g.Rows-1, i) == measure(old.Grid, old.Grid.Rows-1, col) {
				column = i
				break
			}
		}
	}
	return line, column
}
