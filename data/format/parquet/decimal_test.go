package parquet

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// TestDecimals reads floats. All of them, or all but one, are decimals of the scale of the first floats. The column
// must equal the column that NewFloats makes.
func TestDecimals(t *testing.T) {
	const rows, behind = manyFloats + 1000, manyFloats - 5 // behind lies on no page that the scale is taken from
	cents := func(r *rand.Rand) float64 { return float64(r.IntN(100_000)) / 100 }
	for name, o := range map[string]struct {
		value func(r *rand.Rand) float64
		other float64 // in one row
	}{
		"cents":               {cents, 1},
		"nine places":         {func(r *rand.Rand) float64 { return float64(r.IntN(1e9)) / 1e9 }, 0.5},
		"whole":               {func(r *rand.Rand) float64 { return float64(r.IntN(200)) }, 7},
		"negative":            {func(r *rand.Rand) float64 { return float64(r.IntN(2000)-1000) / 10 }, -3},
		"wide":                {func(r *rand.Rand) float64 { return float64(r.Int64N(1 << 40)) }, 1},
		"great":               {func(r *rand.Rand) float64 { return 1<<51 + float64(r.IntN(100)) }, 1 << 51},
		"one more place":      {cents, 0.123},
		"no decimal":          {cents, math.Pi},
		"a third":             {cents, 1. / 3},
		"NaN":                 {cents, math.NaN()},
		"infinity":            {cents, math.Inf(1)},
		"negative infinity":   {cents, math.Inf(-1)},
		"negative zero":       {cents, math.Copysign(0, -1)},
		"beyond 53 bits":      {cents, 1 << 60},
		"the smallest":        {cents, math.SmallestNonzeroFloat64},
		"true floats":         {func(r *rand.Rand) float64 { return r.Float64() }, 1},
		"beyond the integers": {func(r *rand.Rand) float64 { return 1e300 * float64(r.IntN(5)) }, 1},
	} {
		for _, nulls := range []int{0, 3, rows} {
			if nulls == rows && name != "cents" || nulls == 0 && testing.Short() {
				continue // without a value all are alike
			}
			for _, dictionary := range []bool{true, false} {
				r := rand.New(rand.NewPCG(5, 22))
				schema := arrow.NewSchema([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Float64,
					Nullable: true}}, nil)
				values, valid, bits := make([]float64, rows), make([]bool, rows), data.NewBitmap(rows)
				for i := range values {
					values[i], valid[i] = o.value(r), nulls == 0 || nulls < rows && i%nulls > 0
					if i == behind {
						values[i], valid[i] = o.other, nulls < rows
					}
					if valid[i] {
						bits.Set(i)
					} else {
						values[i] = 0
					}
				}
				b := array.NewFloat64Builder(memory.DefaultAllocator)
				b.AppendValues(values, valid)
				var out bytes.Buffer
				props := parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(rows/3),
					parquet.WithDictionaryDefault(dictionary))
				w, err := pqarrow.NewFileWriter(schema, &out, props, pqarrow.DefaultWriterProps())
				if err != nil {
					t.Fatal(err)
				}
				if err := w.Write(array.NewRecordBatch(schema, []arrow.Array{b.NewArray()}, rows)); err != nil {
					t.Fatal(err)
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				want := data.NewFloats("n", values, bits)
				table, err := Open(t.Context(), bytes.NewReader(out.Bytes()), int64(out.Len()), Options{}, nil)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				got := table.Columns[0]
				if got.Scale != want.Scale || (got.Floats == nil) != (want.Floats == nil) ||
					got.LowBit != want.LowBit || got.HighBit != want.HighBit {
					t.Errorf("%s, %d nulls: a %v of scale %d, not a %v of scale %d", name, nulls, got.Type, got.Scale,
						want.Type, want.Scale)
				}
				if want.Floats == nil {
					compareColumns(t, name, got, want)
					continue
				}
				for i, v := range want.Floats {
					if math.Float64bits(v) != math.Float64bits(got.Floats[i]) {
						t.Fatalf("%s: row %d is %v, not %v", name, i, got.Floats[i], v)
					}
				}
			}
		}
	}
}
