package parquet

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

const libraryBatch = 16 << 10

// readByLibrary fills a chunk through the library's decoders, for the rarer encodings (delta, byte stream split, bit-
// packed levels). Values are handed on in the plain encoding, so that a sink knows only that one.
func (c *chunk) readByLibrary(ctx context.Context, column file.ColumnChunkReader) error {
	c.row, c.valid = 0, nil
	var defs []int16
	if c.maxDef > 0 {
		defs = make([]int16, libraryBatch)
	}
	batch := plainBatch(column, defs)
	for c.row < c.rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows, values, src, err := batch(int64(min(libraryBatch, c.rows-c.row)))
		if err != nil {
			return err
		}
		if rows == 0 {
			break
		}
		if c.maxDef > 0 {
			c.levels = grow(c.levels, rows)
			for i, d := range defs[:rows] {
				c.levels[i] = uint32(d)
			}
			if got := c.setLevels(c.levels); got != values {
				return fmt.Errorf("a page has %d values for %d rows that are not null", values, got)
			}
		}
		if rows > c.rows-c.row || values > rows {
			return fmt.Errorf("it holds more than the %d rows declared", c.rows)
		}
		if err := c.sink.plain(src, c.row, values); err != nil {
			return err
		}
		if values < rows {
			c.sink.spread(c.valid, c.row, rows, values)
		}
		c.row += rows
	}
	if err := column.Err(); err != nil {
		return err
	}
	if column.HasNext() {
		return fmt.Errorf("it holds more than the %d rows declared", c.rows)
	}
	return c.complete()
}

// reader is a typed column reader of the library. Its ReadBatch, which goes on over pages, never returns where a page
// holds fewer values than it declares; ReadBatchInPage says that it read nothing.
type reader[T any] interface {
	ReadBatchInPage(n int64, values []T, defs, reps []int16) (int64, int, error)
}

// plainBatch returns a function that reads up to n rows and gives their values in the plain encoding.
func plainBatch(column file.ColumnChunkReader, defs []int16) func(n int64) (rows, values int, src []byte, err error) {
	switch r := column.(type) {
	case *file.Int32ColumnChunkReader:
		return fixedBatch(r, defs, arrow.Int32Traits.CastToBytes)
	case *file.Int64ColumnChunkReader:
		return fixedBatch(r, defs, arrow.Int64Traits.CastToBytes)
	case *file.Float32ColumnChunkReader:
		return fixedBatch(r, defs, arrow.Float32Traits.CastToBytes)
	case *file.Float64ColumnChunkReader:
		return fixedBatch(r, defs, arrow.Float64Traits.CastToBytes)
	case *file.Int96ColumnChunkReader:
		return fixedBatch(r, defs, parquet.Int96Traits.CastToBytes)
	case *file.BooleanColumnChunkReader:
		return fixedBatch(r, defs, func(values []bool) []byte {
			out := make([]byte, (len(values)+7)/8)
			for i, v := range values {
				if v {
					out[i>>3] |= 1 << (i & 7)
				}
			}
			return out
		})
	case *file.FixedLenByteArrayColumnChunkReader:
		return fixedBatch(r, defs, func(values []parquet.FixedLenByteArray) []byte {
			var out []byte
			for _, v := range values {
				out = append(out, v...)
			}
			return out
		})
	case *file.ByteArrayColumnChunkReader:
		return fixedBatch(r, defs, func(values []parquet.ByteArray) []byte {
			var out []byte
			for _, v := range values {
				out = append(binary.LittleEndian.AppendUint32(out, uint32(len(v))), v...)
			}
			return out
		})
	}
	return func(int64) (int, int, []byte, error) { return 0, 0, nil, fmt.Errorf("its physical type is not known") }
}

func fixedBatch[T any](r reader[T], defs []int16, plain func([]T) []byte) func(n int64) (int, int, []byte, error) {
	buf := make([]T, libraryBatch)
	return func(n int64) (int, int, []byte, error) {
		rows, values, err := r.ReadBatchInPage(n, buf[:n], defs, nil)
		if err != nil {
			return 0, 0, nil, err
		}
		return int(rows), values, plain(buf[:values]), nil
	}
}
