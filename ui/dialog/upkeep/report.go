package upkeep

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/internal/crash"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// shownLines is the greatest number of lines of a report that are shown. The file has all lines.
const shownLines = 300

// ShowReport shows a crash report.
func ShowReport(d *dialogs.Stack, w Window, r crash.Report) {
	text, err := r.Text()
	if err != nil {
		w.Say(session.Failure(err))
		return
	}
	lines := strings.Split(text, "\n")
	if len(lines) > shownLines {
		lines = append(lines[:shownLines:shownLines], lang.L("… (the file has more)"))
	}
	body := widget.NewLabel(strings.ReplaceAll(strings.Join(lines, "\n"), "\t", "    "))
	body.TextStyle.Monospace, body.SizeName = true, theme.SizeNameCaptionText
	about := input.Wrapped(lang.L("The report says where in the program the fault was. It may name files and hold " +
		"values of the table. Nobody is sent it: read it, and add it where you report the fault."))
	buttons := container.NewHBox(layout.NewSpacer(),
		input.NewButton(lang.L("Copy"), func() { w.Copy(text) }),
		input.NewButton(lang.L("Open the folder"), func() { w.OpenOutside(filepath.Dir(r.Path), func() {}) }))
	d.Tell(lang.L("Crash of {{.Time}}", lang.With{"Time": r.At.Format("2006-01-02 15:04")}),
		container.NewBorder(about, buttons, nil, nil,
			container.NewScroll(body)), 760, 560)
}
