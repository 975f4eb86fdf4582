package key

import (
	"context"
	"math"
	"testing"

	"cardinal/data"
)

// TestLabels compares the column of labels with the labels one by one, for every way of coding a column.
func TestLabels(t *testing.T) {
	const rows = 1000
	ints := func(kind data.Type, scale int, factor int64, nulls bool) *data.Column {
		values := make([]int64, rows)
		var valid data.Bitmap
		if nulls {
			valid = data.NewBitmap(rows)
		}
		for i := range values {
			values[i] = int64(i%97-40) * factor
			if nulls && i%5 > 0 {
				valid.Set(i)
			}
		}
		return data.NewInts("n", kind, scale, values, valid)
	}
	moment := ints(data.Timestamp, 0, 1<<50, false)
	moment.UTC = true
	none := ints(data.Int, 0, 1<<50, true)
	none.Valid, none.Nulls = data.NewBitmap(rows), rows
	for name, c := range map[string]*data.Column{
		"close together": ints(data.Int, 0, 1, false), "far apart": ints(data.Decimal, 2, 1<<24, false),
		"wide":                  ints(data.Int, 0, 1<<50, false),
		"close together, nulls": ints(data.Date, 0, 1, true), "far apart, nulls": ints(data.Int, 0, 1<<24, true),
		"wide, nulls": ints(data.Int, 0, 1<<50, true),
		"extremes":    data.NewInts("n", data.Int, 0, []int64{math.MinInt64, 5, math.MaxInt64}, nil), "moments": moment,
		"wide, nothing but nulls": none,
		"texts":                   data.NewText("n", []uint32{0, 1, 0, 2}, []string{"x", "", "z"}, nil),
		"floats":                  data.NewFloatColumn("n", []float64{1.5, math.NaN(), -0.25, 1.5}, nil),
	} {
		k, err := EncodeColumn(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		got := k.Labels(k.Codes)
		if got.Type != c.Type || got.Scale != c.Scale || got.UTC != c.UTC || got.Rows != c.Rows || got.Name != c.Name {
			t.Errorf("%s: %s of type %s, scale %d, %d rows", name, got.Name, got.Type, got.Scale, got.Rows)
		}
		for i := range c.Rows {
			one := k.Label(k.Codes.At(i))
			if a, b, want := got.Value(i).String(), one.String(), c.Value(i).String(); a != want || b != want {
				t.Fatalf("%s: row %d is %q and alone %q, not %q", name, i, a, b, want)
			}
		}
	}
}
