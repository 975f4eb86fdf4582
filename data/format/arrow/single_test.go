package arrow

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// integers makes batches of integers, some of them null.
func integers(r *rand.Rand, nulls, lots int) (batches []arrow.RecordBatch, rows, least, most int64) {
	typ := arrow.PrimitiveTypes.Int64
	schema := arrow.NewSchema([]arrow.Field{{Name: "i", Type: typ, Nullable: true}}, nil)
	from, span := r.Int64()-r.Int64(), []int64{1, 200, 255, 256, 60_000, 65_535, 1 << 20, math.MaxUint32,
		1 << 40}[r.IntN(9)]
	least, most = math.MaxInt64, math.MinInt64
	for range lots {
		b := array.NewInt64Builder(memory.DefaultAllocator)
		for range r.IntN(200) {
			if nulls > 0 && r.IntN(nulls) == 0 {
				b.AppendNull()
				continue
			}
			v := from + r.Int64N(span)
			least, most = min(least, v), max(most, v)
			b.Append(v)
		}
		a := b.NewArray()
		rows += int64(a.Len())
		batches = append(batches, array.NewRecordBatch(schema, []arrow.Array{a}, int64(a.Len())))
	}
	return batches, rows, least, most
}

// TestColumnWithEnds makes the same column of integers whatever is known of them, be it right, too little, too
// much or wrong.
func TestColumnWithEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		batches, rows, least, most := integers(r, r.IntN(4), r.IntN(4))
		field := arrow.Field{Name: "i", Type: arrow.PrimitiveTypes.Int64, Nullable: true}
		want, err := Column(t.Context(), "it", field, batchesOf(batches), nil, rows, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		ends := &Ends{Least: least + r.Int64N(3) - 1, Most: most + r.Int64N(3) - 1, Nulls: r.IntN(2) == 0}
		got, err := Column(t.Context(), "it", field, batchesOf(batches), ends, rows, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("from %d to %d, told %+v: %+v, not %+v", least, most, *ends, got, want)
		}
	}
}

// TestColumnOfErrors returns the error of a batch, and refuses batches of another number of rows.
func TestColumnOfErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	batches, rows, _, _ := integers(r, 2, 3)
	field := arrow.Field{Name: "i", Type: arrow.PrimitiveTypes.Int64, Nullable: true}
	broken := errors.New("broken")
	failing := func(yield func(arrow.RecordBatch, error) bool) {
		_ = yield(batches[0], nil) && yield(nil, broken)
	}
	for _, ends := range []*Ends{nil, {Most: 10}} {
		if _, err := Column(t.Context(), "it", field, failing, ends, rows, 1<<20); !errors.Is(err, broken) {
			t.Error(err)
		}
		for _, n := range []int64{rows - 1, rows + 1} {
			if _, err := Column(t.Context(), "it", field, batchesOf(batches), ends, n, 1<<20); err == nil ||
				!strings.Contains(err.Error(), "contradicts itself") {
				t.Errorf("%d rows of %d: %v", n, rows, err)
			}
		}
	}
	if _, err := Column(t.Context(), "it", field, batchesOf(batches), nil, 1<<40, 1<<20); err == nil {
		t.Error(fmt.Sprint(int64(1)<<40, " rows are read"))
	}
}
