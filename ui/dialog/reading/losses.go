package reading

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/tip"
)

// ShowLosses lists what a text file has and its table does not, or has in a changed form.
func ShowLosses(d *dialogs.Stack, name string, losses []data.Loss) {
	title := lang.L("What was left out or changed of {{.File}}", lang.With{"File": name})
	if len(losses) == 0 {
		d.Tell(title, widget.NewLabel(lang.L("Every value is in the table as it stands in the file.")), 460, 160)
		return
	}
	headings := []string{lang.L("Row"), lang.L("Column"), lang.L("In the file"), lang.L("What became of it")}
	tips := d.Tips()
	cell := func() fyne.CanvasObject { return tip.NewLabel("", tips) }
	list := widget.NewTable(func() (int, int) {
		return len(losses), len(headings)
	}, cell, func(at widget.TableCellID, o fyne.CanvasObject) {
		label := o.(*tip.Label)
		label.Alignment = fyne.TextAlignLeading
		if at.Col == 0 {
			label.Alignment = fyne.TextAlignTrailing
		}
		label.SetText(cellText(losses[at.Row], at.Col))
	})
	list.ShowHeaderRow = true
	list.CreateHeader = func() fyne.CanvasObject {
		l := widget.NewLabel("")
		l.TextStyle.Bold = true
		return l
	}
	list.UpdateHeader = func(at widget.TableCellID, o fyne.CanvasObject) {
		if at.Col >= 0 {
			label := o.(*widget.Label)
			label.Alignment = fyne.TextAlignLeading
			if at.Col == 0 {
				label.Alignment = fyne.TextAlignTrailing
			}
			label.SetText(headings[at.Col])
		}
	}
	for col, heading := range headings {
		widest := fyne.MeasureText(heading, theme.TextSize(), fyne.TextStyle{Bold: true}).Width
		for _, l := range losses[:min(len(losses), 100)] {
			widest = max(widest, fyne.MeasureText(cellText(l, col), theme.TextSize(), fyne.TextStyle{}).Width)
		}
		list.SetColumnWidth(col, min(max(widest+4*theme.InnerPadding(), 60), 300))
	}
	count := lang.N("{{.N}} line, row or value", "{{.N}} lines, rows and values", len(losses))
	if len(losses) == data.MaxLosses {
		count = lang.N("The first {{.N}} line, row or value", "The first {{.N}} lines, rows and values", len(losses))
	}
	note := widget.NewLabel(count)
	note.SizeName = theme.SizeNameCaptionText
	d.Tell(title, container.NewBorder(nil, note, nil, nil, list), 760, 480)
}

func cellText(l data.Loss, col int) string {
	switch {
	case col == 1:
		return l.Column
	case col == 2:
		return l.Text
	case col == 3:
		return lang.Words().Sentence(l.What)
	case l.Row > 0:
		return strconv.Itoa(l.Row)
	}
	return ""
}
