package export

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"

	"cardinal/data"
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
