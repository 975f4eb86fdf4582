package slicer

import (
	"testing"

	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/tip"
)

// counting counts how often it is drawn again.
type counting struct {
	canvas.Rectangle
	drawn int
}

// Refresh implements fyne.CanvasObject.
func (c *counting) Refresh() { c.drawn++ }

// TestSetFilters draws anew what has changed, and nothing else.
func TestSetFilters(t *testing.T) {
	test.NewTempApp(t)
	beside := &counting{}
	s := New(beside, tip.New(func(do func()) { do() }))
	region := view.Filter{Field: query.Field{Column: "region"}, Type: data.Text, Pinned: true}
	other := view.Filter{Field: query.Field{Column: "city"}, Type: data.Text}
	chosen := region
	chosen.Values = []data.Value{data.TextValue("EU")}
	for _, c := range []struct {
		name    string
		filters []view.Filter
		drawn   bool
		shown   int
	}{
		{"none", nil, false, 0}, {"one in view", []view.Filter{region}, true, 1}, {"the same", []view.Filter{region},
			false, 1}, {"another one out of view", []view.Filter{other, region}, false, 1},
		{"a choice", []view.Filter{chosen}, false, 1}, {"gone", []view.Filter{other}, true, 0},
	} {
		before := beside.drawn
		s.SetFilters(c.filters)
		if drawn := beside.drawn > before; drawn != c.drawn || len(s.stack.Objects) != c.shown ||
			s.side.Visible() != (c.shown > 0) {
			t.Errorf("%s: drawn anew %v, %d slicers, visible %v", c.name, drawn, len(s.stack.Objects), s.side.Visible())
		}
		if c.name == "a choice" && (len(s.all[0].filter.Values) != 1 || s.all[0].clear.Disabled()) {
			t.Errorf("the slicer has %v", s.all[0].filter.Values)
		}
	}
}
