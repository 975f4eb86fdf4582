package arrow

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"cardinal/data"
)

// column is a column of a file: rows in the JSON of arrow-go, and the expected table.
type column struct {
	name string
	typ  arrow.DataType
	json string
	want string // the type and the values
}

var columns = []column{
	{"bool", arrow.FixedWidthTypes.Boolean, `[true, null, false]`, "bool true  false"},
	{"i8", arrow.PrimitiveTypes.Int8, `[-128, null, 127]`, "int -128  127"},
	{"i16", arrow.PrimitiveTypes.Int16, `[-32768, null, 32767]`, "int -32768  32767"},
	{"i32", arrow.PrimitiveTypes.Int32, `[-2147483648, null, 2147483647]`, "int -2147483648  2147483647"},
	{"i64", arrow.PrimitiveTypes.Int64, `[-9223372036854775808, null, 9223372036854775807]`,
		"int -9223372036854775808  9223372036854775807"},
	{"u8", arrow.PrimitiveTypes.Uint8, `[255, null, 0]`, "int 255  0"},
	{"u16", arrow.PrimitiveTypes.Uint16, `[65535, null, 0]`, "int 65535  0"},
	{"u32", arrow.PrimitiveTypes.Uint32, `[4294967295, null, 0]`, "int 4294967295  0"},
	{"u64", arrow.PrimitiveTypes.Uint64, `[9223372036854775807, null, 0]`, "int 9223372036854775807  0"},
	{"u64wide", arrow.PrimitiveTypes.Uint64, `[18446744073709551615, null, 0.0]`, "text 18446744073709551615  0"},
	{"f32", arrow.PrimitiveTypes.Float32, `[0.1, null, 2.5]`, "decimal 0.1  2.5"},
	{"f64", arrow.PrimitiveTypes.Float64, `[1e300, null, 0.5]`, "float 1e+300  0.5"},
	{"text", arrow.BinaryTypes.String, `["", null, "Ünï"]`, "text   Ünï"},
	{"large", arrow.BinaryTypes.LargeString, `["a", null, "b"]`, "text a  b"},
	{"view", arrow.BinaryTypes.StringView, `["a", null, "a text that is longer than twelve bytes"]`,
		"text a  a text that is longer than twelve bytes"},
	{"binary", arrow.BinaryTypes.Binary, `["/wA=", null, "YQ=="]`, "text ff00  61"},
	{"date32", arrow.FixedWidthTypes.Date32, `["1969-12-31", null, "2024-02-29"]`, "date 1969-12-31  2024-02-29"},
	{"date64", arrow.FixedWidthTypes.Date64, `["1969-12-31", null, "2024-02-29"]`, "date 1969-12-31  2024-02-29"},
	{"s", &arrow.TimestampType{Unit: arrow.Second}, `["2024-02-29 01:02:03", null, "1969-12-31 23:59:59"]`,
		"timestamp 2024-02-29T01:02:03  1969-12-31T23:59:59"},
	{"us", &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"},
		`["2024-02-29T01:02:03.000004Z", null, "1969-12-31T23:59:59Z"]`, "timestamp 2024-02-29T01:02:03.000004Z  " +
			"1969-12-31T23:59:59Z"},
	{"time32", &arrow.Time32Type{Unit: arrow.Millisecond}, `["01:02:03.004", null, "23:59:59"]`,
		"text 01:02:03.004  23:59:59"},
	{"time64", &arrow.Time64Type{Unit: arrow.Nanosecond}, `["01:02:03.000000004", null, "23:59:59"]`,
		"text 01:02:03.000000004  23:59:59"},
	{"duration", &arrow.DurationType{Unit: arrow.Second}, `[90, null, -1]`, "int 90  -1"},
	{"d32", &arrow.Decimal32Type{Precision: 9, Scale: 2}, `["-1.25", null, "1234567.89"]`, "decimal -1.25  1234567.89"},
	{"d64", &arrow.Decimal64Type{Precision: 18, Scale: 0}, `["-125", null, "123456789012345678"]`,
		"int -125  123456789012345678"},
	{"d128", &arrow.Decimal128Type{Precision: 38, Scale: 3}, `["-1.250", null, "90000000000000000.123"]`,
		"float -1.25  90000000000000000"},
	{"d128once", &arrow.Decimal128Type{Precision: 38, Scale: 19}, `["1010552100038.3542559657597568005", null, "0.1"]`,
		"float 1010552100038.3542  0.1"},
	{"d128fits", &arrow.Decimal128Type{Precision: 38, Scale: 3}, `["-1.250", null, "900000000000000.123"]`,
		"decimal -1.250  900000000000000.123"},
	{"d256", &arrow.Decimal256Type{Precision: 76, Scale: 1}, `["-1.5", null, "7.0"]`, "decimal -1.5  7.0"},
	{"null", arrow.Null, `[null, null, null]`, "text   "},
	{"dict", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String},
		`["b", null, "a"]`, "text b  a"},
	{"numbers", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: arrow.PrimitiveTypes.Int64},
		`[7, null, 7]`, "int 7  7"},
	{"at", arrow.StructOf(arrow.Field{Name: "x", Type: arrow.PrimitiveTypes.Int32, Nullable: true}),
		`[{"x": 1}, null, {"x": null}]`, "int 1  "},
	{"list", arrow.ListOf(arrow.PrimitiveTypes.Int32), `[[1], null, []]`, ""},
}

// file writes the columns, every batch twice, as a file or a stream.
func file(t *testing.T, asFile bool, of []column, options ...ipc.Option) []byte {
	t.Helper()
	var fields []arrow.Field
	var arrays []arrow.Array
	for _, c := range of {
		a, _, err := array.FromJSON(memory.DefaultAllocator, c.typ, strings.NewReader(c.json))
		if err != nil {
			t.Fatal(c.name, err)
		}
		fields = append(fields, arrow.Field{Name: c.name, Type: c.typ, Nullable: true})
		arrays = append(arrays, a)
	}
	schema := arrow.NewSchema(fields, nil)
	batch := array.NewRecordBatch(schema, arrays, int64(arrays[0].Len()))
	var b bytes.Buffer
	var w interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
	options = append(options, ipc.WithSchema(schema))
	if asFile {
		f, err := ipc.NewFileWriter(&b, options...)
		if err != nil {
			t.Fatal(err)
		}
		w = f
	} else {
		w = ipc.NewWriter(&b, options...)
	}
	for range 2 {
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(b []byte, limit int64) (*data.Table, error) {
	return Open(context.Background(), bytes.NewReader(b), int64(len(b)), limit, nil, "", func(float64) {})
}

// TestZone keeps the zone that the file names for instants, and none where it names UTC, an offset or nothing.
func TestZone(t *testing.T) {
	for named, want := range map[string]string{"": "", "UTC": "", "+02:00": "", "Asia/Tokyo": "Asia/Tokyo"} {
		typ := &arrow.TimestampType{Unit: arrow.Second, TimeZone: named}
		table, err := open(file(t, true, []column{{name: "at", typ: typ, json: `[1709168523]`}}), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		if c := table.Columns[0]; c.Zone != want || c.UTC != (named != "") {
			t.Errorf("%q: %q, %v", named, c.Zone, c.UTC)
		}
	}
}

// TestOrder keeps the order of an ordered dictionary, also of its values that no row has, and none of another
// dictionary.
func TestOrder(t *testing.T) {
	of := func(ordered bool) arrow.DataType {
		return &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String,
			Ordered: ordered}
	}
	for how, b := range map[string][]byte{
		"file": file(t, true, []column{{name: "size", typ: of(true), json: `["b", "c", "a"]`},
			{name: "mark", typ: of(false), json: `["b", "c", "a"]`}}),
		"stream": file(t, false, []column{{name: "size", typ: of(true), json: `["b", "c", "a"]`},
			{name: "mark", typ: of(false), json: `["b", "c", "a"]`}}),
	} {
		table, err := open(b, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Columns[0].Dict.Order; !slices.Equal(got, []string{"b", "c", "a"}) {
			t.Errorf("%s: the order is %q", how, got)
		}
		if got := table.Columns[1].Dict.Order; got != nil {
			t.Errorf("%s: a dictionary without an order has %q", how, got)
		}
	}
}

// TestOrdersThatDiffer checks that there is no order if two batches declare different orders.
func TestOrdersThatDiffer(t *testing.T) {
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String,
		Ordered: true}
	for want, dictionaries := range map[string][]string{"": {`["b"]`, `["a", "b"]`}, "b a": {`["b"]`, `["b", "a"]`}} {
		schema := arrow.NewSchema([]arrow.Field{{Name: "size", Type: typ}}, nil)
		var batches []arrow.RecordBatch
		for _, d := range dictionaries {
			a, _, err := array.FromJSON(memory.DefaultAllocator, typ, strings.NewReader(d))
			if err != nil {
				t.Fatal(err)
			}
			batches = append(batches, array.NewRecordBatch(schema, []arrow.Array{a}, int64(a.Len())))
		}
		table, err := Table(t.Context(), "it", schema, batches, 1000, 0, nil, "", func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(table.Columns[0].Dict.Order, " "); got != want {
			t.Errorf("the order of %q is %q", dictionaries, got)
		}
	}
}

func TestTypes(t *testing.T) {
	for how, b := range map[string][]byte{
		"file": file(t, true, columns), "stream": file(t, false, columns), "zstd": file(t, true, columns,
			ipc.WithZstd()), "lz4": file(t, false, columns, ipc.WithLZ4()),
	} {
		if is, err := Recognise(t.Context(), bytes.NewReader(b), int64(len(b))); !is || err != nil {
			t.Errorf("%s is not recognised: %v", how, err)
		}
		table, err := open(b, 1<<30)
		if err != nil {
			t.Fatal(how, err)
		}
		if table.Rows != 6 || len(table.Columns) != len(columns)-1 {
			t.Fatalf("%s: %d x %d", how, table.Rows, len(table.Columns))
		}
		for i, c := range table.Columns {
			if got := words(c, 0); got != columns[i].want || words(c, 3) != got {
				t.Errorf("%s: %s is %q, want %q", how, c.Name, got, columns[i].want)
			}
			if c.Nulls == 0 {
				t.Errorf("%s: %s has no nulls", how, c.Name)
			}
		}
		if got := table.Columns[len(table.Columns)-1].Name; got != "at.x" {
			t.Errorf("the field of a struct is %s", got)
		}
		notes := strings.Join(table.Notes, "; ")
		for _, want := range []string{"left out: list (lists or maps); each element of list can be a row (How the " +
			"file is read, or --unnest list)", "u64wide: unsigned integers beyond", "binary: bytes that are not text",
			"duration: durations, counted in s", "d128: decimals wider"} {
			if !strings.Contains(notes, want) {
				t.Errorf("%s: no note %q in %s", how, want, notes)
			}
		}
	}
}

func words(c *data.Column, from int) string {
	return fmt.Sprintf("%s %s %s %s", c.Type, c.Value(from), c.Value(from+1), c.Value(from+2))
}

func TestRefused(t *testing.T) {
	whole := file(t, true, columns[:3])
	for want, b := range map[string][]byte{
		"damaged or cut off": whole[:len(whole)/2],
		"can be read": file(t, true, []column{{"lists", arrow.ListOf(arrow.ListOf(arrow.PrimitiveTypes.Int8)),
			"[[[1]]]", ""}}),
		"no columns": emptyFile(t),
	} {
		if _, err := open(b, 1<<30); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := open(whole, 100); err == nil || !strings.Contains(err.Error(), "as much memory") {
		t.Error(err)
	}
	old := append(append([]byte("FEA1"), make([]byte, 40)...), "FEA1"...)
	if _, err := Recognise(t.Context(), bytes.NewReader(old), int64(len(old))); err == nil {
		t.Error("a Feather file of version 1 is not refused")
	}
	for _, text := range []string{"", "a", "a,b\n1,2\n", "FEA1,b\n1,2\n", "ARROW"} {
		if is, err := Recognise(t.Context(), strings.NewReader(text), int64(len(text))); is || err != nil {
			t.Errorf("%q: %v %v", text, is, err)
		}
	}
}

func emptyFile(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := ipc.NewFileWriter(&b, ipc.WithSchema(arrow.NewSchema(nil, nil)))
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestDamage changes files anywhere: they open or are refused, and every cell of the table can be read.
func TestDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	opened, rounds := 0, 600
	if testing.Short() {
		rounds = 60
	}
	for _, whole := range [][]byte{file(t, true, columns), file(t, false, columns),
		file(t, true, columns, ipc.WithZstd()), file(t, false, columns, ipc.WithLZ4())} {
		for n := range rounds {
			b := bytes.Clone(whole)
			switch {
			case n%5 == 0:
				b = b[:r.IntN(len(b))]
			case n%5 == 1:
				for range 8 {
					b[r.IntN(len(b))] = byte(r.IntN(256))
				}
			case n%5 == 2:
				at := r.IntN(len(b) - 8)
				copy(b[at:], [][]byte{{255, 255, 255, 255, 255, 255, 255, 127}, {0, 0, 0, 0, 0, 0, 0, 0},
					{0, 0, 0, 64, 0, 0, 0, 0}}[r.IntN(3)])
			default:
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
			table, err := open(b, 1<<28)
			if err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("%v has several lines", err)
				}
				continue
			}
			opened++
			for _, c := range table.Columns {
				if c.Rows != table.Rows {
					t.Fatalf("column %s has %d rows of %d", c.Name, c.Rows, table.Rows)
				}
				for row := range min(c.Rows, 1000) {
					_ = c.Value(row).String()
				}
			}
		}
	}
	t.Logf("%d of %d damaged files open", opened, 4*rounds)
}

// TestLostIndex opens a file whose index has lost its batches, and whose first batch is no message any more.
func TestLostIndex(t *testing.T) {
	b := file(t, true, columns)
	end := len(b) - len(fileMagic) - 4
	o := root(b[end-u32(b, end) : end])
	first, n, err := o.vector(3, 24)
	if err != nil || n == 0 {
		t.Fatal(n, err)
	}
	copy(b[u32(o.b, first):], make([]byte, 8))
	copy(o.b[first-4:], make([]byte, 4))
	if table, err := open(b, 1<<30); err == nil || !strings.Contains(err.Error(), "damaged or cut off") {
		t.Errorf("%v, %v", table, err)
	}
}

// TestTail opens streams that end with bytes that the library takes for the length of a message of 800 MB.
func TestTail(t *testing.T) {
	b := file(t, false, columns)
	b = append(b[:len(b)-8], "E,3\n"...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := open(b, 1<<30)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 100<<20 || err == nil {
		t.Errorf("%d MB were taken: %v", took>>20, err)
	}
}

func TestFloats(t *testing.T) {
	b := array.NewFloat64Builder(memory.DefaultAllocator)
	values := []float64{math.NaN(), math.Inf(1), math.Copysign(0, -1), 1.0 / 3}
	b.AppendValues(values, nil)
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: arrow.PrimitiveTypes.Float64}}, nil)
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	if err := w.Write(array.NewRecordBatch(schema, []arrow.Array{b.NewArray()}, 4)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	table, err := open(out.Bytes(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range table.Columns[0].Floats {
		if math.Float64bits(v) != math.Float64bits(values[i]) {
			t.Errorf("row %d: %v, want %v", i, v, values[i])
		}
	}
}
