package session

import (
	"context"
	"reflect"
	"slices"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/internal/follow"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// Watch waits until the files of a path have changed, i.e. their stamp is not known any more, and are complete. Then it
// calls `then` once on the UI goroutine, unless stop was called. `wait` is called between two looks at the files.
func (s *Session) Watch(path string, known follow.Stamp, wait func(context.Context) error,
	then func(follow.Stamp)) (stop func()) {
	ctx, cancel := context.WithCancel(s.ctx)
	look := func() follow.Stamp { return load.Look(path) }
	s.running.Go(func() {
		now, err := follow.Next(ctx, known, look, wait)
		if err != nil {
			return
		}
		s.post(func() {
			if ctx.Err() == nil {
				then(now)
			}
		})
	})
	return cancel
}

// mostFollowed is the greatest number of files that are looked at each second.
const mostFollowed = 10_000

// Stamp returns the stamp that the file of a table had when it was read. ok is false if the file cannot be followed:
// the table is on a server, at an address, in the folder of a Delta table, or not read completely, or has very many
// files.
func Stamp(t *data.Table) (known follow.Stamp, ok bool) {
	if t == nil || t.Path == "" || len(t.Files) > mostFollowed || t.Served != nil || t.Part != nil ||
		load.HasAddress(t.Path) || load.IsDelta(t.Path) {
		return known, false
	}
	return follow.Stamp{Files: max(1, len(t.Files)), Size: t.Size, Changed: t.Changed.UnixMilli()}, true
}

// repeats reports whether a table is the open table, read again in the same way and with the same tabs. It may be
// another version of a lake. If it is, edits can still be undone, and the old figures stay until the new ones are
// there.
func (s *Session) repeats(l loaded) bool {
	old, t := s.base, l.table
	if old == nil {
		return false
	}
	was, now := old.Reading, t.Reading
	was.Version, now.Version = "", ""
	return !s.begun && t.Path != "" && t.Path == old.Path && t.Sheet == old.Sheet &&
		t.Unnest == old.Unnest && reflect.DeepEqual(now, was) &&
		slices.Equal(data.Names(t.Columns), data.Names(old.Columns)) &&
		reflect.DeepEqual(l.tabs, s.Tabs()) &&
		!slices.ContainsFunc(l.tabs, func(t Tab) bool { return len(t.State.Lookups) > 0 })
}

// Before returns the text of a cell's figure in an older answer to the same query: the figure with the same labels and
// the same measure. `moved` is false if the figure is the same in both answers. If the older answer lacks a label, the
// text says so.
func (a *Answer) Before(old *Answer, row, col int) (text string, moved bool) {
	c := a.Grid.Cell(row, col)
	m, figures := a.Grid.Measure(row, col)
	if !figures || row < a.Grid.HeaderRows || !a.Grid.HasFigures(row) || m >= len(old.Tab.Measures) ||
		!old.Grid.Ready(old.Grid.Rows-1) {
		return "", false
	}
	rowNode, colNode := a.Grid.Nodes(row, col)
	oldRow := view.Node(pathOf(&a.Tab.Rows, rowNode), &old.Tab.Rows)
	oldCol := view.Node(pathOf(&a.Tab.Cols, colNode), &old.Tab.Cols)
	if old.Tab.Rows.Depth(oldRow) < a.Tab.Rows.Depth(rowNode) ||
		old.Tab.Cols.Depth(oldCol) < a.Tab.Cols.Depth(colNode) {
		return lang.L("no such label"), !c.Value.IsNull()
	}
	was := old.Tab.Cell(oldRow, oldCol, m)
	if data.Compare(was, c.Value) == 0 {
		return "", false
	}
	if was.IsNull() {
		return lang.L("no value"), true
	}
	return old.Tab.FormatAt(oldRow, oldCol, m).Text(was), true
}
