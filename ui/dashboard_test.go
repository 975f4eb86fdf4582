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
	for i, kind := range []string{"bar", "pie", "treemap", "bar", "line", "bar"} {
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
	var waits []float64
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
			for _, tile := range board.tiles {
				if p := tile.of.Answer.Profile; p.RowsSelected >= rows || tile.chart.Scene() == nil {
					t.Errorf("%s has %d rows, and the chart says %s", tile.of.Name, p.RowsSelected, tile.chart.Message())
				}
			}
			waits = append(waits, float64(real.clock.toScreen.Microseconds())/1e3)
		})
	}
	slices.Sort(waits)
	t.Logf("measured: a filter of a dashboard with six charts of %d rows: painted after %.0f ms (median %.0f)", rows,
		waits[0], waits[len(waits)/2])
}
