package dialogs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// Stack has the open dialogs of one window. The last one is on top.
type Stack struct {
	Post   func(func()) // runs a function on the UI goroutine
	OnLast func()       // no dialog is open any more; may be nil

	win     fyne.Window
	open    []dialog.Dialog
	then    map[dialog.Dialog]func() // what runs after a dialog has closed
	confirm map[dialog.Dialog]*input.Button
	tips    *tip.Tip // of the dialog that Show opens next
}

// New returns an empty stack for a window.
func New(win fyne.Window) *Stack {
	return &Stack{Post: fyne.Do, win: win, then: map[dialog.Dialog]func(){}, confirm: map[dialog.Dialog]*input.Button{}}
}

// Window returns the window of the dialogs.
func (s *Stack) Window() fyne.Window { return s.win }

// Tips returns the tip for the dialog that is opened next. If the dialog cuts a text, the tip shows the whole text.
func (s *Stack) Tips() *tip.Tip {
	if s.tips == nil {
		s.tips = tip.New(s.Post)
	}
	return s.tips
}

// Len returns the number of open dialogs.
func (s *Stack) Len() int { return len(s.open) }

// margin is the least difference in size between the window and a dialog.
const margin = 40

// Show opens a dialog of the size width by height, or smaller if the window is too small. `first`, which may be nil,
// gets the keyboard focus.
func (s *Stack) Show(d dialog.Dialog, width, height float32, first fyne.Focusable) {
	s.open = append(s.open, d)
	d.SetOnClosed(func() {
		s.open = slices.DeleteFunc(s.open, func(o dialog.Dialog) bool { return o == d })
		delete(s.confirm, d)
		if then := s.then[d]; then != nil {
			delete(s.then, d)
			then()
		}
		if len(s.open) == 0 && s.OnLast != nil {
			s.OnLast()
		}
	})
	size := s.win.Canvas().Size()
	size = fyne.NewSize(min(width, size.Width-margin), min(height, size.Height-margin))
	d.Resize(size)
	d.Show()
	s.placeTitle(d, size)
	s.tips = nil
	if first != nil {
		s.win.Canvas().Focus(first)
	}
}

// placeTitle moves the title of the top dialog from the corner, where the toolkit puts it, to the left edge of the
// content. A long title does not make the dialog wider. It is cut in its middle, which is usually a name, and a tip
// shows the whole title.
func (s *Stack) placeTitle(d dialog.Dialog, size fyne.Size) {
	const edge = 16 // the left edge of the content
	p, is := s.win.Canvas().Overlays().Top().(*widget.PopUp)
	if !is {
		return
	}
	parts, is := p.Content.(*fyne.Container)
	if !is {
		return
	}
	last := len(parts.Objects) - 1
	if plain, is := parts.Objects[last].(*widget.Label); is {
		title := tip.NewLabel(plain.Text, s.Tips())
		title.Alignment, title.TextStyle, title.Whole = plain.Alignment, plain.TextStyle, plain.Text
		parts.Objects[last] = title
		d.Resize(size)
		room := parts.Size().Width - 2*edge
		title.SetText(input.MiddleEllipsis(title.Text, title.TextStyle, input.LabelRoom(room)))
		input.Place(title, edge, 0, room, title.MinSize().Height)
	}
}

// Closed sets a function that runs when the top dialog is closed.
func (s *Stack) Closed(then func()) {
	if len(s.open) > 0 {
		s.then[s.open[len(s.open)-1]] = then
	}
}

// Dismiss closes the top dialog, as its button Cancel does. It returns false if no dialog is open.
func (s *Stack) Dismiss() bool {
	if len(s.open) == 0 {
		return false
	}
	s.open[len(s.open)-1].Dismiss()
	return true
}

// Confirm presses the confirming button of the top dialog, if there is one and it is enabled.
func (s *Stack) Confirm() {
	if len(s.open) == 0 {
		return
	}
	if b := s.confirm[s.open[len(s.open)-1]]; b != nil && !b.Disabled() {
		b.OnTapped()
	}
}

// Tell opens a dialog with content and a button Close, which Enter presses, too.
func (s *Stack) Tell(title string, content fyne.CanvasObject, width, height float32) {
	var shut *input.Button
	d := s.fit(content, func(content fyne.CanvasObject) *dialog.CustomDialog {
		d := dialog.NewCustomWithoutButtons(title, content, s.win)
		shut = input.NewButton(lang.L("Close"), d.Hide)
		d.SetButtons([]fyne.CanvasObject{shut})
		return d
	})
	s.confirm[d] = shut
	s.Show(d, width, height, nil)
}

// Choice is a button of a question.
type Choice struct {
	Text string
	Do   func()
}

// Choose opens a question with a button for each choice and a button Cancel. The first choice is highlighted and has
// the keyboard focus.
func (s *Stack) Choose(title, text string, choices ...Choice) {
	label := input.Wrapped(text)
	d := dialog.NewCustomWithoutButtons(title, s.Tips().Over(label), s.win)
	buttons := []fyne.CanvasObject{input.NewButtonWithIcon(lang.L("Cancel"), theme.CancelIcon(), d.Hide)}
	var first fyne.Focusable
	for i, c := range choices {
		b := input.NewButton(c.Text, func() {
			d.Hide()
			c.Do()
		})
		if i == 0 {
			b.Importance, b.Icon, first = widget.HighImportance, theme.ConfirmIcon(), b
		}
		buttons = append(buttons, b)
	}
	d.SetButtons(buttons)
	s.Show(d, 480, 200, first)
}

// Edit opens an editor with the buttons Cancel and confirm. `first` gets the keyboard focus, or Cancel if `first` is
// nil. The returned function closes the editor.
func (s *Stack) Edit(title string, content fyne.CanvasObject, confirm *input.Button, width, height float32,
	first fyne.Focusable) (hide func()) {
	confirm.Importance, confirm.Icon = widget.HighImportance, theme.ConfirmIcon()
	var cancel *input.Button
	d := s.fit(content, func(content fyne.CanvasObject) *dialog.CustomDialog {
		d := dialog.NewCustomWithoutButtons(title, content, s.win)
		cancel = input.NewButtonWithIcon(lang.L("Cancel"), theme.CancelIcon(), d.Hide)
		d.SetButtons([]fyne.CanvasObject{cancel, confirm})
		return d
	})
	if first == nil {
		first = cancel
	}
	s.confirm[d] = confirm
	s.Show(d, width, height, first)
	return d.Hide
}

// padding is the width that a dialog has to the left and right of its content, together.
const padding = 40

// fit returns a dialog with content. If the window is too narrow for the content, the content becomes narrower. The
// content scrolls if the window is too small for it.
func (s *Stack) fit(content fyne.CanvasObject, make func(fyne.CanvasObject) *dialog.CustomDialog) *dialog.CustomDialog {
	content = s.Tips().Over(content)
	size := s.win.Canvas().Size()
	narrow(content, size.Width-margin-padding)
	d := make(content)
	if least := d.MinSize(); least.Width > size.Width-margin || least.Height > size.Height-margin {
		d = make(container.NewScroll(content))
	}
	return d
}
