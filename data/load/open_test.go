package load

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cardinal/data"
)

var tables = filepath.Join("..", "..", "..", "shared", "data", "tables")

func open(t testing.TB, path string) *data.Table {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	start := time.Now()
	table, err := Open(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d rows, %d columns, %v", table.Name, table.Rows, len(table.Columns), time.Since(start))
	return table
}

func TestPizzaplace(t *testing.T) {
	a := open(t, filepath.Join(tables, "pizzaplace.csv"))
	b := open(t, filepath.Join(tables, "pizzaplace.parquet"))
	sameTable(t, a, b)
}

// sameTable compares two tables cell by cell.
func sameTable(t *testing.T, a, b *data.Table) {
	t.Helper()
	if a.Rows != b.Rows || len(a.Columns) != len(b.Columns) {
		t.Fatalf("%d x %d, want %d x %d", a.Rows, len(a.Columns), b.Rows, len(b.Columns))
	}
	for i, c := range a.Columns {
		d := b.Columns[i]
		if c.Name != d.Name {
			t.Errorf("column %d is called %q and %q", i, c.Name, d.Name)
		}
		wrong := 0
		for row := range a.Rows {
			if x, y := c.Value(row), d.Value(row); data.Compare(x, y) != 0 && x.String() != y.String() {
				if wrong++; wrong < 4 {
					t.Errorf("%s row %d: %v %q, want %v %q", c.Name, row, c.Type, x, d.Type, y)
				}
			}
		}
	}
}
