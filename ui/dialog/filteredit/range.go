package filteredit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// rangeEditor edits the two bounds of a range. If a bound is invalid, a sentence below it says why.
type rangeEditor struct {
	root      *fyne.Container
	low, high *bound
	filter    view.Filter
	changed   func()
}

// bound is the entry for one end of a range, with a label for the error of its text.
type bound struct {
	*input.Entry // the bound itself is not a widget
	fault        *widget.Label
}

func newBound(text, example string) *bound {
	b := &bound{input.New(), widget.NewLabel("")}
	b.SetText(text)
	b.SetPlaceHolder(example)
	b.fault.Importance, b.fault.Wrapping = widget.DangerImportance, fyne.TextWrapWord
	return b
}

// say shows an error. nil hides it.
func (b *bound) say(err error) {
	b.fault.Hidden = err == nil
	if err != nil {
		b.fault.SetText(session.Sentence(err))
	}
}

// newRange returns an editor. It calls changed after every change of a bound.
func newRange(f view.Filter, c *data.Column, changed func()) *rangeEditor {
	least, greatest, _ := view.Bounds(c)
	r := &rangeEditor{low: newBound(f.Shown(f.Low), least), high: newBound(f.Shown(f.High), greatest), filter: f,
		changed: changed}
	note := input.Caption(lang.L("Both bounds are part of the range. An empty bound is open. Rows without a value " +
		"are left out."))
	form := container.New(layout.NewFormLayout(), widget.NewLabel(lang.L("From")), container.NewVBox(r.low.Entry,
		r.low.fault),
		widget.NewLabel(lang.L("To")), container.NewVBox(r.high.Entry, r.high.fault))
	r.root = container.NewVBox(form, note)
	for _, e := range []*bound{r.low, r.high} {
		e.OnChanged = func(string) { r.check() }
	}
	r.check()
	return r
}

// check shows the errors of the bounds.
func (r *rangeEditor) check() {
	low, high := r.filter.Typed(r.low.Text), r.filter.Typed(r.high.Text)
	r.low.say(r.filter.CheckBound(low))
	err := r.filter.CheckBound(high)
	if err == nil {
		err = r.filter.CheckRange(low, high)
	}
	r.high.say(err)
	r.root.Refresh()
	r.changed()
}

// usable reports whether both bounds are valid.
func (r *rangeEditor) usable() bool { return r.low.fault.Hidden && r.high.fault.Hidden }

// into writes the bounds into a filter.
func (r *rangeEditor) into(f *view.Filter) {
	f.Low, f.High = f.Typed(r.low.Text), f.Typed(r.high.Text)
}
