package duckdb

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
)

// database unpacks a database that DuckDB 1.5.5 wrote, in blocks of 16 KB.
func database(t testing.TB, name string) []byte {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("testdata", name+".duckdb.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func open(b []byte, o Options) (*data.Table, error) {
	return Open(context.Background(), bytes.NewReader(b), int64(len(b)), o, func(float64) {})
}

func mustOpen(t *testing.T, b []byte, o Options) *data.Table {
	t.Helper()
	table, err := open(b, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestTable reads a table with deleted rows, an enumeration, a structure, a list, and a column that is worked
// out. A view, a macro, a sequence, an index, constraints and comments stand beside it.
func TestTable(t *testing.T) {
	b := database(t, "shop")
	table := mustOpen(t, b, Options{})
	if table.Rows != 180 || table.Sheet != "sales" || !slices.Equal(table.Sheets, []string{"archive.sales", "sales"}) {
		t.Fatalf("%d rows of %q, of %q", table.Rows, table.Sheet, table.Sheets)
	}
	rows := datatest.Rows(table)
	for at, want := range map[int]string{
		0:   "id|day|region|amount|mood|item.name|item.size",
		1:   "0|2024-01-01|North|0.00|sad|item 0|",
		3:   "2|2024-01-03||2.50|glad|item 2|2",
		4:   "4|2024-01-05|South|5.00|ok|item 4|4", // the row of 3 is deleted
		180: "199|2024-07-18|South|248.75|ok|item 4|3",
	} {
		if rows[at] != want {
			t.Errorf("row %d is %s, not %s", at, rows[at], want)
		}
	}
	if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, "(GENERATED): double_amount") ||
		!strings.Contains(notes, "left out: tags") {
		t.Errorf("notes %q", table.Notes)
	}
	tags := mustOpen(t, b, Options{Unnest: "tags"})
	if rows := datatest.Rows(tags); tags.Rows != 240 || !slices.Contains(rows, "2|2024-01-03||2.50|glad|item 2|2|t1") ||
		!slices.Contains(rows, "0|2024-01-01|North|0.00|sad|item 0||") {
		t.Errorf("%d rows with tags: %q", tags.Rows, rows[:5])
	}
}

func TestChosen(t *testing.T) {
	b := database(t, "shop")
	table := mustOpen(t, b, Options{Table: "ARCHIVE.Sales", Wanted: []string{"Note"}})
	if got, want := columns(table), "note text \"note 0\" \"note 1\" \"note 2\" \"note 3\" \"note 4\"\n"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if !slices.Equal(table.LeftOut, []string{"id"}) {
		t.Errorf("left out %q", table.LeftOut)
	}
	if _, err := open(b, Options{Table: "sale"}); err == nil ||
		err.Error() != `the database has no table "sale"; its tables are archive.sales, sales` {
		t.Error(err)
	}
}

// TestNames reads tables. Two of them have the same name, with its schema, and another has no readable column. A
// macro in the database has defaults with parts.
func TestNames(t *testing.T) {
	b := database(t, "names")
	table := mustOpen(t, b, Options{})
	if table.Rows != 3 || table.Sheet != "a.b" || !slices.Equal(table.Sheets, []string{"a.b", "a.b (2)"}) {
		t.Errorf("%d rows of %q, of %q", table.Rows, table.Sheet, table.Sheets)
	}
	if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, "not listed, since Cardinal reads the type "+
		"of none of their columns: unread") {
		t.Errorf("notes %q", table.Notes)
	}
	if other := mustOpen(t, b, Options{Table: "a.b (2)"}); other.Rows != 2 {
		t.Errorf("%d rows", other.Rows)
	}
	if _, err := open(b, Options{Table: "unread"}); err == nil || err.Error() != "unread has no column that can be "+
		"read: left out, of a type that Cardinal does not read: u (UNION)" {
		t.Error(err)
	}
}

// TestCutFreeBlocks reads a database that counts more blocks than the file has, as it does once DuckDB has cut
// free blocks off.
func TestCutFreeBlocks(t *testing.T) {
	b := database(t, "shop")
	for at := headerBytes; at < 3*headerBytes; at += headerBytes {
		header := b[at : at+headerBytes]
		blocks := header[checksumBytes+8*3:]
		binary.LittleEndian.PutUint64(blocks, binary.LittleEndian.Uint64(blocks)+2)
		binary.LittleEndian.PutUint64(header, checksum(header[checksumBytes:]))
	}
	if table := mustOpen(t, b, Options{}); table.Rows != 180 {
		t.Errorf("%d rows", table.Rows)
	}
}

// TestOddTypes reads the other columns of a table with types that Cardinal does not read.
func TestOddTypes(t *testing.T) {
	table := mustOpen(t, database(t, "odd"), Options{})
	rows := datatest.Rows(table)
	if table.Rows != 100 || rows[0] != "i|c" || rows[100] != "99|x99" {
		t.Errorf("%d rows, of %q", table.Rows, rows)
	}
	if want := "left out, of a type that Cardinal does not read: big (BIGNUM), place (GEOMETRY), mixed (VARIANT), " +
		"same (VARIANT), within (STRUCT)"; !slices.Contains(table.Notes, want) {
		t.Errorf("notes %q", table.Notes)
	}
}

// TestTypes reads a row of edges, a row of others, and a row of nulls.
func TestTypes(t *testing.T) {
	table := mustOpen(t, database(t, "kinds"), Options{})
	const want = `t int -128 127 .
u text "18446744073709551615" "0" .
h float -1.7014118346046923e+38 5 .
uh float 3.402823669209385e+38 5 .
f float 0.10000000149011612 NaN .
d float 1e+300 -Infinity .
small decimal(1) -999.9 0.0 .
wide float 12345678901234567000 0 .
dt date 0001-01-01 . .
tm text "23:59:59.999999" "00:00:00" .
ts timestamp(6) 2024-02-29T12:34:56.789 . .
s timestamp 1999-12-31T23:59:59 1970-01-01T00:00:00 .
n timestamp(9) 2024-01-01T00:00:00.123456789 1970-01-01T00:00:00 .
z timestamp(6) 2024-06-01T10:00:00Z . .
iv text "1 year 2 months 3 days 04:05:06.5" "-1 day" .
tz text "10:00:00+05:30" "00:00:00+00" .
id text "550e8400-e29b-41d4-a716-446655440000" "00000000-0000-0000-0000-000000000000" .
b text "1011" "0" .
bl text "00ff" "" .
c text "naïve" "" .
bo bool true false .
js text "{\"a\": 1}" "null" .
`
	if got, _, _ := strings.Cut(datatest.Columns(table), "note: "); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	for _, want := range []string{"left out, of a type that Cardinal does not read: un (UNION)",
		"infinite dates and times: null, 3 of them"} {
		if !slices.Contains(table.Notes, want) {
			t.Errorf("no note %q in %q", want, table.Notes)
		}
	}
	for list, want := range map[string]string{"mp": "mp.key", "a": "a"} {
		if _, err := mustOpen(t, database(t, "kinds"), Options{Unnest: list}).Column(want); err != nil {
			t.Errorf("with %s unnested: %v", list, err)
		}
	}
}

// TestRefused opens files that cannot be read.
func TestRefused(t *testing.T) {
	b := database(t, "shop")
	header := func(change func(h []byte)) []byte {
		c := bytes.Clone(b)
		change(c[checksumBytes:headerBytes])
		binary.LittleEndian.PutUint64(c, checksum(c[checksumBytes:headerBytes]))
		return c
	}
	for what, c := range map[string]struct {
		file []byte
		want string
	}{
		"older": {header(func(h []byte) { h[4] = 39 }), "the database was written by a DuckDB before 0.9 (format " +
			"39): open it in such a version, EXPORT DATABASE, and IMPORT DATABASE in a newer one"},
		"newer": {header(func(h []byte) { h[4] = 200 }), "the database was written by a newer DuckDB (format " +
			"200) than Cardinal knows: write the table as Parquet, by COPY … TO 'table.parquet'"},
		"encrypted": {header(func(h []byte) { h[12] = 1 }), errEncrypted.Error()},
		"cut off":   {b[:2*leastBlock], errDamaged.Error()},
		"headers":   {b[:3*headerBytes], errDamaged.Error()},
	} {
		if _, err := open(c.file, Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, not %s", what, err, c.want)
		}
	}
	if _, err := open(b, Options{Limit: 1000}); err == nil || !strings.Contains(err.Error(), "MB are free") {
		t.Error(err)
	}
}

// TestDamaged changes a byte of a file: a checksum tells it, but of what nothing reads.
func TestDamaged(t *testing.T) {
	b := database(t, "shop")
	want := datatest.Columns(mustOpen(t, b, Options{}))
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		c := bytes.Clone(b)
		c[r.IntN(len(c))] ^= byte(1 + r.IntN(255))
		table, err := open(c, Options{})
		if err != nil && !errors.Is(err, errDamaged) && !strings.Contains(err.Error(), "DuckDB") {
			t.Errorf("not a sentence: %v", err)
		}
		if err == nil && datatest.Columns(table) != want {
			t.Error("another table")
		}
	}
}

// TestContradicting changes bytes and their checksums, as no accident does: a table or a sentence, and no panic.
func TestContradicting(t *testing.T) {
	for _, name := range []string{"shop", "kinds", "state"} {
		b := database(t, name)
		r := rand.New(rand.NewPCG(3, 4))
		for range 400 {
			c := bytes.Clone(b)
			for range 1 + r.IntN(4) {
				at := headerBytes + r.IntN(len(c)-headerBytes)
				c[at] = byte(r.IntN(256))
			}
			seal(c)
			table, err := open(c, Options{Unnest: []string{"", "tags", "mp", "a"}[r.IntN(4)]})
			if err == nil {
				_ = datatest.Rows(table)
			} else if strings.Contains(err.Error(), "runtime error") || strings.Contains(err.Error(), "\n") {
				t.Errorf("not a sentence: %v", err)
			}
		}
	}
}

// FuzzOpen opens changed files whose checksums are right.
func FuzzOpen(f *testing.F) {
	for _, name := range []string{"shop", "kinds", "odd", "state"} {
		f.Add(database(f, name))
	}
	shop := database(f, "shop")
	f.Add(bytes.ReplaceAll(shop, []byte(viewEntry), []byte(oddEntry)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 3*headerBytes {
			return
		}
		seal(b)
		table, err := open(b, Options{})
		if err == nil {
			_ = datatest.Rows(table)
		} else if strings.Contains(err.Error(), "runtime error") {
			t.Fatal(err)
		}
	})
}

// seal writes the checksums of all headers and blocks anew.
func seal(b []byte) {
	for at := 0; at < 3*headerBytes; at += headerBytes {
		binary.LittleEndian.PutUint64(b[at:], checksum(b[at+checksumBytes:at+headerBytes]))
	}
	for at := 3 * headerBytes; at+leastBlock <= len(b); at += leastBlock {
		binary.LittleEndian.PutUint64(b[at:], checksum(b[at+checksumBytes:at+leastBlock]))
	}
}

func TestCancelled(t *testing.T) {
	b := database(t, "shop")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, bytes.NewReader(b), int64(len(b)), Options{}, func(float64) {}); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
}

func TestInterval(t *testing.T) {
	for _, c := range []struct {
		months, days int32
		micros       int64
		want         string
	}{
		{0, 0, 0, "00:00:00"}, {12, 0, 0, "1 year"}, {-13, 1, 0, "-1 year -1 month 1 day"},
		{25, 2, 3_723_000_001, "2 years 1 month 2 days 01:02:03.000001"}, {0, 0, -90_000_000_000, "-25:00:00"},
	} {
		if got := string(appendInterval(nil, c.months, c.days, c.micros)); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}

// TestDeletedOfEmptyLists deletes rows of a row group whose lists are all empty.
func TestDeletedOfEmptyLists(t *testing.T) {
	for _, element := range []uint64{typeInt64, typeText, typeEnum} {
		of := &logical{id: element}
		part := &vector{typ: of}
		if k, _ := of.physical(); k != texts {
			part.fixed = []byte{}
		}
		v := &vector{typ: &logical{id: typeList, children: []*logical{of}}, rows: 3, ends: []int64{0, 0, 0},
			children: []*vector{part}}
		var infinite atomic.Int64
		if a := v.filter([]bool{true, false, true}).array(&infinite); a.Len() != 2 {
			t.Errorf("type %d: %d rows", element, a.Len())
		}
	}
}

// failing cannot be read behind its first bytes.
type failing struct {
	*bytes.Reader
	good int64
}

func (f failing) ReadAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > f.good {
		return 0, errors.New("input/output error")
	}
	return f.Reader.ReadAt(p, at)
}

// TestUnreadable says why a file cannot be read, wherever that is.
func TestUnreadable(t *testing.T) {
	b := database(t, "shop")
	for good := int64(0); good < int64(len(b)); good += 4096 {
		_, err := Open(context.Background(), failing{bytes.NewReader(b), good}, int64(len(b)), Options{},
			func(float64) {})
		if err != nil && !strings.Contains(err.Error(), "input/output error") {
			t.Fatalf("%d bytes can be read: %v", good, err)
		}
	}
}

// TestEnumeration keeps the order in which the labels of an enumeration are declared.
func TestEnumeration(t *testing.T) {
	c, err := mustOpen(t, database(t, "shop"), Options{}).Column("mood")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Dict.Order, []string{"sad", "ok", "glad"}) {
		t.Errorf("the order is %q", c.Dict.Order)
	}
}
