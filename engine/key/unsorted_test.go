package key

import (
	"context"
	"math"
	"slices"
	"testing"

	"cardinal/data"
)

// TestUnsorted checks how many labels are still to be sorted, for texts, hashed numbers and ranges. After sorting,
// the number must be 0.
func TestUnsorted(t *testing.T) {
	for name, c := range map[string]struct {
		column *data.Column
		want   int
	}{
		"texts": {data.FromValues("t", []data.Value{data.TextValue("b"), data.TextValue("a"),
			data.TextValue("c")}), 3},
		"months": {data.FromValues("m", []data.Value{data.TextValue("Mar"), {}, data.TextValue("jan"),
			data.TextValue("Dec"), data.TextValue("January")}), 5},
		"hashed integers": {data.NewInts("i", data.Int, 0, []int64{7, math.MaxInt64, math.MinInt64, -3, 1, 2}, nil), 1},
		"floats": {data.FromValues("f", []data.Value{data.FloatValue(1.5), data.FloatValue(math.Inf(-1)), {},
			data.FloatValue(math.NaN()), data.FloatValue(-0.25), data.FloatValue(2)}), 1},
		"a range": {data.NewInts("r", data.Int, 0, []int64{1, 2, 3}, nil), 0},
	} {
		k, err := EncodeColumn(context.Background(), c.column)
		if err != nil {
			t.Fatal(err)
		}
		if got := k.CountUnsorted(); got != c.want {
			t.Errorf("%s: %d labels are unsorted, want %d", name, got, c.want)
		}
		want := slices.Clone(k.Ascending())
		slices.SortFunc(want, k.Compare)
		if got := k.Ascending(); !slices.Equal(got, want) {
			t.Errorf("%s: the order is %v, want %v", name, got, want)
		}
		if got := k.CountUnsorted(); got != 0 {
			t.Errorf("%s: %d labels are unsorted after they were sorted", name, got)
		}
	}
}
