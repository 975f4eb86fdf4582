package export

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/pivot"
)

// TestParquetCodes writes texts that repeat and texts that do not, and numbers of both kinds. Texts that repeat and
// numbers that do so have a dictionary; the values and the statistics are those of the column.
func TestParquetCodes(t *testing.T) {
	const rows = 2*batchRows + 100
	valid := data.NewBitmap(rows)
	few, many, numbers, places := make([]uint32, rows), make([]uint32, rows), make([]int64, rows), make([]int64, rows)
	labels, texts := []string{"unused", "b", "", "c", "a"}, make([]string, rows)
	for i := range rows {
		if i%5 != 2 {
			valid.Set(i)
		}
		few[i], many[i], numbers[i], places[i] = 1+uint32(i)%4, uint32(i), int64(i)*1_000_003, int64(i%9)
		texts[i] = fmt.Sprintf("a text that no other row has: %d", i)
	}
	table := data.NewTable("t", []*data.Column{data.NewText("few", few, labels, valid),
		data.NewText("many", many, texts, valid), data.NewInts("distinct", data.Int, 0, numbers, valid),
		data.NewInts("places", data.Int, 0, places, valid)})
	var out bytes.Buffer
	if _, err := FormatNamed("parquet").WriteRows(t.Context(), &out, pivot.Listing{Table: table}); err != nil {
		t.Fatal(err)
	}
	back, err := file.NewParquetReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	row := 0
	for g := range back.NumRowGroups() {
		group := back.RowGroup(g)
		n := int(group.NumRows())
		for i, hasDictionary := range []bool{true, false, false, true} {
			chunk, err := group.MetaData().ColumnChunk(i)
			if err != nil {
				t.Fatal(err)
			}
			only := !slices.Contains(chunk.Encodings(), parquet.Encodings.RLEDict)
			if i != 1 && n > 4*sampled && only == hasDictionary {
				t.Errorf("column %d of group %d is encoded as %v", i, g, chunk.Encodings())
			}
		}
		for i, column := range []([]string){labels, texts} {
			in, err := group.Column(i)
			if err != nil {
				t.Fatal(err)
			}
			values, levels := make([]parquet.ByteArray, n), make([]int16, n)
			all, _, err := in.(*file.ByteArrayColumnChunkReader).ReadBatch(int64(n), values, levels, nil)
			if err != nil || all != int64(n) {
				t.Fatal(all, err)
			}
			next := 0
			for k := range n {
				want, got := "null", "null"
				if valid.Get(row + k) {
					want = column[[][]uint32{few, many}[i][row+k]]
				}
				if levels[k] > 0 {
					got = string(values[next])
					next++
				}
				if got != want {
					t.Fatalf("column %d, row %d: %q, want %q", i, row+k, got, want)
				}
			}
			chunk, _ := group.MetaData().ColumnChunk(i)
			s, err := chunk.Statistics()
			if err != nil || s.NullCount() != int64(n-next) || s.NumValues() != int64(next) {
				t.Fatalf("column %d: %d nulls of %d rows, and %d values, want %d: %v", i, s.NullCount(), n,
					s.NumValues(), next, err)
			}
			if of := s.(*metadata.ByteArrayStatistics); i == 0 && (string(of.Min()) != "" || string(of.Max()) != "c") {
				t.Errorf("the texts lie from %q to %q", of.Min(), of.Max())
			}
		}
		row += n
	}
}

// TestParquetLongTexts writes texts of which only the greatest is too long for statistics. The statistics then have
// neither end: Arrow's reader takes a missing end for an empty text, and would skip the row group.
func TestParquetLongTexts(t *testing.T) {
	table := data.NewTable("t", []*data.Column{
		data.NewText("text", []uint32{0, 1}, []string{"a", strings.Repeat("x", 5000)}, nil)})
	var out bytes.Buffer
	if _, err := FormatNamed("parquet").WriteRows(t.Context(), &out, pivot.Listing{Table: table}); err != nil {
		t.Fatal(err)
	}
	back, err := file.NewParquetReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	chunk, err := back.RowGroup(0).MetaData().ColumnChunk(0)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := chunk.Statistics(); err != nil || s.HasMinMax() || s.NullCount() != 0 {
		t.Errorf("the statistics are %v; %v", s, err)
	}
}

// everyChunk returns a table of columns that are encoded in every way: with and without a dictionary and compression,
// sorted and not, narrow and wide, with few nulls, and with a page and a row group that has only nulls.
func everyChunk(rows int) *data.Table {
	r := rand.New(rand.NewPCG(7, 7))
	holes, late := data.NewBitmap(rows), data.NewBitmap(rows)
	late.SetRange(min(rows, groupRows+2*mostPageRows), rows)
	for i := range rows {
		if i%11 != 3 && i%1000 > 20 {
			holes.Set(i)
		}
	}
	ints := func(of func(i int) int64) []int64 {
		out := make([]int64, rows)
		for i := range out {
			out[i] = of(i)
		}
		return out
	}
	var texts []string
	codes := make([]uint32, rows)
	for i := range rows {
		codes[i] = uint32(i)
		texts = append(texts, strings.Repeat(string(rune('a'+r.IntN(26))), r.IntN(40))+fmt.Sprint(i))
	}
	text := func(name string, of []string, valid data.Bitmap) *data.Column {
		return data.NewText(name, slices.Collect(func(yield func(uint32) bool) {
			for range rows {
				if !yield(uint32(r.IntN(len(of)))) {
					return
				}
			}
		}), of, valid)
	}
	floats := func(of func() float64) []float64 {
		out := make([]float64, rows)
		for i := range out {
			out[i] = of()
		}
		return out
	}
	bools := make([]uint8, rows)
	for i := range bools {
		bools[i] = uint8(r.IntN(2))
	}
	return data.NewTable("t", []*data.Column{
		text("few", []string{"b", "", "unused?", "c"}, holes), text("one", []string{"same"}, nil),
		text("some", texts[:rows/8+1], late), data.NewText("distinct", codes, texts, nil),
		data.NewInts("place", data.Int, 0, ints(func(i int) int64 { return int64(i) }), nil),
		data.NewInts("small", data.Int, 0, ints(func(int) int64 { return r.Int64N(5) - 2 }), holes),
		data.NewInts("random", data.Int, 0, ints(func(int) int64 { return int64(r.Uint64()) }), holes),
		data.NewInts("ends", data.Int, 0, ints(func(i int) int64 {
			return []int64{math.MinInt64, math.MaxInt64, int64(i)}[r.IntN(3)]
		}), late),
		data.NewInts("far", data.Int, 0, ints(func(int) int64 { return r.Int64N(100) * 1_000_003 }), nil),
		data.NewInts("price", data.Decimal, 2, ints(func(int) int64 { return r.Int64N(2_000_000) - 1_000_000 }), holes),
		data.NewInts("day", data.Date, 0, ints(func(int) int64 { return r.Int64N(4_000_000) - 2_000_000 }), late),
		data.NewInts("bound", data.Date, 0, ints(func(int) int64 {
			return []int64{-2_000_000, 2_000_000}[r.IntN(2)] + r.Int64N(1000)
		}), nil),
		data.NewInts("at", data.Timestamp, 1, ints(func(i int) int64 { return 16_000_000_000 + int64(i)*7 }), holes),
		data.NewBools("yes", bools, slices.Clone(holes)),
		data.NewFloatColumn("rates", floats(func() float64 { return float64(r.IntN(50)) / 3 }), holes),
		data.NewFloatColumn("float", floats(r.NormFloat64), late),
	})
}

// TestParquetChunks writes all rows of a table, and some in another order. The values that come back are those of the
// table, here and in Arrow's reader.
func TestParquetChunks(t *testing.T) {
	for _, rows := range []int{1, 7, 1000, groupRows + 3*mostPageRows + 5} {
		table := everyChunk(rows)
		some := make([]uint32, 0, rows)
		for i := rows - 1; i >= 0; i -= 3 {
			some = append(some, uint32(i))
		}
		for _, l := range []pivot.Listing{{Table: table}, {Table: table, Rows: some}} {
			var out bytes.Buffer
			if _, err := FormatNamed("parquet").WriteRows(t.Context(), &out, l); err != nil {
				t.Fatal(err)
			}
			back, err := load.Bytes(t.Context(), "back.parquet", out.Bytes(), load.Options{})
			if err != nil {
				t.Fatal(err)
			}
			theirs, err := pqarrow.ReadTable(t.Context(), bytes.NewReader(out.Bytes()), nil, pqarrow.ArrowReadProperties{},
				memory.DefaultAllocator)
			if err != nil {
				t.Fatal(err)
			}
			if back.Rows != l.Len() || theirs.NumRows() != int64(l.Len()) {
				t.Fatalf("%d and %d rows of %d", back.Rows, theirs.NumRows(), l.Len())
			}
			for i, c := range table.Columns {
				of := theirs.Column(i).Data()
				row := 0
				for _, part := range of.Chunks() {
					for k := range part.Len() {
						if row++; rows > groupRows && row%3 > 0 {
							continue // to save time
						}
						want := l.Value(row-1, i)
						got := back.Columns[i].Value(row - 1)
						if got.Type != want.Type || arrowWant(got) != arrowWant(want) {
							t.Fatalf("%d rows, %s, row %d: %v, want %v", rows, c.Name, row, got, want)
						}
						if got := arrowText(part, k); got != arrowWant(want) {
							t.Fatalf("%d rows, %s, row %d: %s in Arrow, want %s", rows, c.Name, row, got, arrowWant(want))
						}
					}
				}
			}
			theirs.Release()
		}
	}
}

func arrowWant(v data.Value) string {
	switch {
	case v.IsNull():
		return "null"
	case v.Type == data.Float:
		return fmt.Sprint(v.Float)
	case v.Type == data.Timestamp:
		n, _ := ticks(v, arrow.Millisecond)
		return fmt.Sprint(n)
	}
	return v.String()
}

func arrowText(of arrow.Array, i int) string {
	if of.IsNull(i) {
		return "null"
	}
	switch of := of.(type) {
	case *array.Float64:
		return fmt.Sprint(of.Value(i))
	case *array.Timestamp:
		return fmt.Sprint(int64(of.Value(i)))
	case *array.Decimal128:
		return of.Value(i).ToString(of.DataType().(*arrow.Decimal128Type).Scale)
	}
	return of.ValueStr(i)
}
