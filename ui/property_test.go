package ui

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

var (
	seeds     = flag.Uint64("seeds", 2, "the number of seeds of TestWhatIsSaidIsWhatWasDone")
	firstSeed = flag.Uint64("first-seed", 0, "the first of these seeds")
)

// TestWhatIsSaidIsWhatWasDone edits the shelves at random, as a person does. After every edit, plain loops over the
// raw rows work out the pivot that the chips and headings describe. The grid must show that pivot: labels and their
// order, what is left out and how much, figures, totals, folds and arrows. Undo and redo must restore the same texts.
func TestWhatIsSaidIsWhatWasDone(t *testing.T) {
	steps := 600
	if testing.Short() {
		steps = 200
	}
	did := map[string]int{}
	for seed := *firstSeed; seed < *firstSeed+*seeds; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 16))
			table, lines := raw(r, 120)
			p := &person{stage: newStage(t, table), Rand: r, lines: lines, did: did}
			p.togglePanel() // it has tests of its own, and takes most of the time
			p.load(0)
			p.then = []string{p.said().dump()}
			for range steps {
				p.step()
			}
		})
	}
	for _, what := range []string{"drop a key", "drop a value", "remove", "move", "click a heading", "click it again",
		"keep a top", "keep a few", "sort a field",
		"filter", "fold", "show as", "swap", "sort by a cell's menu", "lay out", "Others", "move a label",
		"keep or exclude", "pin", "undo", "redo",
		"filter by figures", "sort by another measure", "another aggregate", "show by the form",
		"drop a calculated field", "filter by a range", "drop bins or groups"} {
		if did[what] < int(*seeds)*steps/500 {
			t.Errorf("only %d times: %s", did[what], what)
		}
	}
}

// person edits the shelves at random.
type person struct {
	*stage
	*rand.Rand
	lines []line
	then  []string // what was said after each edit that can be undone or redone
	now   int      // index into then
	did   map[string]int
	last  []string
	again func() // the click that turns an arrow round
}

// step does one action and checks what the window then says.
func (p *person) step() {
	before := p.session.State()
	moved := 0
	name, do := p.pick()
	p.last = append(p.last, name)
	p.did[name]++
	do()
	switch name {
	case "undo":
		moved = -1
	case "redo":
		moved = 1
	}
	p.settled()
	p.look()
	p.keptWhole()
	said := p.said().dump()
	changed := !reflect.DeepEqual(before, p.session.State())
	switch {
	case moved != 0 && changed:
		p.now += moved
		if p.then[p.now] != said {
			p.fail(fmt.Sprintf("it says\n%s\nand said then\n%s", said, p.then[p.now]))
		}
	case changed:
		p.now++
		p.then = append(p.then[:p.now], said)
	case p.then[p.now] != said:
		p.fail("nothing was edited, and something else is said")
	}
}

// settled waits for the answer of the shelves as they stand.
func (p *person) settled() {
	p.Helper()
	p.until("an answer", func() bool {
		a, s := p.session.Answer(), p.session.State()
		return s.Empty() && a == nil || a != nil && reflect.DeepEqual(a.State, s)
	})
	for range 3 { // counts of the lists that a filter offers may arrive
		select {
		case f := <-p.posts:
			f()
		default:
		}
	}
}

// look holds the grid against the reference.
func (p *person) look() {
	a := p.session.Answer()
	if a == nil {
		if _, listed := p.result.grid.Source().(pivot.Listing); !listed {
			p.fail("the shelves are empty, and the table is not shown")
		}
		return
	}
	w, folds := p.said(), p.session.State().Folds
	if titles := slices.Sorted(slices.Values(w.measures())); len(slices.Compact(titles)) < len(w.measures()) {
		return // two measures are compared with a label, along different axes, which their words do not say
	}
	if none := a.Profile.RowsSelected == 0; none || w.grid == nil {
		if !none || w.grid != nil || slices.ContainsFunc(p.lines, w.passes) {
			p.fail("figures, or that no row passes, where it is the other way round")
		}
		return
	}
	ref := newReference(w, p.lines, func(onRows bool, path []string) bool {
		fields, shut, of := w.rows, folds.Rows, folds.RowsOf
		if !onRows {
			fields, shut, of = w.cols, folds.Cols, folds.ColsOf
		}
		all := of != query.Field{} && fields[len(path)-1].text == of.Title()
		return shut[pathKey(fields, path)] != all
	})
	if err := ref.check(); err != nil {
		p.fail(err.Error())
	}
	if problem := ref.checkArrows(); problem != "" {
		p.fail(problem)
	}
	if len(ref.cells) > 0 && p.IntN(4) == 0 {
		p.behind(ref, ref.cells[p.IntN(len(ref.cells))])
	}
}

// pathKey returns the pivot.PathKey of labels as they are read.
func pathKey(fields []shown, path []string) (key string) {
	var values []data.Value
	for i, label := range path {
		switch {
		case label == others:
			key += pivot.PathKey(values) + pivot.OthersKey
			values = nil
		case label == blank:
			values = append(values, data.Value{})
		case fields[i].text == "day":
			day, _ := time.Parse(time.DateOnly, label)
			values = append(values, data.DateValue(day.Unix()/calendar.DaySeconds))
		case strings.HasPrefix(fields[i].text, "day by "):
			period, _ := calendar.Parse(label)
			values = append(values, data.PeriodValue(period.Unit, period.Start/calendar.DaySeconds))
		case strings.HasSuffix(fields[i].text, " of day") && !strings.HasPrefix(fields[i].text, "Month name"):
			part, _ := strconv.Atoi(label)
			values = append(values, data.IntValue(int64(part)))
		default:
			values = append(values, data.TextValue(strings.Replace(label, " to ", " - ", 1)))
		}
	}
	return key + pivot.PathKey(values)
}

func (p *person) fail(problem string) {
	p.Helper()
	p.Fatalf("after %d steps, the last of them %v: %s\n\n%s", len(p.last), p.last[max(0, len(p.last)-6):], problem,
		p.said().dump())
}

// pick returns an action that is possible now.
func (p *person) pick() (name string, do func()) {
	s := p.session.State()
	keys := len(s.Rows) + len(s.Cols)
	if p.again != nil {
		return "click it again", p.again
	}
	for {
		switch p.IntN(35) {
		case 0, 1, 2:
			if keys < 4 {
				on := []view.Shelf{view.Rows, view.Rows, view.Cols}[p.IntN(3)]
				column := []string{"region", "city", "quarter", "paid", "day"}[p.IntN(5)]
				days := 0
				for _, f := range slices.Concat(s.Rows, s.Cols) {
					if f.Column == "day" {
						days++
					}
				}
				if column == "day" && days == 3 || on == view.Cols && len(s.Cols) == 2 || on == view.Rows &&
					len(s.Rows) == 3 {
					continue
				}
				return "drop a key", func() { p.editor.Add(column, on, p.IntN(3)) }
			}
		case 3:
			if len(s.Values) < 3 {
				column := []string{"units", "price"}[p.IntN(2)]
				return "drop a value", func() { p.editor.Add(column, view.Values, p.IntN(3)) }
			}
		case 4:
			on := view.Shelf(p.IntN(4))
			if n := s.Len(on); n > 0 && p.IntN(2) == 0 {
				return "remove", func() { p.editor.Remove(on, p.IntN(n)) }
			}
		case 5:
			from, to := view.Shelf(p.IntN(2)), view.Shelf(p.IntN(2))
			if n := s.Len(from); n > 0 && (from == to || s.Len(to) < 2) {
				return "move", func() { p.editor.Move(from, p.IntN(n), to, p.IntN(3)) }
			}
		case 6, 7, 8, 9:
			if g := p.grid(); g != nil {
				return "click a heading", func() { p.click(p.IntN(g.Cols)) }
			}
		case 10:
			if len(s.Rows) > 0 {
				return "keep a top", func() { p.choose("Top and bottom", view.Rows, p.IntN(len(s.Rows))) }
			}
		case 11, 12:
			if keys > 0 {
				return "keep a few", func() {
					p.editor.Edit(func(s view.State) view.State {
						top := s.TopOf(slices.Concat(s.Rows, s.Cols)[p.IntN(keys)])
						top.N, top.Until, top.Bottom = p.IntN(6), "", p.IntN(3) == 0
						if top.N > 3 && top.By.Adds() {
							top.N, top.Until = 0, []query.Until{"80%", "45.5%", "sum 12", "100%"}[p.IntN(4)]
						}
						return s.Keep(top)
					})
				}
			}
		case 13:
			if on := view.Shelf(p.IntN(2)); s.Len(on) > 0 {
				return "sort a field", func() { p.choose("Sort", on, p.IntN(s.Len(on))) }
			}
		case 14:
			return "filter", p.filter
		case 15, 16:
			if g := p.grid(); g != nil {
				if fold := p.foldable(g); fold != nil {
					return "fold", fold
				}
			}
		case 17:
			if len(s.Values) > 0 {
				return "show as", func() { p.showAs(p.IntN(len(s.Values))) }
			}
		case 18:
			if p.IntN(3) == 0 {
				return "swap", func() {
					if len(s.Rows) < 3 {
						p.editor.Edit(view.State.Swap)
					}
				}
			}
			if a := p.session.Answer(); a != nil && p.grid() != nil {
				return "sort by a cell's menu", func() {
					items := slices.DeleteFunc(p.menus.Sort(a, 0, p.IntN(a.Grid.Cols)), func(i *fyne.MenuItem) bool {
						return !strings.HasPrefix(i.Label, "Sort")
					})
					if len(items) > 0 {
						items[p.IntN(len(items))].Action()
					}
				}
			}
		case 19:
			if p.IntN(3) > 0 {
				return "undo", p.undo
			}
			return "redo", p.redo
		case 20, 21:
			return "lay out", p.layOut
		case 22:
			for _, f := range slices.Concat(s.Rows, s.Cols) {
				if s.TopOf(f).N > 0 && p.IntN(2) == 0 {
					return "Others", func() {
						p.editor.Edit(func(s view.State) view.State { return s.SetOthers(f, !s.HasOthers(f)) })
					}
				}
			}
		case 23, 28:
			if g := p.grid(); g != nil {
				if move := p.moving(g); move != nil {
					return "move a label", move
				}
			}
		case 24, 26, 27:
			if g := p.grid(); g != nil && len(s.Filters) < 8 {
				if keep := p.keeping(g); keep != nil {
					return "keep or exclude", keep
				}
			}
		case 25:
			if n := len(s.Filters); n > 0 {
				return "pin", func() {
					p.editor.Edit(func(s view.State) view.State {
						i := p.IntN(n)
						return s.Pin(i, !s.Filters[i].Pinned)
					})
				}
			}
		default:
			if name, do := p.pickMore(); do != nil {
				return name, do
			}
		}
	}
}

// click clicks a heading: the arrow stands there then. Half of the times the next thing to do is to click it
// again, which turns the arrow round.
func (p *person) click(col int) {
	p.Helper()
	ofRows := func() []pivot.Arrow {
		return slices.DeleteFunc(slices.Clone(p.result.grid.Arrows()), func(a pivot.Arrow) bool {
			return a.Row != p.grid().HeaderRows-1
		})
	}
	before, again := ofRows(), p.again != nil
	p.again = nil
	p.result.grid.OnHeaderTapped(col)
	p.settled()
	rows := len(p.session.State().Rows)
	if _, figures := p.grid().Measure(0, col); rows == 0 || col >= rows && !figures {
		return
	}
	after := ofRows()
	on := func(a pivot.Arrow) bool { return a.Col == col }
	at := slices.IndexFunc(after, on)
	if at < 0 || col >= rows && len(after) > 1 || again && after[at].Desc == before[slices.IndexFunc(before, on)].Desc {
		p.fail(fmt.Sprintf("a click on column %d makes %v of the arrows %v", col, after, before))
	}
	if !again && p.IntN(2) == 0 {
		p.again = func() { p.click(col) }
	}
}

// grid returns the pivot on the grid, or nil.
func (p *person) grid() *pivot.Grid {
	if a := p.result.answer(); a != nil && a.Profile.RowsSelected > 0 {
		return a.Grid
	}
	return nil
}

// choose chooses an item in the menu of a field's chip, unless the item asks something.
func (p *person) choose(menu string, on view.Shelf, field int) {
	all := p.menus.Settings(on, field)
	at := slices.IndexFunc(all, func(i *fyne.MenuItem) bool { return i.Label == menu })
	items := slices.DeleteFunc(slices.Clone(all[at].ChildMenu.Items), func(i *fyne.MenuItem) bool {
		return i.IsSeparator || i.Disabled || strings.HasSuffix(i.Label, "…") || i.ChildMenu != nil
	})
	items[p.IntN(len(items))].Action()
}

// foldable returns an action that folds or unfolds a label in view, or nil.
func (p *person) foldable(g *pivot.Grid) func() {
	var all []func()
	for row := range g.Rows {
		for col := range g.Cols {
			if c := g.Cell(row, col); c.Fold != pivot.NoFold {
				onRows := c.Role == pivot.RowLabel
				all = append(all, func() { p.result.grid.OnFold(onRows, c.Node) })
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[p.IntN(len(all))]
}
