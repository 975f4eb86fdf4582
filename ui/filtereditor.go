package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

// filterEditor makes a filter: by a list of values, by a range, or, where both make sense, by either. Its button is
// disabled while a range cannot be used.
type filterEditor struct {
	filter  view.Filter
	list    *checklist
	between *between
	tabs    *container.AppTabs // nil where one way makes sense
	content fyne.CanvasObject
	apply   *widget.Button
}

func newFilterEditor(f view.Filter, c *data.Column, ch session.Choices) *filterEditor {
	e := &filterEditor{filter: f, list: newChecklist(f, ch), apply: widget.NewButtonWithIcon("Apply", theme.ConfirmIcon(), nil)}
	e.apply.Importance = widget.HighImportance
	e.between = newRange(f, c, func() { e.changed() })
	switch {
	case f.Type == data.Text || f.Type == data.Bool:
		e.filter.Kind, e.content = view.List, e.list.root
	case ch.Len == 0:
		e.filter.Kind, e.content = view.Range, e.between.root
	default:
		e.tabs = container.NewAppTabs(container.NewTabItem("Range", e.between.root), container.NewTabItem("Values", e.list.root))
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
func (e *filterEditor) kind() view.FilterKind {
	if e.tabs == nil {
		return e.filter.Kind
	}
	return []view.FilterKind{view.Range, view.List}[e.tabs.SelectedIndex()]
}

func (e *filterEditor) changed() {
	if e.between != nil {
		enable(e.apply, e.kind() == view.List || e.between.usable())
	}
}

// chosen is the filter as it was made. A range that is not chosen and cannot be used is left out.
func (e *filterEditor) chosen() view.Filter {
	f := e.filter
	f.Kind = e.kind()
	e.list.into(&f)
	if e.between.usable() {
		e.between.into(&f)
	}
	return f
}

// first is what takes the keyboard.
func (e *filterEditor) first() fyne.Focusable {
	if e.kind() == view.List {
		return e.list.search
	}
	return e.between.low.Entry
}
