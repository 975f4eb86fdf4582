package main

import (
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// maxBytes is the limit for the size of a tracked file of this repository.
const maxBytes = 2 << 20

// schema has the columns of the sample. Revenue is a decimal, so that sums of it are exact.
var schema = arrow.NewSchema([]arrow.Field{
	{Name: "region", Type: arrow.BinaryTypes.String},
	{Name: "quarter", Type: arrow.BinaryTypes.String},
	{Name: "category", Type: arrow.BinaryTypes.String},
	{Name: "city", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "status", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "date", Type: arrow.FixedWidthTypes.Date32},
	{Name: "revenue", Type: &arrow.Decimal128Type{Precision: 9, Scale: 2}, Nullable: true},
	{Name: "quantity", Type: arrow.PrimitiveTypes.Int32},
}, nil)

func writeParquet(w io.Writer, sales []sale) error {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for _, s := range sales {
		appendSale(b, s)
	}
	rec := b.NewRecordBatch()
	defer rec.Release()

	props := parquet.NewWriterProperties(
		parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCompressionLevel(19),
		parquet.WithDictionaryDefault(true), parquet.WithDictionaryPageSizeLimit(1<<20),
		parquet.WithDataPageSize(8<<20), parquet.WithMaxRowGroupLength(rowCount),
		parquet.WithStoreDecimalAsInteger(true), parquet.WithCreatedBy("cardinal"),
	)
	fw, err := pqarrow.NewFileWriter(schema, w, props, pqarrow.DefaultWriterProps())
	if err != nil {
		return fmt.Errorf("cannot start the sample file: %w", err)
	}
	if err := fw.Write(rec); err != nil {
		return fmt.Errorf("cannot write %d sales: %w", len(sales), err)
	}
	return fw.Close()
}

func appendSale(b *array.RecordBuilder, s sale) {
	text := func(col int, v string) { b.Field(col).(*array.StringBuilder).Append(v) }
	q := quarterOf(s.day)
	text(0, regions[s.region].name)
	text(1, fmt.Sprintf("%d-Q%d", 2023+q/4, q%4+1))
	text(2, categories[s.category].name)
	if s.city < 0 {
		b.Field(3).AppendNull()
	} else {
		text(3, regions[s.region].cities[s.city])
	}
	if s.status == none {
		b.Field(4).AppendNull()
	} else {
		text(4, statuses[s.status])
	}
	b.Field(5).(*array.Date32Builder).Append(arrow.Date32(firstDay + s.day))
	if s.priced {
		b.Field(6).(*array.Decimal128Builder).Append(decimal128.FromI64(s.cents))
	} else {
		b.Field(6).AppendNull()
	}
	b.Field(7).(*array.Int32Builder).Append(int32(s.quantity))
}
