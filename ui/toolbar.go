package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/input"
	own "cardinal/ui/theme"
	"cardinal/ui/tip"
)

// toolbar is the line of buttons on top, with the name of the open table.
type toolbar struct {
	root       *fyne.Container
	undo, redo *tip.Button
	export     *widget.Button
	name       *widget.Label
	notes      *widget.Button // visible if the file has notes
	sheet      *widget.Select
	quiet      bool // the program sets the sheet, not the person
}

func newToolbar(w *window) *toolbar {
	t := &toolbar{name: widget.NewLabel("")}
	button := func(text string, icon fyne.Resource, do func()) *widget.Button {
		b := widget.NewButtonWithIcon(text, icon, do)
		b.Importance = widget.LowImportance
		return b
	}
	open := button("Open", theme.FolderOpenIcon(), w.files.AskOpen)
	var more *widget.Button
	more = button("Recent", theme.HistoryIcon(), func() {
		at := w.app.Driver().AbsolutePositionForObject(more).AddXY(0, more.Size().Height)
		widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", w.files.RecentItems()...), w.win.Canvas(), at)
	})
	t.undo = tip.NewButton(theme.ContentUndoIcon(), "Undo (Ctrl+Z)", w.tip, w.undo)
	t.redo = tip.NewButton(theme.ContentRedoIcon(), "Redo (Ctrl+Shift+Z)", w.tip, w.redo)
	t.export = button("Export to Excel", theme.DownloadIcon(), func() { w.files.AskExport("xlsx") })
	look := tip.NewButton(own.Icon("contrast", theme.ColorNameForeground), "Light, dark, or as the system", w.tip, func() { w.setMode(w.mode.Next()) })
	side := tip.NewButton(own.Icon("panel", theme.ColorNameForeground), "Show or hide the profiler (Ctrl+P)", w.tip, w.togglePanel)
	t.notes = button("", theme.InfoIcon(), w.showNotes)
	t.notes.Hide()
	t.sheet = widget.NewSelect(nil, func(name string) {
		if !t.quiet {
			w.keeps.OpenSheet(name)
		}
	})
	t.sheet.Hide()
	t.name.TextStyle.Bold = true
	t.name.Truncation = fyne.TextTruncateEllipsis
	var lay *widget.Button
	lay = button("Layout", own.Icon("layout", theme.ColorNameForeground), func() {
		w.popUp(w.app.Driver().AbsolutePositionForObject(lay).AddXY(0, lay.Size().Height), w.menus.Layout()...)
	})
	var drawn *widget.Button
	drawn = button("Chart", own.Icon("chart", theme.ColorNameForeground), func() {
		w.popUp(w.app.Driver().AbsolutePositionForObject(drawn).AddXY(0, drawn.Size().Height), w.chartItems()...)
	})
	left := container.NewHBox(open, more, widget.NewSeparator(), t.undo, t.redo, widget.NewSeparator(), lay, drawn, widget.NewSeparator())
	right := container.NewHBox(t.notes, t.sheet, t.export, widget.NewSeparator(), look, side)
	t.root = container.NewBorder(nil, widget.NewSeparator(), nil, nil,
		container.New(layout.NewCustomPaddedLayout(3, 3, 4, 4), container.NewBorder(nil, nil, left, right, t.name)))
	t.undo.Disable()
	t.redo.Disable()
	t.export.Disable()
	return t
}

func (t *toolbar) showTable(table *data.Table) {
	t.name.SetText(table.Name)
	t.quiet = true
	t.sheet.SetOptions(table.Sheets)
	t.sheet.SetSelected(table.Sheet)
	t.quiet = false
	t.sheet.Hidden = len(table.Sheets) < 2
	t.notes.SetText(fmt.Sprintf("Notes (%d)", len(table.Notes)))
	t.notes.Hidden = len(table.Notes) == 0
	t.root.Refresh()
}

func (t *toolbar) showState(canUndo, canRedo bool) {
	input.Enable(t.undo, canUndo)
	input.Enable(t.redo, canRedo)
}

func (t *toolbar) showAnswer(is bool) { input.Enable(t.export, is) }
