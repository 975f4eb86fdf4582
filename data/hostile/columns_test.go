package hostile

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// thrift writes values in Thrift's compact protocol, in which Parquet describes itself.
type thrift struct{ bytes.Buffer }

func (w *thrift) varint(n uint64) { w.Write(binary.AppendUvarint(nil, n)) }

// field writes the head of a field, whose number is step more than that of the field before.
func (w *thrift) field(step, kind byte) { w.WriteByte(step<<4 | kind) }

const (
	thriftInt32, thriftInt64, thriftBinary, thriftList, thriftStruct = 5, 6, 8, 9, 12
)

func (w *thrift) number(step, kind byte, n int64) {
	w.field(step, kind)
	w.varint(uint64(n<<1) ^ uint64(n>>63))
}

func (w *thrift) text(s string) {
	w.varint(uint64(len(s)))
	w.WriteString(s)
}

// absurd has the declarations of a Parquet file with one column of 32-bit integers.
type absurd struct {
	rows, values   int64 // of the file, and of its one page
	packed, length int64 // bytes of the page, and of its inflated text
	codec          int64
	page           []byte
	columns        int // that the file has, all of them in the same place
}

// parquet makes a file that declares what it is told, in some 200 bytes and its page.
func (a absurd) parquet(*testing.T) []byte {
	var head, foot thrift
	head.number(1, thriftInt32, 0) // a data page
	head.number(1, thriftInt32, a.length)
	head.number(1, thriftInt32, a.packed)
	head.field(2, thriftStruct)
	head.number(1, thriftInt32, a.values)
	for _, encoding := range []int64{0, 3, 3} { // plain, and runs of levels
		head.number(1, thriftInt32, encoding)
	}
	head.Write([]byte{0, 0})

	columns := max(a.columns, 1)
	foot.number(1, thriftInt32, 1)
	foot.field(1, thriftList) // the schema
	foot.WriteByte(0xF0 | thriftStruct)
	foot.varint(uint64(columns + 1))
	foot.field(4, thriftBinary)
	foot.text("root")
	foot.number(1, thriftInt32, int64(columns))
	foot.WriteByte(0)
	for range columns {
		foot.number(1, thriftInt32, 1) // INT32
		foot.number(2, thriftInt32, 1) // optional
		foot.field(1, thriftBinary)
		foot.text("a")
		foot.WriteByte(0)
	}
	foot.number(1, thriftInt64, a.rows)
	foot.field(1, thriftList) // the row groups
	foot.WriteByte(0x10 | thriftStruct)
	foot.field(1, thriftList)
	foot.WriteByte(0xF0 | thriftStruct)
	foot.varint(uint64(columns))
	for range columns {
		foot.number(2, thriftInt64, 4)
		foot.field(1, thriftStruct)
		foot.number(1, thriftInt32, 1)
		foot.field(1, thriftList)
		foot.WriteByte(0x10 | thriftInt32)
		foot.varint(0)
		foot.field(1, thriftList)
		foot.WriteByte(0x10 | thriftBinary)
		foot.text("a")
		foot.number(1, thriftInt32, a.codec)
		foot.number(1, thriftInt64, a.values)
		foot.number(1, thriftInt64, int64(head.Len())+a.length)
		foot.number(1, thriftInt64, int64(head.Len())+a.packed)
		foot.number(2, thriftInt64, 4)
		foot.Write([]byte{0, 0})
	}
	foot.number(1, thriftInt64, 100)
	foot.number(1, thriftInt64, a.rows)
	foot.Write([]byte{0, 0})

	out := append([]byte("PAR1"), head.Bytes()...)
	out = append(out, a.page...)
	out = append(out, foot.Bytes()...)
	out = binary.LittleEndian.AppendUint32(out, uint32(foot.Len()))
	return append(out, "PAR1"...)
}

func columnBombs() []bomb {
	nulls := []byte{5, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0} // one run of 2^31-1 levels that say null
	few := []byte{2, 0, 0, 0, 3 << 1, 1, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}
	snappy := []byte{0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0} // 2^31-1 bytes, and nothing
	const most = 1<<31 - 1
	return []bomb{
		{"few.parquet", absurd{rows: 3, values: 3, packed: int64(len(few)), length: int64(len(few)), page: few}.parquet,
			""},
		{"nulls.parquet", absurd{rows: most, values: most, packed: int64(len(nulls)), length: int64(len(nulls)),
			page: nulls}.parquet, "nulls.parquet"},
		{"rows.parquet", absurd{rows: 1 << 60, values: 3, packed: int64(len(few)), length: int64(len(few)),
			page: few}.parquet, "rows.parquet"},
		{"values.parquet", absurd{rows: 3, values: most, packed: int64(len(few)), length: int64(len(few)),
			page: few}.parquet, "values.parquet"},
		{"page.parquet", absurd{rows: 3, values: 3, packed: most, length: most, page: few}.parquet, "page.parquet"},
		{"snappy.parquet", absurd{rows: 3, values: 3, packed: int64(len(snappy)), length: most, codec: 1,
			page: snappy}.parquet, "snappy.parquet"},
		{"negative.parquet", absurd{rows: -1, values: -1, packed: -1, length: -1, page: few}.parquet,
			"negative.parquet"},
		{"columns.parquet", absurd{rows: 3, values: 3, packed: int64(len(few)), length: int64(len(few)), page: few,
			columns: 1_000_000}.parquet, "columns.parquet"},
		{"nulls.arrow", arrowOf(array.NewNull(1 << 40)), "nulls.arrow"},
		{"long.arrow", longArrow(1 << 40), "long.arrow"},
		{"longer.arrow", longArrow(3 << 30), "damaged"},
	}
}

// arrowOf makes an Arrow file of one column.
func arrowOf(a arrow.Array, o ...ipc.Option) func(t *testing.T) []byte {
	return func(t *testing.T) []byte {
		t.Helper()
		var out bytes.Buffer
		schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: a.DataType(), Nullable: true}}, nil)
		w, err := ipc.NewFileWriter(&out, append(o, ipc.WithSchema(schema))...)
		if err == nil {
			err = w.Write(array.NewRecordBatch(schema, []arrow.Array{a}, int64(a.Len())))
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
}

// longArrow declares a length in bytes for a compressed buffer.
func longArrow(declared uint64) func(t *testing.T) []byte {
	return func(t *testing.T) []byte {
		t.Helper()
		values := array.NewInt64Builder(memory.DefaultAllocator)
		for range 12345 {
			values.Append(7)
		}
		b := arrowOf(values.NewArray(), ipc.WithZstd())(t)
		size := binary.LittleEndian.AppendUint64(nil, 8*12345)
		if bytes.Count(b, size) == 0 {
			t.Fatal("the size is nowhere")
		}
		return bytes.ReplaceAll(b, size, binary.LittleEndian.AppendUint64(nil, declared))
	}
}
