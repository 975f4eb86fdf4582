package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// What is known of the flights: 229 airports, and at ORD 166,341 flights whose delays add up to 1,542,589 minutes.
const (
	flightRows = 3_000_000
	airports   = 229
	ordRows    = 166_341
	ordDelay   = 1_542_589
)

// flights returns the path of flights-3m.parquet: the real file of the collections, or a generated one of the same
// size, schema and figures.
func flights(t *testing.T) string {
	t.Helper()
	const name = "flights-3m.parquet"
	if corpora := os.Getenv("CARDINAL_CORPORA"); corpora != "" {
		return filepath.Join(corpora, "tables", name)
	}
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "date", Type: arrow.FixedWidthTypes.Timestamp_us}, {Name: "delay", Type: arrow.PrimitiveTypes.Int16},
		{Name: "distance", Type: arrow.PrimitiveTypes.Int16}, {Name: "origin", Type: arrow.BinaryTypes.String},
		{Name: "destination", Type: arrow.BinaryTypes.String},
	}, nil)
	w, err := pqarrow.NewFileWriter(schema, f, nil, pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for row := range flightRows {
		// The factor has no divisor in common with the number of rows, so every flight comes once.
		flight := row * 1_000_003 % flightRows
		origin, delay := flightOf(flight)
		b.Field(0).(*array.TimestampBuilder).Append(arrow.Timestamp(1e6 * 60 * int64(row/14+978_307_200/60)))
		b.Field(1).(*array.Int16Builder).Append(int16(delay))
		b.Field(2).(*array.Int16Builder).Append(int16(21 + flight%1109))
		b.Field(3).(*array.StringBuilder).Append(origin)
		b.Field(4).(*array.StringBuilder).Append(airport(flight % (airports - 1)))
		if row%(1<<18) == 1<<18-1 || row == flightRows-1 {
			batch := b.NewRecordBatch()
			err := w.Write(batch)
			batch.Release()
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// flightOf gives the airport and the delay of a flight. Those of ORD come first.
func flightOf(flight int) (origin string, delay int) {
	if flight >= ordRows {
		return airport(flight % (airports - 1)), flight%867 - 60
	}
	delay = ordDelay / ordRows
	if flight < ordDelay%ordRows {
		delay++
	}
	return "ORD", delay
}

// airport makes up codes other than ORD.
func airport(i int) string { return fmt.Sprintf("%cA%c", 'A'+i/26, 'A'+i%26) }
