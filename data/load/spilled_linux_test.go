package load

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"cardinal/data"
	"cardinal/data/store/spill"
)

// randomFiles makes a Parquet file of row groups of random sizes, and the same rows as delimited text. The rows have
// nulls, huge values, NaN and infinities, truth values, and values in other widths. Each row group has other texts. A
// row group has least to most rows.
func randomFiles(t *testing.T, r *rand.Rand, rows, least, most int) (file, text []byte) {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "near", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: "far", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: "price", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "wild", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "name", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "yes", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
		{Name: "single", Type: arrow.PrimitiveTypes.Float32, Nullable: true},
	}, nil)
	var out, csv bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &out,
		parquet.NewWriterProperties(parquet.WithDictionaryDefault(r.IntN(2) == 0)), pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	csv.WriteString("near,far,price,wild,name,yes,single\n")
	nulls := float64(r.IntN(3)) * 0.1
	span := int64(1) << r.IntN(40)
	for done := 0; done < rows; {
		n := min(least+r.IntN(most-least+1), rows-done)
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for i := range n {
			values := []any{r.Int64N(span) - span/2, int64(r.Uint64()), float64(r.IntN(100_000)) / 100,
				math.Float64frombits(r.Uint64()),
				fmt.Sprintf("name %d", done/1000+r.IntN(30)), r.IntN(2) == 0, float32(r.IntN(1000)) / 10}
			if i%1000 == 3 {
				values[3] = []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1),
					math.MaxFloat64}[r.IntN(5)]
			}
			for f := range values {
				if f > 0 {
					csv.WriteByte(',')
				}
				if r.Float64() < nulls {
					b.Field(f).AppendNull()
					continue
				}
				// which are texts in a text
				if v, is := values[f].(float64); !is || !math.IsNaN(v) && !math.IsInf(v, 0) {
					fmt.Fprint(&csv, values[f])
				}
				switch to := b.Field(f).(type) {
				case *array.Int64Builder:
					to.Append(values[f].(int64))
				case *array.Float64Builder:
					to.Append(values[f].(float64))
				case *array.Float32Builder:
					to.Append(values[f].(float32))
				case *array.StringBuilder:
					to.Append(values[f].(string))
				case *array.BooleanBuilder:
					to.Append(values[f].(bool))
				}
			}
			csv.WriteByte('\n')
		}
		if err := w.Write(b.NewRecordBatch()); err != nil { // a row group
			t.Fatal(err)
		}
		done += n
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), csv.Bytes()
}

// bits returns everything that a column holds, as bytes.
func bits(t *testing.T, c *data.Column) []byte {
	t.Helper()
	var b bytes.Buffer
	var dict []string
	if c.Dict != nil {
		dict = c.Dict.Values
	}
	fmt.Fprintf(&b, "%s %v %d %d %d %d %d %d %v %v %d %d %q %q %v", c.Name, c.Type, c.Scale, c.Rows, c.Nulls, c.Base,
		c.Min, c.Max, c.MinFloat, c.MaxFloat, c.LowBit, c.HighBit, c.Note, dict, c.Format)
	for _, a := range []any{c.Codes.U8, c.Codes.U16, c.Codes.U32, c.Wide, c.Floats, []uint64(c.Valid)} {
		fmt.Fprintf(&b, "|%d ", binary.Size(a))
		if err := binary.Write(&b, binary.LittleEndian, a); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// spilled reports whether some array of the table lies on the disk.
func spilled(table *data.Table) bool {
	for _, c := range table.Columns {
		if spill.Held(c.Codes.U8) || spill.Held(c.Codes.U16) || spill.Held(c.Codes.U32) || spill.Held(c.Wide) ||
			spill.Held(c.Floats) {
			return true
		}
	}
	return false
}

// TestSpilledColumns reads random files into memory and into temporary files. Every column is the same, bit for
// bit, and so is every answer.
func TestSpilledColumns(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 5 {
		if testing.Short() && round != 3 {
			continue
		}
		rows := 3000 + r.IntN(20_000)
		least, most, limit := 1, rows/3, int64(rows)*40
		if round == 3 { // many row groups
			most = rows / 60
		}
		if round == 4 { // a row group that is larger than the limit
			rows = 300_000
			least, most, limit = rows, rows, 8<<20
		}
		file, text := randomFiles(t, r, rows, least, most)
		for name, b := range map[string][]byte{"a.parquet": file, "a.csv": text} {
			want, err := Bytes(t.Context(), name, b, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := Bytes(t.Context(), name, b, Options{limit: limit})
			if err != nil {
				t.Fatal(err)
			}
			if spilled(want) || !spilled(got) || !strings.Contains(got.Notes[0], "temporary files") ||
				got.Rows != want.Rows || len(got.Columns) != len(want.Columns) {
				t.Fatalf("%s: %d rows of %d, %d columns, notes %q", name, got.Rows, want.Rows,
					len(got.Columns), got.Notes)
			}
			for i, c := range got.Columns {
				if !bytes.Equal(bits(t, c), bits(t, want.Columns[i])) {
					t.Errorf("round %d, %s: column %s of %v differs", round, name, c.Name, c.Type)
				}
			}
		}
	}
}

// TestSpillFails at a folder that cannot be made, and at a file that is damaged behind the columns' begin:
// nothing stays mapped.
func TestSpillFails(t *testing.T) {
	file, _ := randomFiles(t, rand.New(rand.NewPCG(1, 1)), 50_000, 1, 50_000/3)
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "file"))
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Bytes(t.Context(), "a.parquet", file, Options{limit: 1 << 20}); err == nil ||
		!strings.Contains(err.Error(), "temporary file") {
		t.Error(err)
	}
	t.Setenv("XDG_CACHE_HOME", dir)
	copy(file[len(file)/3:], make([]byte, len(file)/3))
	maps := func() int {
		b, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(b), ".spill")
	}
	before := maps()
	if _, err := Bytes(t.Context(), "a.parquet", file, Options{limit: 1 << 21}); err == nil ||
		!strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
	if after := maps(); after > before {
		t.Errorf("%d mappings stay", after-before)
	}
	left, err := filepath.Glob(filepath.Join(dir, "cardinal", "spill", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("files stay: %q %v", left, err)
	}
}

// TestSpilledDatabase reads a table of a database, and a view of it, into memory and into temporary files. Some
// columns are converted at a second reading.
func TestSpilledDatabase(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	path := database(t, "CREATE TABLE t(a INT, b, c TEXT, d)", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "+
		"FROM n WHERE i < 60000) INSERT INTO t SELECT i, CASE WHEN i > 59000 THEN i / 7.0 ELSE i END, 'text ' || "+
		"(i % 900), CASE WHEN i > 300 THEN '2024-01-0' || (1 + i % 9) ELSE 'none' END FROM n",
		"CREATE VIEW v AS SELECT a * 2 AS a, b, c, d FROM t")
	for _, sheet := range []string{"t", "v"} {
		want, got := openAs(t, path, Options{Sheet: sheet}), openAs(t, path, Options{Sheet: sheet, limit: 1 << 20})
		if spilled(want) || !spilled(got) || got.Rows != 60_000 {
			t.Fatalf("%s: %d rows, notes %q", sheet, got.Rows, got.Notes)
		}
		for i, c := range got.Columns {
			if !bytes.Equal(bits(t, c), bits(t, want.Columns[i])) {
				t.Errorf("%s: column %s of %v differs", sheet, c.Name, c.Type)
			}
		}
	}
}
