package slicer

import (
	"reflect"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/ticklist"
	"cardinal/ui/widget/tip"
)

// Slicers are the pinned filters, below each other, beside the table that they filter.
type Slicers struct {
	OnToggle func(f query.Field, label data.Value) // a label was ticked or unticked
	OnClear  func(f query.Field)                   // asks to clear the filter
	OnUnpin  func(f query.Field)                   // asks to unpin the filter

	// OnSearch finds the labels that contain a text, and calls `then` with their codes. A later search in the same
	// field stops an earlier one.
	OnSearch func(c session.Choices, text string, then func(codes []uint32))

	root  *fyne.Container
	side  *container.Scroll
	stack *fyne.Container
	tips  *tip.Tip
	all   []*slicer
}

// slicer is one pinned filter.
type slicer struct {
	root   fyne.CanvasObject
	head   *fyne.Container
	title  *title
	clear  *tip.Button
	search *input.Entry
	list   *ticklist.List
	filter view.Filter

	choices session.Choices
}

// New returns slicers without a filter. They are hidden until SetFilters gets a pinned filter.
func New(beside fyne.CanvasObject, tips *tip.Tip) *Slicers {
	s := &Slicers{tips: tips}
	s.stack = container.New(stackLayout{s})
	s.side = container.NewVScroll(s.stack)
	s.side.Hide()
	s.root = container.New(besideLayout{}, s.side, beside)
	return s
}

// Object returns the slicers and the object beside them.
func (s *Slicers) Object() fyne.CanvasObject { return s.root }

// SetFilters shows the pinned filters among these filters. Slicers of unchanged filters are not drawn again.
func (s *Slicers) SetFilters(filters []view.Filter) {
	old := slices.Clone(s.all)
	s.all = nil
	for _, f := range filters {
		if !f.Pinned {
			continue
		}
		i := slices.IndexFunc(old, func(o *slicer) bool { return o.filter.Field == f.Field })
		if i < 0 {
			s.all = append(s.all, s.newSlicer(f))
		} else {
			s.all = append(s.all, old[i])
		}
		if one := s.all[len(s.all)-1]; !reflect.DeepEqual(one.filter, f) {
			one.show(f)
		}
	}
	if slices.Equal(s.all, old) {
		return
	}
	s.stack.Objects = each.Of(s.all, func(one *slicer) fyne.CanvasObject { return one.root })
	for _, gone := range old {
		if !slices.Contains(s.all, gone) {
			input.Unfocus(gone.list)
			input.Unfocus(gone.search)
		}
	}
	input.Show(s.side, len(s.all) > 0)
	s.root.Refresh()
}

// SetChoices shows the labels of the filters with their numbers of rows.
func (s *Slicers) SetChoices(counted []session.Choices) {
	for _, c := range counted {
		for _, one := range s.all {
			if one.filter.Field == c.Field {
				one.choices = c
				s.list(one)
			}
		}
	}
	s.side.Refresh() // longer lists are higher
	s.stack.Refresh()
}

// list shows the labels of a slicer that match its search box. A slicer with few labels has no search box.
func (s *Slicers) list(one *slicer) {
	switch few := len(one.choices.Codes) < searched && one.search.Text == ""; {
	case !few:
		one.search.Show()
	case one.search.Visible():
		input.Unfocus(one.search)
		one.search.Hide()
	}
	if strings.TrimSpace(one.search.Text) == "" {
		one.list.SetLabels(one.choices, one.choices.Codes)
		return
	}
	c := one.choices
	s.OnSearch(c, one.search.Text, func(codes []uint32) { one.list.SetLabels(c, codes) })
}

// searched is the least number of labels for which a slicer has a search box.
const searched = 8

// Focus gives the keyboard focus to the list of the first slicer. If a slicer's list has the focus, the next one gets
// it.
func (s *Slicers) Focus(focused fyne.Focusable) {
	if len(s.all) > 0 {
		at := slices.IndexFunc(s.all, func(o *slicer) bool { return fyne.Focusable(o.list) == focused })
		input.Focus(s.all[(at+1)%len(s.all)].list)
	}
}

func (s *Slicers) newSlicer(f view.Filter) *slicer {
	one := &slicer{title: newTitle(s.tips)}
	field := f.Field
	one.list = ticklist.New(func(v data.Value) bool {
		return slices.Contains(one.filter.Values, v) != one.filter.Exclude
	},
		func(v data.Value) { s.OnToggle(field, v) })
	one.list.OnBeyond = s.side.Scrolled
	one.list.OnCut = func(text string, at fyne.Position, height float32) {
		if s.tips.Hide(); text != "" {
			s.tips.Show(text, at, height)
		}
	}
	one.search = input.New()
	one.search.SetPlaceHolder(lang.L("Search"))
	one.search.OnChanged = func(string) { s.list(one) }
	one.search.OnDown = func() { input.Focus(one.list) }
	one.search.OnEscape = func() {
		if one.search.Text == "" {
			input.Focus(one.list)
		}
		one.search.SetText("")
	}
	one.search.Hide()
	one.list.OnType = func(r rune) {
		if one.search.Visible() {
			input.Focus(one.search)
			one.search.TypedRune(r)
		}
	}
	one.clear = tip.NewButton(theme.ContentClearIcon(), lang.L("Clear this filter"), s.tips,
		func() { s.OnClear(field) })
	unpin := tip.NewButton(theme.VisibilityOffIcon(), lang.L("Keep it in view no longer"), s.tips,
		func() { s.OnUnpin(field) })
	one.head = container.NewVBox(container.NewBorder(nil, nil, nil, container.NewHBox(one.clear, unpin), one.title),
		one.search)
	one.root = input.Column(one.head, one.list, nil)
	return one
}

// show shows filter f in the slicer.
func (one *slicer) show(f view.Filter) {
	one.filter = f
	one.title.set(view.FieldTitle(f.Field))
	input.Enable(one.clear, len(f.Values) > 0)
	one.list.Refresh()
}
