package pivot_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine"
	"cardinal/engine/figure/numfmt"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// table makes a table of 2 regions with 2 cities each in 2 years. One city is null.
func table() *data.Table {
	text := func(name string, values ...string) *data.Column {
		var dict []string
		codes := make([]uint32, len(values))
		valid := data.NewBitmap(len(values))
		for i, v := range values {
			at := len(dict)
			for j, d := range dict {
				if d == v {
					at = j
				}
			}
			if at == len(dict) {
				dict = append(dict, v)
			}
			codes[i] = uint32(at)
			if v != "-" {
				valid.Set(i)
			}
		}
		return data.NewText(name, codes, dict, valid)
	}
	return data.NewTable("t", []*data.Column{
		text("region", "EU", "EU", "US", "EU", "US", "US"),
		text("city", "Rome", "Oslo", "Boston", "Rome", "-", "Boston"),
		data.NewInts("year", data.Int, 0, []int64{2023, 2023, 2023, 2024, 2024, 2024}, nil),
		data.NewInts("n", data.Int, 0, []int64{1, 2, 3, 4, 5, 6}, nil),
	})
}

func answer(t *testing.T, q query.Query) *pivot.Crosstab {
	t.Helper()
	e := engine.New(engine.Options{NoGPU: true})
	a, err := e.Pivot(context.Background(), table(), q, engine.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return a.Tab
}

// draw writes a grid with one line for each row: ~ for a repeated label, + and - for folds, ! for totals.
func draw(g *pivot.Grid) string {
	var b strings.Builder
	for r := range g.Rows {
		for c := range g.Cols {
			cell := g.Cell(r, c)
			s := cell.Value.String()
			if cell.Repeat {
				s = "~" + s
			}
			s += map[pivot.Fold]string{pivot.Open: "-", pivot.Closed: "+"}[cell.Fold]
			if cell.Total && cell.Role == pivot.Body {
				s += "!"
			}
			if c > 0 {
				b.WriteString(" | ")
			}
			b.WriteString(s)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestGrid(t *testing.T) {
	region, city, year := query.Field{Column: "region"}, query.Field{Column: "city"}, query.Field{Column: "year"}
	sum, count := query.Measure{Func: query.Sum, Column: "n"}, query.Measure{Func: query.Count}
	eu := pivot.PathKey([]data.Value{data.TextValue("EU")})
	cases := map[string]struct {
		query query.Query
		folds pivot.Folds
		want  string
	}{
		"one measure under column labels": {query.Query{Rows: []query.Field{region}, Cols: []query.Field{year},
			Values: []query.Measure{sum}}, pivot.Folds{}, `
Sum of n | year | ~year | ~year
region | 2023 | 2024 | Total
EU | 3 | 4 | 7!
US | 3 | 11 | 14!
Total | 6! | 15! | 21!
`},
		"two measures, two row fields": {query.Query{Rows: []query.Field{region, city}, Values: []query.Measure{sum,
			count}}, pivot.Folds{}, `
region | city | Sum of n | Number of rows
EU- | Oslo | 2 | 1
~EU | Rome | 5 | 2
EU total |  | 7! | 3!
US- | Boston | 9 | 2
~US |  | 5 | 1
US total |  | 14! | 3!
Total |  | 21! | 6!
`},
		"folded": {query.Query{Rows: []query.Field{region, city}, Values: []query.Measure{count}},
			pivot.Folds{Rows: map[string]bool{eu: true}}, `
region | city | Number of rows
EU+ |  | 3!
US- | Boston | 2
~US |  | 1
US total |  | 3!
Total |  | 6!
`},
		"no totals": {query.Query{Rows: []query.Field{region, city}, Cols: []query.Field{year},
			Values: []query.Measure{count}, Layout: query.Layout{Totals: query.TotalsNone,
				NoSubtotals: []query.Field{region}}}, pivot.Folds{}, `
Number of rows |  | year | ~year
region | city | 2023 | 2024
EU- | Oslo | 1 | 
~EU | Rome | 1 | 1
US- | Boston | 1 | 1
~US |  |  | 1
`},
		"columns alone": {query.Query{Cols: []query.Field{region, year}, Values: []query.Measure{sum, count}},
			pivot.Folds{}, `
region | EU- | ~EU | ~EU | ~EU | EU total | ~EU total | US- | ~US | ~US | ~US | US total | ~US total | Total | ~Total
year | 2023 | ~2023 | 2024 | ~2024 |  |  | 2023 | ~2023 | 2024 | ~2024 |  |  |  | ~
 | Sum of n | Number of rows | Sum of n | Number of rows | Sum of n | Number of rows | Sum of n | Number of rows | Sum of n | Number of rows | Sum of n | Number of rows | Sum of n | Number of rows
All rows | 3 | 2 | 4 | 1 | 7! | 3! | 3 | 1 | 11 | 2 | 14! | 3! | 21! | 6!
`},
	}
	for name, c := range cases {
		if got := "\n" + draw(answer(t, c.query).Grid(c.folds)); got != c.want {
			t.Errorf("%s:%swant:%s", name, got, c.want)
		}
	}
}

func TestSortTopAndShares(t *testing.T) {
	q := query.Query{
		Rows:   []query.Field{{Column: "city"}},
		Values: []query.Measure{{Func: query.Sum, Column: "n", Show: query.Show{Kind: query.PctTotal}}},
		Sorts:  []query.Sort{{Desc: true}}, Tops: []query.TopN{{N: 2, By: query.Measure{Func: query.Sum, Column: "n"}}},
	}
	tab := answer(t, q)
	want := "city | Sum of n, % of total\nBoston | 0.42857142857142855\nRome | 0.23809523809523808\n2 more not shown " +
		"| \nTotal of all 4 | 1!\n"
	if got := draw(tab.Grid(pivot.Folds{})); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if f := tab.Measures[0].Format.Text(tab.Cell(0, 0, 0)); f != "100.0%" {
		t.Errorf("the total shows as %s", f)
	}
}

func TestFormat(t *testing.T) {
	percent, minusZero := data.NumberFormat{Percent: true}, data.FloatValue(math.Copysign(0, -1))
	chosen, err := numfmt.Parse("#,##0.0")
	if err != nil {
		t.Fatal(err)
	}
	decimal := func(n int64, scale int) data.Value {
		return data.Value{Type: data.Decimal, Int: int128.From(n), Scale: scale}
	}
	for _, c := range []struct {
		f    pivot.Format
		v    data.Value
		want string
	}{
		{pivot.Format{}, data.IntValue(-1234567), "-1,234,567"},
		{pivot.Format{}, data.IntValue(999), "999"},
		{pivot.Format{Places: 2}, data.FloatValue(-1234.5), "-1,234.50"},
		{pivot.Format{Places: 2}, data.FloatValue(1e-9), "1e-09"},
		{pivot.Format{Places: 2}, data.FloatValue(1447461557813394.75), "1,447,461,557,813,394.75"},
		{pivot.Format{Places: 2}, data.FloatValue(-3e18), "-3,000,000,000,000,000,000.00"},
		{pivot.Format{Places: 2}, data.FloatValue(1e21), "1e+21"},
		{pivot.Format{Places: 1, NumberFormat: percent}, data.FloatValue(0.12345), "12.3%"},
		{pivot.Format{Places: 0, NumberFormat: percent}, data.FloatValue(0.285), "29%"},
		{pivot.Format{Places: 2}, data.FloatValue(0.625), "0.63"},
		{pivot.Format{Places: 2}, data.FloatValue(-1.005), "-1.01"},
		{pivot.Format{Places: 2}, data.FloatValue(1.0049), "1.00"},
		{pivot.Format{Places: 0}, data.FloatValue(2.5), "3"},
		{pivot.Format{Places: pivot.Shortest, NumberFormat: percent}, data.FloatValue(0.07), "7%"},
		{pivot.Format{NumberFormat: percent}, decimal(300, 3), "30.0%"},
		{pivot.Format{NumberFormat: percent}, decimal(-3, 1), "-30%"},
		{pivot.Format{NumberFormat: percent}, data.IntValue(12), "1,200%"},
		{pivot.Format{NumberFormat: data.NumberFormat{Currency: "$"}}, decimal(-123450, 2), "-$1,234.50"},
		{pivot.Format{NumberFormat: data.NumberFormat{Currency: "€", After: true, Spaced: true}}, decimal(3450, 2),
			"34.50 €"},
		{pivot.Format{NumberFormat: data.NumberFormat{Currency: "CHF", Spaced: true}}, data.IntValue(5), "CHF 5"},
		{pivot.Format{Places: 2, NumberFormat: data.NumberFormat{Currency: "$", Parens: true}}, data.FloatValue(-5.125),
			"($5.13)"},
		{pivot.Format{NumberFormat: data.NumberFormat{Plus: true}}, data.IntValue(10), "+10"},
		{pivot.Format{NumberFormat: data.NumberFormat{Plus: true}}, decimal(0, 2), "0.00"},
		{pivot.Format{Places: pivot.Shortest}, minusZero, "0"},
		{pivot.Format{Places: 2}, minusZero, "0.00"},
		{pivot.Format{Places: 1, NumberFormat: percent}, minusZero, "0.0%"},
		{pivot.Format{Places: pivot.Shortest, NumberFormat: percent}, minusZero, "0%"},
		{pivot.Format{NumberFormat: data.NumberFormat{Currency: "$", Parens: true}}, minusZero, "$0"},
		{pivot.Format{Chosen: chosen}, minusZero, "0.0"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, minusZero, "0:00:00"},
		{pivot.Format{List: data.Float, Places: pivot.Shortest}, data.TextValue("-0, 1"), "0, 1"},
		{pivot.Format{NumberFormat: data.NumberFormat{Currency: "$"}}, data.FloatValue(math.Inf(1)), "Infinity"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, data.FloatValue(1.5), "36:00:00"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, data.FloatValue(-3599. / 86400), "-0:59:59"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, data.FloatValue(-0.4 / 86400), "0:00:00"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, data.IntValue(1000), "24000:00:00"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true, Fraction: 3}}, data.FloatValue(0.0625 / 86400),
			"0:00:00.063"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, data.FloatValue(math.NaN()), "NaN"},
		{pivot.Format{}, data.Value{}, ""},
	} {
		if got := c.f.Text(c.v); got != c.want {
			t.Errorf("%v shows as %q, want %q", c.v, got, c.want)
		}
	}
}

// TestFormatOfLabels groups the digits of labels only where the file did.
func TestFormatOfLabels(t *testing.T) {
	for _, c := range []struct {
		f    data.NumberFormat
		v    data.Value
		want string
	}{
		{data.NumberFormat{}, data.IntValue(2024), "2024"},
		{data.NumberFormat{Duration: true}, data.FloatValue(0.5), "12:00:00"},
		{data.NumberFormat{Grouped: true}, data.IntValue(2024), "2,024"},
		{data.NumberFormat{Currency: "$"}, data.IntValue(2024), "$2024"},
		{data.NumberFormat{Percent: true}, data.FloatValue(0.5), "50%"},
		{data.NumberFormat{Percent: true}, data.Value{}, "(blank)"},
	} {
		if got := (pivot.Format{Places: pivot.Shortest, NumberFormat: c.f}).Label(c.v); got != c.want {
			t.Errorf("%v shows as %q, want %q", c.v, got, c.want)
		}
	}
}

func TestExcelFormat(t *testing.T) {
	cents := data.Value{Type: data.Decimal, Scale: 2}
	for _, c := range []struct {
		f    pivot.Format
		v    data.Value
		want string
	}{
		{pivot.Format{}, data.IntValue(1), "#,##0"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, data.FloatValue(1.5), "[h]:mm:ss"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true, Fraction: 6}}, data.FloatValue(1.5),
			"[h]:mm:ss.000"},
		{pivot.Format{NumberFormat: data.NumberFormat{Duration: true}}, data.FloatValue(-1.5), `0.000000" days"`},
		{pivot.Format{NumberFormat: data.NumberFormat{Currency: "$"}}, cents, `"$"#,##0.00`},
		{pivot.Format{NumberFormat: data.NumberFormat{Currency: "€", After: true, Spaced: true}}, cents,
			`#,##0.00 "€"`},
		{pivot.Format{NumberFormat: data.NumberFormat{Percent: true}}, data.Value{Type: data.Decimal, Scale: 3},
			"0.0%"},
		{pivot.Format{NumberFormat: data.NumberFormat{Percent: true}}, data.IntValue(10), "#,##0%"},
		{pivot.Format{}, data.Value{Type: data.Timestamp, Scale: 3, Int: data.IntValue(1500).Int},
			"yyyy-mm-dd hh:mm:ss.0"},
		{pivot.Format{NumberFormat: data.NumberFormat{Parens: true}}, cents, "#,##0.00_);(#,##0.00)"},
		{pivot.Format{NumberFormat: data.NumberFormat{Plus: true}}, data.IntValue(1), "+#,##0;-#,##0;#,##0"},
		{pivot.Format{Places: pivot.Shortest}, data.FloatValue(1), ""},
		{pivot.Format{Places: pivot.Shortest, NumberFormat: data.NumberFormat{Currency: "$"}}, data.FloatValue(1),
			`"$"#,##0.00########`},
	} {
		if got := c.f.Excel(c.v); got != c.want {
			t.Errorf("%v has the code %q, want %q", c.f, got, c.want)
		}
	}
	if got := (pivot.Format{NumberFormat: data.NumberFormat{Currency: "$"}}).ExcelLabel(data.IntValue(1)); got != `"$"0` {
		t.Errorf("a label has the code %q", got)
	}
}
