package ui

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/storage"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// ordersFile writes a table of order numbers, of which each has about six lines.
func ordersFile(t *testing.T, rows int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "orders.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	fmt.Fprintln(w, "order_no,amount")
	x := uint64(1)
	for range rows {
		x = x*6_364_136_223_846_793_005 + 1_442_695_040_888_963_407
		order := 4_500_000_000 + (x>>33%uint64(rows/6+1))*977
		w.WriteString(strconv.FormatUint(order, 10) + "," + strconv.Itoa(int(x>>20%1000)) + "\n")
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestIdentifierTimes groups by order numbers, sorts them, keeps ten, goes to the end, finds one and lists its rows. It
// says how long each took until it was seen.
func TestIdentifierTimes(t *testing.T) {
	if real == nil {
		for line := range strings.Lines(inWindow(t, withoutGPU())) {
			if strings.Contains(line, "measured") {
				t.Log(strings.TrimSpace(line))
			}
		}
		return
	}
	rows := 200_000
	if n, err := strconv.Atoi(os.Getenv(rowsWord)); err == nil {
		rows = n
	}
	file := ordersFile(t, rows)
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	onUI(func() { real.files.Dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(file)}) })
	eventually(t, "the file is not open", func() bool {
		return real.session.Table().Rows == rows && !real.session.Begun()
	})
	measure := func(what string, act func(), seen func() bool) {
		t.Helper()
		time.Sleep(500 * time.Millisecond) // until the machine rests
		start := time.Now()
		onUI(act)
		eventually(t, what, seen)
		t.Logf("measured: %d rows, %s: seen after %d ms", rows, what, time.Since(start).Milliseconds())
	}
	edit := func(what string, change func(s view.State) view.State) {
		t.Helper()
		measure(what, func() { real.editor.Edit(change) }, func() bool { return real.clock.begun == 0 })
		onUI(func() { t.Logf("measured: %s: painted after %d ms", what, real.clock.toScreen.Milliseconds()) })
	}
	order, sum := query.Field{Column: "order_no"}, query.Measure{Func: query.Sum, Column: "amount"}
	grid := real.result.grid
	edit("order numbers on Rows", func(s view.State) view.State {
		s.Rows, s.Values = []query.Field{order}, []query.Measure{sum}
		return s
	})
	edit("sorted by a sum", func(s view.State) view.State { return s.SortBy(sum, nil, true) })
	edit("top 10", func(s view.State) view.State { return s.Keep(view.Top{Of: order, N: 10, By: sum}) })
	edit("all labels again", func(s view.State) view.State { return s.Keep(view.Top{Of: order}).SortLabels() })
	last := func() (rows int) {
		rows, _, _, _ = grid.Source().Size()
		return rows - 1
	}
	measure("the end", func() {
		grid.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyEnd, Modifier: fyne.KeyModifierControl})
	}, func() bool {
		row, _, _ := grid.Active()
		return row >= last()-1 && grid.Source().(interface{ Ready(int) bool }).Ready(last())
	})
	label := ""
	onUI(func() {
		c := grid.Source().Cell(last()-1, 0)
		label = c.Text()
	})
	measure("found "+label, func() {
		real.result.find.open()
		real.win.Canvas().Focused().(interface{ SetText(string) }).SetText(label)
	}, func() bool { return real.result.find.hits != nil && len(real.result.find.hits.Cells) > 0 })
	measure("rows behind the first figure", func() { real.session.DrillThrough(1, 0) },
		func() bool { return real.result.rows != nil && real.result.rows.Len() > 0 })
}
