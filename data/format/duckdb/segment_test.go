package duckdb

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"cardinal/data/number/int128"
)

// fixture is a segment that DuckDB wrote for SQL values, with the same values in Go. nil is null.
type fixture struct {
	name  string
	kind  physical
	typed string // in SQL
	force string // the compression that DuckDB was told to use, and the mode of bit-packing
	sql   string // the value of row i
	value func(i int) any
}

// stored is a fixture's segment in testdata/segments.json.gz: the first that DuckDB wrote of 2500 rows. DuckDB
// 1.5.5 wrote them, and 0.9.2 those of Chimp and Patas. Long texts, and Zstandard and dict_fsst with codes, are
// of a database with blocks of 16 KB.
type stored struct {
	Name            string
	Method          method
	Rows            int
	Data, Least     []byte
	HasNull, HasAny bool
	More            []int64          `json:",omitempty"`
	Blocks          map[int64][]byte `json:",omitempty"`
}

func storedSegments(t *testing.T) map[string]stored {
	t.Helper()
	packed, err := os.ReadFile("testdata/segments.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]stored{}
	for d := json.NewDecoder(r); d.More(); {
		var s stored
		if err := d.Decode(&s); err != nil {
			t.Fatal(err)
		}
		all[s.Name] = s
	}
	return all
}

// segment returns the stored segment in the form that the container gives.
func (s stored) segment(kind physical) *segment {
	return &segment{
		kind: kind, method: s.Method, rows: s.Rows, data: s.Data, least: s.Least, hasNull: s.HasNull, hasAny: s.HasAny,
		more: s.More,
		block: func(id int64) ([]byte, error) {
			if b, ok := s.Blocks[id]; ok {
				return b, nil
			}
			return nil, errDamaged
		},
	}
}

// mixed returns a number of 32 bits that looks random.
func mixed(i int) int { return i * 2654435761 % 4294967296 }

var fixtures = []fixture{
	{"plain int8", int8s, "tinyint", "uncompressed", "i%256-128", func(i int) any { return i%256 - 128 }},
	{"plain interval", intervals, "interval", "uncompressed",
		"to_months(i::int)+to_days((i%9)::int)+to_microseconds(i*7)", func(i int) any {
			return int128.Int{Lo: uint64(i%9)<<32 | uint64(i), Hi: int64(i) * 7}
		}},
	{"plain validity", bits, "int", "uncompressed", "case when i%3<>1 then i end", func(i int) any { return i%3 != 1 }},
	{"constant int32", int32s, "int", "auto", "-42", func(int) any { return -42 }},
	{"constant float64", float64s, "double", "auto", "0.1", func(int) any { return 0.1 }},
	{"constant validity", bits, "int", "auto", "null", func(int) any { return false }},
	{"no validity", bits, "varchar", "dict_fsst", "case when i%5>0 then 'x'||(i%5) end", func(int) any { return true }},
	{"runs int16", int16s, "smallint", "rle", "case when i%7<5 then i//100-9 end", func(i int) any {
		if i%7 < 5 {
			return i/100 - 9
		}
		return nil
	}},
	{"runs uint128", uint128s, "uhugeint", "rle", "(i//50)*1000000007", func(i int) any { return i / 50 * 1000000007 }},
	{"packed constant", int64s, "bigint", "bp_constant", "i//2048-1", func(i int) any { return i/2048 - 1 }},
	{"packed constant delta", uint32s, "uinteger", "bp_constant_delta", "i*3+5", func(i int) any { return i*3 + 5 }},
	{"packed delta for", int64s, "bigint", "bp_delta_for", "i*1000-i*i%7", func(i int) any { return i*1000 - i*i%7 }},
	{"packed delta for int8", int8s, "tinyint", "bp_delta_for", "i//20%100-i*i%3", func(i int) any {
		return i/20%100 - i*i%3
	}},
	{"packed for int8", int8s, "tinyint", "bp_for", "i*7919%100-50", func(i int) any { return i*7919%100 - 50 }},
	{"packed for int16", int16s, "smallint", "bp_for", "i*7919%1000-500", func(i int) any { return i*7919%1000 - 500 }},
	{"packed for int32", int32s, "int", "bp_for", "i*7919%100003-50000", func(i int) any {
		return i*7919%100003 - 50000
	}},
	{"packed for uint64", uint64s, "ubigint", "bp_for", "(i*2654435761%4294967296)*2000000011", func(i int) any {
		return mixed(i) * 2000000011
	}},
	{"packed 128 constant delta", int128s, "hugeint", "bp_constant_delta", "i::hugeint*18446744073709551617-5",
		func(i int) any {
			return int128.Int{Lo: uint64(i), Hi: int64(i)}.Sub(int128.From(5))
		}},
	{"packed 128 delta for", int128s, "hugeint", "bp_delta_for", "-i::hugeint*18446744073709551616-i*i%11",
		func(i int) any {
			return int128.Int{Hi: int64(-i)}.Sub(int128.From(int64(i * i % 11)))
		}},
	{"packed 128 for", int128s, "hugeint", "bp_for", "(i*2654435761%4294967296)*18446744073709551616::hugeint-i",
		func(i int) any {
			return int128.Int{Hi: int64(mixed(i))}.Sub(int128.From(int64(i)))
		}},
	{"alp float64", float64s, "double", "alp", "case when i%90=0 then sqrt(i) else (i*7919%100003)::double/100 end",
		func(i int) any {
			if i%90 == 0 {
				return math.Sqrt(float64(i))
			}
			return float64(i*7919%100003) / 100
		}},
	{"alp float32", float32s, "float", "alp", "case when i%90=0 then sqrt(i)::float else " +
		"(i*7919%1009)::float/8::float end", func(i int) any {
		if i%90 == 0 {
			return float32(math.Sqrt(float64(i)))
		}
		return float32(i*7919%1009) / 8
	}},
	{"alp-rd float64", float64s, "double", "alprd", "case when i%700=9 then -1e300 else sqrt(i) end", func(i int) any {
		if i%700 == 9 {
			return -1e300
		}
		return math.Sqrt(float64(i))
	}},
	{"alp-rd float32", float32s, "float", "alprd", "case when i%700=9 then -1e30::float else sqrt(i)::float end",
		func(i int) any {
			if i%700 == 9 {
				return float32(-1e30)
			}
			return float32(math.Sqrt(float64(i)))
		}},
	{"chimp float64", float64s, "double", "chimp", "case when i%3=0 then (i%50)::double/10 else sqrt(i) end",
		func(i int) any {
			if i%3 == 0 {
				return float64(i%50) / 10
			}
			return math.Sqrt(float64(i))
		}},
	{"chimp float32", float32s, "float", "chimp", "case when i%3=0 then (i%50)::float/8::float else sqrt(i)::float end",
		func(i int) any {
			if i%3 == 0 {
				return float32(i%50) / 8
			}
			return float32(math.Sqrt(float64(i)))
		}},
	{"patas float64", float64s, "double", "patas", "case when i%3=0 then (i%50)::double/10 else sqrt(i) end",
		func(i int) any {
			if i%3 == 0 {
				return float64(i%50) / 10
			}
			return math.Sqrt(float64(i))
		}},
	{"patas float32", float32s, "float", "patas", "case when i%3=0 then (i%50)::float/8::float else sqrt(i)::float end",
		func(i int) any {
			if i%3 == 0 {
				return float32(i%50) / 8
			}
			return float32(math.Sqrt(float64(i)))
		}},
	{"roaring few nulls", bits, "int", "roaring", "case when i%900<>3 then i end", func(i int) any {
		return i%900 != 3
	}},
	{"roaring nulls", bits, "int", "roaring", "case when i%60<>3 then i end", func(i int) any { return i%60 != 3 }},
	{"roaring few values", bits, "int", "roaring", "case when i%900=3 then i end", func(i int) any {
		return i%900 == 3
	}},
	{"roaring values", bits, "int", "roaring", "case when i%60=3 then i end", func(i int) any { return i%60 == 3 }},
	{"roaring runs", bits, "int", "roaring", "case when i%100<60 then i end", func(i int) any { return i%100 < 60 }},
	{"roaring few runs", bits, "int", "roaring", "case when i%1700<200 then i end", func(i int) any {
		return i%1700 < 200
	}},
	{"roaring mask", bits, "int", "roaring", "case when i*7919%1000<500 then i end", func(i int) any {
		return i*7919%1000 < 500
	}},
	{"roaring truth values", int8s, "bool", "roaring", "i%60=3 or i%900<99", func(i int) any {
		if i%60 == 3 || i%900 < 99 {
			return 1
		}
		return 0
	}},
	{"plain texts", texts, "varchar", "uncompressed", "case when i%9>0 then 'text '||i%1000 else '' end",
		func(i int) any {
			if i%9 > 0 {
				return "text " + decimal(i%1000)
			}
			return ""
		}},
	{"long texts", texts, "varchar", "uncompressed", "case when i%500=0 then repeat(chr((65+i//500)::int),20001) " +
		"when i%500<3 then null else 'short' end", func(i int) any {
		switch {
		case i%500 == 0:
			return strings.Repeat(string(rune('A'+i/500)), 20001)
		case i%500 < 3:
			return nil
		}
		return "short"
	}},
	{"dictionary", texts, "varchar", "dictionary", "case i%37 when 1 then null when 2 then '' else 'entry '||i%37 end",
		func(i int) any {
			switch i % 37 {
			case 1:
				return nil
			case 2:
				return ""
			}
			return "entry " + decimal(i%37)
		}},
	{"fsst", texts, "varchar", "fsst", "case when i%11=0 then '' else 'häßlich '||i%1000||' " + strings.Repeat("abc",
		12) + "' end", func(i int) any {
		if i%11 == 0 {
			return ""
		}
		return "häßlich " + decimal(i%1000) + " " + strings.Repeat("abc", 12)
	}},
	{"dict_fsst dictionary", texts, "varchar", "dict_fsst", "case i%37 when 1 then null when 2 then '' else 'entry " +
		"'||i%37 end", func(i int) any {
		switch i % 37 {
		case 1:
			return nil
		case 2:
			return ""
		}
		return "entry " + decimal(i%37)
	}},
	{"dict_fsst both", texts, "varchar", "dict_fsst", "case i%500 when 1 then null else 'an entry of the dictionary " +
		"'||i%500 end", func(i int) any {
		if i%500 == 1 {
			return nil
		}
		return "an entry of the dictionary " + decimal(i%500)
	}},
	{"dict_fsst codes", texts, "varchar", "dict_fsst", "'each row has its own text '||i", func(i int) any {
		return "each row has its own text " + decimal(i)
	}},
	{"zstd", texts, "varchar", "zstd", "case when i%11=0 then '' else 'compressed '||i%100 end", func(i int) any {
		if i%11 == 0 {
			return ""
		}
		return "compressed " + decimal(i%100)
	}},
	{"zstd of several blocks", texts, "varchar", "zstd", "'text '||i*2654435761%4294967296*2000000011",
		func(i int) any {
			return "text " + int128.Mul(int64(mixed(i)), 2000000011).Big().String()
		}},
}

func decimal(i int) string { return int128.From(int64(i)).Big().String() }

func TestSegmentsOfDuckDB(t *testing.T) {
	all := storedSegments(t)
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			s, ok := all[f.name]
			if !ok || s.Rows < 500 {
				t.Fatalf("the segment is not in testdata, or has %d rows", s.Rows)
			}
			switch f.kind {
			case bits:
				f.checkValid(t, s.segment(bits))
			case texts:
				f.checkTexts(t, s.segment(texts))
			default:
				f.checkFixed(t, s.segment(f.kind))
			}
		})
	}
}

func (f fixture) checkValid(t *testing.T, s *segment) {
	out := make([]bool, s.rows)
	if err := s.valid(out); err != nil {
		t.Fatal(err)
	}
	for i, got := range out {
		if want := f.value(i); got != want {
			t.Fatalf("row %d: %v, want %v", i, got, want)
		}
	}
}

func (f fixture) checkTexts(t *testing.T, s *segment) {
	out := &rowTexts{}
	out.add([]byte("before"))
	if err := s.strings(out); err != nil {
		t.Fatal(err)
	}
	if len(out.rows) != 1+s.rows {
		t.Fatalf("%d rows", len(out.rows))
	}
	says := s.method == dictionary || s.method == dictFSST
	for i, number := range out.rows[1:] {
		got := ""
		if number > 0 {
			got = string(out.bytes[out.ends[max(number, 2)-2]:out.ends[number-1]])
		}
		want := f.value(i)
		if null := want == nil && says; (number == 0) != null || want != nil && got != want ||
			want == nil && got != "" {
			t.Fatalf("row %d: %q, number %d, want %q", i, got, number, want)
		}
	}
}

func (f fixture) checkFixed(t *testing.T, s *segment) {
	width := s.kind.width()
	out := bytes.Repeat([]byte{0xaa}, s.rows*width)
	if err := s.fixed(out); err != nil {
		t.Fatal(err)
	}
	for i := range s.rows {
		want := f.value(i)
		if got := out[i*width : (i+1)*width]; want != nil && !bytes.Equal(got, sixteen(want)[:width]) {
			t.Fatalf("row %d: %x, want %v", i, got, want)
		}
	}
}

// sixteen writes a value in 16 bytes.
func sixteen(v any) []byte {
	var wide int128.Int
	switch v := v.(type) {
	case int:
		wide = int128.From(int64(v))
	case float32:
		wide = int128.FromUint(uint64(math.Float32bits(v)))
	case float64:
		wide = int128.FromUint(math.Float64bits(v))
	case int128.Int:
		wide = v
	}
	b := binary.LittleEndian.AppendUint64(nil, wide.Lo)
	return binary.LittleEndian.AppendUint64(b, uint64(wide.Hi))
}
