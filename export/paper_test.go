package export

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// TestPaper reads the tables of pages to print back: each has all rows and their labels, and together they have
// each column once, with its headings.
func TestPaper(t *testing.T) {
	const days = 40
	values, names := make([]int64, 3*days), []string{"Rome", "<b>Oslo</b>", "東京 and a name that is longer than its " +
		"column"}
	codes := make([]uint32, len(values))
	for i := range values {
		values[i], codes[i] = int64(20_000+i%days*20), uint32(i/days)
	}
	table := data.NewTable("days", []*data.Column{data.NewText("city", codes, names, nil),
		data.NewInts("day", data.Date, 0, values, nil)})
	wide := query.Query{
		Rows: []query.Field{field("city"), field("day")}, Cols: []query.Field{{Column: "day", Part: query.Year},
			{Column: "day", Part: query.Month}},
		Values: []query.Measure{measure(query.Count, ""), measure(query.Max, "day")},
	}
	narrow := query.Query{Rows: []query.Field{field("city")}, Values: []query.Measure{measure(query.Count, "")}}
	for _, q := range []query.Query{wide, narrow} {
		g := tabOf(t, table, q).Grid(pivot.Folds{})
		var b bytes.Buffer
		if _, err := FormatNamed(ToPrint).Write(t.Context(), &b, Pivot{Grid: g}); err != nil {
			t.Fatal(err)
		}
		across := strings.Contains(b.String(), "size: landscape")
		if across != (len(q.Cols) > 0) || !strings.Contains(b.String(), "print()") {
			t.Errorf("in landscape: %t", across)
		}
		rows, cols, headerRows, labelCols := g.Size()
		want, _ := sheets(g)
		pages := tablesOf(t, b.String())
		if len(pages) != len(want) || len(pages) > 1 != across {
			t.Fatalf("%d tables, want %d", len(pages), len(want))
		}
		seen := each.Index(labelCols)
		for i, page := range pages {
			seen = append(seen, want[i][labelCols:]...)
			for row := range rows {
				for at, col := range want[i] {
					c := g.Cell(row, col)
					for c.Blank && row < headerRows && col > labelCols { // the heading of the columns at the left
						col--
						c = g.Cell(row, col)
					}
					if text := strings.ReplaceAll(cellText(c), "\n", " "); !c.Blank && page[row][at] != text {
						t.Fatalf("table %d, row %d, column %d: %q, want %q", i, row, want[i][at], page[row][at], text)
					}
				}
			}
		}
		if !slices.Equal(seen, each.Index(cols)) {
			t.Errorf("the tables have the columns %v of %d", seen, cols)
		}
	}
}

// tablesOf returns the texts of the tables of a page by row and column, each text in all cells that its element
// spans.
func tablesOf(t *testing.T, page string) (tables [][][]string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Data != "table" {
			continue
		}
		var cells [][]string
		taken := map[[2]int]bool{}
		row := -1
		for e := range n.Descendants() {
			switch {
			case e.Type != html.ElementNode:
			case e.Data == "tr":
				row++
			case e.Data == "td" || e.Data == "th":
				for len(cells) <= row {
					cells = append(cells, make([]string, 1000))
				}
				at := 0
				for taken[[2]int{row, at}] {
					at++
				}
				for down := range spanOf(t, e, "rowspan") {
					for across := range spanOf(t, e, "colspan") {
						taken[[2]int{row + down, at + across}] = true
						for len(cells) <= row+down {
							cells = append(cells, make([]string, 1000))
						}
						cells[row+down][at+across] = words(e)
					}
				}
			}
		}
		tables = append(tables, cells)
	}
	return tables
}

func spanOf(t *testing.T, e *html.Node, name string) int {
	for _, a := range e.Attr {
		if a.Key == name {
			n, err := strconv.Atoi(a.Val)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	return 1
}

func words(e *html.Node) string {
	var b strings.Builder
	for n := range e.Descendants() {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.Data == "br":
			b.WriteString(" ")
		}
	}
	return b.String()
}

// TestTooMuchPaper refuses what would fill a shelf, before anything is written.
func TestTooMuchPaper(t *testing.T) {
	values := make([]int64, 40_000)
	for i := range values {
		values[i] = int64(i)
	}
	table := data.NewTable("long", []*data.Column{data.NewInts("id", data.Int, 0, values, nil)})
	g := tabOf(t, table, query.Query{Rows: []query.Field{field("id")},
		Values: []query.Measure{measure(query.Count, "")}}).Grid(pivot.Folds{})
	var b bytes.Buffer
	_, err := paper(context.Background(), &b, Pivot{Grid: g})
	if err == nil || err.Error() != "40,001 rows would fill about 1,112 pages: filter the rows, fold labels, or "+
		"export them instead" || b.Len() > 0 {
		t.Errorf("%v after %d bytes", err, b.Len())
	}
}
