package ui

import (
	"archive/zip"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// giver is how a person hands a report over: with the mouse or with the keyboard.
type giver interface {
	hands
	chart(t *testing.T)
	behind(t *testing.T) (mark int) // opens the rows behind a mark of the chart
	back(t *testing.T)
	figures(t *testing.T) // selects several figures of the first measure
	find(t *testing.T, text string)
	unfind(t *testing.T)
	newTab(t *testing.T)
	showTab(t *testing.T, i int)
	save(t *testing.T, name string)
	open(t *testing.T, name string)
	export(t *testing.T)
	quit(t *testing.T)
}

// TestHandOverByMouse makes a report with the mouse, keeps it, and hands it over. Only names and numbers are typed.
func TestHandOverByMouse(t *testing.T) { handOver(t, mouse{}) }

// TestHandOverByKeyboard does the same with the keyboard.
func TestHandOverByKeyboard(t *testing.T) { handOver(t, keyboard{}) }

// anew says in the process of the window that the report is to be opened again.
const anew = "CARDINAL_AGAIN"

// handOver builds a report with data bars and a colour scale, draws it, looks at the rows behind a mark, adds
// figures up, finds a label, makes a second tab, saves, and quits. A second process opens the workspace and
// exports. Figures are held against loops over the rows, the second window against the first, and the workbook
// against the screen.
func handOver(t *testing.T, by giver) {
	switch {
	case real == nil:
		home := t.TempDir()
		inWindow(t, "HOME="+home, withoutGPU())
		inWindow(t, "HOME="+home, anew+"=1", withoutGPU())
	case os.Getenv(anew) == "":
		makeReport(t, by)
	default:
		passReport(t, by)
	}
}

func makeReport(t *testing.T, by giver) {
	home, _ := os.UserHomeDir()
	rows := visits()
	openVisitsIn(t, home, rows)
	by.add(t, "region", view.Rows)
	by.add(t, "city", view.Rows)
	by.add(t, "revenue", view.Values)
	by.add(t, "revenue", view.Values)
	by.choose(t, view.Values, 0, "Conditional formatting", query.Mark{Kind: query.Bars}.Title())
	by.choose(t, view.Values, 1, "Conditional formatting", query.Mark{Kind: query.Scale, N: 2}.Title())
	by.choose(t, view.Values, 0, "Number format", "Own…")
	answer(t, "#,##0.0")
	eventually(t, "the formats are not shown", func() bool {
		a, s := real.session.Answer(), real.session.State()
		return a != nil && a.State.SameQuery(s) && a.State.SameMarks(s) && len(s.Values) == 2 &&
			s.Values[0].Number == "#,##0.0" &&
			s.Values[0].Marks[0].Kind == query.Bars && s.Values[1].Marks[0].Kind == query.Scale
	})
	checkVisits(t, rows)

	by.chart(t)
	eventually(t, "no chart", func() bool { s := real.result.chart.chart.Scene(); return s != nil && len(s.Marks) > 0 })
	shot(t, "handover-chart")
	m := real.result.chart.shown.Marks[by.behind(t)]
	eventually(t, "no rows behind the mark", func() bool { return real.result.rows != nil })
	checkBehind(t, rows, real.session.Answer().Tab.Rows.Path(m.Row))
	by.back(t)
	eventually(t, "the figures are not back", func() bool { return real.result.rows == nil })

	by.figures(t)
	eventually(t, "nothing is added up", func() bool { return real.status.of != nil })
	checkSum(t, rows)
	shot(t, "handover-sum")

	by.find(t, "City 17")
	eventually(t, "City 17 is not found", func() bool {
		row, col, ok := real.result.grid.Active()
		if !ok {
			return false
		}
		c := real.result.grid.Source().Cell(row, col)
		return c.Text() == "City 17"
	})
	by.unfind(t)
	eventually(t, "the bar is still there", func() bool { return !real.result.find.Visible() })

	by.newTab(t)
	eventually(t, "no second tab", func() bool { return len(real.session.Tabs()) == 2 && real.session.State().Empty() })
	by.add(t, "region", view.Cols)
	by.save(t, "report")
	eventually(t, "it is not saved", func() bool {
		return real.keeps.Path() == filepath.Join(home, "report.cardinal") && !real.keeps.Unsaved()
	})
	var seen [2]string
	for _, i := range []int{0, 1} {
		by.showTab(t, i)
		eventually(t, "the tab is not shown", func() bool { return real.session.Shown() == i })
		seen[i] = screen(answered(t))
	}
	if err := os.WriteFile(filepath.Join(home, "screen.txt"), []byte(seen[0]+"\f"+seen[1]), 0o600); err != nil {
		t.Fatal(err)
	}

	left := make(chan bool, 1)
	var leave func()
	onUI(func() { leave, real.leave = real.leave, func() { left <- true } })
	by.quit(t)
	select {
	case <-left:
	case <-time.After(20 * time.Second):
		shot(t, "failed")
		t.Error("the window does not close")
	}
	onUI(func() { real.leave = leave })
}

func passReport(t *testing.T, by giver) {
	home, _ := os.UserHomeDir()
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	by.open(t, "report.cardinal")
	eventually(t, "the workspace is not open", func() bool {
		return real.session.Table().Name == "visits.csv" && len(real.session.Tabs()) == 2
	})
	text, err := os.ReadFile(filepath.Join(home, "screen.txt"))
	if err != nil {
		t.Fatal(err)
	}
	seen := strings.Split(string(text), "\f")
	var grid *pivot.Grid
	for _, i := range []int{1, 0} {
		by.showTab(t, i)
		eventually(t, "the tab is not shown", func() bool { return real.session.Shown() == i })
		a := answered(t)
		if got := screen(a); got != seen[i] {
			t.Errorf("tab %d was saved as\n%s\nand is opened as\n%s", i+1, seen[i], got)
		}
		grid = a.Grid
	}
	checkVisits(t, visits())
	eventually(t, "the chart is gone", func() bool {
		s := real.result.chart.chart.Scene()
		return s != nil && len(s.Marks) > 0
	})
	shot(t, "handover-again")
	by.export(t)
	path := filepath.Join(home, "visits pivot.xlsx")
	eventually(t, "no workbook", func() bool {
		return strings.Contains(real.status.text.Text, "visits pivot.xlsx") && real.status.message.Visible()
	})
	book, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	checkBook(t, book, grid)
	checkBookMarks(t, book, grid)
	if sheets := book.GetSheetList(); !slices.Contains(sheets, "Chart") {
		t.Errorf("the sheets are %v, without a chart", sheets)
	}
	hasPart(t, path, "xl/charts/chart1.xml")
}

// hasPart fails if a workbook has no part with a name, or an empty one.
func hasPart(t *testing.T, path, name string) {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	part, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(part); err != nil || len(text) == 0 {
		t.Errorf("%s: %d bytes, %v", name, len(text), err)
	}
}

// screen returns what an answer shows: its texts, and its conditional formats.
func screen(a *session.Answer) string {
	var b strings.Builder
	for row := range a.Grid.Rows {
		for col := range a.Grid.Cols {
			c := a.Grid.Cell(row, col)
			fmt.Fprintf(&b, "%s %+v\t", c.Text(), c.Mark)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// checkVisits holds every figure of the report against a loop over the rows.
func checkVisits(t *testing.T, rows []visit) {
	t.Helper()
	a := real.session.Answer()
	for n := range a.Tab.Rows.Len() {
		sum, count := 0, 0
		for _, v := range rows {
			if isUnder(v, a.Tab.Rows.Path(n)) {
				sum += v.cents
				count++
			}
		}
		if got := a.Tab.Cell(n, 0, 0).String(); got != fmt.Sprintf("%d.%02d", sum/100, sum%100) {
			t.Errorf("%v: the sum is %s, want %d cents", a.Tab.Rows.Path(n), got, sum)
		}
		average, _ := a.Tab.Cell(n, 0, 1).Number()
		if want := float64(sum) / 100 / float64(count); math.Abs(average-want) > 1e-9*want {
			t.Errorf("%v: the average is %v, want %v", a.Tab.Rows.Path(n), average, want)
		}
	}
}

// isUnder reports whether a row counts for a label with these labels above it.
func isUnder[V fmt.Stringer](v visit, path []V) bool {
	is := []string{v.region, v.city}
	for i, label := range path {
		if label.String() != is[i] {
			return false
		}
	}
	return true
}

// checkBehind holds the rows behind a figure against a loop over the rows.
func checkBehind[V fmt.Stringer](t *testing.T, rows []visit, path []V) {
	t.Helper()
	shown := real.result.rows
	n := 0
	for _, v := range rows {
		if !isUnder(v, path) {
			continue
		}
		n++
		if got, want := shown.Cell(n, 4).Value.String(), fmt.Sprintf("%d.%02d", v.cents/100,
			v.cents%100); got != want || shown.Cell(n, 1).Value.Text != v.region {
			t.Fatalf("row %d behind %v has revenue %s in %s, want %s in %s", n, path, got, shown.Cell(n, 1).Value.Text,
				want, v.region)
		}
	}
	if n != shown.Len() || n == 0 {
		t.Errorf("%d rows behind %v, want %d", shown.Len(), path, n)
	}
}

// checkSum compares the status of the selected figures with a loop over the rows. A total counts if its parts are not
// selected.
func checkSum(t *testing.T, rows []visit) {
	t.Helper()
	a := real.session.Answer()
	var chosen cells.Rect
	var said cells.Summary
	onUI(func() { chosen, said = real.result.grid.Selected(), *real.status.of })
	sum, figures := 0, 0
	for row := chosen.FirstRow; row <= chosen.LastRow; row++ {
		path := a.Tab.Rows.Path(a.Grid.RowNode(row))
		if len(path) < 2 {
			continue
		}
		figures++
		for _, v := range rows {
			if isUnder(v, path) {
				sum += v.cents
			}
		}
	}
	got := strings.ReplaceAll(said.Sum, ",", "")
	want := strconv.FormatFloat(float64(sum)/100, 'f', 1, 64)
	if x, err := strconv.ParseFloat(got, 64); err != nil || math.Abs(x-float64(sum)/100) > 0.051 ||
		said.Count != figures || figures < 2 {
		t.Errorf("the sum of rows %d to %d is %s of %d figures, want %s of %d", chosen.FirstRow, chosen.LastRow,
			said.Sum, said.Count, want, figures)
	}
}

// checkBookMarks holds which cells have which conditional format in a workbook against the screen.
func checkBookMarks(t *testing.T, book *excelize.File, g *pivot.Grid) {
	t.Helper()
	formats, err := book.GetConditionalFormats("Pivot")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]string{}
	for areas, of := range formats {
		for _, area := range strings.Fields(areas) {
			first, last, _ := strings.Cut(area, ":")
			c0, r0, _ := excelize.CellNameToCoordinates(first)
			c1, r1, _ := excelize.CellNameToCoordinates(last)
			for row := r0; row <= r1; row++ {
				for col := c0; col <= c1; col++ {
					name, _ := excelize.CoordinatesToCellName(col, row)
					rules[name] += of[0].Type
				}
			}
		}
	}
	for row := range g.Rows {
		for col := range g.Cols {
			name, _ := excelize.CoordinatesToCellName(col+1, row+1)
			c := g.Cell(row, col)
			want := map[mark.Fill]string{mark.Two: "2_color_scale"}[c.Mark.Fill]
			if c.Mark.Bar {
				want = "data_bar"
			}
			if rules[name] != want {
				t.Errorf("%s, %s: the workbook has the format %q, the screen %q", name, c.Text(), rules[name], want)
			}
		}
	}
}
