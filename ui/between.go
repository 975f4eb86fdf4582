package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/input"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

// between chooses a range by its two bounds. A sentence under a bound says why that bound cannot be used.
type between struct {
	root      *fyne.Container
	low, high *bound
	filter    view.Filter
	changed   func()
}

// bound is the entry of one end of a range and what is wrong with its text.
type bound struct {
	*input.Entry // what stands in the window; a bound itself is no widget
	fault        *widget.Label
}

func newBound(text, example string) *bound {
	b := &bound{input.New(), widget.NewLabel("")}
	b.SetText(text)
	b.SetPlaceHolder(example)
	b.fault.Importance, b.fault.Wrapping = widget.DangerImportance, fyne.TextWrapWord
	return b
}

// say shows what is wrong; nil is nothing.
func (b *bound) say(err error) {
	b.fault.Hidden = err == nil
	if err != nil {
		b.fault.SetText(session.Sentence(err))
	}
}

// newRange calls changed whenever a bound was edited.
func newRange(f view.Filter, c *data.Column, changed func()) *between {
	least, greatest, _ := bounds(c)
	b := &between{low: newBound(f.Low, least), high: newBound(f.High, greatest), filter: f, changed: changed}
	note := widget.NewLabel("Both bounds are part of the range. An empty bound is open. Rows without a value are left out.")
	note.Wrapping, note.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
	form := container.New(layout.NewFormLayout(), widget.NewLabel("From"), container.NewVBox(b.low.Entry, b.low.fault),
		widget.NewLabel("To"), container.NewVBox(b.high.Entry, b.high.fault))
	b.root = container.NewVBox(form, note)
	for _, e := range []*bound{b.low, b.high} {
		e.OnChanged = func(string) { b.check() }
	}
	b.check()
	return b
}

// check says what is wrong with either bound.
func (b *between) check() {
	b.low.say(b.filter.CheckBound(b.low.Text))
	err := b.filter.CheckBound(b.high.Text)
	if err == nil {
		err = b.filter.CheckRange(b.low.Text, b.high.Text)
	}
	b.high.say(err)
	b.root.Refresh()
	b.changed()
}

// usable reports whether nothing is wrong with the bounds.
func (b *between) usable() bool { return b.low.fault.Hidden && b.high.fault.Hidden }

// into writes the bounds into a filter.
func (b *between) into(f *view.Filter) {
	f.Low, f.High = strings.TrimSpace(b.low.Text), strings.TrimSpace(b.high.Text)
}
