package filteredit

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/profiler"
	"cardinal/ui/input"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

// maxListed is how many values the list shows at a time; the search finds the others.
const maxListed = 500

const (
	keep     = "Keep only the ticked"
	leaveOut = "Leave the ticked out"
)

// checklist chooses values: a search, ticks, and whether the ticked ones stay or go.
type checklist struct {
	root   *fyne.Container
	search *input.Entry
	mode   *widget.RadioGroup
	list   *widget.List
	notice *widget.Label

	all    session.Choices
	format data.NumberFormat // of the values
	shown  []data.Value
	more   bool // values that match are not listed
	ticked map[data.Value]bool
}

func newChecklist(f view.Filter, ch session.Choices) *checklist {
	c := &checklist{all: ch, format: f.Format, ticked: map[data.Value]bool{}, search: input.New(), notice: widget.NewLabel("")}
	for _, v := range f.Values {
		c.ticked[v] = true
	}
	c.search.SetPlaceHolder("Search " + profiler.Count(ch.Len) + " values")
	c.search.OnChanged = func(string) { c.find() }
	c.mode = widget.NewRadioGroup([]string{keep, leaveOut}, nil)
	c.mode.Required, c.mode.Horizontal = true, true
	c.mode.SetSelected(map[bool]string{false: keep, true: leaveOut}[f.Exclude])
	c.list = widget.NewList(func() int { return len(c.shown) },
		func() fyne.CanvasObject { return widget.NewCheck("", nil) },
		func(i widget.ListItemID, o fyne.CanvasObject) { c.update(i, o.(*widget.Check)) })
	c.list.OnSelected = func(i widget.ListItemID) { c.list.Unselect(i) }
	c.list.HideSeparators = true
	all := widget.NewButton("Tick all found", func() { c.tickShown(true) })
	none := widget.NewButton("Untick all found", func() { c.tickShown(false) })
	all.Importance, none.Importance = widget.LowImportance, widget.LowImportance
	c.notice.SizeName, c.notice.Wrapping = theme.SizeNameCaptionText, fyne.TextWrapWord
	c.root = container.NewBorder(
		container.NewVBox(c.search, container.NewHBox(all, none)),
		container.NewVBox(c.notice, c.mode), nil, nil, c.list)
	c.find()
	return c
}

func (c *checklist) update(i int, check *widget.Check) {
	if i >= len(c.shown) {
		return
	}
	v := c.shown[i]
	check.OnChanged = nil
	check.Text = view.LabelText(v, c.format)
	check.SetChecked(c.ticked[v])
	check.OnChanged = func(on bool) {
		c.tick(v, on)
		c.count()
	}
	check.Refresh()
}

func (c *checklist) tick(v data.Value, on bool) {
	if on {
		c.ticked[v] = true
	} else {
		delete(c.ticked, v)
	}
}

func (c *checklist) tickShown(on bool) {
	for _, v := range c.shown {
		c.tick(v, on)
	}
	c.list.Refresh()
	c.count()
}

// tickFound is Return in the search: while nothing is ticked, what was searched for is what is meant.
func (c *checklist) tickFound() {
	if len(c.ticked) == 0 && strings.TrimSpace(c.search.Text) != "" {
		c.tickShown(true)
	}
}

// blank is what the list calls a row without a value.
const blank = "(blank)"

// find lists the values that contain the search, the rows without a value first.
func (c *checklist) find() {
	want := strings.ToLower(strings.TrimSpace(c.search.Text))
	c.shown, c.more = nil, false
	if c.all.Blank && strings.Contains(blank, want) {
		c.shown = append(c.shown, data.Value{})
	}
	for i := range c.all.Len {
		v := c.all.At(i)
		if want != "" && !strings.Contains(strings.ToLower(view.LabelText(v, c.format)), want) {
			continue
		}
		if len(c.shown) == maxListed {
			c.more = true
			break
		}
		c.shown = append(c.shown, v)
	}
	c.list.Refresh()
	c.count()
}

func (c *checklist) count() {
	text := fmt.Sprintf("%s ticked.", profiler.Count(len(c.ticked)))
	if len(c.ticked) == 0 {
		text = "Nothing ticked: every row passes."
	}
	if c.more {
		text += fmt.Sprintf(" Only the first %d are listed: search for the others.", maxListed)
	}
	c.notice.SetText(text)
}

// into writes the choice into a filter.
func (c *checklist) into(f *view.Filter) {
	f.Exclude = c.mode.Selected == leaveOut
	f.Values = nil
	for v := range c.ticked {
		f.Values = append(f.Values, v)
	}
	slices.SortFunc(f.Values, data.Compare)
}
