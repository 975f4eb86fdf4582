package export

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/file"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// TestRowsBeside writes rows on one core and on several, and compares the bytes.
func TestRowsBeside(t *testing.T) {
	const rows = 3*batchRows + 17
	r := rand.New(rand.NewPCG(5, 6))
	valid := data.NewBitmap(rows)
	labels, codes := []string{"plain", `quo"ted`, "a,b", " blank", "", "line\nend"}, make([]uint32, rows)
	whole, times, floats := make([]int64, rows), make([]int64, rows), make([]float64, rows)
	for i := range rows {
		if r.IntN(10) > 0 {
			valid.Set(i)
		}
		codes[i], whole[i], times[i], floats[i] = uint32(r.IntN(len(labels))), r.Int64()-r.Int64(), r.Int64N(1<<40),
			r.NormFloat64()
	}
	table := data.NewTable("t", []*data.Column{
		data.NewText("text", codes, labels, valid), data.NewInts("int", data.Int, 0, whole, valid),
		data.NewInts("decimal", data.Decimal, 3, times, nil),
		data.NewInts("time", data.Timestamp, 3, times, valid), data.NewFloats("float", floats, valid),
		data.NewText("null", make([]uint32, rows), nil, data.NewBitmap(rows)),
	})
	listed := make([]uint32, 0, rows)
	for row := range uint32(rows) {
		if row%7 != 3 {
			listed = append(listed, uint32(rows)-1-row)
		}
	}
	for _, l := range []pivot.Listing{{Table: table}, {Table: table, Rows: listed, Numbered: true},
		{Table: table, Rows: listed[:5]}, {Table: table, Rows: []uint32{}}} {
		for _, f := range []string{"parquet", "arrow", "csv", "tsv"} {
			if testing.Short() && l.Rows != nil && f != "csv" { // under the race detector
				continue
			}
			var one, many bytes.Buffer
			before := runtime.GOMAXPROCS(1)
			_, err := FormatNamed(f).WriteRows(t.Context(), &one, l)
			runtime.GOMAXPROCS(4)
			if err == nil {
				_, err = FormatNamed(f).WriteRows(t.Context(), &many, l)
			}
			runtime.GOMAXPROCS(before)
			if err != nil || !bytes.Equal(one.Bytes(), many.Bytes()) {
				t.Errorf("%s of %d rows: %v, %d and %d bytes", f, l.Len(), err, one.Len(), many.Len())
			}
			if f != "parquet" {
				continue
			}
			back, err := file.NewParquetReader(bytes.NewReader(many.Bytes()))
			if err != nil || back.NumRows() != int64(l.Len()) {
				t.Errorf("parquet of %d rows: %v", l.Len(), err)
			}
		}
	}
}
