package ui

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// featured are states that docs/features.md shows, of the sample, each with words that are then on the screen.
var featured = []struct {
	name  string
	state func(view.State) view.State // the shelves before
	show  func(h *hand)
	words []string
}{
	{"save", report, func(h *hand) { h.choose("File", "Save workspace as…") }, []string{"sales sample.cardinal"}},
	{"format", report, func(h *hand) { h.pick(h.menus.Settings(view.Values, 0), "Own…") },
		[]string{"As in Excel", "For example"}},
	{"dates", months, func(h *hand) {
		h.OpenForm(view.Rows, 0)
	}, []string{"Group by", "Quarter"}},
	{"show-as", report, func(h *hand) {
		h.OpenForm(view.Values, 0)
	}, []string{"Show as", "% of total", "Number format", "Thousands"}},
	{"marks", report, func(h *hand) { h.opened(h.menus.ChipItems(view.Values, 1), "Conditional formatting") },
		[]string{"Data bars", "Colour scale"}},
	{"orders", report, func(h *hand) { h.OpenForm(view.Rows, 1) }, []string{"Sort"}},
	{"filter", report, func(h *hand) {
		h.editor.Append("city", view.Filters)
	}, []string{"Aachen", "Keep only the ticked"}},
	{"bins", func(s view.State) view.State {
		s.Rows, s.Values = []query.Field{{Column: "revenue", Part: query.Bin, BinWidth: 500}},
			[]query.Measure{{Func: query.Count}, revenue}
		return s
	}, func(h *hand) { h.OpenForm(view.Rows, 0) }, []string{"Bins", "No bins"}},
	{"field", report, func(h *hand) {
		h.choose("Edit", "New calculated field…")
		h.fill("size of the order", "if(quantity >= 10, 'large', 'small')")
	}, []string{"size of the order"}},
	{"measures-on-rows", func(s view.State) view.State {
		s = report(s).Lay(func(l *query.Layout) { l.ValuesOnRows = true })
		s.Rows, s.Cols = []query.Field{region}, []query.Field{quarter}
		return s
	}, func(*hand) {}, []string{"quarter", "Average of revenue"}},
	{"slicers", func(s view.State) view.State {
		s = report(s)
		s.Filters = []view.Filter{{Field: query.Field{Column: "status"}, Kind: view.List, Pinned: true},
			{Field: region, Kind: view.List, Pinned: true}}
		return s
	}, func(*hand) {}, []string{"delivered", "Benelux"}},
	{"cell", report, func(h *hand) { h.result.openMenu(h.labelAt("Adapters"), 1, fyne.NewPos(420, 250)) },
		[]string{"Keep only", "Exclude"}},
	{"explain", bySeason, func(h *hand) { h.explain(explain.Question{Row: 2, Col: 2}) },
		[]string{"The difference is", "Open as a pivot"}},
	{"groups", report, func(h *hand) {
		h.menus.GroupLabels(session.Labels{Field: region, Values: []data.Value{data.TextValue("Iberia"),
			data.TextValue("Italy")}})
	}, []string{"Name of the group"}},
	{"keys", report, func(h *hand) { h.choose("Help", "Keyboard shortcuts") }, []string{"On a field"}},
	{"compare", report, func(h *hand) {
		h.togglePanel()
		h.compare()
	}, []string{"same"}},
}

func months(s view.State) view.State {
	s.Rows, s.Values = []query.Field{{Column: "date", Part: query.TruncMonth}}, []query.Measure{revenue}
	return s
}

// opened shows a menu below the first chip of Rows, with the menu below one of its items.
func (h *hand) opened(items []*fyne.MenuItem, name string) {
	h.popUp(fyne.NewPos(290, 105), items...)
	for _, i := range items {
		if i.IsSeparator {
			continue
		}
		h.popped.ActivateNext()
		if i.Label == name && h.popped.ActivateLastSubmenu() {
			return
		}
	}
	h.Errorf("no menu %q opens", name)
}

// labelAt returns the first line of the grid with a label.
func (h *hand) labelAt(text string) int {
	g := h.session.Answer().Grid
	for row := range g.Rows {
		for col := range g.LabelCols {
			if c := g.Cell(row, col); c.Role == pivot.RowLabel && c.Text() == text {
				return row
			}
		}
	}
	h.Errorf("no label is %q", text)
	return 0
}

// TestFeaturesPage puts the sample into the states that docs/features.md names. If CARDINAL_SHOTS names a folder, a
// window does so, and saves a picture of each.
func TestFeaturesPage(t *testing.T) {
	switch {
	case real != nil:
		featuresInWindow(t)
		return
	case os.Getenv("CARDINAL_SHOTS") != "":
		inWindow(t)
		return
	}
	s := keeping(t, "")
	s.setMode(theme.Light)
	s.win.Resize(fyne.NewSize(1000, 640))
	h := &hand{TB: t, window: s.window, do: func(f func()) { f() }, until: s.until, folder: t.TempDir()}
	s.keeps.OpenSample()
	s.until("the sample", func() bool { return s.session.Table() != nil && !s.session.Loading() })
	for _, f := range featured {
		s.editor.Edit(func(now view.State) view.State { return f.state(view.State{Tier: now.Tier}) })
		s.answered()
		f.show(h)
		said := func() string {
			text := s.read(s.win.Content())
			for _, o := range s.win.Canvas().Overlays().List() {
				text += s.read(o)
			}
			return text
		}
		for _, w := range f.words {
			s.until(f.name+" says "+w, func() bool { return strings.Contains(said(), w) })
		}
		for s.dialogs.Dismiss() {
		}
		if s.popped != nil {
			s.popped.Hide()
		}
	}
}

// featuresInWindow takes the picture of each state of docs/features.md.
func featuresInWindow(t *testing.T) {
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	size := fyne.NewSize(1000, 640)
	onUI(func() {
		real.prefs.Set(func(p *prefs.Values) { p.Profiler = prefs.Closed })
		real.showPanel()
		real.setMode(theme.Light)
		real.win.Resize(size)
	})
	eventually(t, "the window keeps its size", func() bool { return real.win.Canvas().Size() == size })
	h := &hand{TB: t, window: real, do: onUI, folder: t.TempDir(), until: func(what string, cond func() bool) {
		t.Helper()
		eventually(t, what, cond)
	}}
	for _, f := range featured {
		lay(t, f.state)
		onUI(func() { f.show(h) })
		for _, w := range f.words {
			for deadline := time.Now().Add(30 * time.Second); !strings.Contains(textsInWindow(), w); {
				if time.Sleep(50 * time.Millisecond); time.Now().After(deadline) {
					t.Fatalf("%s does not say %s", f.name, w)
				}
			}
		}
		picture(t, "features-"+f.name)
		onUI(func() {
			for h.dialogs.Dismiss() {
			}
			if h.popped != nil {
				h.popped.Hide()
			}
		})
	}
	onUI(real.undo) // so that the end asks for nothing
}

// textsInWindow returns all texts of the window, and of the dialog or the menu on top.
func textsInWindow() string {
	var top fyne.CanvasObject
	onUI(func() { top = real.win.Canvas().Overlays().Top() })
	said := texts(real.win.Content())
	if top != nil {
		said += texts(top)
	}
	return said
}

// snap saves a picture if there is a folder for it.
func (s *stage) snap(name string) {
	s.Helper()
	folder := os.Getenv("CARDINAL_SHOTS")
	if folder == "" {
		return
	}
	f, err := os.Create(filepath.Join(folder, name+".png"))
	if err == nil {
		err = png.Encode(f, s.win.Canvas().Capture())
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		s.Error(err)
	}
}
