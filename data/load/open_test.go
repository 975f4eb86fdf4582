package load

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardinal/data"
)

func open(t testing.TB, path string) *data.Table {
	t.Helper()
	start := time.Now()
	table, err := Open(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d rows, %d columns, %v", table.Name, table.Rows, len(table.Columns), time.Since(start))
	return table
}

// TestSameTableInTwoFormats opens a table that its authors wrote as text and as Parquet.
func TestSameTableInTwoFormats(t *testing.T) {
	folder := filepath.Join("..", "format", "parquet", "testdata", "parquet-testing", "data")
	a := open(t, filepath.Join(folder, "delta_encoding_required_column_expect.csv"))
	b := open(t, filepath.Join(folder, "delta_encoding_required_column.parquet"))
	for _, c := range b.Columns {
		c.Name = strings.TrimSuffix(c.Name, ":") // so they are called in the Parquet file alone
	}
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

// TestAlignedAsSaid reads a text in aligned columns. A chosen decimal sign or names keep the columns; a chosen
// delimiter makes it delimited text.
func TestAlignedAsSaid(t *testing.T) {
	text := []byte("region      sales\nNorth       1.500\nSouth       2.500\n")
	for _, c := range []struct {
		how  data.Reading
		want string
	}{
		{data.Reading{Decimal: "comma"}, "text 2 North,1500 South,2500"},
		{data.Reading{Header: "none"}, "text 2 region,sales North,1.500 South,2.500"},
		{data.Reading{Delimiter: ";"}, "csv 1 North       1.500 South       2.500"},
	} {
		for name, b := range map[string][]byte{"t.txt": text, "t.txt.gz": zipped(t, string(text))} {
			got, err := Bytes(t.Context(), name, b, Options{Reading: c.how})
			if err != nil {
				t.Errorf("%+v: %v", c.how, err)
			} else if s := fmt.Sprintf("%s %d %s", got.Format, len(got.Columns), cells(got)); s != c.want {
				t.Errorf("%s, %+v: %s, want %s", name, c.how, s, c.want)
			}
		}
	}
}
