package export

import (
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// TestParquetSchema compares the schema of every type of a column with the schema of pqarrow, which other readers
// know.
func TestParquetSchema(t *testing.T) {
	var fields []arrow.Field
	for name, of := range map[string]arrow.DataType{
		"whole": arrow.PrimitiveTypes.Int64, "narrow": &arrow.Decimal128Type{Precision: narrowPrecision, Scale: 2},
		"wide":  &arrow.Decimal128Type{Precision: maxPrecision},
		"float": arrow.PrimitiveTypes.Float64, "truth": arrow.FixedWidthTypes.Boolean,
		"date": arrow.FixedWidthTypes.Date32, "text": arrow.BinaryTypes.String,
		"ms": &arrow.TimestampType{Unit: arrow.Millisecond}, "us": &arrow.TimestampType{Unit: arrow.Microsecond,
			TimeZone: "UTC"},
		"ns": &arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "UTC"},
	} {
		fields = append(fields, arrow.Field{Name: name, Type: of, Nullable: true})
	}
	s := arrow.NewSchema(fields, nil)
	root, err := parquetSchema(s)
	if err != nil {
		t.Fatal(err)
	}
	got := schema.NewSchema(root)
	want, err := pqarrow.ToParquet(s, parquet.NewWriterProperties(parquet.WithStoreDecimalAsInteger(true)),
		pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	for i := range fields {
		if g, w := got.Column(i), want.Column(i); !g.Equals(w) {
			t.Errorf("%s is %v, and %v in pqarrow", fields[i].Name, g, w)
		}
	}
}
