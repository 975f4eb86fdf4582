package export

import (
	"context"
	"fmt"
	"io"
	"math/big"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	chunks "github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
)

// Parquet writes the crosstab as a flat table without totals. A row has the labels of a row of the pivot, one per
// column, and then a column for each pair of a column label and a measure. More than 20,000 columns are an error.
func Parquet(w io.Writer, c *pivot.Crosstab) error {
	t, err := flatten(c, "a Parquet file")
	if err != nil {
		return err
	}
	return t.parquet(context.Background(), w)
}

// parquet writes the table. The columns are written with Arrow's package for Parquet only: its package pqarrow would
// bring gRPC into the program.
func (t *flatTable) parquet(ctx context.Context, w io.Writer) error {
	root, err := parquetSchema(t.schema)
	if err != nil {
		return fmt.Errorf("cannot start the Parquet file: %w", err)
	}
	props := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCreatedBy("cardinal"))
	// The caller closes w, not the writer.
	out, err := chunks.NewParquetWriterWithError(struct{ io.Writer }{w}, root, chunks.WithWriterProps(props))
	if err != nil {
		return fmt.Errorf("cannot start the Parquet file: %w", err)
	}
	for from := 0; from < t.rows; from += batchRows {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+batchRows, t.rows)
		if err := t.rowGroup(out, from, to); err != nil {
			return separators.Errorf("the Parquet file: cannot write rows %d to %d: %w", from+1, to, err)
		}
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("cannot finish the Parquet file: %w", err)
	}
	return nil
}

// parquetSchema makes a column for each field. Decimals of up to 18 digits are integers of 64 bits, longer ones have
// 16 bytes.
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
			unit := map[arrow.TimeUnit]schema.TimeUnitType{arrow.Millisecond: schema.TimeUnitMillis, arrow.Microsecond: schema.TimeUnitMicros, arrow.Nanosecond: schema.TimeUnitNanos}
			// for readers of the first version of the format
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
		levels := make([]int16, to-from) // 1: there is a value
		var values []data.Value
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

// writeColumn writes the values that are not null, and the levels of all values.
func writeColumn(w chunks.ColumnChunkWriter, kind arrow.DataType, values []data.Value, levels []int16) (err error) {
	switch w := w.(type) {
	case *chunks.Int64ColumnChunkWriter:
		unit, isTime := kind.(*arrow.TimestampType)
		_, err = w.WriteBatch(each(values, func(v data.Value) int64 {
			n, _ := v.Int.Int64()
			if isTime {
				n, _ = ticks(v, unit.Unit)
			}
			return n
		}), levels, nil)
	case *chunks.Int32ColumnChunkWriter:
		_, err = w.WriteBatch(each(values, func(v data.Value) int32 { n, _ := v.Int.Int64(); return int32(n) }), levels, nil)
	case *chunks.Float64ColumnChunkWriter:
		_, err = w.WriteBatch(each(values, func(v data.Value) float64 { return v.Float }), levels, nil)
	case *chunks.BooleanColumnChunkWriter:
		_, err = w.WriteBatch(each(values, func(v data.Value) bool { n, _ := v.Int.Int64(); return n != 0 }), levels, nil)
	case *chunks.ByteArrayColumnChunkWriter:
		_, err = w.WriteBatch(each(values, func(v data.Value) parquet.ByteArray { return parquet.ByteArray(v.String()) }), levels, nil)
	case *chunks.FixedLenByteArrayColumnChunkWriter:
		_, err = w.WriteBatch(each(values, func(v data.Value) parquet.FixedLenByteArray { return twosComplement(v.Int.Big()) }), levels, nil)
	default:
		panic("BUG: no column writer for " + kind.String())
	}
	return err
}

// each converts values.
func each[T any](values []data.Value, of func(data.Value) T) []T {
	all := make([]T, len(values))
	for i, v := range values {
		all[i] = of(v)
	}
	return all
}

// twosComplement returns the 16 bytes of a number, the highest first.
func twosComplement(n *big.Int) []byte {
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), 8*decimalBytes))
	}
	return n.FillBytes(make([]byte, decimalBytes))
}
