package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// integers makes a file of a column of integers in two row groups. A value is null if valid is false.
func integers(t *testing.T, values []int64, valid []bool, dictionary bool) []byte {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Int64, Nullable: true}}, nil)
	var out bytes.Buffer
	props := parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(int64(len(values)+1)/2),
		parquet.WithDictionaryDefault(dictionary))
	w, err := pqarrow.NewFileWriter(schema, &out, props, pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	b := array.NewInt64Builder(memory.DefaultAllocator)
	b.AppendValues(values, valid)
	if err := w.Write(array.NewRecordBatch(schema, []arrow.Array{b.NewArray()}, int64(len(values)))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestFrame reads integers of ranges of every width, with and without nulls, with right and with wrong statistics.
// The column must equal the column that NewInts makes.
func TestFrame(t *testing.T) {
	const rows = 3000
	for _, span := range []int64{0, 1, 254, 255, 256, 65_534, 65_535, 65_536, 1 << 20, 1<<32 - 3, 1<<32 - 2,
		1<<32 - 1, 1 << 40} {
		for _, nulls := range []int{0, 1, 500, rows} {
			for _, dictionary := range []bool{true, false} {
				least := int64(1_234_567_890_123)
				values, valid := make([]int64, rows), make([]bool, rows)
				bits := data.NewBitmap(rows)
				for i := range values {
					values[i], valid[i] = least+int64(i)*span/(rows-1), i == 0 || i == rows-1 ||
						i%7 != 3 || i/7 >= nulls
					if nulls == rows {
						valid[i] = false
					}
					if valid[i] {
						bits.Set(i)
					} else {
						values[i] = 0
					}
				}
				file := integers(t, values, valid, dictionary)
				want := data.NewInts("n", data.Int, 0, values, bits)
				files := map[string][]byte{"right": file}
				for name, change := range map[string][2]int64{"least too small": {least, least - 1},
					"least too great": {least, least + 1}, "greatest too great": {least + span, least + span + 1},
					"greatest too small": {least + span, least + span - 1}} {
					from, to := binary.LittleEndian.AppendUint64(nil, uint64(change[0])),
						binary.LittleEndian.AppendUint64(nil, uint64(change[1]))
					at := len(file) - 8 - int(binary.LittleEndian.Uint32(file[len(file)-8:]))
					files[name] = append(file[:at:at], bytes.ReplaceAll(file[at:], from, to)...)
				}
				for name, file := range files {
					what := fmt.Sprintf("span %d, %d nulls, dictionary %v, %s", span, nulls, dictionary, name)
					got, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{}, nil)
					if err != nil {
						t.Fatalf("%s: %v", what, err)
					}
					compareColumns(t, what, got.Columns[0], want)
				}
			}
		}
	}
}

// compareColumns compares the arrays and the properties of two columns of integers.
func compareColumns(t *testing.T, what string, got, want *data.Column) {
	t.Helper()
	figures := func(c *data.Column) string {
		return fmt.Sprint(c.Type, c.Base, c.Min, c.Max, c.Nulls, c.Rows, c.Codes.Bytes(), len(c.Wide), c.Valid == nil)
	}
	if figures(got) != figures(want) {
		t.Errorf("%s: %s, not %s", what, figures(got), figures(want))
		return
	}
	for i := range want.Rows {
		if got.Value(i) != want.Value(i) {
			t.Errorf("%s: row %d is %v, not %v", what, i, got.Value(i), want.Value(i))
			return
		}
	}
}
