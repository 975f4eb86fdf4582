package export

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/big"
	"runtime"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	chunks "github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// parquet writes the table with Arrow's package parquet. Its package pqarrow is not used, since it would add gRPC to
// the program. Package parquet writes the row groups of a file one after another. To use all cores, each core writes
// one row group as a file in memory, and the row groups of these files are then joined.
func (t *flatTable) parquet(ctx context.Context, w io.Writer) error {
	out := parquetFile{w: w}
	groups := make([]*bytes.Buffer, min(runtime.GOMAXPROCS(0), max(1, mostBuffered/max(1, len(t.columns)))))
	all := make([]*metadata.FileMetaData, len(groups))
	for from := 0; from < t.rows || out.footer == nil; from += batchRows * len(groups) {
		n := min(len(groups), max(1, (t.rows-from+batchRows-1)/batchRows))
		err := parallel.Do(ctx, n, func(_ context.Context, i int) (err error) {
			first := from + i*batchRows
			last := min(first+batchRows, t.rows)
			if groups[i], all[i], err = t.parquetGroup(first, last); err != nil {
				err = separators.Errorf("the Parquet file: cannot write rows %d to %d: %w", first+1, last, err)
			}
			return err
		})
		if err != nil {
			return err
		}
		for i := range n {
			if err := out.add(groups[i].Bytes(), all[i]); err != nil {
				first := from + i*batchRows
				last := min(first+batchRows, t.rows)
				return separators.Errorf("the Parquet file: cannot write rows %d to %d: %w", first+1, last, err)
			}
		}
	}
	if err := out.close(); err != nil {
		return fmt.Errorf("cannot finish the Parquet file: %w", err)
	}
	return nil
}

// mostBuffered limits how many row groups are written at the same time: it is the largest number of columns that they
// have together.
const mostBuffered = 2000

// parquetGroup writes a range of rows as a file of its own.
func (t *flatTable) parquetGroup(from, to int) (*bytes.Buffer, *metadata.FileMetaData, error) {
	root, err := parquetSchema(t.schema)
	if err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	props := []parquet.WriterProperty{parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCompressionLevel(1),
		parquet.WithCreatedBy("cardinal")}
	for i := range t.columns {
		if t.columns[i].seldomRepeats(from, to) {
			props = append(props, parquet.WithDictionaryFor(t.columns[i].name, false))
		}
	}
	out, err := chunks.NewParquetWriterWithError(&b, root, chunks.WithWriterProps(
		parquet.NewWriterProperties(props...)))
	if err != nil {
		return nil, nil, err
	}
	if to > from {
		if err := t.rowGroup(out, from, to); err != nil {
			return nil, nil, err
		}
	}
	if err := out.Close(); err != nil {
		return nil, nil, err
	}
	footer, err := out.FileMetadata()
	return &b, footer, err
}

// parquetFile joins the row groups of files.
type parquetFile struct {
	w      io.Writer
	at     int64 // number of bytes written so far
	footer *metadata.FileMetaData
}

// A file begins and ends with magic bytes. The length of the footer comes before the magic bytes at the end.
const (
	parquetMagic  = "PAR1"
	parquetTail   = 4 + len(parquetMagic)
	parquetOffset = int64(len(parquetMagic)) // offset of the first row group
)

// add adds the row groups of a file.
func (f *parquetFile) add(file []byte, footer *metadata.FileMetaData) error {
	end := len(file) - parquetTail
	end -= int(binary.LittleEndian.Uint32(file[end:]))
	first := f.footer == nil
	if first {
		if err := f.write(file[:parquetOffset]); err != nil {
			return err
		}
	}
	moved := f.at - parquetOffset
	for _, group := range footer.RowGroups {
		if !first {
			ordinal := int16(len(f.footer.RowGroups))
			group.Ordinal = &ordinal
		}
		if group.FileOffset != nil {
			*group.FileOffset += moved
		}
		for _, c := range group.Columns {
			if c.FileOffset > 0 {
				c.FileOffset += moved
			}
			c.MetaData.DataPageOffset += moved
			if c.MetaData.DictionaryPageOffset != nil {
				*c.MetaData.DictionaryPageOffset += moved
			}
		}
	}
	if first {
		f.footer = footer
	} else if err := f.footer.AppendRowGroups(footer); err != nil {
		return err
	}
	return f.write(file[parquetOffset:end])
}

// close writes the footer.
func (f *parquetFile) close() error {
	begin := f.at
	var b bytes.Buffer
	if _, err := f.footer.WriteTo(&b, nil); err != nil {
		return err
	}
	if err := f.write(b.Bytes()); err != nil {
		return err
	}
	return f.write(append(binary.LittleEndian.AppendUint32(nil, uint32(f.at-begin)), parquetMagic...))
}

func (f *parquetFile) write(b []byte) error {
	n, err := f.w.Write(b)
	f.at += int64(n)
	return err
}

// parquetSchema makes a column for each field. Decimals of up to 18 digits are integers of 64 bits; longer decimals
// have 16 bytes.
func parquetSchema(s *arrow.Schema) (*schema.GroupNode, error) {
	var columns schema.FieldList
	for _, f := range s.Fields() {
		var logical schema.LogicalType = schema.NoLogicalType{}
		physical, length := parquet.Types.Int64, -1
		switch ft := f.Type.(type) {
		case *arrow.Int64Type:
			logical = schema.NewIntLogicalType(64, true)
		case *arrow.Decimal128Type:
			logical = schema.NewDecimalLogicalType(ft.Precision, ft.Scale)
			if ft.Precision > narrowPrecision {
				physical, length = parquet.Types.FixedLenByteArray, decimalBytes
			}
		case *arrow.Float64Type:
			physical = parquet.Types.Double
		case *arrow.BooleanType:
			physical = parquet.Types.Boolean
		case *arrow.Date32Type:
			logical, physical = schema.DateLogicalType{}, parquet.Types.Int32
		case *arrow.TimestampType:
			unit := map[arrow.TimeUnit]schema.TimeUnitType{arrow.Millisecond: schema.TimeUnitMillis,
				arrow.Microsecond: schema.TimeUnitMicros, arrow.Nanosecond: schema.TimeUnitNanos}
			// also sets the older type of timestamps, for readers of the first version of the format
			options := []schema.TimestampOpt{schema.WithTSTimeUnitType(unit[ft.Unit]), schema.WithTSForceConverted()}
			if ft.TimeZone != "" {
				options = append(options, schema.WithTSIsAdjustedToUTC())
			}
			logical = schema.NewTimestampLogicalTypeWithOpts(options...)
		case *arrow.StringType:
			logical, physical = schema.StringLogicalType{}, parquet.Types.ByteArray
		}
		node, err := schema.NewPrimitiveNodeLogical(f.Name, parquet.Repetitions.Optional, logical, physical, length, -1)
		if err != nil {
			return nil, err
		}
		columns = append(columns, node)
	}
	return schema.NewGroupNode("schema", parquet.Repetitions.Required, columns, -1)
}

// decimalBytes is the length of a decimal of up to 38 digits.
const decimalBytes = 16

// rowGroup writes a range of rows.
func (t *flatTable) rowGroup(out *chunks.Writer, from, to int) error {
	group, err := out.AppendRowGroupChecked()
	if err != nil {
		return err
	}
	for i, l := range t.columns {
		w, err := group.NextColumn()
		if err != nil {
			return err
		}
		if l.column != nil {
			if direct, err := l.writeDirect(w, t.schema.Field(i).Type, from, to); err != nil {
				return err
			} else if direct {
				if err := w.Close(); err != nil {
					return err
				}
				continue
			}
		}
		levels := make([]int16, to-from) // 1: the row has a value; 0: it is null
		values := make([]data.Value, 0, to-from)
		for row := from; row < to; row++ {
			if v := l.at(row); !v.IsNull() {
				levels[row-from] = 1
				values = append(values, v)
			}
		}
		if err := writeColumn(w, t.schema.Field(i).Type, values, levels); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
	return group.Close()
}

// writeDirect writes a range of rows directly from a column of a table. If the column has another type than kind, it
// writes nothing and returns false.
func (l *flatColumn) writeDirect(w chunks.ColumnChunkWriter, kind arrow.DataType,
	from, to int) (direct bool, err error) {
	c := l.column
	levels, rows := make([]int16, to-from), make([]int, 0, to-from)
	for place := from; place < to; place++ {
		if row := l.row(place); c.Valid.Get(row) {
			levels[place-from] = 1
			rows = append(rows, row)
		}
	}
	switch w := w.(type) {
	case *chunks.Int64ColumnChunkWriter:
		unit, isTime := kind.(*arrow.TimestampType)
		factor := int64(1)
		for scale := c.Scale; isTime && scale < 3*int(unit.Unit); scale++ {
			factor *= 10
		}
		_, err = w.WriteBatch(each.Of(rows, func(row int) int64 { return c.Int(row) * factor }), levels, nil)
	case *chunks.Int32ColumnChunkWriter:
		_, err = w.WriteBatch(each.Of(rows, func(row int) int32 { return int32(c.Int(row)) }), levels, nil)
	case *chunks.Float64ColumnChunkWriter:
		_, err = w.WriteBatch(each.Of(rows, func(row int) float64 { return c.Floats[row] }), levels, nil)
	case *chunks.BooleanColumnChunkWriter:
		_, err = w.WriteBatch(each.Of(rows, func(row int) bool { return c.Int(row) != 0 }), levels, nil)
	case *chunks.ByteArrayColumnChunkWriter:
		if c.Type != data.Text {
			return false, nil
		}
		if direct, err := writeCodes(w, c, rows, levels); direct || err != nil {
			return true, err
		}
		_, err = w.WriteBatch(each.Of(rows, func(row int) parquet.ByteArray {
			return bytesOf(c.Dict.Values[c.Codes.At(row)])
		}), levels, nil)
	default:
		return false, nil
	}
	return true, err
}

// writeColumn writes the values that are not null, and the levels of all values.
func writeColumn(w chunks.ColumnChunkWriter, kind arrow.DataType, values []data.Value, levels []int16) (err error) {
	switch w := w.(type) {
	case *chunks.Int64ColumnChunkWriter:
		unit, isTime := kind.(*arrow.TimestampType)
		_, err = w.WriteBatch(each.Of(values, func(v data.Value) int64 {
			n, _ := v.Int.Int64()
			if isTime {
				n, _ = ticks(v, unit.Unit)
			}
			return n
		}), levels, nil)
	case *chunks.Int32ColumnChunkWriter:
		_, err = w.WriteBatch(each.Of(values, func(v data.Value) int32 { n, _ := v.Int.Int64(); return int32(n) }),
			levels, nil)
	case *chunks.Float64ColumnChunkWriter:
		_, err = w.WriteBatch(each.Of(values, func(v data.Value) float64 { return v.Float }), levels, nil)
	case *chunks.BooleanColumnChunkWriter:
		_, err = w.WriteBatch(each.Of(values, func(v data.Value) bool { n, _ := v.Int.Int64(); return n != 0 }),
			levels, nil)
	case *chunks.ByteArrayColumnChunkWriter:
		_, err = w.WriteBatch(each.Of(values, func(v data.Value) parquet.ByteArray {
			return bytesOf(v.String())
		}), levels, nil)
	case *chunks.FixedLenByteArrayColumnChunkWriter:
		_, err = w.WriteBatch(each.Of(values, func(v data.Value) parquet.FixedLenByteArray {
			return twosComplement(v.Int.Big())
		}), levels, nil)
	default:
		panic("BUG: no column writer for " + kind.String())
	}
	return err
}

// twosComplement returns the 16 bytes of a number, the highest first.
func twosComplement(n *big.Int) []byte {
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), 8*decimalBytes))
	}
	return n.FillBytes(make([]byte, decimalBytes))
}
