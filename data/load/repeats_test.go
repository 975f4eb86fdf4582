package load

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// TestRepeats reads a text and a Parquet file with many texts that seldom repeat. The rows and the notes are the same
// if a dictionary may have a text several times, and the texts of few labels still stand once.
func TestRepeats(t *testing.T) {
	const rows = 300_000
	schema := arrow.NewSchema([]arrow.Field{{Name: "order", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "city", Type: arrow.BinaryTypes.String}, {Name: "product", Type: arrow.BinaryTypes.String}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	orders, cities, products := b.Field(0).(*array.StringBuilder), b.Field(1).(*array.StringBuilder),
		b.Field(2).(*array.StringBuilder)
	r := rand.New(rand.NewPCG(1, 2))
	var csv bytes.Buffer
	csv.WriteString("order,city,product\n")
	for i := range rows {
		order, city := fmt.Sprint("order ", i-i/150_000*(i%100/99)*150_000), fmt.Sprint("city ", i%50)
		switch {
		case i == 60_000:
			order = "order 7 "
		case i%1000 == 1:
			order = ""
		}
		product := fmt.Sprint("product ", r.IntN(20_000))
		fmt.Fprintf(&csv, "%s,%s,%s\n", order, city, product)
		products.Append(product)
		if order == "" {
			orders.AppendNull()
		} else {
			orders.Append(order)
		}
		cities.Append(city)
	}
	batch := b.NewRecordBatch()
	write := func(group int64, numbered bool) []byte {
		var file bytes.Buffer
		w, err := pqarrow.NewFileWriter(schema, &file, parquet.NewWriterProperties(
			parquet.WithMaxRowGroupLength(group), parquet.WithDictionaryFor("order", numbered)),
			pqarrow.DefaultWriterProps())
		if err == nil {
			err = w.Write(batch)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return file.Bytes()
	}
	plain := write(8_000, false)
	damaged := bytes.Replace(plain, []byte("order 149001"), []byte("order\xff149001"), 1)
	for name, content := range map[string][]byte{"orders.csv": csv.Bytes(), "orders.parquet": plain,
		"numbered.parquet": write(8_000, true), "large.parquet": write(140_000, true), "bytes.parquet": damaged} {
		once, err := Bytes(context.Background(), name, content, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Bytes(context.Background(), name, content, Options{Repeats: func(string) bool { return true }})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Notes, once.Notes) || len(got.Notes) == 0 || got.Rows != rows {
			t.Errorf("%s: %d rows with the notes %q, want %q", name, got.Rows, got.Notes, once.Notes)
		}
		for i, c := range once.Columns {
			for row := range rows {
				if is, want := got.Columns[i].Value(row), c.Value(row); is != want {
					t.Fatalf("%s: row %d of %s is %q, not %q", name, row, c.Name, is, want)
				}
			}
		}
		n, m, k := len(got.Columns[0].Dict.Values), len(got.Columns[1].Dict.Values), len(got.Columns[2].Dict.Values)
		if n <= len(once.Columns[0].Dict.Values) && name != "bytes.parquet" || m != 50 || k != 20_000 {
			t.Errorf("%s: %d, %d and %d texts", name, n, m, k)
		}
	}
}
