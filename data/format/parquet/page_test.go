package parquet

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cardinal/data"
)

// shown reads a file and writes its columns, nulls as a dot.
func shown(b []byte) (string, error) {
	table, err := read(b)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, c := range table.Columns {
		fmt.Fprintf(&out, "%s %v", c.Name, c.Type)
		for i := range table.Rows {
			if v := c.Value(i); v.IsNull() {
				out.WriteString(" .")
			} else {
				fmt.Fprintf(&out, " %v", v)
			}
		}
		out.WriteString("\n")
	}
	for _, n := range table.Notes {
		fmt.Fprintf(&out, "note: %s\n", n)
	}
	return out.String(), nil
}

func testFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestChecksumOfEveryPage flips each bit of a page that carries a checksum.
func TestChecksumOfEveryPage(t *testing.T) {
	l := leaf{physical: int64Type, values: 3, page: plainInts(7, 8, 9), checked: true}
	good := l.file()
	if got, err := shown(good); err != nil || got != "a int 7 8 9\n" {
		t.Fatalf("%q %v", got, err)
	}
	at := strings.Index(string(good), string(l.page))
	for bit := range 8 * len(l.page) {
		bad := append([]byte(nil), good...)
		bad[at+bit/8] ^= 1 << (bit % 8)
		if _, err := shown(bad); err == nil || !strings.Contains(err.Error(), `column "a" of row group 0`) ||
			!strings.Contains(err.Error(), "checksum") {
			t.Fatalf("bit %d: %v", bit, err)
		}
	}
	l.wrong = true
	if _, err := shown(l.file()); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("got %v", err)
	}
	for _, name := range []string{"datapage_v1-corrupt-checksum.parquet",
		"rle-dict-uncompressed-corrupt-checksum.parquet"} {
		if _, err := shown(testFile(t, "parquet-testing/data/"+name)); err == nil ||
			!strings.Contains(err.Error(), "checksum") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestFilesOnceCalledDamaged(t *testing.T) {
	for name, want := range map[string]string{
		"parquet-testing/data/datapage_v2_empty_datapage.snappy.parquet": "value float .\n",
		"parquet-testing/data/unknown-logical-type.parquet": "column with known type text known string 1 known " +
			"string 2 known string 3\n" +
			"column with unknown type text unknown string 1 unknown string 2 unknown string 3\n" +
			"note: of a type that Cardinal does not know, read as it is stored: column with unknown type\n",
	} {
		if got, err := shown(testFile(t, name)); err != nil || got != want {
			t.Errorf("%s: %s%v", name, got, err)
		}
	}
	// A timestamp in a unit that the format does not have yet, and a union's member by its whole number.
	for name, logical := range map[string][]byte{
		"unit":   {8<<4 | thriftStruct, 1<<4 | thriftTrue, 1<<4 | thriftStruct, 9<<4 | thriftStruct, 0, 0, 0, 0},
		"member": {thriftStruct, 0xf6, 0x27, 0, 0},
	} {
		l := leaf{physical: int64Type, logical: logical, values: 1, page: plainInts(5)}
		if got, err := shown(l.file()); err != nil || got != "a int 5\nnote: of a type that Cardinal does not know, "+
			"read as it is stored: a\n" {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

// TestFixedLengthDelta reads what DuckDB writes for a UUID.
func TestFixedLengthDelta(t *testing.T) {
	page := append(packed([]int64{0, 15, 8}), packed([]int64{16, 1, 8})...)
	page = append(page, "0123456789abcdefXABCDEFGH"...)
	uuid := []byte{14<<4 | thriftStruct, 0, 0}
	l := leaf{physical: fixedType, width: 16, logical: uuid, encoding: deltaBytesEncoding, values: 3, page: page}
	want := "a text 30313233-3435-3637-3839-616263646566 30313233-3435-3637-3839-616263646558 " +
		"30313233-3435-3637-4142-434445464748\n"
	if got, err := shown(l.file()); err != nil || got != want {
		t.Errorf("%q %v", got, err)
	}
	l.width, l.logical = 15, nil
	if _, err := shown(l.file()); err == nil || !strings.Contains(err.Error(), "16 bytes instead of 15") {
		t.Errorf("got %v", err)
	}
}

func TestDeltaInts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 2, 32, 33, 128, 129, 130, 1000} {
		for _, span := range []uint64{1, 2, 100, 1 << 40, math.MaxUint64} {
			values := make([]int64, n)
			for i := range values {
				values[i] = int64(rnd.Uint64N(span))
			}
			l := leaf{physical: int64Type, encoding: deltaEncoding, values: int64(n), page: packed(values)}
			table, err := read(l.file())
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				if got := table.Columns[0].Int(i); got != v {
					t.Fatalf("%d values within %d: row %d is %d, want %d", n, span, i, got, v)
				}
			}
		}
	}
}

func TestByteStreamSplit(t *testing.T) {
	values := []float64{1.5, math.Pi, -2e300}
	page := make([]byte, 24)
	for i, v := range values {
		for k := range 8 {
			page[3*k+i] = byte(math.Float64bits(v) >> (8 * k))
		}
	}
	table, err := read(leaf{physical: doubleType, encoding: splitEncoding, values: 3, page: page}.file())
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		if got := table.Columns[0].Value(i); got.Type != data.Float || got.Float != v {
			t.Errorf("row %d is %v", i, got)
		}
	}
}

// TestDeclaredSizes opens small files that declare more than they hold. Each must be refused without the memory
// that the declaration asks for.
func TestDeclaredSizes(t *testing.T) {
	giant := binary.AppendUvarint(nil, 4<<30-1)
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0x7f, 1, 0, 0} // declares 2 GB and holds nothing
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"Snappy's length": {leaf{physical: int64Type, codec: snappyCodec, values: 1, size: 8,
			page: append(giant, 0, 0)}.file(), "another size"},
		"the page's length": {leaf{physical: int64Type, codec: snappyCodec, values: 1, size: 1 << 30,
			page: append(giant, 0, 0)}.file(), "another size"},
		"Zstandard's length": {leaf{physical: int64Type, codec: zstdCodec, values: 1, size: 8, page: frame}.file(),
			"cannot be inflated"},
		"rows": {leaf{physical: int64Type, values: 1, rows: 100_000_000, page: plainInts(1)}.file(),
			"holds 1 of the 100,000,000 rows declared"},
		"a text": {leaf{physical: bytesType, values: 1, page: []byte{0xff, 0xff, 0xff, 0x7f, 'x'}}.file(),
			"fewer values than it declares"},
		"too few rows": {leaf{physical: int64Type, values: 3, rows: 2, page: plainInts(1, 2, 3)}.file(),
			"more than the 2 rows declared"},
		"mem_214_40":  {testFile(t, "mem_214_40.parquet"), "another size"},
		"mem_147_204": {testFile(t, "mem_147_204.parquet"), "another size"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := read(c.file)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 32<<20 {
			t.Errorf("%s: took %d MB", name, taken>>20)
		}
	}
}

// TestPrefixesDoNotMultiply reads delta-encoded texts that share a long prefix: many more bytes than the page has.
func TestPrefixesDoNotMultiply(t *testing.T) {
	const n, long = 2000, 10_000
	prefixes, lengths := make([]int64, n), make([]int64, n)
	for i := range prefixes {
		prefixes[i], lengths[i] = long-1, 1
	}
	prefixes[0], lengths[0] = 0, long
	page := append(packed(prefixes), packed(lengths)...)
	page = append(page, strings.Repeat("x", long)...)
	for i := 1; i < n; i++ {
		page = append(page, byte('a'+i%26))
	}
	table, err := read(leaf{physical: bytesType, encoding: deltaBytesEncoding, values: n, page: page}.file())
	if err != nil {
		t.Fatal(err)
	}
	if c := table.Columns[0]; len(c.Dict.Values) != 26 || c.Value(1).Text[long-1] != 'b' ||
		len(c.Value(n-1).Text) != long {
		t.Errorf("%d texts", len(c.Dict.Values))
	}
}
