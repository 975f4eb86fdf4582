package filteredit

import (
	"errors"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine/query"
	"cardinal/separators"
	"cardinal/ui/input"
	"cardinal/ui/view"
)

// Top is the top of a field that stands on a shelf. An editor that has one offers to change it in place of a filter.
type Top struct {
	Now      view.Top
	Measures []query.Measure // that the top may go by, without their Shows
	Keep     func(view.Top)  // called in place of use
}

// topEditor edits which labels of a field are kept by a measure.
type topEditor struct {
	root    *fyne.Container
	side    *input.Select
	n       *bound
	by      *input.Select
	top     *Top
	changed func()
}

const (
	sideTop    = "the top"
	sideBottom = "the bottom"
)

// newTop calls changed after every edit.
func newTop(top *Top, changed func()) *topEditor {
	e := &topEditor{top: top, changed: func() {}}
	n := top.Now.N
	if n == 0 {
		n = 10
	}
	e.n = newBound(strconv.Itoa(n), "10")
	e.n.OnChanged = func(string) { e.check() }
	e.side = input.NewSelect([]string{sideTop, sideBottom}, nil)
	e.side.Selected = map[bool]string{false: sideTop, true: sideBottom}[top.Now.Bottom]
	e.by = input.NewSelect(nil, nil)
	for _, m := range top.Measures {
		e.by.Options = append(e.by.Options, m.Title())
	}
	e.by.Selected = e.by.Options[max(0, slices.Index(top.Measures, top.Now.By))]
	note := widget.NewLabel("This keeps labels of " + top.Now.Of.Title() + " in the table. The totals go on counting all rows.")
	note.Wrapping, note.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
	e.root = container.NewVBox(container.New(layout.NewGridLayout(2), e.side, e.n.Entry), e.n.fault,
		container.NewBorder(nil, nil, widget.NewLabel("by"), nil, e.by), note)
	e.check()
	e.changed = changed
	return e
}

func (e *topEditor) number() (int, error) {
	n, err := separators.ReadInt(e.n.Text)
	if err != nil || n < 1 {
		return 0, errors.New("write a whole number above zero")
	}
	return n, nil
}

func (e *topEditor) check() {
	_, err := e.number()
	e.n.say(err)
	e.root.Refresh()
	e.changed()
}

func (e *topEditor) usable() bool { return e.n.fault.Hidden }

// into leaves the filter as it is.
func (e *topEditor) into(*view.Filter) {}

// chosen is the top as it was edited.
func (e *topEditor) chosen() view.Top {
	t := e.top.Now
	t.N, _ = e.number()
	t.Bottom = e.side.Selected == sideBottom
	t.By = e.top.Measures[max(0, slices.Index(e.by.Options, e.by.Selected))]
	return t
}
