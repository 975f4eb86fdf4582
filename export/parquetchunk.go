package export

import (
	"bytes"
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/metadata"

	"cardinal/data"
)

// parquetChunk has the values of a column in the rows of a group. Its slices are used again for other chunks.
type parquetChunk struct {
	physical parquet.Type
	rows     int
	levels   []uint32 // 1: the row has a value; 0: it is null; empty: all rows have one
	values   []int64  // those that are not null: integers, bits of floats, or codes of texts
	texts    []string // by code; of a decimal of 128 bits, its bytes

	indices  []uint32 // of the values in the dictionary
	distinct []int64  // the dictionary
	slots    []uint32 // see index

	dictionary, page []byte
	packed           bytes.Buffer // the page, compressed
}

var usedChunks = sync.Pool{New: func() any { return new(parquetChunk) }}

// appendChunk appends the pages of a column in the rows [from, to). The metadata gets offsets as if these were the
// first pages of the file.
func (t *flatTable) appendChunk(b []byte, meta *metadata.ColumnChunkMetaDataBuilder, column, from, to int) []byte {
	c := usedChunks.Get().(*parquetChunk)
	defer usedChunks.Put(c)
	c.physical, c.rows, c.levels = meta.Descr().PhysicalType(), to-from, c.levels[:0]
	l, kind := &t.columns[column], t.schema.Field(column).Type
	if l.column != nil && c.physical != parquet.Types.FixedLenByteArray &&
		(c.physical == parquet.Types.ByteArray) == (l.column.Type == data.Text) {
		c.copy(t, l.column, from)
		c.scale(l.column.Scale, kind)
	} else {
		c.convert(l, kind, from)
	}
	return c.write(b, meta)
}

// copy sets the values to those of a column of a table.
func (c *parquetChunk) copy(t *flatTable, of *data.Column, from int) {
	listed := t.listed
	if listed != nil {
		listed = listed[from : from+c.rows]
	}
	c.values, c.texts = slices.Grow(c.values[:0], c.rows)[:c.rows], nil
	switch {
	case of.Type == data.Float: // the bits of floats are integers
		gather(c.values, unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(of.Floats))), len(of.Floats)), listed,
			from, 0)
	case of.Wide != nil:
		gather(c.values, of.Wide, listed, from, 0)
	case of.Codes.U8 != nil:
		gather(c.values, of.Codes.U8, listed, from, of.Base)
	case of.Codes.U16 != nil:
		gather(c.values, of.Codes.U16, listed, from, of.Base)
	default:
		gather(c.values, of.Codes.U32, listed, from, of.Base)
	}
	if of.Type == data.Text {
		c.texts = of.Dict.Values
	}
	if of.Valid == nil {
		return
	}
	values := c.values[:0]
	for i, v := range c.values {
		level := uint32(0)
		if of.Valid.Get(t.row(from + i)) {
			level, values = 1, append(values, v)
		}
		c.levels = append(c.levels, level)
	}
	c.values = values
}

// gather sets out to the listed rows of a column, or to the rows from `first` on. It adds base to each value.
func gather[T uint8 | uint16 | uint32 | int64](out []int64, column []T, listed []uint32, first int, base int64) {
	if listed == nil {
		for i, v := range column[first : first+len(out)] {
			out[i] = int64(v) + base
		}
		return
	}
	for i, row := range listed {
		out[i] = int64(column[row]) + base
	}
}

// scale converts timestamps with `scale` digits behind the second to the unit of their type.
func (c *parquetChunk) scale(scale int, kind arrow.DataType) {
	unit, isTime := kind.(*arrow.TimestampType)
	for ; isTime && scale < 3*int(unit.Unit); scale++ {
		for i := range c.values {
			c.values[i] *= 10
		}
	}
}

// convert sets the values to those that are computed one by one.
func (c *parquetChunk) convert(l *flatColumn, kind arrow.DataType, from int) {
	unit, isTime := kind.(*arrow.TimestampType)
	known := map[string]int64{}
	c.values, c.texts = c.values[:0], nil
	for place := from; place < from+c.rows; place++ {
		v := l.at(place)
		if v.IsNull() {
			c.levels = append(c.levels, 0)
			continue
		}
		c.levels = append(c.levels, 1)
		n, _ := v.Int.Int64()
		text := ""
		switch {
		case isTime:
			n, _ = ticks(v, unit.Unit)
		case c.physical == parquet.Types.Double:
			n = int64(math.Float64bits(v.Float))
		case c.physical == parquet.Types.ByteArray:
			text = v.String()
		case c.physical == parquet.Types.FixedLenByteArray:
			text = string(twosComplement(v.Int.Big()))
		}
		if c.physical == parquet.Types.ByteArray || c.physical == parquet.Types.FixedLenByteArray {
			code, ok := known[text]
			if !ok {
				code = int64(len(c.texts))
				known[text], c.texts = code, append(c.texts, text)
			}
			n = code
		}
		c.values = append(c.values, n)
	}
}
