package filteredit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// Top is the top of a field on a shelf. If an editor has a Top, it offers to change the top instead of the filter.
type Top struct {
	Now      view.Top
	Measures []query.Measure // measures whose totals can decide the top, without their Show
	Keep     func(view.Top)  // is called with the edited top, instead of the argument use of Ask
}

// topEditor edits how many labels of a field are kept, and by which measure.
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

// newTop returns an editor. It calls changed after every change.
func newTop(top *Top, changed func()) *topEditor {
	e := &topEditor{top: top, changed: func() {}}
	amount := "10"
	if top.Now.Limits() {
		amount = top.Now.Amount()
	}
	e.n = newBound(amount, "10, 80%, sum "+separators.Show("1,000"))
	e.n.OnChanged = func(string) { e.check() }
	e.side = input.NewSelect([]string{lang.L(sideTop), lang.L(sideBottom)}, nil)
	e.side.Selected = map[bool]string{false: lang.L(sideTop), true: lang.L(sideBottom)}[top.Now.Bottom]
	e.by = input.NewSelect(nil, func(string) { e.check() })
	for _, m := range top.Measures {
		e.by.Options = append(e.by.Options, view.MeasureTitle(m))
	}
	e.by.Selected = e.by.Options[max(0, slices.Index(top.Measures, top.Now.By))]
	note := input.Caption(lang.L("This keeps labels of {{.Field}} in the table. The totals go on counting all rows.",
		lang.With{"Field": view.FieldTitle(top.Now.Of)}))
	e.root = container.NewVBox(container.New(layout.NewGridLayout(2), e.side, e.n.Entry), e.n.fault,
		container.NewBorder(nil, nil, widget.NewLabel(lang.L("by")), nil, e.by), note)
	e.check()
	e.changed = changed
	return e
}

func (e *topEditor) check() {
	_, err := e.read()
	e.n.say(err)
	e.root.Refresh()
	e.changed()
}

func (e *topEditor) usable() bool { return e.n.fault.Hidden }

// into does nothing, since a top is not a filter.
func (e *topEditor) into(*view.Filter) {}

// chosen returns the edited top.
func (e *topEditor) chosen() view.Top {
	t, _ := e.read()
	return t
}

// read returns the edited top, and the error of its amount.
func (e *topEditor) read() (view.Top, error) {
	t := e.top.Now
	t.Bottom = e.side.Selected == lang.L(sideBottom)
	t.By = e.top.Measures[max(0, slices.Index(e.by.Options, e.by.Selected))].Figure()
	return t.SetAmount(e.n.Text)
}
