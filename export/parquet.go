package export

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/big"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"

	"cardinal/internal/separators"
)

// parquet writes the table with pages of its own, and with the metadata of Arrow's package parquet. The writers of that
// package look up each value to make a dictionary, although a column of a table has codes already. Its package pqarrow
// is not used either, since it would add gRPC to the program. All cores encode chunks: the values of a column in the
// rows of a group.
func (t *flatTable) parquet(ctx context.Context, w io.Writer) error {
	root, err := parquetSchema(t.schema)
	if err != nil {
		return err
	}
	var groups []*metadata.RowGroupMetaDataBuilder
	var chunks []*metadata.ColumnChunkMetaDataBuilder
	file := metadata.NewFileMetadataBuilder(schema.NewSchema(root), parquet.NewWriterProperties(
		parquet.WithCreatedBy("cardinal")), nil)
	for from := 0; from < t.rows; from += groupRows {
		group := file.AppendRowGroup()
		group.SetNumRows(min(groupRows, t.rows-from))
		groups = append(groups, group)
		for range t.columns {
			chunks = append(chunks, group.NextColumnChunk())
		}
	}
	w = &guarded{ctx, w}
	if _, err := io.WriteString(w, parquetMagic); err != nil {
		return fmt.Errorf("cannot start the Parquet file: %w", err)
	}
	sizes := make([]int64, len(chunks))
	done, err := inParts(w, len(chunks), 1, func(b []byte, i, _ int) []byte {
		from := i / len(t.columns) * groupRows
		b = t.appendChunk(b, chunks[i], i%len(t.columns), from, min(from+groupRows, t.rows))
		sizes[i] = int64(len(b))
		return b
	})
	if err != nil {
		from := done / len(t.columns) * groupRows
		return separators.Errorf("the Parquet file: cannot write rows %d to %d: %w", from+1,
			min(from+groupRows, t.rows), err)
	}
	moved := int64(0) // the chunks have offsets as if each were the first one
	for i, chunk := range chunks {
		c := chunk.Contents()
		c.FileOffset += moved
		c.MetaData.DataPageOffset += moved
		if c.MetaData.DictionaryPageOffset != nil {
			*c.MetaData.DictionaryPageOffset += moved
		}
		moved += sizes[i]
	}
	if err := writeFooter(w, file, groups); err != nil {
		return fmt.Errorf("cannot finish the Parquet file: %w", err)
	}
	return nil
}

const (
	groupRows    = 1 << 18 // rows of a row group
	parquetMagic = "PAR1"  // begins and ends a file
)

// writeFooter writes the footer, its length and the magic bytes.
func writeFooter(w io.Writer, file *metadata.FileMetaDataBuilder, groups []*metadata.RowGroupMetaDataBuilder) error {
	for i, group := range groups {
		if err := group.Finish(0, int16(i)); err != nil {
			return err
		}
	}
	footer, err := file.Finish()
	if err != nil {
		return err
	}
	for _, group := range footer.RowGroups {
		group.FileOffset = &group.Columns[0].FileOffset
	}
	var b bytes.Buffer
	if _, err := footer.WriteTo(&b, nil); err != nil {
		return err
	}
	length := b.Len()
	_, err = w.Write(append(binary.LittleEndian.AppendUint32(b.Bytes(), uint32(length)), parquetMagic...))
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

// twosComplement returns the 16 bytes of a number, the highest first.
func twosComplement(n *big.Int) []byte {
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), 8*decimalBytes))
	}
	return n.FillBytes(make([]byte, decimalBytes))
}
