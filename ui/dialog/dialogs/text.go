package dialogs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// AskText asks for one line of text, and calls `use` with it. At first, the dialog shows text, and selects it. If the
// typed text does not pass check, the dialog shows the error, and does not close.
func (s *Stack) AskText(title, label, text string, check func(string) error, use func(string)) {
	entry := s.ask(title, label, text, "", func(text string) (string, error) { return "", check(text) }, use)
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// AskPreviewed asks for one line of text, and calls `use` with it. While a person types, the dialog shows the result of
// preview. If preview returns an error, the dialog shows the error, and does not close. help says what can be typed.
func (s *Stack) AskPreviewed(title, text, help string, preview func(string) (string, error), use func(string)) {
	s.ask(title, "", text, help, preview, use)
}

// ask opens a dialog with an entry and a note about its text. The note always takes two lines, so that nothing moves
// while a person types. If the first text has an error, the error is shown only after the first change.
func (s *Stack) ask(title, label, text, help string, preview func(string) (string, error),
	use func(string)) *input.Entry {
	entry, note := input.New(), input.Wrapped("")
	ok := input.NewButton(lang.L("Use"), nil)
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
		about := input.Caption(help)
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
