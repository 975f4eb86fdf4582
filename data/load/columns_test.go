package load

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cardinal/data"
)

// names returns the names of a table's columns.
func names(t *data.Table) []string {
	var out []string
	for _, c := range t.Columns {
		out = append(out, c.Name)
	}
	return out
}

// TestWantedColumns reads some columns of a file. They must equal the columns of the whole table, bit for bit.
func TestWantedColumns(t *testing.T) {
	file := numbersFile(t, 3000)
	path := filepath.Join(t.TempDir(), "a.parquet")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	arrow, err := asArrow(path)
	if err != nil {
		t.Fatal(err)
	}
	text := []byte("n,s\n")
	for i := range 3000 {
		text = fmt.Appendf(text, "%d,text %d\n", i*1_000_003, i%1000)
	}
	for name, b := range map[string][]byte{"a.parquet": file, "a.arrow": arrow, "a.csv": text} {
		whole, err := Bytes(context.Background(), name, b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ wanted, want []string }{
			{nil, []string{"n", "s"}},
			{[]string{"S"}, []string{"s"}},
			{[]string{"s", "n", "s"}, []string{"n", "s"}},
			{[]string{}, []string{"n"}},
			{[]string{"s", "nothing"}, []string{"n", "s"}},
		} {
			got, err := Bytes(context.Background(), name, bytes.Clone(b), Options{Columns: c.wanted})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(names(got), c.want) || got.Rows != whole.Rows {
				t.Errorf("%s, wanted %q: %q of %d rows", name, c.wanted, names(got), got.Rows)
			}
			for _, column := range got.Columns {
				of, err := whole.Column(column.Name)
				if err != nil {
					t.Fatal(err)
				}
				for row := range column.Rows {
					if column.Value(row) != of.Value(row) {
						t.Fatalf("%s: %s of row %d is %v, want %v", name, column.Name, row, column.Value(row),
							of.Value(row))
					}
				}
			}
		}
	}
}
