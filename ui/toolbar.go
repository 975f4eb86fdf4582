package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// toolbar is the line of buttons at the top, with the name of the open table.
type toolbar struct {
	root       *fyne.Container
	undo, redo *tip.Button
	ofPivots   []*tip.Button // buttons for the layout and the chart; a dashboard has none of them
	export     *tip.Button
	words      []worded // the buttons that lose their texts in a narrow window
	name       *tip.Label
	notes      *input.Button // visible if the table has notes
	sheet      *tip.Select
	quiet      bool // the program sets the sheet, not the person
}

func newToolbar(w *window) *toolbar {
	t := &toolbar{name: tip.NewLabel("", w.tip)}
	button := func(text string, icon fyne.Resource, says string, do func()) *tip.Button {
		b := tip.NewButton(icon, says, w.tip, do)
		b.Text = text
		t.words = append(t.words, worded{b, text})
		return b
	}
	open := button(lang.L("Open"), theme.FolderOpenIcon(), lang.L("Open a file (Ctrl+O)"), w.files.AskOpen)
	var more *tip.Button
	more = button(lang.L("Recent"), theme.HistoryIcon(), lang.L("Files opened lately, and the sample"), func() {
		at := w.app.Driver().AbsolutePositionForObject(more).AddXY(0, more.Size().Height)
		widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", w.files.RecentItems()...), w.win.Canvas(), at)
	})
	t.undo = tip.NewButton(theme.ContentUndoIcon(), lang.L("Undo (Ctrl+Z)"), w.tip, w.undo)
	t.redo = tip.NewButton(theme.ContentRedoIcon(), lang.L("Redo (Ctrl+Shift+Z)"), w.tip, w.redo)
	t.export = button(lang.L("Export to Excel"), theme.DownloadIcon(), lang.L("Export what is on the screen to Excel "+
		"(Ctrl+E)"),
		func() { w.files.AskExport("xlsx") })
	look := tip.NewButton(own.Icon("contrast", theme.ColorNameForeground), lang.L("Light or dark"), w.tip,
		func() { w.setMode(w.mode.Toggle(w.app.Settings().ThemeVariant())) })
	side := tip.NewButton(own.Icon("panel", theme.ColorNameForeground), lang.L("Show or hide the profiler (Ctrl+P)"),
		w.tip,
		w.togglePanel)
	t.notes = input.NewButtonWithIcon("", theme.InfoIcon(), w.showNotes)
	t.notes.Importance = widget.LowImportance
	t.notes.Hide()
	t.sheet = newSheetList(w.tip, func(name string) {
		if t.quiet {
			return
		}
		table := w.session.Source()
		if name == table.AllSheets() {
			name = load.AllSheets
		}
		w.keeps.OpenSheet(name)
		t.showSheet(table) // show the old sheet until the new one is open: a person may cancel
	})
	t.sheet.Hide()
	t.name.TextStyle.Bold = true
	var lay *tip.Button
	lay = button(lang.L("Layout"), own.Icon("layout", theme.ColorNameForeground), lang.L("Totals, subtotals and how "+
		"the pivot is laid out"), func() {
		w.popUp(w.app.Driver().AbsolutePositionForObject(lay).AddXY(0, lay.Size().Height), w.menus.Layout()...)
	})
	var drawn *tip.Button
	drawn = button(lang.L("Chart"), own.Icon("chart", theme.ColorNameForeground), lang.L("A chart of the pivot "+
		"(Ctrl+J)"), func() {
		w.popUp(w.app.Driver().AbsolutePositionForObject(drawn).AddXY(0, drawn.Size().Height), w.chartItems()...)
	})
	t.ofPivots = []*tip.Button{lay, drawn}
	left := container.NewHBox(open, more, widget.NewSeparator(), t.undo, t.redo, widget.NewSeparator(), lay, drawn,
		widget.NewSeparator())
	right := container.NewHBox(t.notes, t.sheet, t.export, widget.NewSeparator(), look, side)
	line := container.New(&squeeze{toolbar: t}, container.NewBorder(nil, nil, left, right, t.name))
	t.root = container.NewBorder(nil, widget.NewSeparator(), nil, nil,
		container.New(layout.NewCustomPaddedLayout(3, 3, 4, 4), line))
	t.undo.Disable()
	t.redo.Disable()
	t.export.Disable()
	return t
}

func (t *toolbar) showTable(table *data.Table) {
	t.name.SetText(versioned(table))
	t.showSheet(table)
	t.sheet.Hidden = len(table.Sheets) < 2
	t.showNotes(table)
}

// versioned returns the name of a table, with the version if a person asked for one.
func versioned(t *data.Table) string {
	if t.Reading.Version == "" {
		return session.NameOf(t)
	}
	return lang.L("{{.Table}}, version {{.Version}}", lang.With{"Table": t.Name, "Version": t.Reading.Version})
}

// showNotes shows the number of notes of a table.
func (t *toolbar) showNotes(table *data.Table) {
	t.notes.SetText(lang.L("Notes ({{.Count}})", lang.With{"Count": len(table.Notes)}))
	t.notes.Hidden = len(table.Notes) == 0
	t.root.Refresh()
}

// showSheet shows the sheet of the open table.
func (t *toolbar) showSheet(table *data.Table) {
	if table == nil {
		return
	}
	t.quiet = true
	shown := table.Sheet
	if shown == load.AllSheets {
		shown = table.AllSheets()
	}
	showSheets(t.sheet, append(slices.Clone(table.Sheets), table.AllSheets()), shown)
	t.quiet = false
	t.root.Refresh()
}

func (t *toolbar) showState(canUndo, canRedo, dashboard bool) {
	input.Enable(t.undo, canUndo)
	input.Enable(t.redo, canRedo)
	for _, b := range t.ofPivots {
		input.Enable(b, !dashboard)
	}
}

func (t *toolbar) showAnswer(is bool) { input.Enable(t.export, is) }

// worded is a button with its text.
type worded struct {
	*tip.Button
	text string
}

// say shows or hides the texts of the buttons.
func (t *toolbar) say(words bool) {
	for _, b := range t.words {
		text := ""
		if words {
			text = b.text
		}
		if b.Text != text {
			b.SetText(text)
		}
	}
}

// squeeze hides the texts of the buttons if the line is too narrow for these texts and the name of the table. A name
// wider than readable counts only as readable wide, since it may be cut.
type squeeze struct {
	*toolbar
	bare  bool    // the texts are hidden
	saved float32 // the width that hiding the texts saves
}

// MinSize returns the size without texts.
func (s *squeeze) MinSize(o []fyne.CanvasObject) fyne.Size {
	size := o[0].MinSize()
	if s.bare {
		return size
	}
	for _, b := range s.words {
		size.Width -= b.MinSize().Width - b.MinSize().Height
	}
	return size
}

// readable is the width at which a cut name can still be distinguished.
const readable = 140

// Layout implements fyne.Layout.
func (s *squeeze) Layout(o []fyne.CanvasObject, size fyne.Size) {
	name := min(fyne.MeasureText(s.name.Text, theme.TextSize(), s.name.TextStyle).Width+2*theme.InnerPadding(),
		readable)
	width := o[0].MinSize().Width + max(0, name-s.name.MinSize().Width)
	switch {
	case !s.bare && width > size.Width:
		s.saved = o[0].MinSize().Width
		s.bare = true
		s.say(false)
		s.saved -= o[0].MinSize().Width
	case s.bare && width+s.saved <= size.Width:
		s.bare = false
		s.say(true)
	}
	o[0].Resize(size)
}
