package export

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/net/html"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/internal/wording"
)

// looks lists pivots, each with a part of a pivot's look that files keep.
func looks() map[string]query.Query {
	sum, count := measure(query.Sum, "amount"), measure(query.Count, "")
	number := func(code string) query.Measure { m := sum; m.Number = code; return m }
	show := func(s query.Show) query.Measure { m := sum; m.Show = s; return m }
	none := sum
	none.NoTotals = true
	city, open, month := field("city"), field("open"), query.Field{Column: "day", Part: query.Month}
	one := func(values ...query.Measure) query.Query {
		return query.Query{Rows: []query.Field{city}, Cols: []query.Field{month}, Values: values}
	}
	two := func(l query.Layout, values ...query.Measure) query.Query {
		return query.Query{Rows: []query.Field{open, city}, Cols: []query.Field{month}, Values: values, Layout: l}
	}
	all := map[string]query.Query{
		"title":           two(query.Layout{Title: `A & B <c> "d", of 2024`}, sum),
		"compact":         two(query.Layout{Compact: true}, sum, count),
		"totals first":    two(query.Layout{TotalsFirst: true}, sum, count),
		"values on rows":  two(query.Layout{ValuesOnRows: true}, sum, count),
		"repeated labels": two(query.Layout{RepeatLabels: true}, sum),
		"no totals":       two(query.Layout{Totals: query.TotalsNone}, sum),
		"one no totals":   two(query.Layout{}, none, count),
		"empty as 0":      two(query.Layout{NoRows: "0"}, sum, count),
		"empty as text":   two(query.Layout{NoRows: "none"}, sum, count),
		"all labels":      two(query.Layout{ShowEmpty: true}, sum),
		"subtotals by":    two(query.Layout{SubtotalsBy: []query.Subtotal{{Field: open, By: query.Max}}}, sum, count),
		"own format":      one(number(`#,##0.0 "EUR";[Red](#,##0.0);"nil"`)),
		"others": {Rows: []query.Field{city}, Values: []query.Measure{sum},
			Tops: []query.TopN{{N: 2, By: sum, Others: true}}},
		"dates": {Rows: []query.Field{{Column: "day", Part: query.MonthName}}, Values: []query.Measure{
			measure(query.Min, "day"), measure(query.Max, "at"), measure(query.Avg, "amount")}},
	}
	formats := one()
	for _, f := range query.NumberFormats {
		formats.Values = append(formats.Values, number(f.Code))
	}
	ways := one()
	for _, w := range query.Ways {
		s := query.Show{Kind: w.Kind, N: 2}
		if w.Base {
			s.Base = query.Literal{Text: "Rome", Quoted: true}
		}
		if w.Needs {
			s.Of = city
		}
		ways.Values = append(ways.Values, show(s))
	}
	all["formats"], all["ways"] = formats, ways
	return all
}

// german returns the words of German, and sets the signs of its numbers for the test.
func german(t *testing.T) *wording.Words {
	t.Helper()
	text, err := os.ReadFile("../ui/look/lang/catalogue/de.json")
	if err != nil {
		t.Fatal(err)
	}
	words, err := wording.Read("de", text)
	if err != nil {
		t.Fatal(err)
	}
	separators.Use(separators.Separators{Thousands: ".", Decimal: ","})
	t.Cleanup(func() { separators.Use(separators.Plain) })
	return words
}

// TestLooksInOffice opens workbooks and spreadsheets of every look in LibreOffice. What it shows in each cell is the
// text of the screen.
func TestLooksInOffice(t *testing.T) {
	dir := t.TempDir()
	grids, paths := map[string]*pivot.Grid{}, []string(nil)
	for look, q := range looks() {
		grids[look] = gridOf(t, q)
		for _, extension := range []string{".xlsx", ".ods"} {
			path := filepath.Join(dir, look+extension[1:]+extension)
			if _, err := Save(t.Context(), path, "", "", complete(grids[look])); err != nil {
				t.Fatal(look, err)
			}
			paths = append(paths, path)
		}
	}
	openInOffice(t, dir, paths, true)
	for look, g := range grids {
		g = g.Tabular().InFile(nil)
		for _, extension := range []string{"xlsx", "ods"} {
			compareShown(t, look+"."+extension, g, shownIn(t, filepath.Join(dir, look+extension+"-"+pivotSheet+".csv")),
				extension == "xlsx")
		}
	}
}

// shownIn reads the cells that LibreOffice wrote.
func shownIn(t *testing.T, path string) [][]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.FieldsPerRecord = -1
	cells, err := r.ReadAll()
	if err != nil {
		t.Fatal(path, err)
	}
	return cells
}

func compareShown(t *testing.T, name string, g *pivot.Grid, cells [][]string, merged bool) {
	t.Helper()
	if len(cells) != g.Rows {
		t.Fatalf("%s has %d rows, want %d: %q", name, len(cells), g.Rows, cells)
	}
	for row := range g.Rows {
		for col := range g.Cols {
			c := g.Cell(row, col)
			c.Blank = c.Blank && (merged || c.Role == pivot.Name)
			want := strings.ReplaceAll(cellText(c), "\r\n", "\n")
			if c.Value.Type == data.Bool { // spreadsheets write them in capitals
				want = strings.ToUpper(want)
			}
			if strings.HasPrefix(want, "-") && !strings.ContainsAny(want, "123456789") {
				want = want[1:] // LibreOffice writes no sign before 0.0, but Excel does
			}
			if got := cells[row][col]; got != want {
				t.Errorf("%s, %s shows %q, want %q", name, cellName(col, row), got, want)
			}
		}
	}
}

// TestLooksOfPages reads web pages of every look, in English and in German. Their tables have the texts of the screen,
// and their titles are those of the pivots.
func TestLooksOfPages(t *testing.T) {
	for _, words := range []*wording.Words{nil, german(t)} {
		for look, q := range looks() {
			g := gridOf(t, q).In(words)
			var b strings.Builder
			if _, err := FormatNamed("html").Write(t.Context(), &b, complete(g)); err != nil {
				t.Fatal(look, err)
			}
			page, err := html.Parse(strings.NewReader(b.String()))
			if err != nil {
				t.Fatal(err)
			}
			if title := pageTexts(page, "h1"); len(title) != 1 || title[0] != pivotTitle(g) {
				t.Errorf("%s: the title is %q, want %q", look, title, pivotTitle(g))
			}
			var want []string
			g = g.InFile(words)
			for row := range g.Rows {
				for col := range g.Cols {
					if c := g.Cell(row, col); !c.Blank {
						want = append(want, strings.NewReplacer("\r", "", "\n", "").Replace(cellText(c)))
					}
				}
			}
			if got := pageTexts(page, "td", "th"); !slices.Equal(got, want) {
				t.Errorf("%s, %s: the cells are\n%q, want\n%q", look, words.Tag(), got, want)
			}
		}
	}
}

// TestPagesReadBack reads a page of several pivots. Each section has the name of its pivot, its cells, and its chart
// for light and for dark screens.
func TestPagesReadBack(t *testing.T) {
	all, sections := severalOf(t), []*html.Node(nil)
	var b strings.Builder
	if _, err := FormatNamed("html").WriteBook(t.Context(), &b, all); err != nil {
		t.Fatal(err)
	}
	page, err := html.Parse(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	for n := range page.Descendants() {
		if n.Data == "section" {
			sections = append(sections, n)
		}
	}
	for i, n := range all {
		p, err := n.Answer(t.Context())
		if err != nil || len(sections) != len(all) {
			t.Fatal(len(sections), err)
		}
		var want []string
		for row := range p.Grid.Rows {
			for col := range p.Grid.Cols {
				if c := p.Grid.Cell(row, col); !c.Blank {
					want = append(want, strings.NewReplacer("\r", "", "\n", "").Replace(cellText(c)))
				}
			}
		}
		charts := 0
		for e := range sections[i].Descendants() {
			charts += bit(e.Data == "svg")
		}
		if got := pageTexts(sections[i], "td", "th"); !slices.Equal(got, want) {
			t.Errorf("%s: the cells are\n%q, want\n%q", n.Name, got, want)
		}
		if name := pageTexts(sections[i], "h2"); len(name) != 1 || name[0] != n.Name || charts != 2*bit(p.Chart != "") {
			t.Errorf("%q: the heading is %q, and there are %d charts", n.Name, name, charts)
		}
	}
}

// pageTexts lists the texts of the elements of a page with one of the tags.
func pageTexts(page *html.Node, tags ...string) (texts []string) {
	for n := range page.Descendants() {
		if n.Type == html.ElementNode && slices.Contains(tags, n.Data) {
			text := ""
			for part := range n.Descendants() {
				if part.Type == html.TextNode {
					text += part.Data
				}
			}
			texts = append(texts, strings.ReplaceAll(text, "\n", ""))
		}
	}
	return texts
}

// TestGermanInOffice opens a workbook and a spreadsheet in German. Names of sheets and headings are German, and numbers
// are numbers.
func TestGermanInOffice(t *testing.T) {
	words := german(t)
	q := looks()["formats"]
	q.Values = append(q.Values, measure(query.Avg, "amount"))
	g, dir := gridOf(t, q).In(words), t.TempDir()
	var paths []string
	for _, extension := range []string{".xlsx", ".ods"} {
		paths = append(paths, filepath.Join(dir, extension[1:]+extension))
		if _, err := Save(t.Context(), paths[len(paths)-1], "", "", complete(g)); err != nil {
			t.Fatal(err)
		}
	}
	book, err := excelize.OpenFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	if printed, err := book.GetHeaderFooter(words.L(pivotSheet)); err != nil || !strings.HasSuffix(printed.OddFooter,
		"&RSeite &P von &N") {
		t.Errorf("the foot of a page is %+v, %v", printed, err)
	}
	openInOffice(t, dir, paths, false)
	g = g.InFile(words)
	for _, extension := range []string{"xlsx", "ods"} {
		cells := shownIn(t, filepath.Join(dir, extension+"-"+words.L(pivotSheet)+".csv"))
		for row := range g.Rows {
			for col := range g.Cols {
				c := g.Cell(row, col)
				c.Blank = c.Blank && (extension == "xlsx" || c.Role == pivot.Name)
				sameInOffice(t, extension+" "+cellName(col, row), cells[row][col], shownValue(c),
					strings.ReplaceAll(cellText(c), "\r\n", "\n"))
			}
		}
		if about := shownIn(t, filepath.Join(dir, extension+"-"+words.L(aboutSheet)+".csv")); about[0][0] !=
			pivotTitle(g) {
			t.Errorf("%s: %q is about %q", extension, about, pivotTitle(g))
		}
	}
}

func TestLinesOfHeadings(t *testing.T) {
	for text, want := range map[string]int{"": 1, "one": 1, "one two": 1, "one two three": 2, "four fives": 1,
		"longerthanten": 2, "a longerthanten b": 3, "twelve twelve": 2, "exactlyten exactlyten": 2} {
		if got := countLines(text, 10); got != want {
			t.Errorf("%q has %d lines, want %d", text, got, want)
		}
	}
}

// TestLongHeadings writes a heading of 80 characters. It is wrapped in a column of the width of its figures, and
// the row is high enough. A heading over several columns widens none of them.
func TestLongHeadings(t *testing.T) {
	sum := measure(query.Sum, "amount")
	sum.Name = strings.Repeat("heading ", 10)
	g := gridOf(t, query.Query{Rows: []query.Field{field("open")}, Cols: []query.Field{{Column: "day",
		Part: query.Month}}, Values: []query.Measure{sum, measure(query.Count, "")}})
	f, _ := reopen(t, g)
	id, err := f.GetCellStyle(pivotSheet, "B2")
	if err != nil {
		t.Fatal(err)
	}
	style, err := f.GetStyle(id)
	width, _ := f.GetColWidth(pivotSheet, "B")
	height, _ := f.GetRowHeight(pivotSheet, 2)
	if err != nil || style.Alignment == nil || !style.Alignment.WrapText || width != widestHeading+2 || height != 60 {
		t.Errorf("%+v, %v wide, %v high, %v", style.Alignment, width, height, err)
	}
	if height, _ := f.GetRowHeight(pivotSheet, 3); height != 15 {
		t.Errorf("a row of figures is %v high", height)
	}
}

// TestTextsOfPages reads the texts that the script of a German page shows. All of them are German.
func TestTextsOfPages(t *testing.T) {
	months := []query.Field{{Column: "day", Part: query.Month}}
	q := query.Query{Rows: months, Values: []query.Measure{measure(query.Count, "")}}
	p := Pivot{Slicers: []query.Field{{Column: "day", Part: query.Year}}, Grid: gridOf(t, q).In(german(t))}
	p.Finer = func(_ context.Context, fine query.Query, _ int) (*pivot.Crosstab, error) {
		return tabOf(t, table(), fine), nil
	}
	m, why, err := newPivoting(t.Context(), p)
	if err != nil || why != "" {
		t.Fatal(why, err)
	}
	p.Finer = func(context.Context, query.Query, int) (*pivot.Crosstab, error) { return nil, nil }
	if _, why, err := newPivoting(t.Context(), p); err != nil || !strings.HasSuffix(why, "mehr als 20.000 Gruppen") {
		t.Errorf("the page says %q, %v", why, err)
	}
	if m.Rows.Fields[0] != "Monat von day" || m.Slicers[0].Field != "Jahr von day" {
		t.Errorf("the filters are %q and %q", m.Rows.Fields, m.Slicers[0].Field)
	}
	script := strings.Join(regexp.MustCompile(`' \+\s+'`).Split(pivotingScript, -1), "")
	for _, text := range PageTexts {
		if !strings.Contains(script, "'"+text+"'") || m.Say[text] == text || m.Say[text] == "" {
			t.Errorf("%q is %q in German", text, m.Say[text])
		}
	}
	if n := strings.Count(script, "say("); n != len(PageTexts)-1 { // one call folds or unfolds
		t.Errorf("the script shows %d texts, and %d are known", n, len(PageTexts)-1)
	}
}
