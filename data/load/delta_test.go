package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

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

// TestDeltaRanges reads random tables with a range of wanted values of one column. Files are left out by the log, but
// no wanted row is.
func TestDeltaRanges(t *testing.T) {
	left := map[string]int{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		w, _ := randomLake(t, r)
		all, err := Open(t.Context(), w.folder, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all.Columns {
			if c.Nulls == c.Rows || !c.Type.Temporal() && c.Type != data.Int && c.Type != data.Decimal {
				continue
			}
			from := c.Int(r.IntN(c.Rows))
			to := from + int64(r.IntN(3)*r.IntN(3))
			wanted := func(c *data.Column) string {
				var rows []string
				for i := range c.Rows {
					if v := c.Value(i); !v.IsNull() && c.Int(i) >= from && c.Int(i) <= to {
						rows = append(rows, v.String())
					}
				}
				return strings.Join(rows, "\n")
			}
			some, err := Open(t.Context(), w.folder, Options{Columns: []string{c.Name},
				Within: func(of *data.Column) (int64, int64, bool) { return from, to, of.Name == c.Name }})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if got, want := wanted(some.Columns[0]), wanted(c); got != want {
				t.Fatalf("seed %d: %s from %d to %d:\n%s\nwant\n%s", seed, c.Name, from, to, got, want)
			}
			if strings.Contains(strings.Join(some.Notes, "\n"), "files were not read") {
				left[c.Type.String()]++
			}
		}
	}
	for _, typ := range []string{"int", "decimal", "date", "timestamp"} {
		if left[typ] < 5 {
			t.Errorf("files were left out %d times by a column of the type %s", left[typ], typ)
		}
	}
	t.Log(left)
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

// smallLake writes a table of two versions: a file of rows 1 to 4, of which the second version deletes the second.
func smallLake(t *testing.T) *lakeWriter {
	w := &lakeWriter{t: t, r: rand.New(rand.NewPCG(1, 2)), folder: filepath.Join(t.TempDir(), "lake"), mode: "none",
		columns: []writtenColumn{{name: "a", physical: "a", typ: "long", arrow: longType}}}
	w.protocol = object{"minReaderVersion": 3, "minWriterVersion": 7, "readerFeatures": []string{"deletionVectors"}}
	w.file("part.parquet", "1", "2", "3", "4")
	if err := os.MkdirAll(filepath.Join(w.folder, "_delta_log"), 0o700); err != nil {
		t.Fatal(err)
	}
	w.commit = append(w.commit, w.metaData(), object{"protocol": w.protocol})
	w.write()
	w.mark("part.parquet", []int{1}, 1)
	w.write()
	return w
}

// file adds a file of values of the first column.
func (w *lakeWriter) file(name string, values ...any) {
	f := &writtenFile{path: name}
	for _, v := range values {
		f.rows = append(f.rows, object{"a": v})
	}
	f.size = writeParquet(w.t, filepath.Join(w.folder, name), w.columns, f.rows)
	w.commit = append(w.commit, f.action("add"))
}

// mark deletes rows of a file by a vector.
func (w *lakeWriter) mark(name string, rows []int, cardinality int) {
	b := roaring(rows, w.r)
	f := &writtenFile{path: name, vector: object{"storageType": "i", "sizeInBytes": len(b), "cardinality": cardinality,
		"pathOrInlineDv": z85(append(b, make([]byte, (4-len(b)%4)%4)...))}}
	w.commit = append(w.commit, f.action("add"), (&writtenFile{path: name}).action("remove"))
}

func TestBadDeltaTables(t *testing.T) {
	add := func(path string, more object) object {
		a := object{"path": path, "partitionValues": object{}, "size": 1}
		for k, v := range more {
			a[k] = v
		}
		return object{"add": a}
	}
	next := func(actions ...object) func(w *lakeWriter) {
		return func(w *lakeWriter) { w.commit = append(w.commit, actions...); w.write() }
	}
	schema := func(text string) object {
		return object{"metaData": object{"format": object{"provider": "parquet"}, "schemaString": text}}
	}
	replace := func(file, text string) func(w *lakeWriter) {
		return func(w *lakeWriter) {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	const cut = "00000000000000000001.json of its log cannot be read: it is cut off; copy it " +
		"again, or read the version before"
	for _, c := range []struct {
		name string
		do   func(w *lakeWriter)
		want string
	}{
		{"a log that is cut", func(w *lakeWriter) { _ = os.Truncate(w.log(1, "json"), 300) }, cut},
		{"an empty log", func(w *lakeWriter) { _ = os.Truncate(w.log(1, "json"), 0) }, cut},
		{"a log that is no JSON", func(w *lakeWriter) { replace(w.log(1, "json"), "PK\x03")(w) },
			"it is damaged: invalid " +
				"character 'P' looking for beginning of value"},
		{"a version in the middle", func(w *lakeWriter) { w.write(); w.write(); _ = os.Remove(w.log(2, "json")) },
			"version 3 cannot be read, because its log lacks version 2: copy the whole folder again, or read " +
				"version 1"},
		{"no first version", func(w *lakeWriter) { _ = os.Remove(w.log(0, "json")) },
			"version 1 cannot be read, because " +
				"its log lacks version 0: copy the whole folder again"},
		{"no log", func(w *lakeWriter) { _ = os.Remove(w.log(0, "json")); _ = os.Remove(w.log(1, "json")) },
			"its log has " +
				"no version: the table was not written to the end, or not copied whole"},
		{"a checkpoint that is cut", func(w *lakeWriter) { replace(w.log(1, "checkpoint.parquet"), "PAR1")(w) },
			"00000000000000000001.checkpoint.parquet, a checkpoint of its log, cannot be read: "},
		{"half a checkpoint", func(w *lakeWriter) {
			replace(w.log(7, "checkpoint.0000000002.0000000002.parquet"), "")(w)
		}, ""},
		{"a file that is missing", func(w *lakeWriter) { _ = os.Remove(filepath.Join(w.folder, "part.parquet")) },
			"part.parquet is missing, but version 1 needs it: VACUUM removes files of old versions; read a newer " +
				"version, or copy the whole folder again"},
		{"a file of another format", func(w *lakeWriter) {
			replace(filepath.Join(w.folder, "part.parquet"),
				"a\n1\n")(w)
		},
			"part.parquet is not a Parquet file, as files of Delta tables must be"},
		{"a file elsewhere", next(add("../part.parquet", nil)),
			"it has the file ../part.parquet outside of its folder: " +
				"write a copy of it with the program that made it"},
		{"a file on a server", next(add("s3://lake/part.parquet", nil)),
			"it has the file s3://lake/part.parquet outside " +
				"of its folder"},
		{"a link to elsewhere", func(w *lakeWriter) {
			if err := os.Symlink(w.log(0, "json"), filepath.Join(w.folder, "link.parquet")); err != nil {
				w.t.Fatal(err)
			}
			next(add("link.parquet", nil))(w)
		}, "link.parquet cannot be read"},
		{"rows beyond the file", func(w *lakeWriter) {
			w.mark("part.parquet", []int{3, 4}, 2)
			w.commit = append(w.commit, object{"remove": w.vectorOfVersion1()})
			w.write()
		}, "it marks row 5 of the 4 rows of the file"},
		{"two writers", func(w *lakeWriter) { w.mark("part.parquet", []int{3}, 1); w.write() },
			"version 2 has the file part.parquet twice, as if two programs had written at the same time: read an " +
				"older version, or repair the table with the program that made it"},
		{"a checkpoint newer than the log", func(w *lakeWriter) {
			var b bytes.Buffer
			for _, a := range []object{w.metaData(), {"protocol": w.protocol}, {"add": w.vectorOfVersion1()}} {
				if err := json.NewEncoder(&b).Encode(a); err != nil {
					w.t.Fatal(err)
				}
			}
			replace(w.log(5, "checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json"), b.String())(w)
		}, ""},
		{"a checkpoint newer than the log that is cut", func(w *lakeWriter) {
			replace(w.log(5, "checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json"), `{"protocol":`)(w)
		}, "00000000000000000005.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json, a checkpoint of its log, " +
			"cannot be read: it is cut off"},
		{"too few rows", func(w *lakeWriter) {
			w.mark("part.parquet", []int{3}, 2)
			w.commit = append(w.commit, object{"remove": w.vectorOfVersion1()})
			w.write()
		}, "the number of its rows is 1, and the log says 2"},
		{"a newer protocol", next(object{"protocol": object{"minReaderVersion": 4}}), "it needs version 4 of Delta's " +
			"protocol for readers, and Cardinal knows up to 3: write a copy of it as Parquet with the program " +
			"that made it"},
		{"an unknown feature", next(object{"protocol": object{"minReaderVersion": 3, "readerFeatures": []string{
			"catalogManaged"}}}), "it needs the feature catalogManaged of Delta's protocol"},
		{"an unknown type", next(schema(`{"type":"struct","fields":[{"name":"a","type":"variant"}]}`)),
			"its column a is " +
				"of the type \"variant\", which Cardinal does not know"},
		{"no schema", next(schema("{")), "its log has no schema that can be read: copy the whole folder again"},
		{"another type", next(schema(`{"type":"struct","fields":[{"name":"a","type":"string"}]}`)),
			"part.parquet has int " +
				"in the column a, which is string in the log"},
		{"a name twice",
			next(schema(`{"type":"struct","fields":[{"name":"a.b","type":"long"},{"name":"a","type":{"type":` +
				`"struct","fields":[{"name":"b","type":"long"}]}}]}`)), "it has two columns \"a.b\""},
		{"a value of a partition", next(add("other.parquet", object{"partitionValues": object{"a": "x"}})),
			"other.parquet " +
				"has the value \"x\" of the column a, which is no long"},
		{"a number too wide", next(add("other.parquet", object{"partitionValues": object{"a": "1e999999999"}})),
			"has the " +
				"value \"1e999999999\" of the column a, which is no long"},
		{"other names", func(w *lakeWriter) {
			replace(filepath.Join(w.folder, "_delta_log", "1"), "")(w)
			replace(filepath.Join(w.folder, "_delta_log", "x.json"), "")(w)
			replace(filepath.Join(w.folder, "_delta_log", "00000000000000000009.json.tmp"), "")(w)
			replace(filepath.Join(w.folder, "_delta_log", "00000000000000000009.00000000000000000011.compacted.json"),
				"")(w)
			replace(filepath.Join(w.folder, "_delta_log", "_last_checkpoint"), `{"version":12}`)(w)
		}, ""},
	} {
		w := smallLake(t)
		c.do(w)
		table, err := Open(t.Context(), w.folder, Options{})
		switch {
		case c.want == "":
			if err != nil || shownTable(table) != "a\n1\n3\n4" {
				t.Errorf("%s: %v", c.name, err)
			}
		case err == nil || !strings.HasPrefix(err.Error(), "cannot open lake: ") || !strings.Contains(err.Error(),
			c.want):
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// vectorOfVersion1 returns the file of smallLake as its second version has it.
func (w *lakeWriter) vectorOfVersion1() object {
	b, err := os.ReadFile(w.log(1, "json"))
	if err != nil {
		w.t.Fatal(err)
	}
	var a struct{ Add object }
	for line := range strings.Lines(string(b)) {
		if json.Unmarshal([]byte(line), &a) == nil && a.Add != nil {
			return a.Add
		}
	}
	w.t.Fatal("no file")
	return nil
}

// TestDeltaVectorOfManyRows deletes rows by containers of every kind.
func TestDeltaVectorOfManyRows(t *testing.T) {
	const rows = 200_000
	w := smallLake(t)
	b := array.NewInt64Builder(memory.DefaultAllocator)
	for i := range int64(rows) {
		b.Append(i)
	}
	writeBatch(t, filepath.Join(w.folder, "many.parquet"),
		array.NewRecordBatch(arrow.NewSchema([]arrow.Field{{Name: "a",
			Type: longType}}, nil), []arrow.Array{b.NewArray()}, rows))
	w.commit = append(w.commit, (&writtenFile{path: "many.parquet"}).action("add"))
	w.write()
	for range 3 {
		var deleted []int
		for block, share := range []int{1, 2, 30, 1000} {
			for i := block << 16; i < min((block+1)<<16, rows); i++ {
				if i/share%2 == 0 && w.r.IntN(share) < 20 {
					deleted = append(deleted, i)
				}
			}
		}
		w.mark("many.parquet", deleted, len(deleted))
		w.commit[1] = object{"remove": object{"path": "part.parquet",
			"deletionVector": w.vectorOfVersion1()["deletionVector"]}}
		w.version = 3
		w.commit = append(w.commit, object{"remove": object{"path": "many.parquet"}})
		w.write()
		table, err := Open(t.Context(), w.folder, Options{})
		if err != nil {
			t.Fatal(err)
		}
		gone := map[int64]bool{}
		for _, i := range deleted {
			gone[int64(i)] = true
		}
		at := 0
		for i := range int64(rows) {
			if gone[i] {
				continue
			}
			if at >= table.Rows || table.Columns[0].Int(at) != i {
				t.Fatalf("row %d of %d is not %d", at, table.Rows, i)
			}
			at++
		}
		if at != table.Rows {
			t.Fatal(at, table.Rows)
		}
	}
}
