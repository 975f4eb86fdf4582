package load

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"cardinal/data"
	"cardinal/data/store/kept"
)

// TestDeltaTypes reads files that were written before a column was widened, and times that do not say that they are
// UTC.
func TestDeltaTypes(t *testing.T) {
	w := smallLake(t)
	widened := []writtenColumn{{name: "a", physical: "a", typ: "double"}, {name: "b", physical: "b",
		typ: "decimal(12,3)"},
		{name: "c", physical: "c", typ: "timestamp_ntz"}, {name: "d", physical: "d", typ: "timestamp"}, {name: "e",
			physical: "e", typ: "date"}}
	for i, types := range [][]arrow.DataType{
		{longType, longType, arrow.FixedWidthTypes.Date32, &arrow.TimestampType{Unit: arrow.Nanosecond}},
		{arrow.PrimitiveTypes.Float64, &arrow.Decimal128Type{Precision: 9, Scale: 1},
			&arrow.TimestampType{Unit: arrow.Microsecond}, &arrow.TimestampType{Unit: arrow.Microsecond,
				TimeZone: "UTC"}},
	} {
		rows := []string{`[{"a":"5","b":"6","c":"2024-01-02","d":"2024-01-02 03:04:05.5"}]`,
			`[{"a":0.1,"b":"7.5","c":"2024-01-02 10:00:00","d":"2024-01-02T03:04:05Z"}]`}[i]
		var fields []arrow.Field
		for j, of := range types {
			fields = append(fields, arrow.Field{Name: widened[j].name, Type: of, Nullable: true})
		}
		name := []string{"x.parquet", "y.parquet"}[i]
		writeArrow(t, filepath.Join(w.folder, name), arrow.NewSchema(fields, nil), []byte(rows))
		w.commit = append(w.commit, (&writtenFile{path: name}).action("add"))
	}
	w.columns = widened
	w.commit = append(w.commit, w.metaData())
	w.write()
	table, err := Open(t.Context(), w.folder, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "a|b|c|d|e\n0.1|7.5|2024-01-02T10:00:00|2024-01-02T03:04:05Z|null\n" +
		"1.0|null|null|null|null\n3.0|null|null|null|" +
		"null\n4.0|null|null|null|null\n5.0|6.0|2024-01-02T00:00:00|2024-01-02T03:04:05.5Z|null"
	if got := shownTable(table); got != want || table.Columns[4].Type != data.Date {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestDeltaLists unnests a list of a file of which a row was deleted.
func TestDeltaLists(t *testing.T) {
	w := smallLake(t)
	w.columns = append(w.columns, writtenColumn{name: "year", physical: "year", typ: "integer", partition: true})
	schema := arrow.NewSchema([]arrow.Field{{Name: "A", Type: longType}, {Name: "tags", Type: arrow.ListOf(textType),
		Nullable: true}, {Name: "more", Type: longType, Nullable: true}}, nil)
	writeArrow(t, filepath.Join(w.folder, "l.parquet"), schema, []byte(
		`[{"A":1,"tags":["x","y"]},{"A":2,"tags":["z","z"]},{"A":3,"tags":[]},{"A":4,"tags":["u"]}]`))
	w.commit = []object{{"remove": w.vectorOfVersion1()}, {"metaData": object{"format": object{"provider": "parquet"},
		"schemaString": `{"type":"struct","fields":[{"name":"a","type":"long"},{"name":"tags","type":{"type":"array",` +
			`"elementType":"string"}},{"name":"year","type":"integer"}]}`}}}
	w.mark("l.parquet", []int{1}, 1)
	w.commit[2]["add"].(object)["partitionValues"] = object{"year": "2024"}
	w.write()
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, "a|year\n1|2024\n3|2024\n4|2024"},
		{Options{Reading: data.Reading{Unnest: "tags"}}, "a|year|tags\n1|2024|x\n1|2024|y\n3|2024|null\n4|2024|u"},
		{Options{Columns: []string{"YEAR"}}, "year\n2024\n2024\n2024"},
		{Options{Columns: []string{}}, "a\n1\n3\n4"},
		{Options{Columns: []string{"a"}, Within: func(c *data.Column) (int64, int64, bool) {
			return 2023, 2023, c.Name == "year"
		}}, "a\n1\n3\n4"}, // the values of the partition were not asked for
		{Options{Within: func(c *data.Column) (int64, int64, bool) { return 2023, 2023, c.Name == "year" }},
			"a|year\n"},
		{Options{Within: func(c *data.Column) (int64, int64, bool) { return 2024, 2025, c.Name == "year" }},
			"a|year\n1|2024\n3|2024\n4|2024"},
	} {
		table, err := Open(t.Context(), w.folder, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if got := shownTable(table); got != c.want {
			t.Errorf("%v: %s\nwant\n%s", c.o.Columns, got, c.want)
		}
		if table.Rows > 0 && strings.Join(table.Lists, " ") != "tags" {
			t.Error(table.Lists)
		}
	}
	table, err := Preview(t.Context(), w.folder, Options{})
	if err != nil || table.Rows != 3 {
		t.Error(table, err)
	}
}

// TestLakesAreNoFolders opens what is a part of a lake, or more than one, in every way that a folder can be named.
func TestLakesAreNoFolders(t *testing.T) {
	root := write(t, "delta/_delta_log/00000000000000000000.json", "{}", "delta/a.csv", "a\n1\n",
		"delta/year=2024/b.csv",
		"a\n2\n", "hudi/.hoodie/x", "", "hudi/a.csv", "a\n1\n", "ice/metadata/00-x.metadata.json", "{}",
		"ice/data/d=1/a.csv",
		"a\n1\n", "above/k=1/a.csv", "a\n1\n", "above/k=2/_delta_log/00000000000000000000.json", "{}",
		"above/k=2/a.csv",
		"a\n2\n", "plain/metadata/notes.txt", "x", "plain/a.csv", "a\n1\n", "other/a.csv", "a\n3\n")
	at := func(names ...string) string {
		for i, n := range names {
			names[i] = filepath.Join(root, n)
		}
		return Join(names...)
	}
	alone := " is a Delta table, some of whose files or rows may be removed: open its folder alone"
	for path, want := range map[string]string{
		at("delta", "other"):              "delta" + alone,
		at("delta/a.csv", "other/a.csv"):  "delta" + alone,
		at("delta/*.csv"):                 "delta" + alone,
		at("delta/year=2024"):             "delta" + alone,
		at("above"):                       "k=2" + alone,
		at("hudi"):                        "hudi is a table of Hudi, which Cardinal does not read, ",
		at("ice"):                         "ice is a table of Iceberg, which Cardinal does not read, ",
		at("ice/data"):                    "ice is a table of Iceberg, ",
		at("ice/data/d=1", "other/a.csv"): "ice is a table of Iceberg, ",
		at("plain"):                       "",
		at("plain", "other"):              "",
		at("delta"):                       "cannot open delta: its log names no columns and no protocol",
	} {
		_, err := Open(t.Context(), path, Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v", path, err)
		}
	}
	table, err := Open(t.Context(), at("delta/year=2024/b.csv"), Options{})
	if err != nil || !slices.Contains(table.Notes,
		"the file belongs to the Delta table delta, which may have removed it "+
			"or some of its rows") {
		t.Error(table, err)
	}
	files, err := Files(at("delta"))
	if err != nil || len(files) != 1 || files[0] != at("delta/_delta_log/00000000000000000000.json") {
		t.Error(files, err)
	}
	if !Takes(at("delta"), at("delta/year=2024/new.parquet")) || Takes(at("delta"), at("other/a.parquet")) {
		t.Error("what is taken into a table is wrong")
	}
	if _, err := os.Stat(at("delta")); err != nil || !IsDelta(at("delta")) || IsDelta(at("ice")) {
		t.Error(err)
	}
}

// TestDeltaStructs reads members of structs, also within lists and maps, under the names that a mapping gives them.
func TestDeltaStructs(t *testing.T) {
	for _, mode := range []string{"name", "id"} {
		w := smallLake(t)
		number := func(n string) arrow.Metadata { return arrow.NewMetadata([]string{"PARQUET:field_id"}, []string{n}) }
		member := arrow.StructOf(arrow.Field{Name: "p2", Type: longType, Nullable: true, Metadata: number("2")},
			arrow.Field{Name: "p9", Type: longType, Nullable: true, Metadata: number("9")})
		schema := arrow.NewSchema([]arrow.Field{{Name: "p1", Type: member, Nullable: true, Metadata: number("1")},
			{Name: "p3", Type: arrow.ListOf(arrow.StructOf(arrow.Field{Name: "p4", Type: textType, Nullable: true,
				Metadata: number("4")})), Nullable: true, Metadata: number("3")},
			{Name: "p5", Type: mapType, Nullable: true, Metadata: number("5")}}, nil)
		writeArrow(t, filepath.Join(w.folder, "s.parquet"), schema,
			[]byte(`[{"p1":{"p2":1,"p9":7},"p3":[{"p4":"x"},{"p4":`+
				`"y"}],"p5":[{"key":"k","value":"v"}]},{"p1":null,"p3":null,"p5":null}]`))
		field := func(name, typ string, id int) string {
			return fmt.Sprintf(`{"name":%q,"type":%s,"metadata":{"delta.columnMapping.id":%d,"delta.columnMapping.`+
				`physicalName":"p%d"}}`, name, typ, id, id)
		}
		of := func(fields string) string { return `{"type":"struct","fields":[` + fields + `]}` }
		w.commit = []object{{"remove": w.vectorOfVersion1()}, {"protocol": object{"minReaderVersion": 2}},
			{"metaData": object{
				"configuration": object{"delta.columnMapping.mode": mode}, "schemaString": of(strings.Join([]string{
					field("address", of(field("zip", `"long"`, 2)), 1),
					field("items", `{"type":"array","elementType":`+of(field("name", `"string"`, 4))+`}`, 3),
					field("extra", `{"type":"map","keyType":"string","valueType":"string"}`, 5), field("p2", `"date"`,
						6)}, ","))}}}
		w.commit = append(w.commit, (&writtenFile{path: "s.parquet"}).action("add"))
		w.write()
		for list, want := range map[string]string{
			"":      "address.zip|p2\n1|null\nnull|null",
			"items": "address.zip|p2|items.name\n1|null|x\n1|null|y\nnull|null|null",
			"extra": "address.zip|p2|extra.key|extra.value\n1|null|k|v\nnull|null|null|null",
		} {
			table, err := Open(t.Context(), w.folder, Options{Reading: data.Reading{Unnest: list}})
			if err != nil {
				t.Fatal(mode, err)
			}
			if got := shownTable(table); got != want || strings.Join(table.Lists, " ") != "items extra" {
				t.Errorf("%s: %s\nwant\n%s %v", mode, got, want, table.Lists)
			}
		}
	}
}

// served serves the files of a folder as a bucket, and returns the address of the folder. Paths of the folder in JSON
// become addresses.
func (s *site) served(t *testing.T, folder string) string {
	t.Helper()
	t.Setenv("AWS_ENDPOINT_URL", s.URL)
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			var content []byte
			content, err = os.ReadFile(filepath.Join(folder, name))
			if strings.HasSuffix(name, ".json") {
				at := (&url.URL{Scheme: "file", Path: filepath.ToSlash(folder) + "/"}).String()
				content = bytes.ReplaceAll(content, []byte(at), []byte("s3://shop/lake/"))
			}
			files["/shop/lake/"+name] = content
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.change(func() { s.files = files })
	return "s3://shop/lake/"
}

// TestDeltaAtAddress reads random tables in a store. Every version is that of the folder, and so are its notes. If each
// connection breaks off after some bytes, or a file is gone, there is a sentence and no table.
func TestDeltaAtAddress(t *testing.T) {
	s := newSite(t)
	for seed := range uint64(8) {
		w, gone := randomLake(t, rand.New(rand.NewPCG(seed, 1)))
		address := s.served(t, w.folder)
		for version := gone; version < len(w.tables); version++ {
			o := Options{Reading: data.Reading{Version: strconv.Itoa(version)}}
			want, err := Open(t.Context(), w.folder, o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Open(t.Context(), address, o)
			if err != nil && strings.Contains(err.Error(), "file:///") { // in a checkpoint
				continue
			}
			if err != nil || shownTable(got) != w.tables[version] || got.Name != "lake" || got.Path != address ||
				got.Format != "delta" || !slices.Equal(got.Notes, want.Notes) {
				t.Fatalf("seed %d, version %d: %v, %+v", seed, version, err, got)
			}
		}
		all, err := Versions(t.Context(), address)
		if want, _ := Versions(t.Context(), w.folder); err != nil || !slices.Equal(all, want) {
			t.Errorf("versions %v, %v", all, err)
		}
	}
	w := smallLake(t)
	address := s.served(t, w.folder)
	for name, content := range maps.Clone(s.files) {
		for cut := 1; cut < len(content); cut += 1 + len(content)/3 {
			s.change(func() { s.cut, s.only = int64(cut), name; s.sent.Store(0) })
			table, err := Open(t.Context(), address, Options{})
			if table != nil || err == nil || !strings.HasPrefix(err.Error(), "cannot open lake: ") ||
				!strings.Contains(err.Error(), "the connection to s3://shop broke off: try again") {
				t.Errorf("%s cut after %d of %d bytes: %v", name, cut, len(content), err)
			}
		}
		s.change(func() { s.cut = 0; delete(s.files, name) })
		table, err := Open(t.Context(), address, Options{})
		if table != nil && strings.HasSuffix(name, "parquet") || table == nil && err == nil {
			t.Errorf("without %s: %v", name, err)
		}
		s.change(func() { s.files[name] = content })
	}
	s.change(func() { s.files = map[string][]byte{"/shop/lake/a.csv": []byte("a\n1\n")} })
	for path, want := range map[string]string{
		address: "cannot open lake: its log cannot be read: no file fits s3://shop/lake/_delta_log/*: check the " +
			"pattern and the bucket",
		address + "\n" + address + "a.csv": "lake is a Delta table, some of whose files or rows may be removed: open " +
			"its folder alone",
	} {
		if _, err := Open(t.Context(), path, Options{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// TestDeltaBytesRead says how many bytes of a table in a store will be read, before they are read. The files that the
// log excludes are not asked for. The figures do not depend on the number of counted files that stay open.
func TestDeltaBytesRead(t *testing.T) {
	defer func(n int) { mostHeld = n }(mostHeld)
	s := newSite(t)
	w := smallLake(t)
	const rows = 20_000
	w.columns = append(w.columns, writtenColumn{name: "t", physical: "t", typ: "string"})
	w.commit = append(w.commit, w.metaData(), object{"remove": w.vectorOfVersion1()})
	sizes := int64(0)
	for i := range int64(4) {
		a, text := array.NewInt64Builder(memory.DefaultAllocator), array.NewStringBuilder(memory.DefaultAllocator)
		for j := range int64(rows) {
			a.Append(i*rows + j)
			text.Append(fmt.Sprint(w.r.Uint64(), w.r.Uint64()))
		}
		f := &writtenFile{path: fmt.Sprintf("%d.parquet", i), stats: fmt.Sprintf(
			`{"minValues":{"a":%d},"maxValues":{"a":%d}}`, i*rows, i*rows+rows-1)}
		f.size = writeBatch(t, filepath.Join(w.folder, f.path), array.NewRecordBatch(arrow.NewSchema([]arrow.Field{
			{Name: "a", Type: longType}, {Name: "t", Type: textType}}, nil), []arrow.Array{a.NewArray(),
			text.NewArray()}, rows))
		sizes += int64(f.size)
		w.commit = append(w.commit, f.action("add"))
	}
	w.write()
	address := s.served(t, w.folder)
	log := int64(0)
	for name, content := range s.files {
		if strings.Contains(name, "_delta_log") {
			log += int64(len(content))
		}
	}
	for _, c := range []struct {
		o           Options
		rows        int
		least, most int64
	}{
		{Options{}, 4 * rows, sizes, sizes},
		{Options{Columns: []string{"a"}}, 4 * rows, 1, sizes / 2},
		{Options{Columns: []string{"t"}, Within: func(*data.Column) (int64, int64, bool) { return 5, 6, true }},
			4 * rows, sizes / 2, sizes},
		{Options{Within: func(c *data.Column) (int64, int64, bool) { return 5, 6, c.Name == "a" }}, rows, sizes / 5,
			sizes / 3},
	} {
		for _, mostHeld = range []int{500, 1} {
			calls, will, before := 0, int64(0), int64(0)
			c.o.Kept = kept.At(t.TempDir())
			c.o.WillRead = func(bytes, of int64) {
				calls, will, before = calls+1, bytes, s.sent.Load()
				if of != sizes {
					t.Errorf("of %d bytes, not of %d", of, sizes)
				}
			}
			s.change(func() { s.sent.Store(0) })
			table, err := Open(t.Context(), address, c.o)
			if err != nil || table.Rows != c.rows || calls != 1 {
				t.Fatal(err, calls)
			}
			s.change(func() {})
			sent := s.sent.Load()
			if will < c.least || will > c.most || sent < will || sent > will+2*log || before-log > will/2 {
				t.Errorf("%v: will read %d bytes after %d of the %d that are sent", c.o.Columns, will, before, sent)
			}
		}
	}
}
