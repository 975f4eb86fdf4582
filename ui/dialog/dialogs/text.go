package dialogs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// AskText asks for one line of text; the first text is selected. While the text changes, the dialog shows the error
// of check. Only text that passes check reaches use.
func (s *Stack) AskText(title, label, text string, check func(string) error, use func(string)) {
	entry := s.ask(title, label, text, "", func(text string) (string, error) { return "", check(text) }, use)
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// AskPreviewed asks for one line of text. While the text changes, the dialog shows the result of preview or its
// error. help says what can be written. Only text without an error reaches use.
func (s *Stack) AskPreviewed(title, text, help string, preview func(string) (string, error), use func(string)) {
	s.ask(title, "", text, help, preview, use)
}

// ask opens a dialog with an entry and a note on its text. The note has room for two lines, so that nothing moves
// during typing. An error of the first text is shown only after the first change.
func (s *Stack) ask(title, label, text, help string, preview func(string) (string, error),
	use func(string)) *input.Entry {
	entry, note := input.New(), widget.NewLabel("")
	note.Wrapping = fyne.TextWrapWord
	ok := input.NewButtonWithIcon(lang.L("Use"), theme.ConfirmIcon(), nil)
	check := func(text string) {
		shown, err := preview(text)
		note.Importance, note.Text = widget.MediumImportance, shown
		if err != nil {
			note.Importance, note.Text = widget.DangerImportance, session.Sentence(err)
		}
		note.Refresh()
		input.Enable(ok, err == nil)
	}
	entry.SetText(text)
	if shown, err := preview(text); err == nil {
		note.SetText(shown)
	} else {
		ok.Disable()
	}
	entry.OnChanged = check
	content := container.NewVBox(entry, input.Lines(note, 2))
	if label != "" {
		content.Objects = slices.Insert(content.Objects, 0, fyne.CanvasObject(widget.NewLabel(label)))
	}
	if help != "" {
		about := widget.NewLabel(help)
		about.Wrapping, about.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
		content.Add(about)
	}
	hide := s.Edit(title, content, ok, 480, 200, entry)
	ok.OnTapped = func() {
		if _, err := preview(entry.Text); err == nil {
			hide()
			use(entry.Text)
		}
	}
	entry.OnSubmitted = func(string) { ok.OnTapped() }
	return entry
}
