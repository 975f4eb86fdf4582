package pivot_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

func TestListing(t *testing.T) {
	l := pivot.Listing{Table: table(), Rows: []uint32{4, 0}, Numbered: true}
	rows, cols, header, labels := l.Size()
	if got := fmt.Sprint(rows, cols, header, labels); got != "3 5 1 1" {
		t.Errorf("size %s", got)
	}
	line := func(l pivot.Listing, row int) (out []string) {
		_, cols, _, _ := l.Size()
		for col := range cols {
			out = append(out, l.Cell(row, col).Value.String())
		}
		return out
	}
	for row, want := range [][]string{{"", "region", "city", "year", "n"}, {"5", "US", "", "2024", "5"},
		{"1", "EU", "Rome", "2023", "1"}} {
		if got := line(l, row); !slices.Equal(got, want) {
			t.Errorf("line %d: %q, want %q", row, got, want)
		}
	}
	if c := l.Cell(1, 3); c.Text() != "2024" {
		t.Errorf("the year is written %s", c.Text())
	}
	for _, c := range []struct {
		col  int
		desc bool
		want []uint32
	}{{3, true, []uint32{5, 4, 3, 2, 1, 0}}, {1, false, []uint32{2, 5, 1, 0, 3, 4}},
		{1, true, []uint32{0, 3, 1, 2, 5, 4}}} { // null last either way
		if got, err := (pivot.Listing{Table: table()}).Sorted(t.Context(), c.col, c.desc); err != nil ||
			!slices.Equal(got.Rows, c.want) {
			t.Errorf("by column %d, descending %t: %v (%v), want %v", c.col, c.desc, got.Rows, err, c.want)
		}
	}
	if got, _ := l.Sorted(t.Context(), 3, false); !slices.Equal(got.Rows, []uint32{0, 4}) || l.Rows[0] != 4 {
		t.Errorf("rows 4 and 0 by n: %v, and before %v", got.Rows, l.Rows)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := l.Sorted(ended, 3, false); err == nil {
		t.Error("a sort is not cancelled")
	}
	all := pivot.Listing{Table: table()}
	if rows, cols, _, labels := all.Size(); rows != 7 || cols != 4 || labels != 0 {
		t.Errorf("the whole table is %d by %d with %d label columns", rows, cols, labels)
	}
	if got := line(all, 6); !slices.Equal(got, []string{"US", "Boston", "2024", "6"}) {
		t.Errorf("the last line: %q", got)
	}
}

// TestSortedAsCompared sorts random columns of every type and compares neighbours as labels are compared.
func TestSortedAsCompared(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const rows = 100_000
	valid := data.NewBitmap(rows)
	ints, floats, codes := make([]int64, rows), make([]float64, rows), make([]uint32, rows)
	odd := []float64{math.NaN(), math.Copysign(math.NaN(), -1), math.Inf(1), math.Inf(-1), 0,
		math.Copysign(0, -1), 1.0 / 3}
	for i := range rows {
		ints[i], codes[i] = r.Int64N(1000)-500, uint32(r.IntN(3))
		floats[i] = (r.Float64() - 0.5) * math.Pow10(r.IntN(9)-4)
		if r.IntN(9) == 0 {
			floats[i] = odd[r.IntN(len(odd))]
		}
		if r.IntN(7) > 0 {
			valid.Set(i)
		}
	}
	l := pivot.Listing{Table: data.NewTable("t", []*data.Column{
		data.NewInts("int", data.Int, 0, ints, valid), data.NewInts("date", data.Date, 0, slices.Clone(ints), nil),
		data.NewFloats("float", floats, slices.Clone(valid)), data.NewText("text", codes, []string{"b", "c", "a"},
			slices.Clone(valid)),
	})}
	for col, c := range l.Table.Columns {
		for _, desc := range []bool{false, true} {
			got, err := l.Sorted(t.Context(), col, desc)
			if err != nil || len(got.Rows) != rows {
				t.Fatalf("%d rows: %v", len(got.Rows), err)
			}
			for i := 1; i < rows; i++ {
				before, after := got.Rows[i-1], got.Rows[i]
				x, y := c.Value(int(before)), c.Value(int(after))
				order := data.Compare(x, y)
				if desc && !x.IsNull() && !y.IsNull() {
					order = -order
				}
				if order > 0 || order == 0 && before > after {
					t.Fatalf("%s, descending %t: row %d with %v before row %d with %v", c.Name, desc,
						before, x, after, y)
				}
			}
		}
	}
}

// TestNodes compares the nodes of every cell of a grid with subtotals with the labels of its row and column.
func TestNodes(t *testing.T) {
	q := query.Query{
		Rows: []query.Field{{Column: "region"}, {Column: "city"}}, Cols: []query.Field{{Column: "year"}},
		Values: []query.Measure{{Func: query.Count}, {Func: query.Sum, Column: "n"}},
	}
	tab := answer(t, q)
	g := tab.Grid(pivot.Folds{})
	for row := range g.Rows {
		for col := range g.Cols {
			r, c := g.Nodes(row, col)
			switch cell := g.Cell(row, col); cell.Role {
			case pivot.Body:
				if m, _ := g.Measure(0, col); cell.Value.String() != tab.Cell(r, c, m).String() {
					t.Errorf("the figure at %d, %d is %v, that of its nodes %v", row, col, cell.Value,
						tab.Cell(r, c, m))
				}
			case pivot.RowLabel:
				if path := tab.Rows.Path(r); c != 0 || len(path) > 0 && len(path) <= col {
					t.Errorf("the label %v at %d, %d is of %v", cell.Value, row, col, path)
				}
			case pivot.ColLabel:
				if path := tab.Cols.Path(c); r != 0 || len(path) == 1 && path[0].String() != cell.Value.String() {
					t.Errorf("the label %v at %d, %d is of %v", cell.Value, row, col, path)
				}
			default:
				if r != 0 || c != 0 {
					t.Errorf("the corner at %d, %d is of %d, %d", row, col, r, c)
				}
			}
		}
	}
}
