package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine/pivot"
	"cardinal/ui/dialog/notice"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// activate lists the rows behind a cell of the pivot.
func (r *result) activate(row, col int) {
	r.await(row, func(a *session.Answer) {
		if a.Grid.Cell(row, col).Role != pivot.Note {
			r.from = [2]int{row, col}
			r.w.session.DrillThrough(a.Grid.Nodes(row, col))
		}
	})
}

// showRows shows the rows behind a cell on the grid in place of the figures. A strip above the grid names the cell
// and leads back.
func (r *result) showRows(rows *session.Rows) {
	r.title.Hide()
	r.rows = rows
	r.notes.show(nil)
	r.reveal(true)
	to := lang.L("Back to the pivot")
	if r.w.session.Answer() == nil {
		to = lang.L("Back to the table")
	}
	back := input.NewButtonWithIcon(to, theme.NavigateBackIcon(), func() { r.leaveRows() })
	save := input.NewButtonWithIcon(lang.L("Export these rows"), theme.DownloadIcon(),
		func() { r.w.files.AskExport("xlsx") })
	back.Importance, save.Importance = widget.LowImportance, widget.LowImportance
	title := tip.NewLabel(rows.Title, r.w.tip)
	r.banner.Objects = []fyne.CanvasObject{notice.Strip(container.NewBorder(nil, nil, back, save, title))}
	r.root.Objects[0].Refresh()
	r.showListing(rows)
}

// showListing shows rows of the table on the grid, with the arrow of their order.
func (r *result) showListing(rows *session.Rows) {
	r.grid.SetSource(rows.Listing)
	var arrows []pivot.Arrow
	if sorted := rows.Sort.Col; sorted >= 0 {
		arrows = []pivot.Arrow{{Col: sorted + 1, Desc: rows.Sort.Desc}} // after the column with the row numbers
	}
	r.grid.SetArrows(arrows)
	r.find.repeatSearch()
}

// leaveRows shows the figures again, at the cell whose rows were shown. It returns false if no rows were shown.
func (r *result) leaveRows() bool {
	a := r.w.session.Answer()
	if r.rows == nil {
		return false
	}
	if r.rows = nil; a == nil {
		r.show(nil)
		return true
	}
	r.showPivot(a)
	r.chart.update()
	if r.from[0] >= a.Grid.HeaderRows {
		r.grid.Select(r.from[0], r.from[1])
	}
	return true
}
