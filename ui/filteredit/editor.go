package filteredit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/dialogs"
	"cardinal/ui/input"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

// editor makes a filter: by a list of values, by a range, or, where both make sense, by either. Its button is
// disabled while a range cannot be used.
type editor struct {
	filter  view.Filter
	list    *checklist
	bounds  *rangeEditor
	tabs    *container.AppTabs // nil where one way makes sense
	content fyne.CanvasObject
	apply   *widget.Button
}

// Ask opens an editor of filter f on column c. ch are the values that the list offers. use is called with the edited filter; Cancel
// calls nothing.
func Ask(d *dialogs.Stack, f view.Filter, c *data.Column, ch session.Choices, use func(view.Filter)) {
	e := newEditor(f, c, ch)
	height := float32(560)
	if e.tabs == nil && e.kind() == view.Range {
		height = 280
	}
	hide := d.Edit("Filter by "+f.Column, e.content, e.apply, 400, height, e.first())
	e.apply.OnTapped = func() {
		hide()
		use(e.chosen())
	}
	enter := func(string) {
		if !e.apply.Disabled() {
			e.apply.OnTapped()
		}
	}
	e.list.search.OnSubmitted = func(text string) {
		e.list.tickFound()
		enter(text)
	}
	e.bounds.low.OnSubmitted, e.bounds.high.OnSubmitted = enter, enter
}

func newEditor(f view.Filter, c *data.Column, ch session.Choices) *editor {
	e := &editor{filter: f, list: newChecklist(f, ch), apply: widget.NewButtonWithIcon("Apply", theme.ConfirmIcon(), nil)}
	e.bounds = newRange(f, c, func() { e.changed() })
	switch {
	case f.Type == data.Text || f.Type == data.Bool:
		e.filter.Kind, e.content = view.List, e.list.root
	case ch.Len == 0:
		e.filter.Kind, e.content = view.Range, e.bounds.root
	default:
		e.tabs = container.NewAppTabs(container.NewTabItem("Range", e.bounds.root), container.NewTabItem("Values", e.list.root))
		if f.Kind == view.List {
			e.tabs.SelectIndex(1)
		}
		e.tabs.OnSelected = func(*container.TabItem) { e.changed() }
		e.content = e.tabs
	}
	e.changed()
	return e
}

// kind is the way that is chosen.
func (e *editor) kind() view.FilterKind {
	if e.tabs == nil {
		return e.filter.Kind
	}
	return []view.FilterKind{view.Range, view.List}[e.tabs.SelectedIndex()]
}

func (e *editor) changed() {
	if e.bounds != nil {
		input.Enable(e.apply, e.kind() == view.List || e.bounds.usable())
	}
}

// chosen is the filter as it was made. A range that is not chosen and cannot be used is left out.
func (e *editor) chosen() view.Filter {
	f := e.filter
	f.Kind = e.kind()
	e.list.into(&f)
	if e.bounds.usable() {
		e.bounds.into(&f)
	}
	return f
}

// first is what takes the keyboard.
func (e *editor) first() fyne.Focusable {
	if e.kind() == view.List {
		return e.list.search
	}
	return e.bounds.low.Entry
}
