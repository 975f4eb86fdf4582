package parquet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// paged makes a file of small pages in several row groups. Some or all of its columns have page indexes. Two columns
// grow, with and without nulls.
func paged(t *testing.T, r *rand.Rand, rows int) []byte {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "n", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: "d", Type: arrow.FixedWidthTypes.Date32},
		{Name: "k", Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		{Name: "m", Type: &arrow.Decimal128Type{Precision: 9, Scale: 2}, Nullable: true},
		{Name: "b", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
		{Name: "t", Type: arrow.BinaryTypes.String, Nullable: true},
	}, nil)
	o := []parquet.WriterProperty{
		parquet.WithMaxRowGroupLength(int64(rows/(1+r.IntN(4)) + 1)),
		parquet.WithDataPageSize(int64(64 + r.IntN(2000))), parquet.WithBatchSize(int64(1 + r.IntN(100))),
		parquet.WithDictionaryDefault(r.IntN(2) == 0), parquet.WithPageIndexEnabled(true),
		parquet.WithStoreDecimalAsInteger(true),
		parquet.WithDataPageVersion([]parquet.DataPageVersion{parquet.DataPageV1, parquet.DataPageV2}[r.IntN(2)]),
		parquet.WithCompression([]compress.Compression{compress.Codecs.Uncompressed, compress.Codecs.Snappy,
			compress.Codecs.Zstd}[r.IntN(3)]),
	}
	for _, f := range schema.Fields() {
		o = append(o, parquet.WithPageIndexEnabledFor(f.Name, r.IntN(5) > 0))
	}
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(o...), pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	nulls := r.IntN(3)
	for i := range rows {
		null := func() bool { return nulls > 0 && (r.IntN(4) == 0 || i/50%7 == nulls) }
		if null() {
			b.Field(0).AppendNull()
		} else {
			b.Field(0).(*array.Int64Builder).Append(int64(i)*3 - 2000 + r.Int64N(20))
		}
		b.Field(1).(*array.Date32Builder).Append(arrow.Date32(i / 9))
		if null() {
			b.Field(2).AppendNull()
		} else {
			b.Field(2).(*array.Int32Builder).Append(r.Int32N(1000) * (1 << 20))
		}
		if null() {
			b.Field(3).AppendNull()
		} else {
			b.Field(3).(*array.Decimal128Builder).Append(decimal128.FromI64(int64(i*i%10_007) - 5000))
		}
		if null() {
			b.Field(4).AppendNull()
		} else {
			b.Field(4).(*array.BooleanBuilder).Append(r.IntN(2) == 0)
		}
		if null() {
			b.Field(5).AppendNull()
		} else {
			b.Field(5).(*array.StringBuilder).Append(fmt.Sprint("text ", r.IntN(40)))
		}
	}
	if err := w.Write(b.NewRecordBatch()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// ranges has the values that wanted rows have, by column.
type ranges map[string][2]int64

func (a ranges) within(c *data.Column) (least, most int64, ok bool) {
	r, ok := a[c.Name]
	return r[0], r[1], ok
}

// rows returns the values of the wanted rows of a table.
func (a ranges) rows(t *data.Table) (rows [][]data.Value) {
	for i := range t.Rows {
		row := make([]data.Value, len(t.Columns))
		passes := true
		for j, c := range t.Columns {
			row[j] = c.Value(i)
			if r, ok := a[c.Name]; ok {
				passes = passes && !row[j].IsNull() && c.Int(i) >= r[0] && c.Int(i) <= r[1]
			}
		}
		if passes {
			rows = append(rows, row)
		}
	}
	return rows
}

// random asks for ranges of up to three columns.
func random(r *rand.Rand, rows int) ranges {
	a := ranges{}
	for range 1 + r.IntN(3) {
		least := r.Int64N(int64(rows)) - 50
		switch r.IntN(4) {
		case 0:
			a["n"] = [2]int64{3*least - 2000, 3*least - 2000 + r.Int64N(2000)}
		case 1:
			a["d"] = [2]int64{least / 9, least/9 + r.Int64N(60)}
		case 2:
			a["k"] = [2]int64{r.Int64N(1000) << 20, r.Int64N(1000) << 20}
		default:
			a["m"] = [2]int64{r.Int64N(10_000) - 5000, 5000}
		}
	}
	return a
}

const unread = "the page index says that none of them passes the filter"

// TestPageIndex reads random files with and without page indexes: the rows that are asked for are the same, in
// the same order. An offset index that is damaged costs a second reading and no row.
func TestPageIndex(t *testing.T) {
	left, rounds := 0, 400
	if testing.Short() { // under the race detector
		rounds = 40
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 20))
		rows := 1 + r.IntN(3000)
		file, a := paged(t, r, rows), random(r, rows)
		whole, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{}, nil)
		if err != nil {
			t.Fatal(seed, err)
		}
		want := a.rows(whole)
		damaged := slices.Clone(file)
		l, err := prepare(t.Context(), bytes.NewReader(file), int64(len(file)), Options{})
		if err != nil {
			t.Fatal(seed, err)
		}
		for g := range l.meta.RowGroups {
			for _, c := range l.columns {
				m, err := l.meta.RowGroup(g).ColumnChunk(c.index)
				if err != nil {
					t.Fatal(seed, err)
				}
				if at := m.GetOffsetIndexLocation(); at != nil {
					for range 1 + r.IntN(3) {
						damaged[at.Offset+r.Int64N(int64(at.Length))] ^= 1 << r.IntN(8)
					}
				}
			}
		}
		for name, file := range map[string][]byte{"as written": file, "with damaged offset indexes": damaged} {
			some, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{Within: a.within}, nil)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
			if got := a.rows(some); !slices.EqualFunc(got, want, slices.Equal[[]data.Value]) {
				t.Fatalf("seed %d, %s, %v: %d rows of %d instead of %d", seed, name, a, len(got), some.Rows, len(want))
			}
			if strings.Contains(strings.Join(some.Notes, "\n"), unread) {
				left++
			}
		}
	}
	if left < rounds*3/8 {
		t.Errorf("rows were left unread %d times", left)
	}
}

// Pages that are larger than the buffer are passed over, too.
func TestPageIndexOfLargePages(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Int64},
		{Name: "t", Type: arrow.BinaryTypes.String}}, nil)
	var out bytes.Buffer
	props := parquet.NewWriterProperties(parquet.WithPageIndexEnabled(true), parquet.WithDictionaryDefault(false),
		parquet.WithDataPageSize(2<<20))
	w, err := pqarrow.NewFileWriter(schema, &out, props, pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	const rows = 600_000
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for i := range rows {
		b.Field(0).(*array.Int64Builder).Append(int64(i))
		b.Field(1).(*array.StringBuilder).Append(fmt.Sprint("number ", i))
	}
	if err := w.Write(b.NewRecordBatch()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a := ranges{"n": {400_000, 400_009}}
	table, err := Open(t.Context(), bytes.NewReader(out.Bytes()), int64(out.Len()), Options{Within: a.within}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := a.rows(table)
	if len(got) != 10 || table.Rows > rows/2 {
		t.Fatalf("%d rows of %d", len(got), table.Rows)
	}
	for i, row := range got {
		if want := fmt.Sprint("number ", 400_000+i); row[0] != data.IntValue(int64(400_000+i)) || row[1].Text != want {
			t.Errorf("%v instead of %s", row, want)
		}
	}
}
