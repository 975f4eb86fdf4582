package help

import (
	_ "embed"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/internal/about"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
)

// keys are the keyboard shortcuts of the page, in groups.
var keys = []struct {
	group string
	lines [][2]string
}{
	{"Anywhere", [][2]string{
		{"F1", "First steps"}, {"Ctrl+,", "Preferences"}, {"Ctrl+O", "Open a file or a workspace"},
		{"Space, Ctrl+click there", "Pick several files, which open as one table"}, {"Ctrl+D", "Connect to a database"},
		{"Ctrl+Shift+O", "Open the file at an address, such as https://host/sales.parquet"},
		{"Ctrl+V", "Open the table or the address on the clipboard"},
		{"Ctrl+S, Ctrl+Shift+S", "Save the workspace, save it as"},
		{"Ctrl+E", "Export to Excel"}, {"Ctrl+Shift+P", "Print"}, {"Ctrl+Z", "Undo"}, {"Ctrl+Shift+Z, Ctrl+Y", "Redo"},
		{"Ctrl+Shift+N", "New calculated field"}, {"Ctrl+Shift+F", "Add a formula"},
		{"Ctrl+Shift+X", "Swap rows and columns"}, {"Ctrl+Shift+Delete", "Clear the shelves"}, {"Ctrl+R", "Run again"},
		{"Ctrl+Shift+R", "Compare speeds"}, {"Ctrl+P", "Show or hide the profiler"},
		{"Ctrl+I", "How the file is read"},
		{"Ctrl+Shift+I", "Read the file again, after another program has changed it"},
		{"Ctrl+L", "Look up columns in a second file"}, {"Ctrl+F", "Find in the result"},
		{"Ctrl+0", "Search the fields; Down goes to the one of that name, or to the first one found"},
		{"Ctrl+1 … Ctrl+4", "Go to Rows, Columns, Values, Filters"}, {"Ctrl+5", "Go to the filters in view; again to " +
			"the next one"}, {"Ctrl+G", "Go to the result"}, {"Ctrl+J", "Show or hide the chart"},
		{"Ctrl+7", "Go to the chart"},
		{"Tab", "Next chip, button or list"}, {"Alt", "The menus above the toolbar; arrows, Home, End, letters and " +
			"Enter choose"}, {"Arrows, Page Up, Page Down", "Scroll a dialog such as this one"},
		{"Esc", "End a drag, close a dialog, or cancel what is running"}, {"Ctrl+/", "This list"}, {"Ctrl+Q", "Quit"},
	}},
	{"Tabs", [][2]string{
		{"Ctrl+T, Ctrl+W", "New tab, close the tab"}, {"Ctrl+Shift+T", "Open the tab again that was closed last"},
		{"Ctrl+Tab, Ctrl+Shift+Tab", "Next tab, tab before"}, {"Ctrl+Page Down, Ctrl+Page Up", "Next tab, tab before"},
		{"Ctrl+6", "Go to the tabs"}, {"Left, Right", "Another tab"}, {"F2", "Rename"},
		{"Alt+Left, Alt+Right", "Move the tab"}, {"Delete", "Close"}, {"Space", "Menu"},
	}},
	{"On a field", [][2]string{
		{"R  C  V  F", "Add to Rows, Columns, Values, Filters"}, {"Enter", "Add to the shelf that suits its type"},
		{"E", "Say what adding it would cost"}, {"Space", "Menu"},
		{"Ctrl+click, Shift+click", "Pick several fields; what is done with one of them is done with all"},
		{"Shift+Up, Shift+Down, Ctrl+Space, Ctrl+A", "Pick several fields by the keyboard; Esc picks none"},
		{"F2, Delete", "Edit or remove a calculated field"}, {"Up, Down, Page Up, Page Down, Home, End",
			"Another field"},
	}},
	{"On a chip", [][2]string{
		{"Enter, Space", "Form of its settings"}, {"Menu", "Menu"},
		{"F2", "Edit the formula or the filter, rename the measure"}, {"Delete", "Remove it"},
		{"Alt+Left, Alt+Right", "Move along the shelf"},
		{"Alt+Up, Alt+Down", "Move to the next shelf"}, {"Left, Right", "Next chip"},
	}},
	{"In the result", [][2]string{
		{"Click a column's heading", "Sort all rows by it, largest first; click again to reverse"},
		{"Click a field's heading", "Sort that field, of rows or columns, by its labels; click again to reverse"},
		{"F3, Shift+F3", "The next one found, or the one before"},
		{"Menu key, Shift+F10", "Sort by the column or the row, conditional formatting, fold, move a label, keep or " +
			"exclude labels, copy, show the rows behind a figure, explain it"},
		{"Ctrl+K, Ctrl+Shift+K", "Keep only the selected labels, or exclude them"},
		{"Ctrl+Shift+G", "Group the selected labels"},
		{"Ctrl+click, Ctrl+Space", "Select rows' labels, or whole columns, that do not stand beside each other"},
		{"Drag a column's label, or a row's selected label", "Move it among the labels beside it"},
		{"Alt+Up, Alt+Down, Alt+Left, Alt+Right", "Move the label of the row or of the column"},
		{"Arrows, Page Up, Page Down", "Move"}, {"Home, End", "Go to the first or the last column"},
		{"Ctrl+Home, Ctrl+End, Ctrl with arrows", "Go to the first or the last cell, row or column"},
		{"Shift with them", "Select"}, {"Space", "Fold or unfold"},
		{"Alt+Shift+1 … Alt+Shift+5", "Fold the rows to the first … fifth field"}, {"Alt+Shift+A", "Unfold all"},
		{"Enter", "Show the rows behind a figure, as a double click does"}, {"Esc", "Back to the pivot"},
		{"Ctrl+C", "Copy; of all cells with headers"}, {"Ctrl+Shift+C", "Copy with headers"},
	}},
	{"On the chart", [][2]string{
		{"Arrows, Home, End", "Walk from mark to mark; the figure is selected among the figures"},
		{"Enter", "Show the rows behind the mark, as a double click does"}, {"Menu key", "Keep or exclude " +
			"the labels of the marks; kinds of charts, and where the chart stands"},
		{"Drag across marks or an axis, Shift with arrows or a click", "Choose several marks"},
		{"Ctrl+K, Ctrl+Shift+K", "Keep only the labels of the chosen marks, or exclude them"},
	}},
}

//go:embed steps.md
var steps string

// Show opens the page of first steps.
func Show(d *dialogs.Stack) {
	text := widget.NewRichTextFromMarkdown(steps)
	text.Wrapping = fyne.TextWrapWord
	var before *widget.TextSegment
	for _, s := range text.Segments { // the toolkit begins a line with the blank behind a bold word
		now, _ := s.(*widget.TextSegment)
		if now != nil && before != nil && strings.HasPrefix(now.Text, " ") {
			before.Text, now.Text = before.Text+" ", now.Text[1:]
		}
		before = now
	}
	d.Tell(lang.L("First steps"), container.NewVScroll(text), 620, 620)
}

// ShowKeys opens the page of keyboard shortcuts.
func ShowKeys(d *dialogs.Stack) {
	form, pad := container.New(layout.NewFormLayout()), theme.InnerPadding()
	for _, g := range keys {
		title := widget.NewLabel(g.group)
		title.TextStyle.Bold = true
		form.Add(title)
		form.Add(widget.NewLabel(""))
		for _, l := range g.lines {
			key := canvas.NewText("  "+l[0], theme.Color(theme.ColorNameForeground))
			key.TextSize = theme.TextSize()
			what := widget.NewLabel(l[1])
			what.Wrapping = fyne.TextWrapWord
			form.Add(container.New(layout.NewCustomPaddedLayout(2, 0, 8, 4), key))
			form.Add(container.New(layout.NewCustomPaddedLayout(-pad, -pad, -pad, 0), what))
		}
	}
	d.Tell(lang.L("Keyboard shortcuts"), container.NewVScroll(form), 560, 620)
}

// ShowAbout says what the program is. logo is the icon of the program.
func ShowAbout(d *dialogs.Stack, logo fyne.Resource) {
	icon := canvas.NewImageFromResource(logo)
	icon.SetMinSize(fyne.NewSquareSize(72))
	icon.FillMode = canvas.ImageFillContain
	version := widget.NewLabel(about.Line())
	version.Alignment, version.Wrapping, version.SizeName, version.Selectable = fyne.TextAlignCenter, fyne.TextWrapWord,
		theme.SizeNameCaptionText, true
	text := widget.NewLabel(lang.L("Cardinal is a pivot explorer for CSV, Excel, OpenDocument, Parquet, Arrow and JSON " +
		"files, for databases of DuckDB and SQLite, and for tables on database servers.\n\n" +
		"Before every pivot, Cardinal estimates the number of groups, predicts the time of every tier of this " +
		"computer, " +
		"and runs the pivot on the fastest tier. The profiler shows what was expected and what happened. Sums are " +
		"exact, " +
		"and the same on every tier."))
	text.Wrapping = fyne.TextWrapWord
	d.Tell(lang.L("About Cardinal"), container.NewVScroll(container.NewVBox(icon, version, text)), 440, 390)
}
