package help

import (
	"embed"
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
	"cardinal/ui/widget/input"
)

// keys are the keyboard shortcuts that the page shows, in groups.
var keys = []struct {
	group string
	lines [][2]string
}{
	{lang.Key("Anywhere"), [][2]string{
		{"F1", lang.Key("First steps")}, {"Ctrl+,", lang.Key("Preferences")},
		{"Ctrl+O", lang.Key("Open a file or a workspace")},
		{lang.Key("Space, Ctrl+click in the dialog"), lang.Key("Pick several files, which open as one table")},
		{"Ctrl+D", lang.Key("Connect to a database")},
		{"Ctrl+Shift+O", lang.Key("Open the file at an address, such as https://host/sales.parquet")},
		{"Ctrl+V", lang.Key("Open the table or the address on the clipboard")},
		{"Ctrl+S, Ctrl+Shift+S", lang.Key("Save the workspace, save it under another name")},
		{"Ctrl+E", lang.Key("Export to Excel")}, {"Ctrl+Shift+P", lang.Key("Print")}, {"Ctrl+Z", lang.Key("Undo")},
		{"Ctrl+Shift+Z, Ctrl+Y", lang.Key("Redo")},
		{"Ctrl+Shift+N", lang.Key("New calculated field")}, {"Ctrl+Shift+F", lang.Key("Add a formula")},
		{"Ctrl+Shift+X", lang.Key("Swap rows and columns")}, {"Ctrl+Shift+Delete", lang.Key("Clear the shelves")},
		{"Ctrl+R", lang.Key("Run again")},
		{"Ctrl+Shift+R", lang.Key("Compare speeds")}, {"Ctrl+P", lang.Key("Show or hide the profiler")},
		{"Ctrl+I", lang.Key("How the file is read")},
		{"Ctrl+Shift+I", lang.Key("Read the file again, after another program has changed it")},
		{"Ctrl+L", lang.Key("Look up columns in a second file")}, {"Ctrl+F", lang.Key("Find in the result")},
		{"Ctrl+0", lang.Key("Search the fields; Down goes to the field of that name, or else to the first field " +
			"found")},
		{"Ctrl+1 … Ctrl+4", lang.Key("Go to Rows, Columns, Values, Filters")},
		{"Ctrl+5", lang.Key("Go to the filters in view; press again for the next filter")},
		{"Ctrl+G", lang.Key("Go to the result")}, {"Ctrl+J", lang.Key("Show or hide the chart")},
		{"Ctrl+7", lang.Key("Go to the chart")},
		{"Tab", lang.Key("Next chip, button or list")}, {"Alt", lang.Key("The menus above the toolbar; arrows, Home, " +
			"End, letters and Enter choose")}, {"Arrows, Page Up, Page Down", lang.Key("Scroll a dialog such as this " +
			"one")},
		{"Esc", lang.Key("End a drag, close a dialog, or cancel what is running")}, {"Ctrl+/", lang.Key("This list")},
		{"Ctrl+Q", lang.Key("Quit")},
	}},
	{lang.Key("Tabs"), [][2]string{
		{"Ctrl+T, Ctrl+W", lang.Key("New tab, close the tab")}, {"Ctrl+Shift+T",
			lang.Key("Open the last closed tab again")},
		{"Ctrl+Tab, Ctrl+Shift+Tab", lang.Key("Next tab, previous tab")}, {"Ctrl+Page Down, Ctrl+Page Up",
			lang.Key("Next tab, previous tab")},
		{"Ctrl+6", lang.Key("Go to the tabs")}, {"Left, Right", lang.Key("Another tab")}, {"F2", lang.Key("Rename")},
		{"Alt+Left, Alt+Right", lang.Key("Move the tab")}, {"Delete", lang.Key("Close")}, {"Space", lang.Key("Menu")},
	}},
	{lang.Key("On a field"), [][2]string{
		{"R  C  V  F", lang.Key("Add to Rows, Columns, Values, Filters")},
		{"Enter", lang.Key("Add to the shelf that suits its type")},
		{"E", lang.Key("Say what adding it would cost")}, {"Space", lang.Key("Menu")},
		{lang.Key("Ctrl+click, Shift+click"), lang.Key("Pick several fields; what is done with one of them is done " +
			"with all")},
		{"Shift+Up, Shift+Down, Ctrl+Space, Ctrl+A",
			lang.Key("Pick several fields by the keyboard; Esc clears the choice")},
		{"F2, Delete", lang.Key("Edit or remove a calculated field")}, {"Up, Down, Page Up, Page Down, Home, End",
			lang.Key("Another field")},
	}},
	{lang.Key("On a chip"), [][2]string{
		{"Enter, Space", lang.Key("Form of its settings")}, {"Menu", lang.Key("Menu")},
		{"F2", lang.Key("Edit the formula or the filter, rename the measure")}, {"Delete", lang.Key("Remove it")},
		{"Alt+Left, Alt+Right", lang.Key("Move along the shelf")},
		{"Alt+Up, Alt+Down", lang.Key("Move to the next shelf")}, {"Left, Right", lang.Key("Next chip")},
	}},
	{lang.Key("In the result"), [][2]string{
		{lang.Key("Click a column's heading"), lang.Key("Sort all rows by it, largest first; click again to reverse")},
		{lang.Key("Click a field's heading"), lang.Key("Sort that field, of rows or columns, by its labels; click " +
			"again to reverse")},
		{"F3, Shift+F3", lang.Key("Go to the next or the previous cell found")},
		{"Menu key, Shift+F10", lang.Key("Sort by the column or the row, conditional formatting, fold, move a label, " +
			"keep or exclude labels, copy, show the rows behind a figure, explain it")},
		{"Ctrl+K, Ctrl+Shift+K", lang.Key("Keep only the selected labels, or exclude them")},
		{"Ctrl+Shift+G", lang.Key("Group the selected labels")},
		{lang.Key("Ctrl+click, Ctrl+Space"), lang.Key("Select rows' labels, or whole columns, that do not stand " +
			"beside each other")},
		{lang.Key("Drag a column's label, or a row's selected label"), lang.Key("Move it among the labels beside it")},
		{"Alt+Up, Alt+Down, Alt+Left, Alt+Right", lang.Key("Move the label of the row or of the column")},
		{"Arrows, Page Up, Page Down", lang.Key("Move")}, {"Home, End", lang.Key("Go to the first or the last column")},
		{lang.Key("Ctrl+Home, Ctrl+End, Ctrl with arrows"),
			lang.Key("Go to the first or the last cell, row or column")},
		{lang.Key("Shift with these keys"), lang.Key("Select")}, {"Space", lang.Key("Fold or unfold")},
		{"Alt+Shift+1 … Alt+Shift+5", lang.Key("Fold the rows to the first … fifth field")}, {"Alt+Shift+A",
			lang.Key("Unfold all")},
		{"Enter", lang.Key("Show the rows behind a figure, as a double click does")},
		{"Esc", lang.Key("Back to the pivot")},
		{"Ctrl+C", lang.Key("Copy; all cells are copied with headers")},
		{"Ctrl+Shift+C", lang.Key("Copy with headers")},
	}},
	{lang.Key("On the chart"), [][2]string{
		{"Arrows, Home, End", lang.Key("Walk from mark to mark; the figure is selected among the figures")},
		{"Enter", lang.Key("Show the rows behind the mark, as a double click does")},
		{"Menu key", lang.Key("Keep or exclude " +
			"the labels of the marks; kinds of charts, and where the chart stands")},
		{lang.Key("Drag across marks or an axis, Shift with arrows or a click"), lang.Key("Choose several marks")},
		{"Ctrl+K, Ctrl+Shift+K", lang.Key("Keep only the labels of the chosen marks, or exclude them")},
	}},
}

//go:embed steps*.md
var steps embed.FS

// Show opens the page of first steps in the language of the window, or else in English.
func Show(d *dialogs.Stack) {
	page, err := steps.ReadFile("steps." + lang.Words().Tag() + ".md")
	if err != nil {
		page, _ = steps.ReadFile("steps.md")
	}
	// Japanese has no blanks between sentences
	lines := strings.NewReplacer("。\n\n", "。\n\n", "。\n", "。", "\n\n", "\n\n", "\n", " ")
	text := widget.NewRichTextFromMarkdown(lines.Replace(string(page)))
	text.Wrapping = fyne.TextWrapWord
	var before *widget.TextSegment
	for _, s := range text.Segments { // otherwise the toolkit may begin a line with the comma after a bold word
		now, _ := s.(*widget.TextSegment)
		if now != nil && before != nil {
			rest := strings.TrimLeft(now.Text, " .,;:")
			before.Text, now.Text = before.Text+strings.TrimSuffix(now.Text, rest), rest
		}
		before = now
	}
	d.Tell(lang.L("First steps"), container.NewVScroll(text), 620, 620)
}

// ShowKeys opens the page of keyboard shortcuts.
func ShowKeys(d *dialogs.Stack) {
	form, pad := container.NewVBox(), theme.InnerPadding()
	for _, g := range keys {
		title := widget.NewLabel(lang.L(g.group))
		title.TextStyle.Bold = true
		form.Add(title)
		for _, l := range g.lines {
			key, what := input.Wrapped(keyText(l[0])), input.Wrapped(lang.L(l[1]))
			form.Add(container.New(layout.NewCustomPaddedLayout(-pad, -pad, 0, 0), container.New(keyColumns{}, key, what)))
		}
	}
	d.Tell(lang.L("Keyboard shortcuts"), container.NewVScroll(form), 560, 620)
}

// keyText returns the keys of a shortcut by their names in the language of the window.
func keyText(text string) string {
	if said := lang.L(text); said != text {
		return said
	}
	return strings.NewReplacer(
		"Ctrl", lang.X("Ctrl (a key)", "Ctrl"),
		"Shift", lang.X("Shift (a key)", "Shift"),
		"Alt", lang.X("Alt (a key)", "Alt"),
		"Space", lang.X("Space (a key)", "Space"),
		"Enter", lang.X("Enter (a key)", "Enter"),
		"Esc", lang.X("Esc (a key)", "Esc"),
		"Tab", lang.X("Tab (a key)", "Tab"),
		"Delete", lang.X("Delete (a key)", "Delete"),
		"Home", lang.X("Home (a key)", "Home"),
		"End", lang.X("End (a key)", "End"),
		"Page Up", lang.X("Page Up (a key)", "Page Up"),
		"Page Down", lang.X("Page Down (a key)", "Page Down"),
		"Arrows", lang.X("Arrows (a key)", "Arrows"),
		"Left", lang.X("Left (a key)", "Left"),
		"Right", lang.X("Right (a key)", "Right"),
		"Up", lang.X("Up (a key)", "Up"),
		"Down", lang.X("Down (a key)", "Down"),
		"Menu key", lang.L("Menu key"), "Menu", lang.L("Menu"),
	).Replace(text)
}

// ShowAbout says what the program is. logo is the icon of the program.
func ShowAbout(d *dialogs.Stack, logo fyne.Resource) {
	icon := canvas.NewImageFromResource(logo)
	icon.SetMinSize(fyne.NewSquareSize(72))
	icon.FillMode = canvas.ImageFillContain
	version := widget.NewLabel(about.Line())
	version.Alignment, version.Wrapping, version.SizeName, version.Selectable = fyne.TextAlignCenter, fyne.TextWrapWord,
		theme.SizeNameCaptionText, true
	text := input.Wrapped(lang.L("Cardinal is a pivot explorer for CSV, Excel, OpenDocument, Parquet, Arrow and " +
		"JSON files, for databases of DuckDB and SQLite, and for tables on database servers.\n\n" +
		"Before every pivot, Cardinal estimates the number of groups, predicts the time on each piece of hardware " +
		"of this computer, and runs the pivot on the fastest one. The profiler shows what was expected and what " +
		"happened. Sums are exact, and the same on all hardware."))
	d.Tell(lang.L("About Cardinal"), container.NewVScroll(container.NewVBox(icon, version, text)), 480, 430)
}

// keyColumns gives the keys two fifths of the width, and the rest to what they do.
type keyColumns struct{}

// MinSize implements fyne.Layout.
func (keyColumns) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+o[1].MinSize().Width, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (keyColumns) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left := size.Width * 2 / 5
	o[0].Resize(fyne.NewSize(left, size.Height))
	input.Place(o[1], left, 0, size.Width-left, size.Height)
}
