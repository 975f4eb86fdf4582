package formulaedit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
)

// TestFormulaEditor types, and puts columns and aggregates in from the lists.
func TestFormulaEditor(t *testing.T) {
	test.NewTempApp(t)
	table := data.NewTable("t", []*data.Column{
		data.NewText("region", []uint32{0}, []string{"EU"}, nil),
		data.NewInts("unit price", data.Int, 0, []int64{3}, nil),
	})
	f := newEditor(table, "")
	valid := false
	f.onChecked = func(ok bool) { valid = ok }
	test.NewTempWindow(t, f.root).Resize(fyne.NewSize(500, 300))
	f.check()
	if valid || !strings.Contains(f.entry.PlaceHolder, `sum("unit price")`) {
		t.Errorf("empty: %v, %s", valid, f.entry.PlaceHolder)
	}
	var lists []*widget.Select
	for _, o := range test.LaidOutObjects(f.root) {
		if s, ok := o.(*widget.Select); ok {
			lists = append(lists, s)
		}
	}
	lists[0].SetSelected("median")
	if valid || f.entry.Text != "median(" || f.note.Importance != widget.DangerImportance || !strings.HasSuffix(f.note.Text, "at character 8.") {
		t.Errorf("%q: %v, %s", f.entry.Text, valid, f.note.Text)
	}
	lists[1].SetSelected("unit price")
	test.Type(f.entry, ")")
	if !valid || f.entry.Text != `median("unit price")` || f.note.Text != "Reads as: Median of unit price" {
		t.Errorf("%q: %v, %s", f.entry.Text, valid, f.note.Text)
	}
	f.entry.CursorColumn = 0
	lists[0].SetSelected("sum")
	if f.entry.Text != `sum(median("unit price")` || f.entry.CursorColumn != 4 || lists[0].Selected != "" {
		t.Errorf("%q at %d, %q stays chosen", f.entry.Text, f.entry.CursorColumn, lists[0].Selected)
	}
	f.entry.SetText("sum(region)")
	if valid || f.note.Text != "Sum(region) needs numbers, and region holds none." {
		t.Error(f.note.Text)
	}
	none := newEditor(data.NewTable("t", table.Columns[:1]), "")
	if none.entry.PlaceHolder != "For example count() / 100" {
		t.Error(none.entry.PlaceHolder)
	}
}
