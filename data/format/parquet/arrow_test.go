package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

func generate(rows int, codec compress.Compression, dict bool) []byte {
	fields := []arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int64},
		{Name: "small", Type: arrow.PrimitiveTypes.Int32},
		{Name: "price", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "city", Type: arrow.BinaryTypes.String},
		{Name: "name", Type: arrow.BinaryTypes.String},
		{Name: "qty", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
	}
	schema := arrow.NewSchema(fields, nil)
	var out bytes.Buffer
	props := parquet.NewWriterProperties(parquet.WithCompression(codec), parquet.WithMaxRowGroupLength(1<<20),
		parquet.WithDictionaryDefault(dict))
	w, err := pqarrow.NewFileWriter(schema, &out, props, pqarrow.DefaultWriterProps())
	if err != nil {
		panic(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for from := 0; from < rows; from += 1 << 18 {
		n := min(1<<18, rows-from)
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for range n {
			b.Field(0).(*array.Int64Builder).Append(rnd.Int64N(1 << 40))
			b.Field(1).(*array.Int32Builder).Append(rnd.Int32N(100))
			if rnd.IntN(10) == 0 {
				b.Field(2).AppendNull()
			} else {
				b.Field(2).(*array.Float64Builder).Append(rnd.NormFloat64())
			}
			b.Field(3).(*array.StringBuilder).Append(fmt.Sprintf("city %d", rnd.IntN(1000)))
			b.Field(4).(*array.StringBuilder).Append(fmt.Sprintf("person number %d", rnd.IntN(1_000_000)))
			if rnd.IntN(20) == 0 {
				b.Field(5).AppendNull()
			} else {
				b.Field(5).(*array.Int64Builder).Append(rnd.Int64N(50))
			}
		}
		r := b.NewRecordBatch()
		if err := w.WriteBuffered(r); err != nil {
			panic(err)
		}
		r.Release()
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

const arrowBatch = 16 << 10

// readArrow fills the rows of one row group like readChunk.
func (l *loader) readArrow(f *file.Reader, c *column, g int) error {
	from, to := l.starts[g], l.starts[g+1]
	col, err := f.RowGroup(g).Column(c.index)
	if err != nil {
		return err
	}
	n := to - from
	var levels []int16
	if c.maxDef > 0 {
		levels = make([]int16, n)
	}
	values := 0
	levelsOf := func(at, m int) []int16 {
		if levels == nil {
			return nil
		}
		return levels[at : at+m]
	}
	switch r := col.(type) {
	case *file.Int64ColumnChunkReader:
		for at := 0; at < n; {
			got, v, err := r.ReadBatch(int64(n-at), c.ints[from+values:to], levelsOf(at, n-at), nil)
			if err != nil {
				return err
			}
			at, values = at+int(got), values+v
		}
	case *file.Int32ColumnChunkReader:
		buf := make([]int32, arrowBatch)
		for at := 0; at < n; {
			m := min(arrowBatch, n-at)
			got, v, err := r.ReadBatch(int64(m), buf, levelsOf(at, m), nil)
			if err != nil {
				return err
			}
			for i, x := range buf[:v] {
				c.ints[from+values+i] = int64(x)
			}
			at, values = at+int(got), values+v
		}
	case *file.Float64ColumnChunkReader:
		for at := 0; at < n; {
			got, v, err := r.ReadBatch(int64(n-at), c.floats[from+values:to], levelsOf(at, n-at), nil)
			if err != nil {
				return err
			}
			at, values = at+int(got), values+v
		}
	case *file.ByteArrayColumnChunkReader:
		buf, codes := make([]parquet.ByteArray, arrowBatch), make([]uint32, n)
		number, d, _ := c.take(g)
		defer c.release(d)
		c.groups[g].dict, c.groups[g].from = number, len(d.Values)
		for at := 0; at < n; {
			m := min(arrowBatch, n-at)
			got, v, err := r.ReadBatch(int64(m), buf, levelsOf(at, m), nil)
			if err != nil {
				return err
			}
			for i, x := range buf[:v] {
				codes[values+i] = d.Code(x)
			}
			at, values = at+int(got), values+v
		}
		c.groups[g].to, c.groups[g].codes = len(d.Values), data.PackCodes(codes, len(d.Values))
	default:
		return fmt.Errorf("%T", col)
	}
	if values < n {
		valid := data.NewBitmap(n)
		for i, v := range levels {
			if int(v) == c.maxDef {
				valid.Set(i)
			}
		}
		c.groups[g].valid = valid
		switch {
		case c.ints != nil:
			expand(c.ints[from:to], valid, 0, n, values)
		case c.floats != nil:
			expand(c.floats[from:to], valid, 0, n, values)
		}
	}
	return nil
}

// BenchmarkArrow reads one column at a time, with the decoders of this package and with Arrow's column readers. Both
// fill the same slices. Arrow's readers do not check checksums.
func BenchmarkArrow(b *testing.B) {
	for _, dict := range []bool{true, false} {
		for _, codec := range []compress.Compression{compress.Codecs.Uncompressed, compress.Codecs.Snappy,
			compress.Codecs.Zstd} {
			text := generate(2_000_000, codec, dict)
			for _, name := range []string{"id", "small", "price", "city", "name", "qty"} {
				for _, reader := range []string{"own", "arrow"} {
					b.Run(fmt.Sprintf("%s/%v/dictionary=%v/%s", name, codec, dict, reader), func(b *testing.B) {
						for b.Loop() {
							readOne(b, text, name, reader == "arrow")
						}
					})
				}
			}
		}
	}
}

func readOne(b *testing.B, text []byte, name string, arrow bool) {
	b.Helper()
	l, err := prepare(b.Context(), bytes.NewReader(text), int64(len(text)), Options{Limit: 0})
	if err != nil {
		b.Fatal(err)
	}
	f, err := file.NewParquetReader(bytes.NewReader(text))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range l.columns {
		if c.name != name {
			continue
		}
		if arrow {
			c.frame = nil
			if err := c.allocate(nil, l.rows(), len(c.groups)); err != nil {
				b.Fatal(err)
			}
		}
		for g := range l.meta.RowGroups {
			if arrow {
				err = l.readArrow(f, c, g)
			} else {
				err = l.readChunk(b.Context(), c, g)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// TestNothing reads a column without a value, whose pages hold nothing, in every compression.
func TestNothing(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: "id", Type: arrow.PrimitiveTypes.Int64}}, nil)
	for _, codec := range []compress.Compression{compress.Codecs.Uncompressed, compress.Codecs.Snappy,
		compress.Codecs.Gzip, compress.Codecs.Brotli, compress.Codecs.Zstd, compress.Codecs.Lz4Raw} {
		for _, version := range []parquet.DataPageVersion{parquet.DataPageV1, parquet.DataPageV2} {
			var file bytes.Buffer
			w, err := pqarrow.NewFileWriter(schema, &file, parquet.NewWriterProperties(parquet.WithCompression(codec),
				parquet.WithDataPageVersion(version), parquet.WithDictionaryDefault(false)),
				pqarrow.DefaultWriterProps())
			if err != nil {
				t.Fatal(err)
			}
			b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
			b.Field(0).AppendNull()
			b.Field(1).(*array.Int64Builder).Append(7) //nolint:forcetypeassert // by its type
			if err := errors.Join(w.Write(b.NewRecordBatch()), w.Close()); err != nil {
				t.Fatal(err)
			}
			table, err := Open(t.Context(), bytes.NewReader(file.Bytes()), int64(file.Len()), Options{}, nil)
			if err != nil || table.Rows != 1 || table.Columns[0].Nulls != 1 {
				t.Errorf("%v, version %v: %+v, %v", codec, version, table, err)
			}
		}
	}
}
