package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/input"
	"cardinal/ui/session"
)

// AskPreviewed asks for one line of text. While the text changes, the dialog says what preview makes of it, or what is wrong. help says what
// can be written. Only text without an error reaches use.
func (s *Stack) AskPreviewed(title, text, help string, preview func(string) (string, error), use func(string)) {
	entry, note, about := input.New(), widget.NewLabel(""), widget.NewLabel(help)
	note.Wrapping, about.Wrapping, about.SizeName = fyne.TextWrapWord, fyne.TextWrapWord, theme.SizeNameCaptionText
	ok := widget.NewButtonWithIcon("Use", theme.ConfirmIcon(), nil)
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
	entry.OnChanged = check
	check(text)
	hide := s.Edit(title, container.NewVBox(entry, note, about), ok, 480, 240, entry)
	ok.OnTapped = func() {
		if _, err := preview(entry.Text); err == nil {
			hide()
			use(entry.Text)
		}
	}
	entry.OnSubmitted = func(string) { ok.OnTapped() }
}
