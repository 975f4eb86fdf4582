package ui

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// plotBy returns a pivot of the rows of a column, drawn as a chart unless kind is "-".
func plotBy(column, kind string) view.State {
	s := view.State{Rows: []query.Field{{Column: column}}}
	if kind != "-" {
		s = s.SetChart(view.Chart{Place: view.Beside, Style: kind})
	}
	return s
}

// TestDashboardByMouse makes a dashboard of two tabs with the mouse. A bar of its chart filters both tiles, a cross
// takes a tile off, and a title leads to its tab.
func TestDashboardByMouse(t *testing.T) {
	if real == nil {
		inWindow(t, withoutGPU())
		return
	}
	var m mouse
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	put(t, "region", view.Rows)
	m.chart(t)
	m.newTab(t)
	put(t, "status", view.Rows)
	time.Sleep(500 * time.Millisecond)
	m.click(t, func() fyne.CanvasObject { return real.tabs.Object().(*fyne.Container).Objects[2] })
	board := real.result.board
	done := func() bool {
		return len(board.tiles) == 2 && board.begun.IsZero() && board.tiles[0].chart.Scene() != nil &&
			board.tiles[1].grid.Source() != nil
	}
	eventually(t, "the tiles are not painted", done)
	shot(t, "dashboard")
	var x, y float32
	keep := ""
	onUI(func() {
		c := board.tiles[0].chart
		mark := board.tiles[0].picture.Marks[1]
		mx, my := mark.Middle()
		x, y = float32(mx)/c.Size().Width, float32(my)/c.Size().Height
		keep = "Keep only " + board.tiles[0].shown.ChosenLabels([]chart.Mark{mark})[0].Text()
	})
	px, py := pixel(board.tiles[0].chart, x, y)
	m.at(t, px, py, "click", "3", "sleep", "0.4")
	m.pick(t, []string{keep})
	eventually(t, "no filter came", func() bool { return len(real.session.State().Filters) == 1 })
	eventually(t, "the tiles are not painted again", done)
	onUI(func() {
		for _, tile := range board.tiles {
			if a := tile.of.Answer; a.Profile.RowsSelected >= a.Profile.Rows || a.Profile.RowsSelected == 0 {
				t.Errorf("%s has %d of %d rows after %q", tile.of.Name, a.Profile.RowsSelected, a.Profile.Rows, keep)
			}
		}
	})
	m.click(t, func() fyne.CanvasObject { return board.tiles[1].title })
	eventually(t, "the title does not lead to the tab", func() bool { return real.session.Shown() == 1 })
	if a := answered(t); len(a.State.Filters) != 1 {
		t.Errorf("the tab has the filters %v", a.State.Filters)
	}
}

// TestDashboardAdvises says what to do on a dashboard without a pivot, with one, and with none that is chosen. Other
// shelves and the chart of a tab are away, and come back with the tab.
func TestDashboardAdvises(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.session.NewDashboard()
	board := s.result.board
	says := func(want string) {
		t.Helper()
		if got := s.read(s.result.root); !strings.Contains(strings.ReplaceAll(got, "\n", " "), want) {
			t.Errorf("the dashboard says %q, not %q", got, want)
		}
	}
	says("There is no pivot to show yet")
	if s.shelves.On[view.Rows].Visible() || !s.shelves.On[view.Filters].Visible() || s.result.answers.Visible() {
		t.Error("the shelves and the figures of a tab are in view")
	}
	all[*input.Button](board.none)[0].Tapped(nil)
	if s.session.State().Dashboard || len(s.session.Tabs()) != 3 || !s.shelves.On[view.Rows].Visible() {
		t.Fatal("there is no new tab with shelves")
	}
	s.editor.Append("region", view.Rows)
	s.answered()
	s.session.ShowTab(1)
	done := func() bool { return len(board.tiles) == 1 && !board.tiles[0].of.Late }
	s.until("the tile has its answer", done)
	says("Make the next one in a new tab")
	s.editor.Edit(func(v view.State) view.State { return v.ToggleTab(board.tiles[0].of.Name) })
	says("No pivot is chosen")
	all[*input.Button](board.none)[0].Tapped(nil)
	s.until("the tile is back", done)
	s.editor.AddDefault([]string{"region"})
	s.until("a double click on a field asks for a filter", func() bool { return s.asked() != nil })
}

// TestDashboardExports writes the pivots of the tiles into a file of several pivots, and refuses other files.
func TestDashboardExports(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	board := session.Tab{Name: "Board", State: view.State{Dashboard: true, LeftOut: []string{"B"}}}
	s.session.Restore([]session.Tab{{Name: "A", State: plotBy("region", "bar")},
		{Name: "B", State: plotBy("units", "-")}, board}, 2)
	s.until("the tile has its answer", func() bool {
		all := s.result.board.tiles
		return len(all) == 1 && !all[0].of.Late
	})
	s.files.AskExport("csv")
	if got := s.read(s.status.message); s.asked() != nil || !strings.Contains(got, "CSV holds one pivot") {
		t.Errorf("of CSV the window says %q", got)
	}
	s.files.AskExport("html")
	s.typed("orders", t.TempDir())
	s.button("Export").OnTapped()
	s.until("saved", func() bool { return len(s.disk.saved) == 1 })
	if !slices.Equal(s.disk.sheets, []string{"A"}) {
		t.Errorf("the page has %q", s.disk.sheets)
	}
	s.files.Print()
	s.until("printed", func() bool { return len(s.disk.saved) == 2 })
	if !slices.Equal(s.disk.sheets, []string{"A", "A"}) {
		t.Errorf("printed %q", s.disk.sheets)
	}
}

// TestDashboardRoom lays out 1 to 13 tiles, with long titles, in wide and narrow windows. No tile covers another, each
// has the least height, and none stands outside the width.
func TestDashboardRoom(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	var tabs []session.Tab
	for i := range 13 {
		p := plotBy("region", []string{"bar", "-"}[i%2])
		p.Layout.Title = strings.Repeat("A long title ", 30)[:390]
		tabs = append(tabs, session.Tab{Name: fmt.Sprint(i), State: p})
	}
	s.session.Restore(append(tabs, session.Tab{Name: "Board", State: view.State{Dashboard: true}}), 13)
	board := s.result.board
	for n := 13; n > 0; n -= 3 {
		s.until("the tiles have their answers", func() bool {
			return len(board.tiles) == n && !slices.ContainsFunc(board.tiles, func(t *tile) bool {
				return t.of.Late || t.drawing
			})
		})
		for _, size := range []fyne.Size{{Width: 430, Height: 300}, {Width: 1000, Height: 640},
			{Width: 1600, Height: 900}} {
			s.win.Resize(size)
			room, columns := board.scroll.Size(), map[float32]bool{}
			for i, a := range board.tiles {
				at, of := a.root.Position(), a.root.Size()
				columns[at.X] = true
				if of.Height < leastTile-1 || at.X < 0 || at.X+of.Width > room.Width+1 {
					t.Errorf("%d tiles in %v: tile %d stands at %v, %v", n, size, i, at, of)
				}
				for _, b := range board.tiles[:i] {
					p, q := b.root.Position(), b.root.Size()
					if at.X < p.X+q.Width && p.X < at.X+of.Width && at.Y < p.Y+q.Height && p.Y < at.Y+of.Height {
						t.Errorf("%d tiles in %v: tile %d covers another", n, size, i)
					}
				}
			}
			if most := map[float32]int{430: 1, 1000: 2, 1600: 3}[size.Width]; n > 4 && len(columns) < most {
				t.Errorf("%d tiles in %v stand in %d columns", n, size, len(columns))
			}
		}
		s.editor.Edit(func(v view.State) view.State {
			for _, a := range board.tiles[max(n-3, 0):] {
				v = v.ToggleTab(a.of.Name)
			}
			return v
		})
	}
}

// TestDashboardTimes edits a filter of a dashboard with six charts, and says when they were painted.
func TestDashboardTimes(t *testing.T) {
	if real == nil {
		for line := range strings.Lines(inWindow(t, withoutGPU())) {
			if strings.Contains(line, "measured") {
				t.Log(strings.TrimSpace(line))
			}
		}
		return
	}
	rows, rounds := 100_000, 2
	if n, err := strconv.Atoi(os.Getenv(rowsWord)); err == nil {
		rows, rounds = n, 7
	}
	file, _ := salesFile(t, rows)
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	onUI(func() { real.files.Dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(file)}) })
	opened := func() bool { return real.session.Table().Rows == rows && !real.session.Begun() }
	for range 10 { // the file may be large
		ready := false
		if onUI(func() { ready = opened() }); ready {
			break
		}
		time.Sleep(3 * time.Second)
	}
	eventually(t, "the file is not open", opened)
	var tabs []session.Tab
	amount := query.Measure{Func: query.Sum, Column: "amount"}
	for i, kind := range []string{"bar", "bar", "treemap", "bar", "line", "treemap"} {
		s := plotBy([]string{"region", "branch"}[i%2], kind)
		if i > 2 {
			s.Values = []query.Measure{amount}
		}
		if kind == "line" {
			s.Rows = []query.Field{{Column: "amount"}}
		}
		tabs = append(tabs, session.Tab{Name: fmt.Sprint("Chart ", i+1), State: s})
	}
	tabs = append(tabs, session.Tab{Name: "Dashboard", State: view.State{Dashboard: true}})
	onUI(func() { real.session.Restore(tabs, 6) })
	board := real.result.board
	done := func() bool { return len(board.tiles) == 6 && board.begun.IsZero() && real.clock.begun == 0 }
	eventually(t, "the tiles are not painted", done)
	var waits, pivots []float64
	for i := range rounds {
		time.Sleep(500 * time.Millisecond) // until the machine rests
		onUI(func() {
			c := real.session.Column("region")
			real.editor.Edit(func(s view.State) view.State {
				return s.LeaveOut(query.Field{Column: "region"}, c, []data.Value{data.TextValue(fmt.Sprint("R", i))})
			})
		})
		eventually(t, "the tiles are not painted again", done)
		onUI(func() {
			took := 0.0
			for _, tile := range board.tiles {
				took += tile.of.Answer.Profile.TotalMS
				if p := tile.of.Answer.Profile; p.RowsSelected >= rows || tile.chart.Scene() == nil {
					t.Errorf("%s has %d rows, and the chart says %s", tile.of.Name, p.RowsSelected,
						tile.chart.Message())
				}
			}
			waits, pivots = append(waits, float64(real.clock.toScreen.Microseconds())/1e3), append(pivots, took)
		})
	}
	slices.Sort(waits)
	slices.Sort(pivots)
	t.Logf("measured: a filter of a dashboard with six charts of %d rows: painted after %.0f ms (median %.0f), of "+
		"which the pivots took %.0f (median %.0f)", rows, waits[0], waits[len(waits)/2], pivots[0],
		pivots[len(pivots)/2])
}
