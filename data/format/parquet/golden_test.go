package parquet

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardinal/data"
)

// TestGoldens compares every file of a collection with the rows that its authors wrote down as JSON. Nested fields
// are passed over, and so are fields whose JSON is another view of the bytes than ours.
func TestGoldens(t *testing.T) {
	files, cells := 0, 0
	for _, path := range matching(t, "hyparquet/*.parquet", "hyparquet/test/files/*.parquet") {
		name := strings.TrimSuffix(filepath.Base(path), ".parquet")
		text, err := os.ReadFile(strings.TrimSuffix(path, ".parquet") + ".json")
		if err != nil {
			continue
		}
		table, err := open(t, path)
		if err != nil {
			continue
		}
		var rows [][]any
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		if err := dec.Decode(&rows); err != nil {
			continue // rows as objects: nested throughout
		}
		if table.Unnest != "" {
			continue // a file of nothing but lists
		}
		if len(rows) != table.Rows {
			t.Errorf("%s: %d rows, want %d", name, table.Rows, len(rows))
			continue
		}
		files++
		for field, column := range topLevel(t, path, table) {
			for i, row := range rows {
				if field >= len(row) || column == nil {
					continue
				}
				cells++
				if v := column.Value(i); !means(v, row[field]) {
					t.Errorf("%s, %s, row %d: %v %q, want %v", name, column.Name, i, v.Type, v, row[field])
					break
				}
			}
		}
	}
	t.Logf("%d files, %d cells", files, cells)
	least := 25
	if corpora() != "" {
		least += 40
	}
	if files < least {
		t.Errorf("only %d files were compared", files)
	}
}

// topLevel returns a table's column for each field of the schema's root; nil for a nested field.
func topLevel(t *testing.T, path string, table *data.Table) []*data.Column {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	l, err := prepare(t.Context(), f, info.Size(), Options{Limit: 0})
	if err != nil {
		t.Fatal(err)
	}
	root := l.meta.Schema.Root()
	out := make([]*data.Column, root.NumFields())
	for i := range out {
		for k, c := range l.columns {
			leaf := l.meta.Schema.Column(c.index)
			if len(leaf.ColumnPath()) == 1 && leaf.Path() == root.Field(i).Name() {
				out[i] = table.Columns[k]
			}
		}
	}
	return out
}

// means reports whether a value is what JSON wrote.
func means(v data.Value, want any) bool {
	switch w := want.(type) {
	case nil:
		return v.IsNull() || v.Type == data.Float && (math.IsNaN(v.Float) || math.IsInf(v.Float, 0))
	case bool:
		return v.Type == data.Bool && (v.Int.Sign() != 0) == w
	case json.Number:
		if v.String() == w.String() {
			return true
		}
		got, ok := v.Number()
		f, err := w.Float64()
		return ok && err == nil && (got == f || float32(got) == float32(f) && v.Type != data.Int)
	case map[string]any:
		return w["type"] != nil // a geometry, which JSON has parsed
	case []any:
		if len(w) != len(v.Text) {
			return false
		}
		for i, b := range w {
			if b != json.Number(strconv.Itoa(int(v.Text[i]))) {
				return false
			}
		}
		return true
	case string:
		if v.String() == w {
			return true
		}
		if at, err := time.Parse(time.RFC3339, w); err == nil && (v.Type == data.Timestamp || v.Type == data.Date) {
			return v.Time().Truncate(time.Millisecond).Equal(at.Truncate(time.Millisecond))
		}
	}
	return false
}
