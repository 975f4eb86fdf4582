package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/findbar"
)

// find is the search in the result.
type find struct {
	*findbar.Bar
	r    *result
	hits *cells.Hits // nil: not known yet
	at   cells.Hit   // the present hit, or the cell where the search began
	is   bool        // at is a hit, not only the beginning of the search
}

func newFind(r *result) *find {
	f := &find{Bar: findbar.New(r.w.tip), r: r}
	f.OnSearch = func(string) { f.search(true) }
	f.OnStep = f.step
	f.OnClose = f.close
	f.OnUnfold = func() { r.w.editor.Edit(view.State.UnfoldAll) }
	return f
}

// open shows the find bar. The search begins at the active cell.
func (f *find) open() {
	if !f.r.grid.Visible() {
		return
	}
	if row, col, ok := f.r.grid.Active(); ok {
		f.at = cells.Hit{Row: row, Col: col}
	}
	f.Open(f.r.w.win.Canvas())
	f.search(false)
}

// search searches the text in the table on the grid. If `lead` is true, it then goes to the first hit at or after the
// cell where the search began.
func (f *find) search(lead bool) {
	f.hits, f.is = nil, false
	text, src := f.Text(), f.r.grid.Source()
	if text == "" || src == nil {
		f.r.w.session.StopLooking()
		f.r.grid.SetFound(nil)
		f.SetHits(-1, 0, false, 0)
		return
	}
	f.r.grid.SetFound(cells.Matcher(text))
	f.Searching()
	f.r.w.session.Find(src, text, func(h *cells.Hits) {
		f.hits = h
		if lead && len(h.Cells) > 0 {
			f.show(h.Next(cells.Hit{Row: f.at.Row, Col: f.at.Col - 1}))
			return
		}
		f.SetHits(-1, len(h.Cells), h.More, h.Folded)
	})
}

// repeatSearch searches the same text in the table that is now on the grid, if the find bar is open.
func (f *find) repeatSearch() {
	if f.Visible() {
		f.search(false)
	}
}

// step goes to the next or the previous hit.
func (f *find) step(by int) {
	if f.hits == nil || len(f.hits.Cells) == 0 {
		return
	}
	if row, col, ok := f.r.grid.Active(); ok && !(f.is && f.at.Row < f.headers()) {
		f.at = cells.Hit{Row: row, Col: col}
	}
	if by < 0 {
		f.show(f.hits.Previous(f.at))
	} else {
		f.show(f.hits.Next(f.at))
	}
}

func (f *find) headers() int {
	_, _, rows, _ := f.r.grid.Source().Size()
	return rows
}

// show goes to hit i.
func (f *find) show(i int) {
	f.at, f.is = f.hits.Cells[i], true
	f.r.grid.ShowCell(f.at.Row, f.at.Col)
	f.SetHits(i, len(f.hits.Cells), f.hits.More, f.hits.Folded)
}

func (f *find) close() {
	f.hits = nil
	f.r.w.session.StopLooking()
	f.r.grid.SetFound(nil)
	f.r.w.win.Canvas().Focus(f.r.grid)
	f.r.root.Refresh()
}

// key handles a key that no widget used. It returns false for keys that the find bar does not use.
func (f *find) key(ev *fyne.KeyEvent, shift bool) bool {
	switch {
	case ev.Name == fyne.KeyF3 && !f.Visible():
		f.open()
	case ev.Name == fyne.KeyF3:
		f.Step(shift)
	case ev.Name == fyne.KeyEscape && f.Visible():
		f.Close()
	default:
		return false
	}
	return true
}
