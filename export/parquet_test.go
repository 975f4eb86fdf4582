package export

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/query"
)

func reload(t *testing.T, q query.Query) *data.Table {
	t.Helper()
	var b bytes.Buffer
	if flat, err := flatten(tabOf(t, table(), q)); err != nil || flat.parquet(t.Context(), &b) != nil {
		t.Fatal(err)
	}
	back, err := load.Bytes(context.Background(), "back", b.Bytes(), load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestParquet(t *testing.T) {
	back := reload(t, small())
	var names []string
	for _, c := range back.Columns {
		names = append(names, fmt.Sprintf("%s %v", c.Name, c.Type))
	}
	if got, want := strings.Join(names, ", "), "city text, 1 · Sum of amount decimal, 1 · Number of rows int, 2 · "+
		"Sum of amount decimal, 2 · Number of rows int"; got != want {
		t.Errorf("columns are %s, want %s", got, want)
	}
	checkLanes(t, back, small())
}

// TestParquetKeepsEveryType compares every value with the value of the crosstab. Sums beyond 64 bits may come back as
// text, because the loader reads them so.
func TestParquetKeepsEveryType(t *testing.T) {
	q := query.Query{Rows: []query.Field{field("city"), field("day"), field("at"), field("open")},
		Values: []query.Measure{
			measure(query.Sum, "amount"), measure(query.Avg, "amount"), measure(query.Max, "ratio"),
			measure(query.Max, "at"), measure(query.Min, "city"),
			measure(query.Sum, "amount"),
		}}
	back := reload(t, q)
	checkLanes(t, back, q)
	if name := back.Columns[len(back.Columns)-1].Name; name != "Sum of amount 2" {
		t.Errorf("the second of two equal names is %q", name)
	}
}

func checkLanes(t *testing.T, back *data.Table, q query.Query) {
	t.Helper()
	c := tabOf(t, table(), q)
	lanes := flatColumns(c)
	if back.Rows != len(c.Rows.Leaves()) || len(back.Columns) != len(lanes) {
		t.Fatalf("read back %d rows of %d columns, want %d of %d", back.Rows, len(back.Columns), len(c.Rows.Leaves()),
			len(lanes))
	}
	for i, l := range lanes {
		for row := range back.Rows {
			got, want := back.Columns[i].Value(row), l.at(row)
			if data.Compare(got, want) != 0 || got.IsNull() != want.IsNull() {
				t.Errorf("%s, row %d: read back %q, want %q", l.name, row, got, want)
			}
		}
	}
}

func TestParquetHoldsSumsBeyond64Bits(t *testing.T) {
	c := tabOf(t, table(), query.Query{Rows: []query.Field{field("open")},
		Values: []query.Measure{measure(query.Sum, "big")}})
	l := flatColumns(c)[1]
	if got := arrowType(len(c.Rows.Leaves()), l.at).String(); got != "decimal(38, 0)" {
		t.Errorf("the sums are stored as %s", got)
	}
	var b bytes.Buffer
	if flat, err := flatten(c); err != nil || flat.parquet(t.Context(), &b) != nil {
		t.Fatal(err)
	}
}
