package cells

import (
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestMatchDigits searches digits in whole numbers, whose printed text has separators.
func TestMatchDigits(t *testing.T) {
	for _, c := range []struct {
		number int64
		want   string
		found  bool
	}{{1_234_567, "1234567", true}, {1_234_567, "345", true}, {1_234_567, "1245", false}, {-1_234, "1234", true},
		{7, "77", false}, {0, "0", true}} {
		for _, role := range []pivot.Role{pivot.Body, pivot.RowLabel} {
			cell := pivot.Cell{Role: role, Value: data.IntValue(c.number)}
			if got := Matcher(c.want)(&cell); got != c.found {
				t.Errorf("%s in %q: %v", c.want, cell.Text(), got)
			}
		}
	}
}

// TestFindDigits finds digits among labels and figures, some of them negative, null or with decimal places, in several
// layouts. The hits are those of reading every cell.
func TestFindDigits(t *testing.T) {
	const rows = 400
	ids, sums, prices := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	valid := data.NewBitmap(rows)
	for i := range rows {
		ids[i], sums[i], prices[i] = int64(i*7919%100_000), int64(i*i-30_000), int64(i*12_345)
		if i%9 > 0 {
			valid.Set(i)
		}
	}
	table := data.NewTable("t", []*data.Column{data.NewInts("id", data.Int, 0, ids, valid),
		data.NewInts("few", data.Int, 0, sums, nil), data.NewInts("price", data.Decimal, 2, prices, nil)})
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for _, layout := range []query.Layout{{}, {Compact: true}, {ValuesOnRows: true}, {Totals: query.TotalsNone}} {
		q := query.Query{Layout: layout,
			Rows: []query.Field{{Column: "id"}, {Column: "few", Part: query.Bin, BinWidth: 5000}},
			Values: []query.Measure{{Func: query.Sum, Column: "few"}, {Func: query.Sum, Column: "price"},
				{Func: query.Avg, Column: "few"}}}
		a, err := e.Pivot(t.Context(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		g := a.Tab.Grid(pivot.Folds{})
		for _, text := range []string{"1", "29", "7919", "00", " 123 ", "-29", "1,2"} {
			matches, want := Matcher(text), []Hit(nil)
			for row := range g.Rows {
				for col := range g.Cols {
					if c := g.Cell(row, col); matches(&c) {
						want = append(want, Hit{row, col})
					}
				}
			}
			if got, err := Find(t.Context(), g, text, nil); err != nil || !slices.Equal(got.Cells, want) {
				t.Errorf("%+v, %q: %d hits, want %d: %v", layout, text, len(got.Cells), len(want), err)
			}
		}
	}
}
