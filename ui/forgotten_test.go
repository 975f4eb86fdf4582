package ui

import (
	"runtime"
	"testing"
	"time"
	"weak"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// TestClosedTablesAreForgotten opens one table after the other, with a pivot of each: nothing refers to closed
// tables.
func TestClosedTablesAreForgotten(t *testing.T) {
	s := newStage(t)
	var columns []weak.Pointer[data.Column]
	for _, name := range []string{"a.csv", "b.csv", "c.csv"} {
		table := orders()
		table.Name, table.Path = name, name
		columns = append(columns, weak.Make(table.Columns[0]))
		s.disk.tables = []*data.Table{table}
		s.load(0)
		s.key("region", fyne.KeyR)
		s.key("units", fyne.KeyV)
		s.answered()
		s.editor.Edit(func(st view.State) view.State {
			st.Lets = append(st.Lets, query.Let{Name: "worth", Expr: "units * price"})
			return st.AddMeasure(query.Measure{Func: query.Max, Column: "worth"}, 1)
		})
		s.answered()
		s.toggleChart()
		s.session.DrillThrough(1, 0)
		s.until("rows", func() bool { return s.Rows() != nil })
		s.escape()
		s.press(ctrl(fyne.KeyT))
		s.key("day", fyne.KeyR)
		s.answered()
		s.press(ctrl(fyne.KeyW))
	}
	s.disk.tables = nil
	for i := range 2 {
		for range 50 {
			runtime.GC()
			if time.Sleep(5 * time.Millisecond); columns[i].Value() == nil {
				break
			}
		}
		if columns[i].Value() != nil {
			t.Errorf("table %d is still in memory", i)
		}
	}
}
