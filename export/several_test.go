package export

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/query"
	"cardinal/internal/faults"
)

// answered returns a pivot of a Book that already has its answer.
func answered(name string, p Pivot) Named {
	return Named{name, func(context.Context) (Pivot, error) { return p, nil }}
}

// severalOf returns pivots of every kind: with charts, bars, buttons to filter, folded labels, and names that Excel
// does not accept as they are.
func severalOf(t *testing.T) Book {
	amount := measure(query.Sum, "amount")
	bars := amount
	bars.Marks = query.MarkList(query.Mark{Kind: query.Bars})
	city, month := field("city"), query.Field{Column: "day", Part: query.Month}
	pivots := map[string]query.Query{
		"Men's":           {Rows: []query.Field{city}, Values: []query.Measure{bars, {Func: query.Count}}},
		"men's":           {Rows: []query.Field{city}, Cols: []query.Field{month}, Values: []query.Measure{bars}},
		"a/b: [x] what?!": {Rows: []query.Field{month, city}, Values: []query.Measure{amount}},
		"a name of more than 31 characters, which Excel cuts": {Rows: []query.Field{city},
			Values: []query.Measure{amount, measure(query.Max, "big")}},
		"a name of more than 31 characters, which Excel cuts ": {Rows: []query.Field{field("open")},
			Values: []query.Measure{amount}},
		"R1C1": {Rows: []query.Field{field("open")}, Values: []query.Measure{amount},
			Layout: query.Layout{Totals: query.TotalsNone}},
	}
	charts := map[string]string{"Men's": "scatter", "men's": "line", "R1C1": "pie", "a/b: [x] what?!": "treemap"}
	var b Book
	for _, name := range []string{"Men's", "men's", "a/b: [x] what?!", "a name of more than 31 characters, which " +
		"Excel cuts", "a name of more than 31 characters, which Excel cuts ", "R1C1"} {
		p := complete(gridOf(t, pivots[name]))
		p.Profile.Source, p.Chart = "sales.csv", charts[name]
		b = append(b, answered(name, p))
	}
	return b
}

// severalSheets are the names of the figures of severalOf.
var severalSheets = []string{"Men's", "men's (2)", "a-b- (x) what-!", "a name of more than 31 characte",
	"a name of more than 31 char (2)", "R1C1"}

// TestBook holds every sheet of a workbook of several pivots against the workbook of that pivot alone: cells,
// formats, rules, widths, panes, merged cells and buttons.
func TestBook(t *testing.T) {
	all := severalOf(t)
	for _, format := range []string{"xlsx", "pivottable"} {
		var file bytes.Buffer
		if _, err := FormatNamed(format).WriteBook(t.Context(), &file, all); err != nil {
			t.Fatal(err)
		}
		f, err := excelize.OpenReader(bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		charts := 0
		var figures []string
		for _, name := range f.GetSheetList() {
			if slices.Contains(severalSheets, name) {
				figures = append(figures, name)
			}
		}
		if !slices.Equal(figures, severalSheets) {
			t.Fatalf("the sheets are %q", f.GetSheetList())
		}
		for i, n := range all {
			p, _ := n.Answer(t.Context())
			var alone bytes.Buffer
			if _, err := FormatNamed(format).Write(t.Context(), &alone, p); err != nil {
				t.Fatal(err)
			}
			one, err := excelize.OpenReader(bytes.NewReader(alone.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			sameSheet(t, f, severalSheets[i], one, pivotSheet)
			if want := partOf(t, alone.Bytes(), "xl/charts/chart1.xml"); bytes.Contains(want, []byte(chartSheet+"!")) {
				charts++
				name := escapeAttribute(reference(besideOf(t, f, severalSheets[i], chartSheet)))
				want = bytes.ReplaceAll(want, []byte(chartSheet+"!"), []byte(name+"!"))
				if got := partOf(t, file.Bytes(), fmt.Sprintf("xl/charts/chart%d.xml", charts)); !bytes.Equal(got,
					want) {
					t.Errorf("the chart of %s is %s, want %s", severalSheets[i], got, want)
				}
			}
			for _, beside := range []string{chartSheet, nativeSheet, dataSheet} {
				if at, _ := one.GetSheetIndex(beside); at >= 0 {
					name := besideOf(t, f, severalSheets[i], beside)
					sameSheet(t, f, name, one, beside)
				}
			}
		}
		if charts != 3 {
			t.Errorf("%s: %d charts of Excel", format, charts)
		}
	}
}

// partOf returns a part of a workbook, or nil.
func partOf(t *testing.T, book []byte, name string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	part, err := z.Open(name)
	if err != nil {
		return nil
	}
	text, err := io.ReadAll(part)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// besideOf returns the sheet of a kind that follows the figures of a pivot.
func besideOf(t *testing.T, f *excelize.File, figures, kind string) string {
	t.Helper()
	all := f.GetSheetList()
	for _, name := range all[slices.Index(all, figures)+1:] {
		if slices.Contains(severalSheets, name) {
			break
		}
		if strings.Contains(name, " "+kind) {
			return name
		}
	}
	t.Fatalf("no %s follows %s: %q", kind, figures, all)
	return ""
}

// sameSheet reports what of a sheet differs from the sheet of another workbook.
func sameSheet(t *testing.T, f *excelize.File, name string, one *excelize.File, as string) {
	t.Helper()
	raw := excelize.Options{RawCellValue: true}
	got, err := f.GetRows(name, raw)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := one.GetRows(as, raw)
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%s: the cells are %q, want %q", name, got, want)
	}
	for row := range want {
		for col := range want[row] {
			cell := cellName(col, row)
			a, _ := f.GetCellStyle(name, cell)
			b, _ := one.GetCellStyle(as, cell)
			format := func(f *excelize.File, id int) string {
				style, err := f.GetStyle(id)
				if err != nil || style.CustomNumFmt == nil {
					return ""
				}
				return *style.CustomNumFmt
			}
			if format(f, a) != format(one, b) {
				t.Errorf("%s!%s has the format %q, want %q", name, cell, format(f, a), format(one, b))
			}
			formula, _ := f.GetCellFormula(name, cell)
			expected, _ := one.GetCellFormula(as, cell)
			if before, at, is := strings.Cut(expected, "!"); is {
				figures := strings.TrimSuffix(formula, "!"+at)
				if before != pivotSheet ||
					figures != reference(strings.ReplaceAll(strings.Trim(figures, "'"), "''", "'")) {
					t.Errorf("%s!%s is %s, want %s", name, cell, formula, expected)
				}
				if value, _ := f.GetCellValue(strings.ReplaceAll(strings.Trim(figures, "'"), "''", "'"), at,
					raw); value != got[row][col] {
					t.Errorf("%s!%s is %s, and %s is %s", name, cell, got[row][col], formula, value)
				}
			}
		}
	}
	rules, _ := f.GetConditionalFormats(name)
	expected, _ := one.GetConditionalFormats(as)
	for at, rule := range expected {
		if len(rules[at]) != len(rule) || rules[at][0].Type != rule[0].Type ||
			rules[at][0].BarSolid != rule[0].BarSolid || rules[at][0].MaxValue != rule[0].MaxValue {
			t.Errorf("%s: the rules of %s are %+v, want %+v", name, at, rules[at], rule)
		}
	}
	panes, _ := f.GetPanes(name)
	if p, _ := one.GetPanes(as); p.XSplit != panes.XSplit || p.YSplit != panes.YSplit {
		t.Errorf("%s: the panes are %+v, want %+v", name, panes, p)
	}
	titles := func(f *excelize.File, sheet string) (rows string) {
		for _, n := range f.GetDefinedName() {
			if n.Scope == sheet {
				// the library quotes some in any case
				rows += " " + n.Name + " " + strings.NewReplacer("'"+sheet+"'!", "!", reference(sheet)+"!",
					"!").Replace(n.RefersTo)
			}
		}
		return rows
	}
	if got, want := titles(f, name), titles(one, as); got != want {
		t.Errorf("%s: the names are %q, want %q", name, got, want)
	}
	merged, _ := f.GetMergeCells(name)
	if m, _ := one.GetMergeCells(as); len(m) != len(merged) {
		t.Errorf("%s: %d merged cells, want %d", name, len(merged), len(m))
	}
	layout, _ := f.GetPageLayout(name)
	l, _ := one.GetPageLayout(as)
	printed := func(l excelize.PageLayoutOptions) string {
		if l.Orientation == nil || l.FitToWidth == nil {
			return ""
		}
		return fmt.Sprint(*l.Orientation, *l.FitToWidth)
	}
	if printed(l) != printed(layout) {
		t.Errorf("%s is printed %s, want %s", name, printed(layout), printed(l))
	}
}

// TestBookSaysWhatItIs reads the sheets of words: what all pivots have in common stands once, every name of a
// sheet leads to the sheet, and each profile has a row.
func TestBookSaysWhatItIs(t *testing.T) {
	all := append(severalOf(t),
		answered("About",
			complete(gridOf(t, query.Query{Rows: []query.Field{field("city")},
				Values: []query.Measure{measure(query.Sum, "amount")}}))))
	var file bytes.Buffer
	report, err := FormatNamed("xlsx").WriteBook(t.Context(), &file, all)
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows("About (2)")
	if err != nil {
		t.Fatal(f.GetSheetList(), err)
	}
	if rows[0][0] != "7 pivots of sales.csv" {
		t.Errorf("the title is %q", rows[0])
	}
	filters, linked := 0, map[string]bool{}
	var whole []string
	for i, row := range rows {
		if len(row) > 1 && row[0] == "Name" {
			whole = append(whole, row[1])
		}
		if len(row) > 0 && row[0] == "Filter" {
			filters++
		}
		if is, target, _ := f.GetCellHyperLink("About (2)", cellName(0, i)); is {
			linked[target] = target == reference(row[0])+"!A1"
		}
	}
	if filters != 1 || len(linked) != len(all) {
		t.Errorf("%d filters and %d links in %q", filters, len(linked), rows)
	}
	if want := []string{"men's", "a/b: [x] what?!", "a name of more than 31 characters, which Excel cuts",
		"a name of more than 31 characters, which Excel cuts "}; !slices.Equal(whole, want) {
		t.Errorf("the names that Excel does not take are %q, want %q", whole, want)
	}
	for target, right := range linked {
		if !right {
			t.Errorf("a name leads to %s", target)
		}
	}
	profiles, err := f.GetRows(profileSheet)
	if err != nil || len(profiles) != 4+len(all) || profiles[4][0] != "Men's" || profiles[4][4] != "156" {
		t.Errorf("%v: the profiles are %q", err, profiles)
	}
	var said []string
	for _, l := range report.Losses {
		said = append(said, l.String())
	}
	for _, want := range []string{"a-b- (x) what-!: the treemap is a picture and no chart of Excel",
		"'a name of more than 31 characte'!C"} {
		if !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("%q says nothing of %q", said, want)
		}
	}
	if head, _ := f.GetHeaderFooter("men's (2)"); head == nil || !strings.Contains(head.OddHeader,
		"men's (2): Sum of amount by city and ") {
		t.Errorf("the head of the page is %+v", head)
	}
}

// TestSheetNames makes names that Excel takes of texts.
func TestSheetNames(t *testing.T) {
	long := strings.Repeat("é", 40)
	for _, c := range []struct{ texts, want []string }{
		{[]string{"a", "A", "a (2)", "a"}, []string{"a", "A (2)", "a (2) (2)", "a (3)"}},
		{[]string{"", "  ", "''", "'x'", " y "}, []string{"Sheet", "Sheet (2)", "Sheet (3)", "x", "y"}},
		{[]string{"a/b\\c:d*e?f[g]", "history", "1.5"}, []string{"a-b-c-d-e-f(g)", "history (2)", "1.5"}},
		{[]string{long, long + "!"}, []string{strings.Repeat("é", 31), strings.Repeat("é", 27) + " (2)"}},
		{[]string{strings.Repeat("😀", 20), "a\nb\x01"}, []string{strings.Repeat("😀", 15), "a b\uFFFD"}},
		{[]string{"ſ", "s"}, []string{"ſ", "s (2)"}},
		{[]string{strings.Repeat("a", 30) + "'b"}, []string{strings.Repeat("a", 30)}},
	} {
		var taken takenNames
		var got []string
		for _, text := range c.texts {
			got = append(got, taken.take(text, ""))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q become %q, want %q", c.texts, got, c.want)
		}
		f := excelize.NewFile()
		for i, name := range got {
			if at, err := f.NewSheet(name); err != nil || at != i+1 {
				t.Errorf("%q: sheet %d, %v", name, at, err)
			}
		}
	}
	if got := reference("it's"); got != "'it''s'" {
		t.Error(got)
	}
}

// TestBookStops writes several pivots. One of them has no answer, does not fit, or is cancelled: nothing is written,
// and a sentence names the sheet.
func TestBookStops(t *testing.T) {
	path := filepath.Join(t.TempDir(), "all.xlsx")
	first := severalOf(t)[0]
	large := *gridOf(t, small())
	large.Rows = maxSheetRows + 1
	ctx, cancel := context.WithCancel(t.Context())
	for _, c := range []struct {
		name string
		ctx  context.Context
		then Named
		want string
	}{
		{"fails", t.Context(), Named{"Lost", func(context.Context) (Pivot, error) { return Pivot{}, fs.ErrNotExist }},
			"cannot save " + path + ": the pivot Lost: file does not exist"},
		{"is too large", t.Context(), answered("Large", Pivot{Grid: &large}), "the sheet Large: a sheet holds " +
			"1,048,576 rows"},
		{"is cancelled", ctx, Named{"Slow", func(ctx context.Context) (Pivot, error) {
			cancel()
			return Pivot{}, ctx.Err()
		}}, "was cancelled"},
	} {
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := SaveBook(c.ctx, path, "", "", Book{first, c.then})
		left, _ := os.ReadFile(path)
		beside, _ := os.ReadDir(filepath.Dir(path))
		if err == nil || !strings.Contains(err.Error(), c.want) || string(left) != "old" || len(beside) != 1 {
			t.Errorf("one that %s: %v, and the file has %d bytes beside %v", c.name, err, len(left), beside)
		}
	}
	if _, err := SaveBook(t.Context(), filepath.Join(t.TempDir(), "all.csv"), "", "", Book{first}); err == nil ||
		!strings.Contains(err.Error(), "one workbook") {
		t.Errorf("CSV: %v", err)
	}
}

// TestBookForgetsAnswers wants a pivot answered after the previous one is written, and no sooner.
func TestBookForgetsAnswers(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var files []int
	var all Book
	for _, n := range severalOf(t) {
		all = append(all, Named{n.Name, func(ctx context.Context) (Pivot, error) {
			temporary, _ := os.ReadDir(os.TempDir())
			files = append(files, len(temporary))
			return n.Answer(ctx)
		}})
	}
	if _, err := SaveBook(t.Context(), filepath.Join(t.TempDir(), "all.xlsx"), "", "", all); err != nil {
		t.Fatal(err)
	}
	if want := []int{0, 2, 4, 5, 6, 7}; !slices.Equal(files, want) { // the rows of the figures and of two charts
		t.Errorf("%v temporary files, want %v", files, want)
	}
}

// TestBookWithPassword encrypts several pivots.
func TestBookWithPassword(t *testing.T) {
	path := filepath.Join(t.TempDir(), "all.xlsx")
	if _, err := SaveBook(t.Context(), path, "pivottable", "secret", severalOf(t)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || bytes.HasPrefix(text, []byte("PK")) {
		t.Fatal("the workbook is not encrypted", err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(unlocked(t, text, "secret")))
	if err != nil || f.GetSheetList()[0] != "Men's" {
		t.Error(err)
	}
}

// TestBookFaults lets every operation on the disk fail while several pivots are written over an older file.
func TestBookFaults(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		dir := t.TempDir()
		t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
		if err := os.Mkdir(os.TempDir(), 0o700); err != nil {
			t.Fatal(err)
		}
		path, all := filepath.Join(dir, "all.xlsx"), severalOf(t)[:2]
		prepare := func() {
			if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		save := func() error {
			_, err := SaveBook(t.Context(), path, "", "", all)
			return err
		}
		d.Try(dir, prepare, save, func(met string, errno, err error) {
			got, _ := os.ReadFile(path)
			if whole := len(content(got)) > 0 && string(got) != "old"; string(got) != "old" && !whole ||
				err == nil && !whole {
				t.Errorf("%s: %v, and the file has %d bytes", met, err, len(got))
			}
			if err != nil && (!errors.Is(err, errno) || strings.Contains(err.Error(), ".tmp") ||
				strings.Contains(err.Error(), "\n")) {
				t.Errorf("%s: %v", met, err)
			}
			temporary, _ := os.ReadDir(os.TempDir())
			if beside, _ := os.ReadDir(dir); len(beside) != 2 || len(temporary) > 0 {
				t.Errorf("%s: left %v and %v", met, beside, temporary)
			}
		})
	})
}

// TestLibreOfficeOpensBooks opens a workbook of several pivots in LibreOffice, and the workbook of each pivot alone.
// Every sheet has the same cells. The cells of PivotTables, which LibreOffice computes, are the same, and so are the
// cells of charts, whose formulas name other sheets.
func TestLibreOfficeOpensBooks(t *testing.T) {
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "all.xlsx")}
	all := severalOf(t)
	if _, err := SaveBook(t.Context(), paths[0], "pivottable", "", all); err != nil {
		t.Fatal(err)
	}
	for i, n := range all {
		p, _ := n.Answer(t.Context())
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("one%d.xlsx", i)))
		if _, err := Save(t.Context(), paths[1+i], "pivottable", "", p); err != nil {
			t.Fatal(err)
		}
	}
	openInOffice(t, dir, paths, false)
	f, err := excelize.OpenFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	tables := 0
	for i, figures := range severalSheets {
		for _, kind := range []string{pivotSheet, chartSheet, nativeSheet, dataSheet} {
			want, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("one%d-%s.csv", i, kind)))
			if err != nil {
				continue // the pivot has no such sheet
			}
			name := figures
			if kind != pivotSheet {
				name = besideOf(t, f, figures, kind)
			}
			if kind == nativeSheet {
				tables++
			}
			got, err := os.ReadFile(filepath.Join(dir, "all-"+name+".csv"))
			if err != nil || !bytes.Equal(got, want) || len(got) == 0 && kind == pivotSheet {
				t.Errorf("%s: %v: %q, want %q", name, err, got, want)
			}
		}
	}
	if tables < 3 {
		t.Errorf("%d PivotTables", tables)
	}
}
