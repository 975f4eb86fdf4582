package pivot

import (
	"math"
	"testing"

	"cardinal/data"
)

func TestEqual(t *testing.T) {
	nan := data.FloatValue(math.NaN())
	for _, c := range []struct {
		a, b data.Value
		want bool
	}{
		{data.IntValue(3), data.IntValue(3), true},
		{data.IntValue(3), data.FloatValue(3), false},
		{nan, nan, true},
		{nan, data.FloatValue(0), false},
		{data.Value{}, data.IntValue(0), false},
		{data.Value{Type: data.Float, Float: 1, Rounded: true}, data.FloatValue(1), false},
	} {
		if got := equal(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %v", c.a, c.b, got)
		}
	}
}
