package dialogs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// Stack holds the open dialogs of one window, the one on top last.
type Stack struct {
	Post   func(func()) // hands a function to the UI goroutine
	OnLast func()       // the last open dialog has closed; may be nil

	win     fyne.Window
	open    []dialog.Dialog
	then    map[dialog.Dialog]func() // what happens when a dialog closes
	confirm map[dialog.Dialog]*input.Button
	tips    *tip.Tip // of the dialog that is made next
}

// New makes an empty stack for a window.
func New(win fyne.Window) *Stack {
	return &Stack{Post: fyne.Do, win: win, then: map[dialog.Dialog]func(){}, confirm: map[dialog.Dialog]*input.Button{}}
}

// Window is the window over which the dialogs stand.
func (s *Stack) Window() fyne.Window { return s.win }

// Tips is the tip for what the content of the next dialog cuts.
func (s *Stack) Tips() *tip.Tip {
	if s.tips == nil {
		s.tips = tip.New(s.Post)
	}
	return s.tips
}

// Len is the number of open dialogs.
func (s *Stack) Len() int { return len(s.open) }

// margin is how much smaller than the window a dialog is.
const margin = 40

// Show opens a dialog. It is at most width by height, and smaller in a small window. The keyboard goes to
// first, which may be nil.
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

// placeTitle puts the title of a dialog, the one on top, above the left edge of its content. The toolkit puts
// it into the corner. A title that is too long is cut in its middle, where names stand, and does not widen the
// dialog. A tip has the whole of it.
func (s *Stack) placeTitle(d dialog.Dialog, size fyne.Size) {
	const edge = 16 // of the content
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
		title.Move(fyne.NewPos(edge, 0))
		title.Resize(fyne.NewSize(room, title.MinSize().Height))
	}
}

// Closed has a function called when the dialog on top closes, in place of one that was named before.
func (s *Stack) Closed(then func()) {
	if len(s.open) > 0 {
		s.then[s.open[len(s.open)-1]] = then
	}
}

// Dismiss closes the dialog on top as its Cancel does, and reports whether there was one.
func (s *Stack) Dismiss() bool {
	if len(s.open) == 0 {
		return false
	}
	s.open[len(s.open)-1].Dismiss()
	return true
}

// Confirm presses the button that confirms the dialog on top, if there is one and it can be pressed.
func (s *Stack) Confirm() {
	if len(s.open) == 0 {
		return
	}
	if b := s.confirm[s.open[len(s.open)-1]]; b != nil && !b.Disabled() {
		b.OnTapped()
	}
}

// Tell opens a dialog that shows content and has a Close button, which Enter presses.
func (s *Stack) Tell(title string, content fyne.CanvasObject, width, height float32) {
	var shut *input.Button
	d := s.fit(content, func(content fyne.CanvasObject) *dialog.CustomDialog {
		d := dialog.NewCustomWithoutButtons(title, content, s.win)
		shut = input.NewButton("Close", d.Hide)
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

// Choose opens a question. Its buttons are Cancel, which does nothing, and the choices, of which the first
// stands out and has the keyboard.
func (s *Stack) Choose(title, text string, choices ...Choice) {
	label := widget.NewLabel(text)
	label.Wrapping = fyne.TextWrapWord
	d := dialog.NewCustomWithoutButtons(title, s.Tips().Over(label), s.win)
	buttons := []fyne.CanvasObject{input.NewButtonWithIcon("Cancel", theme.CancelIcon(), d.Hide)}
	var first fyne.Focusable
	for i, c := range choices {
		b := input.NewButton(c.Text, func() {
			d.Hide()
			c.Do()
		})
		if i == 0 {
			b.Importance, first = widget.HighImportance, b
		}
		buttons = append(buttons, b)
	}
	d.SetButtons(buttons)
	s.Show(d, 480, 200, first)
}

// Edit opens an editor. Its buttons are Cancel and confirm. The keyboard goes to first, and to Cancel where
// that is nil. The returned function closes the editor.
func (s *Stack) Edit(title string, content fyne.CanvasObject, confirm *input.Button, width, height float32, first fyne.Focusable) (hide func()) {
	confirm.Importance = widget.HighImportance
	var cancel *input.Button
	d := s.fit(content, func(content fyne.CanvasObject) *dialog.CustomDialog {
		d := dialog.NewCustomWithoutButtons(title, content, s.win)
		cancel = input.NewButtonWithIcon("Cancel", theme.CancelIcon(), d.Hide)
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

// fit makes a dialog of content. The content scrolls where the window is too small for all of it.
func (s *Stack) fit(content fyne.CanvasObject, make func(fyne.CanvasObject) *dialog.CustomDialog) *dialog.CustomDialog {
	content = s.Tips().Over(content)
	d, size := make(content), s.win.Canvas().Size()
	if least := d.MinSize(); least.Width > size.Width-margin || least.Height > size.Height-margin {
		d = make(container.NewScroll(content))
	}
	return d
}
