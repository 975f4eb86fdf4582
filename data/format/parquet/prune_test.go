package parquet

import (
	"bytes"
	"strings"
	"testing"

	"cardinal/data"
)

// TestPrune asks for rows of the second row group, of both, and of none.
func TestPrune(t *testing.T) {
	values, valid := make([]int64, 1000), make([]bool, 1000)
	for i := range values {
		values[i], valid[i] = int64(i), i%9 > 0
	}
	file := integers(t, values, valid, true)
	for _, c := range []struct {
		least, most int64
		ok          bool
		rows, first int
	}{
		{500, 600, true, 500, 500},
		{-5, 499, true, 500, 0},
		{499, 501, true, 1000, 0},
		{5000, 6000, true, 500, 0}, // the first one stays
		{5000, 6000, false, 1000, 0},
	} {
		o := Options{Within: func(column *data.Column) (least, most int64, ok bool) {
			if column.Name != "n" || column.Type != data.Int {
				t.Errorf("%+v is asked about", column)
			}
			return c.least, c.most, c.ok
		}}
		table, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if table.Rows != c.rows {
			t.Errorf("%+v: %d rows", c, table.Rows)
			continue
		}
		for row := range table.Rows {
			at := c.first + row
			if v := table.Columns[0].Value(row); v.IsNull() == valid[at] || valid[at] &&
				v != data.IntValue(values[at]) {
				t.Fatalf("%+v: row %d is %v", c, row, v)
			}
		}
		if said := strings.Contains(strings.Join(table.Notes, "\n"),
			"1 of 2 row groups were not read"); said != (c.rows == 500) {
			t.Errorf("%+v: %q", c, table.Notes)
		}
	}
}
