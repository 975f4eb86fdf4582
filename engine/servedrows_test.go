package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestServedRows compares the rows behind cells, and the values of fields with their counts, of tables on servers with
// the reference's.
func TestServedRows(t *testing.T) {
	onServers(t, func(t *testing.T, kind string, send sending) {
		e := New(Options{NoGPU: true})
		defer e.Close()
		cells, labels := 0, 0
		for seed := range 12 {
			r := rand.New(rand.NewPCG(uint64(seed), 23))
			local, of := onServer(randomTable(r, 300), kind)
			server := send(t, local, of)
			schema := of.Schema()
			e.Attach(schema, server, of)
			for range 8 {
				q := randomQuery(r)
				a, err := e.Pivot(t.Context(), schema, q, RunOptions{})
				if err != nil {
					continue // TestServed has these
				}
				ref := newReference(local, q)
				for range 3 {
					cells += behindServed(t, e, schema, a.Tab, ref, r.IntN(a.Tab.Rows.Len()), r.IntN(a.Tab.Cols.Len()),
						pick(r, 0, 1, 7, 1000))
				}
			}
			for range 6 {
				labels += frequenciesServed(t, e, schema, local, r)
			}
			e.Detach(schema)
		}
		t.Logf("%d rows behind cells and %d counts of labels are equal", cells, labels)
	})
}

func behindServed(t *testing.T, e *Engine, schema *data.Table, tab *pivot.Crosstab, ref *reference, row, col,
	most int) int {
	name := cellName(tab.Rows.Path(row), tab.Cols.Path(col))
	want := ref.cells[name]
	l, n, err := e.RowsUnder(t.Context(), schema, tab, row, col, most)
	if err != nil || n != len(want) {
		t.Fatalf("%s, cell %s: %d rows, want %d: %v", describe(ref.query), name, n, len(want), err)
	}
	if l.Len() > most || l.Len() < min(n, 1, most) || most >= n && l.Len() != n {
		t.Fatalf("%s, cell %s: %d of %d rows are listed, of at most %d", describe(ref.query), name, l.Len(), n, most)
	}
	left := map[string]int{}
	for _, i := range want {
		left[rowText(pivot.Listing{Table: ref.table, Rows: []uint32{uint32(i)}}, 0)]++
	}
	for i := range l.Len() {
		text := rowText(l, i)
		if left[text]--; left[text] < 0 {
			t.Fatalf("%s, cell %s: the row %s is not behind the cell", describe(ref.query), name, text)
		}
	}
	return l.Len()
}

// rowText writes the row at a place of a listing as text. The columns are those of random tables.
func rowText(l pivot.Listing, place int) string {
	var b strings.Builder
	for _, c := range l.Table.Columns {
		if strings.HasPrefix(c.Name, "calculated") {
			continue
		}
		row := place
		if l.Rows != nil {
			row = int(l.Rows[place])
		}
		v := c.Value(row)
		if v.Type == data.Float && math.IsNaN(v.Float) { // a server does not keep its bits
			b.WriteString("NaN,")
			continue
		}
		if v.Type == data.Float {
			fmt.Fprintf(&b, "%x,", math.Float64bits(v.Float))
			continue
		}
		fmt.Fprintf(&b, "%q,", v.String())
	}
	return b.String()
}

func frequenciesServed(t *testing.T, e *Engine, schema, local *data.Table, r *rand.Rand) int {
	f := pick(r, query.Field{Column: pick(r, "a", "b", "i", "m", "h", "d", "t", "o", "f")},
		query.Field{Column: "d", Part: query.Month},
		query.Field{Column: "i", Part: query.Bin, BinWidth: 7})
	var where *query.Expr
	if r.IntN(3) > 0 {
		where = randomFilter(r, 1)
	}
	return frequenciesOf(t, e, schema, local, f, where)
}
