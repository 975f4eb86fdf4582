package parquet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// TestTextsThatSeldomRepeat reads texts that seldom repeat, from row groups that begin with a dictionary and continue
// without. Some rows are null, empty, long, or have the text of an earlier row group. Each text has one code, and the
// codes have the order of the first rows.
func TestTextsThatSeldomRepeat(t *testing.T) {
	const rows, group = 180_000, 60_000
	r := rand.New(rand.NewPCG(1, 23))
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.BinaryTypes.String, Nullable: true}}, nil)
	var values []string
	codeOf, codes, valid := map[string]uint32{}, make([]uint32, rows), data.NewBitmap(rows)
	b := array.NewStringBuilder(memory.DefaultAllocator)
	for row := range rows {
		text := ""
		switch r.IntN(50) {
		case 0:
			b.AppendNull()
			continue
		case 1:
		case 2:
			if row > 0 {
				text = values[r.IntN(len(values))]
			}
		case 3:
			text = fmt.Sprint(r.IntN(1<<30), "\x00")
		default:
			text = fmt.Sprintf("%x%x", r.Uint64(), r.Uint64())[:6+r.IntN(16)]
		}
		if row%70_000 == 100 {
			text = strings.Repeat("a long text ", 90_000)
		}
		b.Append(text)
		code, known := codeOf[text]
		if !known {
			code = uint32(len(values))
			values, codeOf[text] = append(values, text), code
		}
		codes[row] = code
		valid.Set(row)
	}
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(group),
		parquet.WithDictionaryPageSizeLimit(200<<10)), pqarrow.DefaultWriterProps())
	if err == nil {
		err = w.Write(array.NewRecordBatch(schema, []arrow.Array{b.NewArray()}, rows))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	want := data.NewText("id", codes, values, valid)
	for range 5 { // the cores share the row groups in other ways
		table, err := Open(t.Context(), bytes.NewReader(out.Bytes()), int64(out.Len()), Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := table.Columns[0]
		if !slices.Equal(got.Dict.Values, want.Dict.Values) || !slices.Equal(got.Codes.U32, want.Codes.U32) ||
			got.Nulls != want.Nulls {
			t.Fatalf("%d texts and %d nulls, not %d and %d, or others", len(got.Dict.Values), got.Nulls, len(values),
				want.Nulls)
		}
	}
}
