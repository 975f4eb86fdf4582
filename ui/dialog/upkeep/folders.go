package upkeep

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/internal/folders"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// Window lists the methods of the window that the dialogs call.
type Window interface {
	// opens a folder or a file in the system's program for it, and then calls opened
	OpenOutside(path string, opened func())
	Say(session.Message)
	Copy(text string)
	ResetPreferences()
}

// ShowFolders lists the folders. Each has a button that shows it, and a button that empties it.
func ShowFolders(d *dialogs.Stack, w Window) {
	list := container.NewVBox()
	for i, p := range folders.Places() {
		if i > 0 {
			list.Add(widget.NewSeparator())
		}
		list.Add(line(d, w, p))
	}
	d.Tell(lang.L("Folders"), container.NewVScroll(list), 680, 560)
}

// line returns the line of one folder.
func line(d *dialogs.Stack, w Window, p folders.Place) fyne.CanvasObject {
	title, has := widget.NewLabel(lang.L(p.Title)), widget.NewLabel("")
	title.TextStyle.Bold = true
	show := input.NewButton(lang.L("Open"), func() {
		path, err := p.Open()
		if err != nil {
			w.Say(session.Failure(err))
			return
		}
		w.OpenOutside(path, func() {})
	})
	named := lang.With{"Folder": lang.L(p.Title)}
	verb, question := lang.L("Empty"), lang.L("Empty {{.Folder}}?", named)
	if p.Word == folders.Settings {
		verb, question = lang.L("Reset"), lang.L("Reset {{.Folder}}?", named)
	}
	empty := input.NewButton(verb+"…", nil)
	refresh := func() {
		n, bytes := p.Size()
		has.SetText(contents(n, bytes))
		input.Enable(empty, n > 0)
	}
	empty.OnTapped = func() {
		d.Choose(question, lang.L(p.Holds)+" "+lang.L("This cannot be undone."), dialogs.Choice{Text: verb,
			Do: func() {
				if p.Word == folders.Settings {
					w.ResetPreferences()
				} else if err := p.Empty(); err != nil {
					w.Say(session.Failure(err))
				}
				refresh()
			}})
	}
	refresh()
	pad := -theme.InnerPadding()
	text := container.New(layout.NewCustomPaddedVBoxLayout(pad), container.NewHBox(title, has),
		input.Caption(lang.L(p.Holds)), input.Caption(p.Path))
	return container.NewBorder(nil, nil, nil, container.NewVBox(container.NewHBox(show, empty)), text)
}

// contents returns a number of files in words, and their size if it is not small.
func contents(n int, bytes int64) string {
	switch {
	case n == 0:
		return lang.L("empty")
	case bytes < folders.Small:
		return lang.N("{{.N}} small file", "{{.N}} small files", n)
	}
	return lang.N("{{.N}} file, {{.Size}}", "{{.N}} files, {{.Size}}", n, lang.With{"Size": lang.Size(bytes)})
}
