package parquet

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// TestUnnestGoldens unnests every list of the files of a collection, and compares the elements with the rows
// that its authors wrote down as JSON.
func TestUnnestGoldens(t *testing.T) {
	lists, cells := 0, 0
	for _, path := range matching(t, "hyparquet/*.parquet", "hyparquet/test/files/*.parquet") {
		text, err := os.ReadFile(strings.TrimSuffix(path, ".parquet") + ".json")
		var rows []any
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		// whose JSON is another view, or has another order
		if err != nil || dec.Decode(&rows) != nil || strings.Contains(path, "shredded") ||
			strings.Contains(path, "incorrect_map") {
			continue
		}
		whole, err := open(t, path)
		if err != nil {
			continue
		}
		for _, list := range whole.Lists {
			table, l := unnested(t, path, list)
			var want []any // elements
			for _, row := range rows {
				want = append(want, elementsOf(at(fieldOf(row, l, list), strings.Split(list, ".")[1:]))...)
			}
			if len(want) != table.Rows {
				t.Errorf("%s, %s: %d rows, want %d", path, list, table.Rows, len(want))
				continue
			}
			lists++
			for i, c := range l.columns {
				if !c.listed {
					continue
				}
				inside := strings.Split(strings.TrimPrefix(strings.TrimPrefix(c.name, list), "."), ".")
				for row, element := range want {
					cells++
					if v := table.Columns[i].Value(row); !means(v, at(element, inside)) {
						t.Errorf("%s, %s, row %d: %v %q, want %v of %v", path, c.name, row, v.Type, v,
							at(element, inside), element)
						break
					}
				}
			}
		}
	}
	t.Logf("%d lists, %d cells", lists, cells)
	least := 8
	if corpora() != "" {
		least = 16
	}
	if lists < least {
		t.Errorf("only %d lists were compared", lists)
	}
}

func unnested(t *testing.T, path, list string) (*data.Table, *loader) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	table, err := openAs(b, Options{Unnest: list})
	if err != nil {
		t.Fatal(path, list, err)
	}
	l, err := prepare(t.Context(), bytes.NewReader(b), int64(len(b)), Options{Unnest: list})
	if err != nil {
		t.Fatal(err)
	}
	return table, l
}

func openAs(b []byte, o Options) (*data.Table, error) {
	return Open(context.Background(), bytes.NewReader(b), int64(len(b)), o, nil)
}

// fieldOf returns the field of a row that contains a list.
func fieldOf(row any, l *loader, list string) any {
	name, _, _ := strings.Cut(list, ".")
	if fields, ok := row.([]any); ok {
		return fields[l.meta.Schema.Root().FieldIndexByName(name)]
	}
	return at(row, []string{name})
}

// at follows the names of members.
func at(v any, path []string) any {
	for _, name := range path {
		if name != "" {
			object, _ := v.(map[string]any)
			v = object[name]
		}
	}
	return v
}

// elementsOf returns the elements of a list or a map as rows of a table.
func elementsOf(v any) (all []any) {
	switch v := v.(type) {
	case []any:
		all = append(all, v...)
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, map[string]any{"key": key, "value": v[key]})
		}
	}
	if len(all) == 0 {
		return []any{nil}
	}
	return all
}

var nestedSchema = func() *arrow.Schema {
	field := func(name string, typ arrow.DataType) arrow.Field {
		return arrow.Field{Name: name, Type: typ, Nullable: true}
	}
	text, number := arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int64
	return arrow.NewSchema([]arrow.Field{
		field("id", number),
		field("tags", arrow.ListOf(text)),
		field("flag", arrow.FixedWidthTypes.Boolean),
		field("items", arrow.ListOf(arrow.StructOf(field("sku", text), field("qty", number),
			field("parts", arrow.ListOf(number))))),
		field("m", arrow.MapOf(text, number)),
		field("deep", arrow.StructOf(field("big", arrow.ListOf(arrow.PrimitiveTypes.Uint64)), field("name", text))),
	}, nil)
}()

// randomNested makes rows of the schema in the form of JSON.
func randomNested(r *rand.Rand, rows int) (all []map[string]any) {
	maybe := func(v any) any {
		if r.IntN(4) == 0 {
			return nil
		}
		return v
	}
	list := func(element func() any) any {
		all := []any{}
		for range r.IntN(5) {
			all = append(all, element())
		}
		return maybe(all)
	}
	text := func() any { return maybe(fmt.Sprint("text ", r.IntN(9))) }
	number := func() any { return maybe(r.IntN(1000)) }
	for range rows {
		all = append(all, map[string]any{
			"id": number(), "flag": maybe(r.IntN(2) == 1), "tags": list(text),
			"items": list(func() any {
				return maybe(map[string]any{"sku": text(), "qty": number(), "parts": list(number)})
			}),
			"m": list(func() any { return map[string]any{"key": fmt.Sprint("k", r.IntN(5)), "value": number()} }),
			"deep": maybe(map[string]any{"name": text(), "big": list(func() any {
				return maybe(uint64(r.IntN(3)) << 62)
			})}),
		})
	}
	return all
}

func writeNested(t *testing.T, rows []map[string]any, o ...parquet.WriterProperty) []byte {
	t.Helper()
	text, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, nestedSchema, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(nestedSchema, &out, parquet.NewWriterProperties(o...), pqarrow.DefaultWriterProps())
	if err == nil {
		err = w.Write(batch)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// reference unnests rows as slowly as can be, into the texts of some columns.
func reference(rows []map[string]any, list string, columns []*data.Column) (all []string) {
	for _, row := range rows {
		for _, element := range elementsOf(at(row, strings.Split(list, "."))) {
			line := ""
			for _, c := range columns {
				v := at(row, strings.Split(c.Name, "."))
				if inside, ok := strings.CutPrefix(c.Name+".", list+"."); ok {
					v = at(element, strings.Split(inside, "."))
				}
				if line += "|"; v != nil {
					line += fmt.Sprint(v)
				}
			}
			all = append(all, line)
		}
	}
	return all
}

// TestUnnestRandom unnests random tables, in pages and row groups of all sizes, and compares each row with the
// reference.
func TestUnnestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 63, 64, 700} {
		rows := randomNested(r, n)
		for round := range 6 {
			o := []parquet.WriterProperty{parquet.WithMaxRowGroupLength([]int64{3, 64, 200, 1 << 20}[r.IntN(4)]),
				parquet.WithDataPageSize([]int64{1, 64, 1 << 20}[r.IntN(3)]),
				parquet.WithBatchSize([]int64{1, 7, 1024}[r.IntN(3)]), parquet.WithDictionaryDefault(round%2 == 0),
				parquet.WithCompression([]compress.Compression{compress.Codecs.Uncompressed,
					compress.Codecs.Zstd}[r.IntN(2)])}
			if round%3 == 0 {
				o = append(o, parquet.WithDataPageVersion(parquet.DataPageV2))
			}
			b := writeNested(t, rows, o...)
			for _, list := range []string{"tags", "items", "m", "deep.big"} {
				table, err := openAs(b, Options{Unnest: strings.ToUpper(list)})
				if err != nil {
					t.Fatal(list, err)
				}
				want := reference(rows, list, table.Columns)
				if table.Rows != len(want) || table.Unnest != list || len(table.Lists) != 4 {
					t.Fatalf("%s: %d rows of %s, %v, want %d", list, table.Rows, table.Unnest, table.Lists, len(want))
				}
				for row, line := range want {
					got := ""
					for _, c := range table.Columns {
						got += "|" + c.Value(row).String()
					}
					if got != line {
						t.Fatalf("%s of %d rows, row %d: %s, want %s", list, n, row, got, line)
					}
				}
				if one, err := openAs(b, Options{Unnest: list, Columns: []string{"ID"}}); err != nil ||
					len(one.Columns) != 1 || one.Rows != len(want) ||
					one.Columns[0].Value(len(want)-1).String() != table.Columns[0].Value(len(want)-1).String() {
					t.Fatalf("%s: a flat column alone: %v", list, err)
				}
			}
		}
	}
}

// TestUnnestSays looks at names of columns, notes and errors.
func TestUnnestSays(t *testing.T) {
	b := writeNested(t, []map[string]any{{"id": 1, "tags": []any{"a", "b"}}, {"id": 2}},
		parquet.WithMaxRowGroupLength(1))
	for _, tt := range []struct {
		o              Options
		columns, notes string
	}{
		{Options{}, "id flag deep.name", "left out: tags, items, m, deep.big (lists or maps); each element of tags " +
			"can be a row (How the file is read, or --unnest tags)|left out: items.parts (lists within lists)"},
		{Options{Unnest: "items", Columns: []string{"items.sku", "id"}}, "id items.sku", "2 rows of the file became " +
			"2 rows of the table, one for each element of items; a row without elements stays, with nulls in their " +
			"place|left out: tags, m, deep.big (lists or maps); each element of tags can be a row (How the file is " +
			"read, or --unnest tags)|left out: items.parts (lists within lists)"},
		{Options{Unnest: "m", Groups: 1}, "id flag m.key m.value deep.name", "1 row of the file became 1 row of the " +
			"table, one for each element of m; a row without elements stays, with nulls in their place|left out: " +
			"tags, items, deep.big (lists or maps); each element of tags can be a row (How the file is read, or " +
			"--unnest tags)|left out: items.parts (lists within lists)"},
		{Options{Unnest: "tag"}, "", `there is no list "tag"; the lists of the file are tags, items, m, deep.big`},
		{Options{Unnest: "items.parts"}, "",
			`"items.parts" is a list within a list, which cannot be unnested; the lists of the file are tags, items, m, deep.big`},
		{Options{Unnest: "tags", Limit: 50}, "", "the table needs 0 MB of memory for its 3 rows, one for each " +
			"element of tags, and 0 MB are free"},
	} {
		table, err := openAs(b, tt.o)
		if err != nil {
			if !strings.HasPrefix(err.Error(), tt.notes) || tt.columns != "" {
				t.Errorf("%+v: %v, want %s", tt.o, err, tt.notes)
			}
			continue
		}
		var names []string
		for _, c := range table.Columns {
			names = append(names, c.Name)
		}
		if got, notes := strings.Join(names, " "), strings.Join(table.Notes, "|"); got != tt.columns ||
			notes != tt.notes {
			t.Errorf("%+v: %s\n%s\nwant %s\n%s", tt.o, got, notes, tt.columns, tt.notes)
		}
	}
	if part, err := Beginning(t.Context(), bytes.NewReader(b), int64(len(b)), 0, 64); err != nil || part.Rows != 1 ||
		part.Part == nil {
		t.Errorf("%v %v", part, err)
	}
}

// TestUnnestDamage changes files anywhere: they open or are refused, and every cell of the table can be read.
func TestUnnestDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	opened := 0
	for round := range 2 {
		o := []parquet.WriterProperty{parquet.WithMaxRowGroupLength(20),
			parquet.WithCompression(compress.Codecs.Uncompressed), parquet.WithDictionaryDefault(round == 0)}
		if round == 1 {
			o = append(o, parquet.WithDataPageVersion(parquet.DataPageV2))
		}
		whole := writeNested(t, randomNested(r, 50), o...)
		for range 1500 {
			b := bytes.Clone(whole)
			for range 1 + r.IntN(3) {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
			table, err := openAs(b, Options{Unnest: []string{"tags", "items", "m", "deep.big"}[r.IntN(4)],
				Limit: 1 << 28})
			if err != nil {
				continue
			}
			opened++
			for _, c := range table.Columns {
				for row := range c.Rows {
					_ = c.Value(row).String()
				}
			}
		}
	}
	t.Logf("%d of 3,000 damaged files open", opened)
}

// TestUnnestTooLarge opens a file of some hundred bytes. One of its rows has a list of a billion nulls.
func TestUnnestTooLarge(t *testing.T) {
	const elements = 1_000_000_000
	b := bigList(elements)
	_, err := openAs(b, Options{Limit: 1 << 30})
	if err == nil || !strings.Contains(err.Error(), "the table needs 7,629 MB of memory for its 1,000,000,000 rows, "+
		"one for each element of a, and 1,024 MB are free") {
		t.Error(err)
	}
	if _, err := openAs(bigList(1<<32), Options{}); err == nil ||
		!strings.Contains(err.Error(), "one for each element of a: more than Cardinal reads") {
		t.Error(err)
	}
	table, err := openAs(bigList(1000), Options{Limit: 1 << 30})
	if err != nil || table.Rows != 1000 || table.Columns[0].Nulls != 1000 {
		t.Error(err)
	}
}

// bigList makes a file of one row with a list of n elements, all null.
func bigList(n int64) []byte {
	run := func(n int64, level byte) []byte { return append(binary.AppendUvarint(nil, uint64(n)<<1), level) }
	sized := func(b []byte) []byte { return append(binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b...) }
	page := append(sized(append(run(1, 0), run(n-1, 1)...)), sized(run(n, 0))...)
	return leaf{physical: int64Type, repeated: true, values: n, rows: 1, page: page}.file()
}

// TestUnnestLevels opens files whose repetition levels fit no rows.
func TestUnnestLevels(t *testing.T) {
	levels := func(b ...byte) []byte { return append([]byte{byte(len(b)), 0, 0, 0}, b...) }
	for _, tt := range []struct {
		page []byte
		rows int64
		want string
	}{
		{append(levels(6, 1), levels(6, 0)...), 1, "its first element lies in no row"},
		{append(levels(6, 0), levels(6, 0)...), 2, "its lists begin 3 of the 2 rows declared"},
		{levels(6, 0)[:3], 3, "fewer values"},
		{append(levels(4, 0), levels(6, 0)...), 3, "run-length sequence ends early"},
		{append(levels(6, 0), levels(6, 0)...), 4, "different numbers of elements"},
		{append(levels(6, 0), levels(6, 0)...), 3, ""},
	} {
		b := leaf{physical: int64Type, repeated: true, values: 3, rows: tt.rows, page: tt.page}.file()
		table, err := openAs(b, Options{})
		if tt.want == "" {
			if err != nil || table.Rows != 3 || table.Columns[0].Nulls != 3 {
				t.Error(err)
			}
		} else if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}
