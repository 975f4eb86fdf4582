package findbar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// Bar is an entry for a text, the number of its hits, and buttons that go from hit to hit.
type Bar struct {
	OnSearch func(text string) // the text has changed; "": no search
	OnStep   func(by int)      // go to the next (1) or previous (-1) hit
	OnUnfold func()            // unfold the folded labels
	OnClose  func()            // the bar was closed

	root   *fyne.Container
	entry  *entry
	says   *widget.Label
	unfold *input.Button
	steps  [2]*tip.Button
}

// entry is an entry that handles Shift+Enter, too.
type entry struct {
	input.Entry
	bar   *Bar
	shift bool
}

// New returns a hidden bar.
func New(t *tip.Tip) *Bar {
	b := &Bar{says: widget.NewLabel("")}
	b.entry = &entry{bar: b}
	b.entry.ExtendBaseWidget(b.entry)
	b.entry.SetPlaceHolder(lang.L("Find labels and figures"))
	b.entry.OnChanged = func(text string) { b.OnSearch(text) }
	b.entry.OnEscape = b.Close
	b.unfold = input.NewButton(lang.L("Unfold all"), func() { b.OnUnfold() })
	b.unfold.Importance = widget.LowImportance
	b.unfold.Hide()
	b.steps[0] = tip.NewButton(theme.MoveUpIcon(), lang.L("The one before (Shift+F3)"), t, func() { b.OnStep(-1) })
	b.steps[1] = tip.NewButton(theme.MoveDownIcon(), lang.L("The next one (F3)"), t, func() { b.OnStep(1) })
	shut := tip.NewButton(theme.CancelIcon(), lang.L("Close (Esc)"), t, b.Close)
	box := container.New(&wide{280}, b.entry)
	b.root = container.New(layout.NewCustomPaddedLayout(0, 4, 0, 0),
		container.NewBorder(nil, nil, container.NewHBox(box, b.steps[0], b.steps[1], b.says, b.unfold), shut))
	b.root.Hide()
	return b
}

// wide lays out one object with a fixed width.
type wide struct{ width float32 }

// MinSize implements fyne.Layout.
func (w *wide) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(w.width, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (w *wide) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }

// TypedKey implements fyne.Focusable.
func (e *entry) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyF3:
		e.bar.Step(input.Shifted(e.shift))
	case fyne.KeyDown:
		e.bar.Step(false)
	case fyne.KeyUp:
		e.bar.Step(true)
	default:
		e.Entry.TypedKey(ev)
	}
}

// KeyDown implements desktop.Keyable.
func (e *entry) KeyDown(ev *fyne.KeyEvent) {
	e.shift = e.shift || input.IsShift(ev)
	e.Entry.KeyDown(ev)
}

// KeyUp implements desktop.Keyable.
func (e *entry) KeyUp(ev *fyne.KeyEvent) {
	e.shift = e.shift && !input.IsShift(ev)
	e.Entry.KeyUp(ev)
}

// Object returns the object to put above the result.
func (b *Bar) Object() *fyne.Container { return b.root }

// Open shows the bar, and gives it the keyboard focus of canvas c. The bar needs the canvas, since it does not know its
// own before it is drawn.
func (b *Bar) Open(c fyne.Canvas) {
	b.root.Show()
	c.Focus(b.entry)
	b.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// Close hides the bar. If the bar is hidden already, Close does not call OnClose.
func (b *Bar) Close() {
	if b.root.Visible() {
		b.root.Hide()
		b.OnClose()
	}
}

// Visible reports whether the bar is shown.
func (b *Bar) Visible() bool { return b.root.Visible() }

// Text returns the searched text.
func (b *Bar) Text() string { return b.entry.Text }

// Step asks for the next hit, or for the previous one if `back` is true.
func (b *Bar) Step(back bool) {
	if back {
		b.OnStep(-1)
	} else {
		b.OnStep(1)
	}
}

// Searching shows that the search is under way.
func (b *Bar) Searching() { b.say("…", 0, 0) }

// SetHits shows the number of hits, and the position of the present hit: 0 for the first, -1 for none. It also shows
// how many folded labels contain the text.
func (b *Bar) SetHits(now, hits int, more bool, folded int) {
	text := profiler.Count(hits)
	if more {
		text = lang.L("more than {{.Count}}", lang.With{"Count": text})
	}
	switch {
	case b.entry.Text == "":
		text = ""
	case hits == 0:
		text = lang.L("Not found")
	case now >= 0:
		text = lang.L("{{.Hit}} of {{.Hits}}", lang.With{"Hit": profiler.Count(now + 1), "Hits": text})
	default:
		text = lang.N("{{.Hits}} hit", "{{.Hits}} hits", hits, lang.With{"Hits": text})
	}
	if folded > 0 {
		text += lang.N(", and {{.N}} label folded away", ", and {{.N}} labels folded away", folded)
	}
	b.say(text, hits, folded)
}

func (b *Bar) say(text string, hits, folded int) {
	b.says.SetText(text)
	b.unfold.Hidden = folded == 0
	for _, s := range b.steps {
		input.Enable(s, hits > 0)
	}
	b.root.Refresh()
}
