package cells

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/separators"
)

// sales returns a table of random rows: money in cents, floats from tiny to huge, counts near the limits of 64 bits.
func sales(rows int) *data.Table {
	rng := rand.New(rand.NewPCG(1, uint64(rows)))
	cents, units, weights := make([]int64, rows), make([]int64, rows), make([]float64, rows)
	region, city, year := make([]uint32, rows), make([]uint32, rows), make([]int64, rows)
	for i := range rows {
		cents[i] = rng.Int64N(2_000_000) - 500_000
		units[i] = math.MaxInt64 - rng.Int64N(1000)
		weights[i] = math.Ldexp(rng.Float64()-0.5, rng.IntN(120)-60)
		region[i], city[i], year[i] = uint32(rng.IntN(3)), uint32(rng.IntN(9)), 2020+rng.Int64N(3)
	}
	cities := make([]string, 9)
	for i := range cities {
		cities[i] = fmt.Sprint("City ", i)
	}
	return data.NewTable("sales", []*data.Column{
		data.NewText("region", region, []string{"EU", "US | north", "<Asia>"}, nil),
		data.NewText("city", city, cities, nil),
		data.NewInts("year", data.Int, 0, year, nil), data.NewInts("money", data.Decimal, 2, cents, nil),
		data.NewInts("units", data.Int, 0, units, nil), data.NewFloats("weight", weights, nil),
	})
}

func asked(t testing.TB, table *data.Table, rows, cols, values string, layout query.Layout) *pivot.Grid {
	t.Helper()
	q := query.Query{Layout: layout}
	var err error
	if q.Rows, err = query.ParseFields(rows); err != nil {
		t.Fatal(err)
	}
	if q.Cols, err = query.ParseFields(cols); err != nil {
		t.Fatal(err)
	}
	if q.Values, err = query.ParseMeasures(values); err != nil {
		t.Fatal(err)
	}
	e := engine.New(engine.Options{NoGPU: true})
	t.Cleanup(e.Close)
	a, err := e.Pivot(t.Context(), table, q, engine.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return a.Tab.Grid(pivot.Folds{})
}

// plainly adds up the figures of a rectangle in the slow and obvious way: every figure as a fraction, without
// totals of other figures.
func plainly(g *pivot.Grid, r Rect) (sum *big.Rat, n int) {
	sum = new(big.Rat)
	isAbove := func(a *pivot.Axis, over, under int) bool {
		for under = a.Parent(under); under >= 0; under = a.Parent(under) {
			if under == over {
				return true
			}
		}
		return false
	}
	for row := r.FirstRow; row <= r.LastRow; row++ {
	next:
		for col := r.FirstCol; col <= r.LastCol; col++ {
			c := g.Cell(row, col)
			if c.Role != pivot.Body || c.Value.IsNull() {
				continue
			}
			for other := r.FirstRow; other <= r.LastRow; other++ {
				if isAbove(&g.Tab().Rows, g.RowNode(row), g.RowNode(other)) {
					continue next
				}
			}
			for other := max(r.FirstCol, g.LabelCols); other <= r.LastCol; other++ {
				if isAbove(&g.Tab().Cols, g.ColNode(col), g.ColNode(other)) {
					continue next
				}
			}
			n++
			if c.Value.Type == data.Float {
				sum.Add(sum, new(big.Rat).SetFloat64(c.Value.Float))
				continue
			}
			places := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.Value.Scale)), nil)
			sum.Add(sum, new(big.Rat).SetFrac(c.Value.Int.Big(), places))
		}
	}
	return sum, n
}

// TestSummaryIsPlainSum compares the sums of random rectangles with sums of fractions.
func TestSummaryIsPlainSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, value := range []string{"sum(money)", "sum(units)", "sum(weight)", "count()"} {
		for _, cols := range []string{"", "year", "year,region"} {
			for _, first := range []bool{false, true} {
				g := asked(t, sales(700), "region,city", cols, value, query.Layout{TotalsFirst: first})
				for range 30 {
					r := Rect{g.HeaderRows + rng.IntN(g.Rows-g.HeaderRows), rng.IntN(g.Cols), 0, 0}
					r.LastRow, r.LastCol = r.FirstRow+rng.IntN(g.Rows-r.FirstRow),
						r.FirstCol+rng.IntN(g.Cols-r.FirstCol)
					s, err := Summarise(t.Context(), g, r)
					if err != nil {
						t.Fatal(err)
					}
					sum, n := plainly(g, r)
					if s.Count != n {
						t.Fatalf("%s by %s, %v: %d figures, want %d", value, cols, r, s.Count, n)
					}
					if n == 0 {
						continue
					}
					var want string
					switch f, _ := sum.Float64(); value {
					case "sum(weight)":
						want = g.Tab().Measures[0].Format.Text(data.FloatValue(f))
					default:
						want = grouped(sum.FloatString(map[string]int{"sum(money)": 2}[value]))
					}
					if s.Sum != want {
						t.Fatalf("%s by %s, %v: %s, want %s", value, cols, r, s.Sum, want)
					}
				}
			}
		}
	}
}

// TestSummaryOfColumns adds up columns that do not stand beside each other. A cell of two areas counts once, and a
// total of columns counts only if none of its columns is chosen.
func TestSummaryOfColumns(t *testing.T) {
	g := asked(t, sales(500), "region", "year,city", "sum(money)", query.Layout{})
	first, last := g.HeaderRows, g.Rows-1
	whole := func(from, to int) Rect { return Rect{first, from, last, to} }
	one, err := Summarise(t.Context(), g, whole(2, 2))
	if err != nil {
		t.Fatal(err)
	}
	two, _ := Summarise(t.Context(), g, whole(2, 2), whole(4, 4))
	other, _ := Summarise(t.Context(), g, whole(4, 4))
	if two.Count != one.Count+other.Count || two.Count == 0 {
		t.Errorf("two columns have %d figures, and alone %d and %d", two.Count, one.Count, other.Count)
	}
	if again, _ := Summarise(t.Context(), g, whole(2, 2), whole(1, 4), whole(4, 4)); again != sum(t, g, whole(1, 4)) {
		t.Errorf("columns that are chosen twice give %+v, want %+v", again, sum(t, g, whole(1, 4)))
	}
	total := g.Cols - 1
	if all, _ := Summarise(t.Context(), g, whole(2, 2), whole(total, total)); all.Sum != one.Sum || !all.WithoutTotals {
		t.Errorf("a column and the total give %+v, want the sum %s", all, one.Sum)
	}
}

func sum(t *testing.T, g *pivot.Grid, r Rect) Summary {
	t.Helper()
	s, err := Summarise(t.Context(), g, r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// grouped puts commas between thousands.
func grouped(s string) string {
	sign := ""
	if s, negative := strings.CutPrefix(s, "-"); negative {
		return "-" + grouped(s)
	}
	whole, frac, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if frac != "" {
		whole += "." + frac
	}
	return sign + whole
}

func TestSummaryInWords(t *testing.T) {
	table := data.NewTable("t", []*data.Column{
		data.NewInts("money", data.Decimal, 2, []int64{150, 25, -75, 0}, bitmap(1, 1, 1, 0)),
		data.NewInts("day", data.Date, 0, []int64{0, 10, 20, 30}, nil),
		data.NewText("name", []uint32{0, 1, 0, 1}, []string{"b", "a"}, nil),
		data.NewFloats("f", []float64{1e308, 1e308, -1e308, 0.1}, nil),
	})
	l := pivot.Listing{Table: table, Numbered: true}
	for r, want := range map[Rect]string{
		{1, 1, 4, 1}: "Sum 1.00  ·  Average 0.33  ·  Count 3  ·  Min -0.75  ·  Max 1.50",
		{1, 2, 4, 2}: "Count 4  ·  Min 1970-01-01  ·  Max 1970-01-31",
		{1, 3, 4, 3}: "Count 4",
		{1, 1, 4, 2}: "Count 7  ·  of several kinds: select one for its sum",
		{1, 4, 3, 4}: "Sum 1e+308  ·  Average 3.33333e+307  ·  Count 3  ·  Min -1e+308  ·  Max 1e+308",
		{1, 0, 4, 0}: "Count 0",
		{0, 1, 0, 1}: "Count 0",
	} {
		s, err := Summarise(t.Context(), l, r)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Text(false); got != want {
			t.Errorf("%v: %q, want %q", r, got, want)
		}
	}
	g := asked(t, sales(100), "region", "", "avg(money),sum(money)", query.Layout{})
	for r, want := range map[Rect]string{
		{1, 1, 3, 1}: "Count 3", {1, 1, 3, 2}: "of several kinds", {1, 2, 4, 2}: "without totals",
		{4, 2, 4, 2}: "Count 1",
	} {
		if s, _ := Summarise(t.Context(), g, r); !strings.Contains(s.Text(false), want) ||
			strings.Contains(s.Text(false), "Sum") != (r.FirstCol == 2) {
			t.Errorf("%v: %q", r, s.Text(false))
		}
	}
	shares := asked(t, sales(100), "region", "", "sum(money)", query.Layout{})
	shares.Tab().Measures[0].Show = query.Show{Kind: query.PctTotal}
	if s, _ := Summarise(t.Context(), shares, Rect{1, 1, 3, 1}); s.Sum != "" || s.Average != "" || s.Min == "" {
		t.Errorf("shares: %+v", s)
	}
}

func bitmap(bits ...int) data.Bitmap {
	b := data.NewBitmap(len(bits))
	for i, v := range bits {
		if v == 1 {
			b.Set(i)
		}
	}
	return b
}

// TestFind compares the hits with a look at every cell.
func TestFind(t *testing.T) {
	g := asked(t, sales(500), "region,city", "year", "sum(money)", query.Layout{})
	for _, text := range []string{"eu", "CITY 3", "total", "2021", "1", "1,", "−", "-1", "nowhere", " eu "} {
		h, err := Find(t.Context(), g, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		var want []Hit
		for row := range g.Rows {
			for col := range g.Cols {
				c := g.Cell(row, col)
				printed, low := strings.ToLower(c.Text()), strings.ReplaceAll(strings.TrimSpace(strings.ToLower(text)),
					"−", "-")
				if c.Blank || c.Repeat && row < g.HeaderRows {
					continue
				}
				if strings.Contains(printed, low) || c.Role == pivot.Body && !strings.Contains(low, ",") && low != "" &&
					strings.Contains(strings.ReplaceAll(printed, ",", ""), low) {
					want = append(want, Hit{row, col})
				}
			}
		}
		if fmt.Sprint(h.Cells) != fmt.Sprint(want) {
			t.Errorf("%q: %v, want %v", text, h.Cells, want)
		}
		if h.Folded != 0 {
			t.Errorf("%q: %d folded labels", text, h.Folded)
		}
	}
	tab := g.Tab()
	closed := tab.Grid(pivot.Folds{Rows: map[string]bool{tab.Rows.PathKey(1): true}})
	h, err := Find(t.Context(), closed, "city", nil)
	if all, _ := Find(t.Context(), g, "city", nil); err != nil || h.Folded == 0 ||
		h.Folded+len(h.Cells) != len(all.Cells) {
		t.Errorf("%d hits and %d folded away", len(h.Cells), h.Folded)
	}
	hits := &Hits{Cells: []Hit{{1, 1}, {1, 4}, {3, 0}}}
	for at, want := range map[Hit][2]int{{0, 0}: {0, 2}, {1, 1}: {1, 2}, {1, 3}: {1, 0}, {3, 0}: {0, 1},
		{9, 9}: {0, 2}} {
		if next, before := hits.Next(at), hits.Previous(at); next != want[0] || before != want[1] {
			t.Errorf("from %v: next %d, before %d", at, next, before)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Find(ctx, g, "x", nil); err == nil {
		t.Error("a cancelled search has hits")
	}
}

func write(t *testing.T, src Source, r Rect, headers bool, f Form) string {
	t.Helper()
	s, err := Write(t.Context(), src, []Rect{r}, headers, f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func small(t *testing.T) *pivot.Grid {
	table := data.NewTable("t", []*data.Column{
		data.NewText("region", []uint32{0, 0, 1, 1}, []string{"EU", "<US>"}, nil),
		data.NewText("city", []uint32{0, 1, 2, 2}, []string{"Rome", "Oslo", "a|b"}, nil),
		data.NewInts("year", data.Int, 0, []int64{2023, 2024, 2023, 2024}, nil), data.NewInts("money", data.Decimal, 2,
			[]int64{123456, 50, -700, 1}, nil),
	})
	return asked(t, table, "region,city", "year", "sum(money),count()", query.Layout{})
}

func TestWrite(t *testing.T) {
	g := small(t)
	areas := []Rect{{6, 1, 6, 1}, {2, 1, 2, 1}, {3, 1, 3, 1}}
	got, err := Write(t.Context(), g, areas, false, Tabbed)
	if want := write(t, g, areas[1], false, Tabbed) + write(t, g, areas[2], false, Tabbed) + write(t, g, areas[0],
		false, Tabbed); got != want || err != nil {
		t.Errorf("several areas are %q, want %q", got, want)
	}
	if got, want := write(t, g, Rect{2, 2, 3, 3}, false, Tabbed), "-7.00\t1\n-7.00\t1\n"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	for f, want := range map[string]string{
		write(t, g, Rect{2, 2, 5, 4}, true, Tabbed): "year\t\t2023\t2023\t2024\nregion\tcity\tSum of money\tNumber " +
			"of rows\tSum of money\n",
		write(t, g, Rect{2, 2, 5, 4}, true, Markdown): "| region | city | 2023 · Sum of money | 2023 · Number of " +
			"rows | 2024 · Sum of money |\n|---|---|--:|--:|--:|\n| &lt;US> | a\\|b | -7.00 |",
	} {
		if !strings.HasPrefix(f, want) {
			t.Errorf("got\n%s\nwant\n%s", f, want)
		}
	}
	page := write(t, g, Rect{2, 0, g.Rows - 1, g.Cols - 1}, true, HTML)
	for _, want := range []string{
		`<th colspan="2" x:num="2023"`, `>&lt;US&gt;</th>`, `<th rowspan="2"`,
		`x:num="1234.56" sdval="1234.56" sdnum="1033;0;#,##0.00" style='mso-number-format:"\#\,\#\#0\.00"' align="right">1,234.56</td>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	if _, err := Write(t.Context(), g, []Rect{{0, 0, copyLimit, 0}}, false, Tabbed); err == nil ||
		!strings.Contains(err.Error(), "limit") {
		t.Errorf("millions are copied: %v", err)
	}
}

// TestMergedCellsCoverTheTable counts the places that the cells of the HTML cover: as many in each row.
func TestMergedCellsCoverTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, l := range []query.Layout{{}, {TotalsFirst: true}, {ValuesOnRows: true}, {RepeatLabels: true}} {
		g := asked(t, sales(90), "region,city", "year,region", "sum(money),count()", l)
		for range 40 {
			r := Rect{rng.IntN(g.Rows), rng.IntN(g.Cols), 0, 0}
			r.LastRow, r.LastCol = r.FirstRow+rng.IntN(g.Rows-r.FirstRow), r.FirstCol+rng.IntN(g.Cols-r.FirstCol)
			headers := rng.IntN(2) == 0
			p := newPart(g, []Rect{r}, headers)
			taken := make([][]bool, len(p.rows))
			for i := range taken {
				taken[i] = make([]bool, len(p.cols))
			}
			for i, line := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(write(t, g, r, headers, HTML),
				htmlHead), htmlFoot), "\n")[:len(p.rows)] {
				at := 0
				for _, cell := range strings.Split(line, "<t")[2:] {
					for at < len(p.cols) && taken[i][at] {
						at++
					}
					down, across := spanOf(cell, `rowspan="`), spanOf(cell, `colspan="`)
					for y := range down {
						for x := range across {
							if i+y >= len(p.rows) || at+x >= len(p.cols) || taken[i+y][at+x] {
								t.Fatalf("%+v %v: row %d, %s covers what is covered", l, r, i, cell)
							}
							taken[i+y][at+x] = true
						}
					}
				}
			}
			for i := range taken {
				for k := range taken[i] {
					if !taken[i][k] {
						t.Fatalf("%+v %v: nothing covers row %d, column %d", l, r, i, k)
					}
				}
			}
		}
	}
}

func spanOf(cell, name string) int {
	n := 1
	if _, rest, ok := strings.Cut(cell, name); ok {
		n, _ = strconv.Atoi(strings.SplitN(rest, `"`, 2)[0])
	}
	return n
}

// TestCopiedLists copies figures and lists of them: both are in full, with the decimal sign of the process and
// without currencies and thousands.
func TestCopiedLists(t *testing.T) {
	price := data.NewInts("price", data.Decimal, 2, []int64{8000, 120050}, nil)
	price.Format = data.NumberFormat{Currency: "$", Grouped: true}
	table := data.NewTable("t", []*data.Column{price, data.NewText("city", []uint32{0, 1},
		[]string{"1.5", "Rome, 2"}, nil)})
	g := asked(t, table, "", "", "sum(price),list(price),top(price, 1),list(city)", query.Layout{})
	for signs, want := range map[separators.Separators]string{
		separators.Plain:               "1280.50\t80.00, 1200.50\t1200.50\t1.5, Rome, 2\n",
		{Thousands: ".", Decimal: ","}: "1280,50\t80,00; 1200,50\t1200,50\t1.5, Rome, 2\n",
	} {
		separators.Use(signs)
		t.Cleanup(func() { separators.Use(separators.Plain) })
		rows, cols, heads, labels := g.Size()
		got, err := Write(t.Context(), g, []Rect{{FirstRow: heads, LastRow: rows - 1, FirstCol: labels,
			LastCol: cols - 1}}, false, Tabbed)
		if err != nil || got != want {
			t.Errorf("with %v: %q, want %q: %v", signs, got, want, err)
		}
	}
}

func TestField(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "a\tb": "\"a\tb\"", "a\nb": "\"a\nb\"", `"a" b`: `"""a"" b"`, `5" "x"`: `5" "x"`,
	} {
		if got := field(in); got != want {
			t.Errorf("field %q is %q, want %q", in, got, want)
		}
	}
}

func BenchmarkSummarise(b *testing.B) {
	g := asked(b, sales(300_000), "city,money", "", "sum(weight)", query.Layout{})
	r := Rect{g.HeaderRows, 0, g.Rows - 1, g.Cols - 1}
	for b.Loop() {
		if _, err := Summarise(b.Context(), g, r); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(r.Len()), "cells")
}

func BenchmarkFind(b *testing.B) {
	g := asked(b, sales(300_000), "city,money", "", "sum(weight)", query.Layout{})
	for b.Loop() {
		if _, err := Find(b.Context(), g, "nowhere", nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(g.Rows*g.Cols), "cells")
}
