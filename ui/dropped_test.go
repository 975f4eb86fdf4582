package ui

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"cardinal/ui/state/view"
)

// rowsWord names the variable with the number of rows that TestDrop opens. docs/measured/benchmarks.md says how the
// figure is made.
const rowsWord = "CARDINAL_ROWS"

// TestDrop drops the measure on a pivot of two keys in the real window, several times, checks the total, and
// says how long after the mouse was released the answer was painted.
func TestDrop(t *testing.T) {
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
	file, total := salesFile(t, rows)
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	onUI(func() { real.files.Dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(file)}) })
	opened := func() bool { return real.session.Table().Rows == rows && len(real.fields.Rows()) == 3 }
	for range 10 { // the file may be large
		ready := false
		if onUI(func() { ready = opened() }); ready {
			break
		}
		time.Sleep(3 * time.Second)
	}
	eventually(t, "the file is not open", opened)
	put(t, "region", view.Rows)
	put(t, "branch", view.Cols)
	var waits, pivots []float64
	for range rounds {
		time.Sleep(500 * time.Millisecond) // until the machine rests
		a := put(t, "amount", view.Values)
		if got := a.Tab.Cell(0, 0, 0).String(); got != strconv.Itoa(total) {
			t.Fatalf("the total is %s, and %d was written", got, total)
		}
		onUI(func() {
			waits = append(waits, float64(real.clock.toScreen.Microseconds())/1e3)
			pivots = append(pivots, a.Profile.TotalMS)
		})
		xdotool(t, "key", "ctrl+z", "sleep", "0.2")
		answered(t)
	}
	slices.Sort(waits)
	slices.Sort(pivots)
	t.Logf("measured: %d rows by region and branch, amount dropped on Values: painted %.0f ms after the mouse was "+
		"released (median %.0f), of which the pivot took %.0f (median %.0f)",
		rows, waits[0], waits[len(waits)/2], pivots[0], pivots[len(pivots)/2])
}

// salesFile writes a CSV file with so many rows of 100 regions, 100 branches and amounts, and returns the sum
// of the amounts.
func salesFile(t *testing.T, rows int) (path string, total int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "sales.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	fmt.Fprintln(w, "region,branch,amount")
	x := uint32(1)
	for range rows {
		x = x*1_664_525 + 1_013_904_223
		region, branch, amount := x>>8%100, x>>15%100, int(x>>22)
		total += amount
		w.WriteString("R" + strconv.Itoa(int(region)) + ",B" + strconv.Itoa(int(branch)) + "," +
			strconv.Itoa(amount) + "\n")
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path, total
}
