package parquet

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"cardinal/data"
)

var shared = filepath.Join("..", "..", "..", "shared", "data")

func open(t testing.TB, path string) (*data.Table, error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return Open(context.Background(), f, info.Size(), 4<<30, nil)
}

func TestFlights(t *testing.T) {
	table, err := open(t, filepath.Join(shared, "tables", "flights-3m.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if table.Rows != 3_000_000 || len(table.Columns) != 5 {
		t.Fatalf("%d rows, %d columns", table.Rows, len(table.Columns))
	}
	origin, err := table.Column("origin")
	if err != nil {
		t.Fatal(err)
	}
	delay, err := table.Column("delay")
	if err != nil {
		t.Fatal(err)
	}
	rows, sum := 0, int64(0)
	for i := range table.Rows {
		if origin.Value(i).Text == "ORD" {
			rows++
			sum += delay.Int(i)
		}
	}
	if mean := float64(sum) / float64(rows); rows != 166_341 || mean < 9.27365 || mean > 9.27375 {
		t.Errorf("ORD: %d rows, mean delay %v", rows, mean)
	}
}

func BenchmarkFlights(b *testing.B) {
	for b.Loop() {
		if _, err := open(b, filepath.Join(shared, "tables", "flights-3m.parquet")); err != nil {
			b.Fatal(err)
		}
	}
}
