package kept

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"cardinal/data"
)

// desk is a folder of kept tables, with a file from which tables are read.
type desk struct {
	*testing.T
	*Folder
	file string
	read int // how often the file was read
}

func newDesk(t *testing.T) *desk {
	d := &desk{T: t, Folder: &Folder{path: filepath.Join(t.TempDir(), "kept [1]"), most: 1 << 30},
		file: filepath.Join(t.TempDir(), "t.csv")}
	d.change("what is in the file does not matter")
	return d
}

// change writes the file, as a day ago.
func (d *desk) change(text string) {
	d.Helper()
	yesterday := time.Now().Add(-24 * time.Hour)
	err := errors.Join(os.WriteFile(d.file, []byte(text), 0o600), os.Chtimes(d.file, yesterday, yesterday))
	if err != nil {
		d.Fatal(err)
	}
}

// open opens the file. table is the content of the file if the file must be read.
func (d *desk) open(table *data.Table) *data.Table {
	d.Helper()
	t, err := d.Open(context.Background(), d.file, "", data.Reading{}, func() (*data.Table, error) {
		d.read++
		return table, nil
	})
	if err != nil {
		d.Fatal(err)
	}
	return t
}

// keep opens the file and keeps its table. It returns the file of the kept table.
func (d *desk) keep(table *data.Table) string {
	d.Helper()
	d.open(table)
	if err := d.Keep(context.Background(), table); err != nil {
		d.Fatal(err)
	}
	all := d.files()
	if len(all) == 0 {
		d.Fatal("the table is not kept")
	}
	return all[0].path
}

// same fails the test if two tables differ in anything but their source.
func same(t *testing.T, got, want *data.Table) {
	t.Helper()
	if err := differ(got, want); err != nil {
		t.Fatal(err)
	}
}

func differ(got, want *data.Table) error {
	if got.Rows != want.Rows || len(got.Columns) != len(want.Columns) {
		return fmt.Errorf("%d x %d, want %d x %d", got.Rows, len(got.Columns), want.Rows, len(want.Columns))
	}
	for i, c := range got.Columns {
		if err := differingColumn(*c, *want.Columns[i]); err != nil {
			return fmt.Errorf("column %q: %w", want.Columns[i].Name, err)
		}
		if !got.Has(c.Name) {
			return fmt.Errorf("column %q is not found by its name", c.Name)
		}
	}
	return nil
}

func differingColumn(a, b data.Column) error {
	if (a.Dict == nil) != (b.Dict == nil) || a.Dict != nil && (!reflect.DeepEqual(a.Dict.Values, b.Dict.Values) &&
		len(b.Dict.Values) > 0 || !reflect.DeepEqual(a.Dict.Order, b.Dict.Order)) {
		return errors.New("the dictionaries differ")
	}
	if len(a.Floats) != len(b.Floats) {
		return fmt.Errorf("%d floats, want %d", len(a.Floats), len(b.Floats))
	}
	for i, v := range a.Floats { // bit for bit: NaN and -0 among them
		if math.Float64bits(v) != math.Float64bits(b.Floats[i]) {
			return fmt.Errorf("row %d: %v, want %v", i, v, b.Floats[i])
		}
	}
	a.Dict, b.Dict, a.Floats, b.Floats = nil, nil, nil, nil
	if !reflect.DeepEqual(a, b) {
		return fmt.Errorf("%+v, want %+v", a, b)
	}
	return nil
}

// randomTable makes a table with a column of every type and width, with nulls and without. Small dictionaries make a
// small file.
func randomTable(r *rand.Rand, rows int) *data.Table {
	var columns []*data.Column
	valids := []func() data.Bitmap{
		func() data.Bitmap { return nil },
		func() data.Bitmap { return data.NewBitmap(rows) }, // all are null
		func() data.Bitmap {
			b := data.NewBitmap(rows)
			for i := range rows {
				if r.IntN(3) > 0 {
					b.Set(i)
				}
			}
			return b
		},
	}
	name := func() string { return fmt.Sprintf("c%d \xff", len(columns)) } // which is no UTF-8
	for _, valid := range valids {
		for _, most := range []int64{1, 200, 60_000, 1 << 30, math.MaxInt64} {
			for _, typ := range []data.Type{data.Int, data.Decimal, data.Date, data.Timestamp} {
				values := make([]int64, rows)
				for i := range values {
					values[i] = r.Int64N(most) - most/2
				}
				c := data.NewInts(name(), typ, 3, values, valid())
				c.UTC = typ == data.Timestamp
				c.Format = data.NumberFormat{Currency: "€", After: r.IntN(2) > 0}
				c.Note = "a note"
				columns = append(columns, c)
			}
		}
		floats := make([]float64, rows)
		for i := range floats {
			floats[i] = []float64{math.NaN(), math.Inf(1), math.Copysign(0, -1), r.NormFloat64(),
				1e300 * r.Float64()}[r.IntN(5)]
		}
		columns = append(columns, data.NewFloatColumn(name(), floats, valid()))
		bools := make([]uint8, rows)
		for i := range bools {
			bools[i] = uint8(r.IntN(2))
		}
		columns = append(columns, data.NewBools(name(), bools, valid()))
		for _, distinct := range []int{1, 100, min(1000, 3*rows+1), min(100_000, 3*rows+1)} {
			texts := make([]string, distinct)
			for i := range texts {
				texts[i] = fmt.Sprint(i, "\x00é")
			}
			texts[0] = ""
			codes := make([]uint32, rows)
			for i := range codes {
				codes[i] = uint32(r.IntN(distinct))
			}
			c := data.NewText(name(), codes, texts, valid())
			if distinct == 100 {
				c.Dict.Order = []string{texts[99], texts[0], "another"}
			}
			columns = append(columns, c)
		}
	}
	t := data.NewTable("t.csv", columns)
	t.Notes = append(t.Notes, "a note of the table")
	t.Text = data.TextFormat{Delimiter: ';', Encoding: "utf-8", Header: 1}
	t.Sheets = []string{"one", "two"}
	return t
}
