package offload

import (
	"fmt"
	"math"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/choice/tier"
)

// Columns that are computed for the device are as narrow as what they hold, and hold all of it.
func TestComputedColumnsAreNarrow(t *testing.T) {
	texts := func(n int) *data.Column {
		codes, values := make([]uint32, 2*n), make([]string, n)
		for i := range values {
			codes[i], codes[n+i], values[i] = uint32(i), uint32(n-1-i), fmt.Sprintf("%06d", n-i)
		}
		return data.NewText("text", codes, values, nil)
	}
	for _, test := range []struct {
		c     *data.Column
		f     measure.DeviceFunc
		shift uint
		bytes int
	}{
		{texts(255), measure.DeviceMin, 0, 1}, {texts(300), measure.DeviceMin, 0, 2},
		{texts(70_000), measure.DeviceMin, 0, 4},
		{data.NewWide("wide", data.Int, 0, []int64{-5, 250}, nil), measure.DeviceSum, 0, 1},
		{data.NewWide("wide", data.Int, 0, []int64{-5, 251, 65_530}, nil), measure.DeviceSum, 0, 2},
		{data.NewWide("wide", data.Int, 0, []int64{math.MinInt64, math.MaxInt64, 7}, nil), measure.DeviceSum, 0, 4},
		{data.NewWide("wide", data.Int, 0, []int64{math.MinInt64, math.MaxInt64, 7}, nil), measure.DeviceSum, 32, 4},
		{data.NewWide("wide", data.Int, 0, []int64{-1, 1 << 39, 7}, nil), measure.DeviceSum, 32, 1},
		{data.NewWide("wide", data.Int, 0, []int64{-1, 1 << 40, 7}, nil), measure.DeviceSum, 32, 2},
		{data.NewFloatColumn("equal", []float64{-0.1, -0.1}, nil), measure.DeviceSum, 0, 1},
		{data.NewFloatColumn("near", []float64{1, 1 + 0x1p-44}, nil), measure.DeviceSum, 0, 2},
		{data.NewFloatColumn("float", []float64{0, 1, 0x1p15}, nil), measure.DeviceSum, 0, 4},
		{data.NewFloatColumn("float", []float64{0, 1, 0x1p15}, nil), measure.DeviceSum, 32, 4},
		{data.NewFloatColumn("float", []float64{0, 1, 0x1p15}, nil), measure.DeviceSum, 64, 1},
		{data.NewFloatColumn("float", []float64{0, 1, 0x1p27}, nil), measure.DeviceSum, 64, 2},
		{data.NewFloatColumn("near", []float64{1, 1 + 0x1p-44}, nil), measure.DeviceMin, 0, 2},
		{data.NewFloatColumn("float", []float64{1, 16}, nil), measure.DeviceMax, 32, 4},
		{data.NewFloatColumn("float", []float64{1, 1.5}, nil), measure.DeviceMax, 0, 4},
		{data.NewFloatColumn("float", []float64{1, 1 + 0x1p-8}, nil), measure.DeviceMax, 32, 2},
		{data.NewFloatColumn("float", []float64{0, math.Copysign(0, -1)}, nil), measure.DeviceMin, 0, 1},
	} {
		j := &job{GroupBy: &tier.GroupBy{Table: &data.Table{}}}
		word := j.word(test.c, measure.DeviceOp{Func: test.f, Shift: test.shift})
		if word.Bytes != test.bytes {
			t.Errorf("%d rows of %s from bit %d: %d bytes each, want %d", test.c.Rows, test.c.Name, test.shift,
				word.Bytes, test.bytes)
		}
	}
}
