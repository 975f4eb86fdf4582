package filteredit

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/ticklist"
)

// Labels counts and searches the labels of fields in the background. Choose, Search and FindPasted call `then` on the
// UI goroutine. A later call stops an earlier one. Post runs a function on the UI goroutine.
type Labels interface {
	Post(do func())
	Choose(f query.Field, besides int, then func(session.Choices))
	Search(c session.Choices, how session.Search, then func(codes []uint32))
	FindPasted(c session.Choices, p session.Pasted, then func(session.Found))
	StopSearch()
}

// mostTicked is the greatest number of labels that one press ticks.
const mostTicked = 100_000

const (
	keep     = "Keep only the ticked"
	leaveOut = "Leave the ticked out"

	byLabel = "By label"
	byCount = "Most frequent first"
)

// checklist edits a list filter. It has a search box, and a list of labels with ticks and numbers of rows. It asks
// whether the ticked labels are kept or excluded.
type checklist struct {
	root      *fyne.Container
	search    *input.Entry
	order     *input.Select
	all, none *input.Button
	copy      *input.Button // copies the pasted values that are not among the labels
	fold      *widget.Check // a pasted value matches labels that differ in case or blanks
	mode      *widget.RadioGroup
	list      *ticklist.List
	notice    *widget.Label

	labels  Labels
	besides int // position of the edited filter; -1: it is new
	field   query.Field
	choices session.Choices
	counted bool // choices are those of field
	ticked  map[data.Value]bool
	pasted  string        // the cells that were pasted; "": none
	found   session.Found // the labels that they name
	finding bool          // a search is under way
	then    func()        // runs when the search is over, since Enter was pressed; nil: nothing
	changed func()        // runs when usable changes
}

func newChecklist(f view.Filter, besides int, labels Labels, changed func()) *checklist {
	c := &checklist{labels: labels, besides: besides, ticked: map[data.Value]bool{}, search: input.New(),
		notice: input.Caption(""), changed: changed}
	if f.Kind == view.List {
		for _, v := range f.Values {
			c.ticked[v] = true
		}
	}
	c.search.SetPlaceHolder(lang.L("Search"))
	c.search.OnChanged = func(string) {
		c.then = nil
		c.forgetPasted()
		c.find()
	}
	c.search.OnPaste = c.paste
	c.order = input.NewSelect([]string{lang.L(byLabel), lang.L(byCount)}, nil)
	c.order.SetSelected(lang.L(byLabel))
	c.order.OnChanged = func(string) { c.find() }
	c.mode = widget.NewRadioGroup([]string{lang.L(keep), lang.L(leaveOut)}, nil)
	c.mode.Required, c.mode.Horizontal = true, true
	c.mode.SetSelected(map[bool]string{false: lang.L(keep), true: lang.L(leaveOut)}[f.Exclude])
	c.list = ticklist.New(func(v data.Value) bool { return c.ticked[v] }, func(v data.Value) {
		c.tick(v, !c.ticked[v])
		c.say()
	})
	c.list.OnType = func(r rune) {
		input.Focus(c.search)
		c.search.TypedRune(r)
	}
	c.search.OnDown = func() { input.Focus(c.list) }
	c.all = input.NewButton(lang.L("Tick all found"), func() { c.tickShown(true) })
	c.none = input.NewButton(lang.L("Untick all found"), func() { c.tickShown(false) })
	c.copy = input.NewButton(lang.L("Copy the missing values"), c.copyMissing)
	c.copy.Alignment = widget.ButtonAlignLeading
	c.copy.Hide()
	c.fold = widget.NewCheck(lang.L("Ignore case and blanks"), nil)
	c.fold.Checked = true
	c.fold.OnChanged = func(bool) { c.match() }
	c.fold.Hide()
	c.all.Importance, c.none.Importance, c.copy.Importance = widget.LowImportance, widget.LowImportance,
		widget.LowImportance
	c.root = input.Column(
		container.NewVBox(container.NewBorder(nil, nil, nil, c.order, c.search), container.NewHBox(c.all, c.none)),
		c.list, container.NewVBox(c.notice, c.fold, c.copy, c.mode))
	return c
}

// setField lists the labels of a field. If it is another field than before, the ticks are removed.
func (c *checklist) setField(f query.Field) {
	if c.counted && c.field == f {
		return
	}
	if c.field != f && c.field.Column != "" {
		clear(c.ticked)
	}
	c.field, c.counted = f, false
	c.forgetPasted()
	c.list.SetLabels(session.Choices{}, nil)
	c.say()
	c.labels.Choose(f, c.besides, func(ch session.Choices) {
		if ch.Field != c.field {
			return
		}
		c.choices, c.counted = ch, true
		c.search.SetPlaceHolder(lang.N("Search {{.N}} value", "Search {{.N}} values", len(ch.Codes)))
		if c.pasted != "" {
			c.match()
			return
		}
		c.find()
	})
}

func (c *checklist) tick(v data.Value, on bool) {
	if on {
		c.ticked[v] = true
	} else {
		delete(c.ticked, v)
	}
}

func (c *checklist) tickShown(on bool) {
	for _, v := range c.list.Shown() {
		c.tick(v, on)
	}
	c.list.Refresh()
	c.say()
}

// searched reports whether the search box has a text.
func (c *checklist) searched() bool { return strings.TrimSpace(c.search.Text) != "" }

// enter handles Enter in the search box. It applies the filter. If nothing is ticked yet, it first waits for the
// search, and ticks all labels that are found. If no labels are found, or too many to tick, it does nothing.
func (c *checklist) enter(apply func()) {
	switch {
	case c.usable() && (len(c.ticked) > 0 || !c.searched()):
		apply()
	case c.finding || !c.counted:
		c.then = func() { c.enter(apply) }
	case c.list.Len() > 0 && c.list.Len() <= mostTicked:
		c.tickShown(true)
		apply()
	}
}

// find lists the labels that contain the text of the search box.
func (c *checklist) find() {
	if !c.counted {
		return
	}
	c.finding = true
	c.labels.Search(c.choices, session.Search{Text: c.search.Text, ByCount: c.order.Selected == lang.L(byCount)},
		func(codes []uint32) {
			c.finding = false
			c.list.SetLabels(c.choices, codes)
			c.list.ScrollToTop()
			c.say()
			if then := c.then; then != nil {
				c.then = nil
				then()
			}
		})
}

// say shows a sentence under the list, e.g. how many labels are ticked.
func (c *checklist) say() {
	input.Enable(c.all, c.counted && c.list.Len() <= mostTicked)
	input.Enable(c.none, c.counted && c.list.Len() <= mostTicked)
	text := lang.N("{{.N}} ticked.", "{{.N}} ticked.", len(c.ticked))
	switch {
	case !c.counted:
		text = lang.L("Counting the values…")
	case !c.usable():
		text = lang.L("Looking for the pasted values…")
	case len(c.ticked) == 0:
		text = lang.L("Nothing ticked: every row passes.")
	}
	if c.counted && c.searched() {
		text = map[bool]string{true: lang.L("Nothing is found."), false: lang.N("{{.N}} value found.",
			"{{.N}} values found.", c.list.Len())}[c.list.Len() == 0] + " " + text
	}
	if c.counted {
		text += " " + lang.L("The numbers are the rows that pass the other filters.")
	}
	if c.list.Len() > mostTicked {
		text += " " + lang.N("Search for at most {{.N}} value to tick all of them.",
			"Search for at most {{.N}} values to tick all of them.", mostTicked)
	}
	c.notice.SetText(text)
}

// usable returns false while pasted values are looked for, since the filter would lack them.
func (c *checklist) usable() bool { return c.pasted == "" || c.found.Ticked != nil }

// into writes the ticked labels into a filter.
func (c *checklist) into(f *view.Filter) {
	f.Exclude = c.mode.Selected == lang.L(leaveOut)
	f.Values = nil
	for v := range c.ticked {
		f.Values = append(f.Values, v)
	}
	slices.SortFunc(f.Values, data.Compare)
}
