package load

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
)

// shownTable shows a table as lakeWriter shows its rows.
func shownTable(t *data.Table) string {
	var names, rows []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	for i := range t.Rows {
		var row []string
		for _, c := range t.Columns {
			row = append(row, shownValue(nil))
			if v := c.Value(i); !v.IsNull() {
				row[len(row)-1] = strings.TrimSuffix(v.String(), " UTC")
			}
		}
		rows = append(rows, strings.Join(row, "|"))
	}
	return shownRows(names, rows)
}

// randomLake writes a table of some versions. gone is the oldest version that can be read.
func randomLake(t *testing.T, r *rand.Rand) (w *lakeWriter, gone int) {
	w = newLakeWriter(t, r)
	for range 1 + r.IntN(12) {
		for range r.IntN(4) {
			switch what := r.IntN(10); {
			case what < 4 || len(w.files) == 0:
				w.addFile()
			case what < 7 && len(w.commit) == 0:
				w.deleteRows(r.IntN(len(w.files)))
			case what == 7 && len(w.commit) == 0:
				w.remove(r.IntN(len(w.files)))
			case what == 8:
				w.addColumn()
				w.commit = append(w.commit, w.metaData())
			case what == 9 && w.mode != "none" && len(w.columns) > 1:
				at := 1 + r.IntN(len(w.columns)-1)
				if w.columns[at].name = w.name("Renamed "); r.IntN(2) == 0 {
					w.columns = append(w.columns[:at:at], w.columns[at+1:]...)
				}
				w.commit = append(w.commit, w.metaData())
			}
		}
		w.write()
		if r.IntN(4) == 0 {
			w.checkpoint()
			if r.IntN(3) == 0 { // old commits are cleaned up, and sometimes that of the checkpoint as well
				for gone < w.version-1 {
					files, _ := filepath.Glob(w.log(gone, "*"))
					for _, f := range files {
						_ = os.Remove(f)
					}
					gone++
				}
				if r.IntN(2) == 0 {
					_ = os.Remove(w.log(gone, "json"))
				}
			}
		}
	}
	return w, gone
}

func TestRandomDeltaTables(t *testing.T) {
	for seed := range uint64(50) {
		w, gone := randomLake(t, rand.New(rand.NewPCG(seed, 1)))
		for version, want := range w.tables {
			o := Options{Reading: data.Reading{Version: strconv.Itoa(version)}}
			if version == len(w.tables)-1 {
				o.Reading.Version = ""
			}
			table, err := Open(t.Context(), w.folder, o)
			switch {
			case version < gone:
				if err == nil {
					t.Fatalf("seed %d: version %d can be read", seed, version)
				}
			case err != nil:
				t.Fatalf("seed %d, mode %s: version %d: %v", seed, w.mode, version, err)
			default:
				if got := shownTable(table); got != want {
					t.Fatalf("seed %d, mode %s: version %d:\n%s\nwant\n%s", seed, w.mode, version, got, want)
				}
				if table.Format != "delta" || !strings.HasPrefix(table.Notes[0], fmt.Sprintf("version %d of the Delta "+
					"table", version)) || table.Name != filepath.Base(w.folder) {
					t.Fatal(table.Name, table.Format, table.Notes)
				}
				for i, c := range table.Columns {
					of := w.columnNamed(c.Name)
					if of.typ != "" && c.Type.String() != wantedType(of.typ, c) {
						t.Fatalf("seed %d: version %d: column %d, %s, is %s", seed, version, i, of.typ, c.Type)
					}
				}
			}
		}
	}
}

func (w *lakeWriter) columnNamed(name string) writtenColumn {
	for _, c := range w.columns {
		if c.name == name {
			return c
		}
	}
	return writtenColumn{}
}

// wantedType returns the type of a table for one of Delta. Floats are decimals if all are.
func wantedType(typ string, c *data.Column) string {
	switch typ {
	case "string":
		return "text"
	case "long", "integer":
		return "int"
	case "double":
		if c.Type == data.Decimal {
			return "decimal"
		}
		return "float"
	case "boolean":
		return "bool"
	case "decimal(9,2)":
		return "decimal"
	}
	return typ
}
