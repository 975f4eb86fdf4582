package parquet

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"runtime"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// TestFooterInPieces parses footers of few and many row groups as a whole and in pieces.
func TestFooterInPieces(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(5))
	note := arrow.NewMetadata([]string{"note"}, []string{"behind the row groups"})
	schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.PrimitiveTypes.Int64},
		{Name: "b", Type: arrow.BinaryTypes.String, Nullable: true}}, &note)
	for _, groups := range []int{0, 1, 2*groupsOfPiece - 1, 2 * groupsOfPiece, 5*groupsOfPiece + 13} {
		var out bytes.Buffer
		w, err := pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(),
			pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
		if err != nil {
			t.Fatal(err)
		}
		for g := range groups {
			b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
			for row := range 1 + g%7 {
				b.Field(0).(*array.Int64Builder).Append(int64(g * row))
				b.Field(1).(*array.StringBuilder).AppendNull()
			}
			if err := w.Write(b.NewRecordBatch()); err != nil { // a row group
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, _, err := readFooter(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			t.Fatal(err)
		}
		n := int(binary.LittleEndian.Uint32(out.Bytes()[out.Len()-8:]))
		want, err := metadata.NewFileMetaData(out.Bytes()[out.Len()-8-n:out.Len()-8], nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.RowGroups) != groups || !reflect.DeepEqual(got.FileMetaData, want.FileMetaData) {
			t.Errorf("%d row groups: %d in pieces, or their metadata differs", groups, len(got.RowGroups))
		}
	}
}
