package ui

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"cardinal/engine/pivot"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/shelf"
	"cardinal/ui/widget/tip"
)

// visit is one row of the analyst's file.
type visit struct {
	region, city string
	at           time.Time
	cents        int
}

// visits returns random rows of three regions, the last of which earns least, and of eight cities each.
func visits() (rows []visit) {
	rng := rand.New(rand.NewPCG(12, 24))
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	for range 4000 {
		r := rng.IntN(3)
		rows = append(rows, visit{
			[]string{"North", "South", "West"}[r], fmt.Sprintf("City %d", 8*r+rng.IntN(1+rng.IntN(8))),
			start.Add(time.Duration(rng.IntN(366*24*60)) * time.Minute), rng.IntN(100_000) / (1 + 9*(r/2)),
		})
	}
	return rows
}

// hands is how a person works the window: with the mouse or with the keyboard.
type hands interface {
	add(t *testing.T, field string, on view.Shelf)
	choose(t *testing.T, on view.Shelf, i int, path ...string) // from the form or the menu of a chip
	layout(t *testing.T, path ...string)
	again(t *testing.T, undo bool)
}

// TestAnalystByMouse builds an analyst's report with the mouse. Only names and numbers are typed.
func TestAnalystByMouse(t *testing.T) { analyse(t, mouse{}) }

// TestAnalystByKeyboard builds the same report with the keyboard.
func TestAnalystByKeyboard(t *testing.T) { analyse(t, keyboard{}) }

// analyse goes from a timestamp to months by name, their growth, the five best cities of each of the regions
// that earn enough with the others in one line, under a name and in a format, with data bars, without totals.
// Then it takes everything back and does it again.
func analyse(t *testing.T, by hands) {
	if real == nil {
		inWindow(t, withoutGPU())
		return
	}
	rows := visits()
	openVisits(t, rows)
	steps := []func(){
		func() { by.add(t, "region", view.Rows) },
		func() { by.add(t, "city", view.Rows) },
		func() { by.add(t, "at", view.Cols) },
		func() { by.choose(t, view.Cols, 0, "Group by", "Month name (January)") },
		func() { by.add(t, "revenue", view.Values) },
		func() {
			by.choose(t, view.Rows, 1, "Top and bottom", "Top, another number, share or sum…")
			answer(t, "5")
		},
		func() { by.choose(t, view.Rows, 1, "The rest", "In one line, Others") },
		func() { by.choose(t, view.Rows, 0, "Filter by figures", "Sum of revenue…"); answer(t, "> 200,000") },
		func() { by.choose(t, view.Values, 0, "Show as", "% difference from previous") },
		func() { by.choose(t, view.Values, 0, "Along", "Columns") },
		func() { by.choose(t, view.Values, 0, "Rename…"); answer(t, "Growth") },
		func() { by.choose(t, view.Values, 0, "Number format", "Own…"); answer(t, "0.00%") },
		func() { by.choose(t, view.Values, 0, "Conditional formatting", "Highlight", "Above average") },
		func() { by.layout(t, "Conditional formatting", "Data bars behind all figures") },
		func() { by.layout(t, "Row of totals") },
		func() { by.layout(t, "Column of totals") },
	}
	var states []view.State
	for i, step := range steps {
		step()
		eventually(t, fmt.Sprintf("step %d changes nothing", i+1), func() bool {
			now := real.session.State()
			return real.dialogs.Len() == 0 && (len(states) == 0 && !now.Empty() || len(states) > 0 &&
				!reflect.DeepEqual(now, states[len(states)-1]))
		})
		answered(t)
		onUI(func() { states = append(states, real.session.State()) })
	}
	checkReport(t, answered(t), rows)
	shot(t, "report")
	for range steps {
		by.again(t, true)
	}
	eventually(t, "undo does not empty the shelves", func() bool { return real.session.State().Empty() })
	for range steps {
		by.again(t, false)
	}
	eventually(t, "redo does not bring the report back", func() bool {
		return reflect.DeepEqual(real.session.State(), states[len(states)-1])
	})
	checkReport(t, answered(t), rows)
}

// openVisits writes the rows as CSV and opens the file.
func openVisits(t *testing.T, rows []visit) {
	t.Helper()
	openVisitsIn(t, t.TempDir(), rows)
}

// openVisitsIn writes the rows as CSV into a folder and opens the file.
func openVisitsIn(t *testing.T, folder string, rows []visit) {
	t.Helper()
	var b strings.Builder
	b.WriteString("region,city,at,revenue\n")
	for _, v := range rows {
		fmt.Fprintf(&b, "%s,%s,%s,%d.%02d\n", v.region, v.city, v.at.Format("2006-01-02 15:04:05"), v.cents/100,
			v.cents%100)
	}
	path := filepath.Join(folder, "visits.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	onUI(func() { real.files.Dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(path)}) })
	eventually(t, "the file is not open", func() bool {
		return real.session.Table().Name == "visits.csv" && len(real.fields.Rows()) == 4
	})
}

// checkReport holds every cell of the report against plain loops over the rows.
func checkReport(t *testing.T, a *session.Answer, rows []visit) {
	t.Helper()
	sums, months := map[string]int{}, map[string]*[12]int{}
	for _, v := range rows {
		sums[v.region] += v.cents
		sums[v.region+"/"+v.city] += v.cents
		for _, under := range []string{v.region, v.region + "/" + v.city} {
			if months[under] == nil {
				months[under] = &[12]int{}
			}
			months[under][v.at.Month()-1] += v.cents
		}
	}
	seen := 0
	for _, n := range a.Tab.Rows.Leaves() {
		path := a.Tab.Rows.Path(n)
		region, city := path[0].Text, path[1].Text
		best := slices.DeleteFunc(slices.Collect(keysOf(sums)), func(k string) bool {
			return !strings.HasPrefix(k, region+"/")
		})
		slices.SortFunc(best, func(a, b string) int { return sums[b] - sums[a] })
		var want [12]int
		switch at := slices.Index(best, region+"/"+city); {
		case a.Tab.Rows.Others(n):
			for _, city := range best[5:] {
				for m, cents := range months[city] {
					want[m] += cents
				}
			}
		case at < 0 || at >= 5 || sums[region] <= 20_000_000:
			t.Errorf("%s, %s should not be shown", region, city)
			continue
		default:
			want = *months[best[at]]
		}
		seen++
		for m, col := range a.Tab.Cols.Leaves() {
			if name := a.Tab.Cols.Path(col)[0].String(); name != time.Month(m+1).String() {
				t.Fatalf("month %d is %s", m+1, name)
			}
			got := a.Tab.Cell(n, col, 0)
			if m == 0 || want[m-1] == 0 {
				if !got.IsNull() {
					t.Errorf("%s, %s, month %d: %s where there is nothing to compare with", region, city, m+1, got)
				}
				continue
			}
			if growth := float64(want[m]-want[m-1]) / float64(want[m-1]); math.Abs(got.Float-growth) > 1e-12*math.Abs(growth) {
				t.Errorf("%s, %s, month %d: %s, want %v", region, city, m+1, got, growth)
			}
		}
	}
	regions := 0
	for _, region := range []string{"North", "South", "West"} {
		if sums[region] > 20_000_000 {
			regions++
		}
	}
	if seen != 6*regions || regions != 2 {
		t.Errorf("%d lines of %d regions, want 12 of 2", seen, regions)
	}
	shown := ""
	for row := range a.Grid.Rows {
		for col := range a.Grid.Cols {
			c := a.Grid.Cell(row, col)
			shown += c.Text() + "\n"
			if c.Role == pivot.Body && !c.Value.IsNull() && !strings.HasSuffix(c.Text(), "%") {
				t.Fatalf("a figure reads %s", c.Text())
			}
		}
	}
	for text, there := range map[string]bool{"Growth\n": true, "January\n": true, "Others\n": true, "Total\n": false} {
		if strings.Contains(shown, text) != there {
			t.Errorf("the report shows %q: %t", strings.TrimSpace(text), !there)
		}
	}
}

func keysOf(m map[string]int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// answer types the text that a dialog asks for.
func answer(t *testing.T, text string) {
	t.Helper()
	eventually(t, "nothing is asked for", func() bool {
		_, types := real.win.Canvas().Focused().(*input.Entry)
		return real.dialogs.Len() > 0 && types
	})
	xdotool(t, "sleep", "0.3", "key", "ctrl+a", "type", "--delay", "15", text)
	press(t, "Return")
	form := false
	if onUI(func() { form = real.dialogs.Len() > 0 }); form {
		press(t, "Return") // leaves the form that asked
	}
}

type mouse struct{}

func (mouse) add(t *testing.T, field string, on view.Shelf) { put(t, field, on) }

func (m mouse) choose(t *testing.T, on view.Shelf, i int, path ...string) {
	x, y := pixel(chip(t, on, i), 0.4, 0.5)
	target, button := aim(t, on, i, path), "1"
	if target == nil {
		button = "3"
	}
	xdotool(t, "mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.1", "click", button)
	switch {
	case target == nil:
		m.pick(t, path)
		return
	case target.listed:
		var list fyne.CanvasObject
		eventually(t, "no form", func() bool {
			lists := all[*input.Select](real.win.Canvas().Overlays().Top())
			lists = slices.DeleteFunc(lists, func(s *input.Select) bool { return !slices.Contains(s.Options, target.text) })
			if len(lists) > 0 {
				list = lists[0]
			}
			return len(lists) > 0
		})
		m.click(t, func() fyne.CanvasObject { return list })
	}
	m.pick(t, []string{target.shown})
	if !strings.HasSuffix(target.text, "…") {
		m.pick(t, []string{translated("Done")})
	}
}

func (m mouse) layout(t *testing.T, path ...string) {
	m.click(t, func() fyne.CanvasObject { return layoutButton() })
	m.pick(t, path)
}

func (m mouse) again(t *testing.T, undo bool) {
	m.click(t, func() fyne.CanvasObject {
		if undo {
			return real.tools.undo
		}
		return real.tools.redo
	})
}

func (mouse) click(t *testing.T, of func() fyne.CanvasObject) {
	x, y := pixel(of(), 0.5, 0.5)
	xdotool(t, "mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.1", "click", "1", "sleep", "0.1")
}

// pick rests on the items of a path, which opens their menus, and clicks on the last.
func (mouse) pick(t *testing.T, path []string) {
	t.Helper()
	from := 0
	for i, text := range path {
		var at fyne.Position
		eventually(t, "no item "+text, func() (found bool) {
			at, found = within(real.win.Canvas().Overlays().Top(), text)
			return found
		})
		scale := float32(0)
		onUI(func() { scale = real.win.Canvas().Scale() })
		x, y := int(at.X*scale), int(at.Y*scale)
		if i > 0 { // across first: what lies between would open its own menu
			xdotool(t, "mousemove", fmt.Sprint(x), fmt.Sprint(from), "sleep", "0.1")
		}
		xdotool(t, "mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.2")
		from = y
	}
	xdotool(t, "click", "1", "sleep", "0.2")
}

// within returns the middle of a text in an object; false if the text is out of view.
func within(o fyne.CanvasObject, text string) (fyne.Position, bool) {
	if o == nil || !o.Visible() {
		return fyne.Position{}, false
	}
	var parts []fyne.CanvasObject
	switch p := o.(type) {
	case *canvas.Text:
		return o.Position().AddXY(o.Size().Width/2, o.Size().Height/2), p.Text == text
	case *fyne.Container:
		parts = p.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(p).Objects()
	}
	for _, part := range slices.Backward(parts) { // what lies on top
		if at, found := within(part, text); found {
			return o.Position().Add(at), true
		}
	}
	return fyne.Position{}, false
}

func chip(t *testing.T, on view.Shelf, i int) (c *shelf.Chip) {
	t.Helper()
	eventually(t, "the chip is not there", func() bool {
		chips := real.shelves.On[on].Chips()
		if i >= len(chips) {
			return false
		}
		c = chips[i]
		return c.Size().Width > 0
	})
	return c
}

func layoutButton() (found *tip.Button) {
	for _, b := range real.tools.words {
		if b.text == translated("Layout") {
			found = b.Button
		}
	}
	return found
}

type keyboard struct{}

func (keyboard) add(t *testing.T, field string, on view.Shelf) {
	key := map[view.Shelf]string{view.Rows: "r", view.Cols: "c", view.Values: "v"}[on]
	press(t, "ctrl+0", "ctrl+a")
	xdotool(t, "type", "--delay", "15", field)
	press(t, "Down", key)
	answered(t)
}

func (k keyboard) choose(t *testing.T, on view.Shelf, i int, path ...string) {
	press(t, fmt.Sprintf("ctrl+%d", int(on)+1))
	for range i {
		press(t, "Right")
	}
	target := aim(t, on, i, path)
	if target == nil {
		press(t, "Menu")
		var items []*fyne.MenuItem
		onUI(func() { items = real.menus.ChipItems(on, i) })
		k.walk(t, items, path)
		return
	}
	press(t, "Return")
	eventually(t, "no form opens", func() bool { return real.dialogs.Len() > 0 })
	for range target.stops {
		press(t, "Tab")
	}
	ahead, back := "Right", "Left"
	now := max(target.now, 0)
	if target.listed {
		press(t, "Tab", "space")
		ahead, back, now = "Down", "Up", target.now
	}
	for ; now < target.at; now++ {
		press(t, ahead)
	}
	for ; now > target.at; now-- {
		press(t, back)
	}
	asks := strings.HasSuffix(target.text, "…")
	switch {
	case target.listed:
		press(t, "Return")
	case asks:
		press(t, "space")
	}
	if !asks {
		press(t, "Return")
	}
}

func (k keyboard) layout(t *testing.T, path ...string) {
	press(t, "ctrl+1")
	focused := false
	for i := 0; i < 100 && !focused; i++ {
		press(t, "shift+Tab")
		onUI(func() { focused = real.win.Canvas().Focused() == fyne.Focusable(layoutButton()) })
	}
	press(t, "space")
	var items []*fyne.MenuItem
	onUI(func() { items = real.menus.Layout() })
	k.walk(t, items, path)
}

func (keyboard) again(t *testing.T, undo bool) {
	press(t, map[bool]string{true: "ctrl+z", false: "ctrl+shift+z"}[undo])
}

// walk goes down a menu by its keys.
func (keyboard) walk(t *testing.T, items []*fyne.MenuItem, path []string) {
	t.Helper()
	eventually(t, "no menu opens", func() bool { return real.win.Canvas().Overlays().Top() != nil })
	for depth, text := range path {
		down, found := 0, false
		for _, item := range items {
			if item.IsSeparator || item.Disabled {
				continue
			}
			if item.Label == text {
				items, found = nil, true
				if item.ChildMenu != nil {
					items = item.ChildMenu.Items
				}
				break
			}
			down++
		}
		if !found {
			t.Fatalf("no item %s", text)
		}
		if depth == 0 {
			down++ // nothing is chosen at first
		}
		if down > 0 {
			xdotool(t, append([]string{"key", "--delay", "20"}, slices.Repeat([]string{"Down"}, down)...)...)
		}
		if depth < len(path)-1 {
			press(t, "Right")
		}
	}
	press(t, "Return")
}
