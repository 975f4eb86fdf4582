package offload

import (
	"fmt"
	"math"
	"testing"

	"cardinal/data"
	"cardinal/engine/choice/tier"
)

// Columns that are computed for the device are as narrow as what they hold, and hold all of it.
func TestComputedColumnsAreNarrow(t *testing.T) {
	j := &job{GroupBy: &tier.GroupBy{Table: &data.Table{}}}
	texts := func(n int) *data.Column {
		codes, values := make([]uint32, 2*n), make([]string, n)
		for i := range values {
			codes[i], codes[n+i], values[i] = uint32(i), uint32(n-1-i), fmt.Sprintf("%06d", n-i)
		}
		return data.NewText("text", codes, values, nil)
	}
	for _, test := range []struct {
		c     *data.Column
		shift uint
		bytes int
	}{
		{texts(255), 0, 1}, {texts(300), 0, 2}, {texts(70_000), 0, 4},
		{data.NewWide("wide", data.Int, 0, []int64{-5, 250}, nil), 0, 1},
		{data.NewWide("wide", data.Int, 0, []int64{-5, 251, 65_530}, nil), 0, 2},
		{data.NewWide("wide", data.Int, 0, []int64{math.MinInt64, math.MaxInt64, 7}, nil), 0, 4},
		{data.NewWide("wide", data.Int, 0, []int64{math.MinInt64, math.MaxInt64, 7}, nil), 32, 4},
		{data.NewWide("wide", data.Int, 0, []int64{-1, 1 << 39, 7}, nil), 32, 1},
		{data.NewWide("wide", data.Int, 0, []int64{-1, 1 << 40, 7}, nil), 32, 2},
		{data.NewFloatColumn("equal", []float64{-0.1, -0.1}, nil), 0, 1},
		{data.NewFloatColumn("near", []float64{1, 1 + 0x1p-44}, nil), 0, 2},
		{data.NewFloatColumn("float", []float64{0, 1, 0x1p15}, nil), 0, 4},
		{data.NewFloatColumn("float", []float64{0, 1, 0x1p15}, nil), 32, 4},
		{data.NewFloatColumn("float", []float64{0, 1, 0x1p15}, nil), 64, 1},
		{data.NewFloatColumn("float", []float64{0, 1, 0x1p27}, nil), 64, 2},
	} {
		word := j.word(test.c, test.shift)
		if word.Bytes != test.bytes {
			t.Errorf("%d rows of %s from bit %d: %d bytes each, want %d", test.c.Rows, test.c.Name, test.shift,
				word.Bytes, test.bytes)
		}
	}
	for n, wide := range map[int]func(i int) uint32{300: func(i int) uint32 { return uint32(i) },
		computeRows + 3: func(i int) uint32 { return uint32(i % 251) }} {
		for i, code := range compute[uint16](n, wide) {
			if uint32(code) != wide(i) {
				t.Fatalf("row %d of %d is %d", i, n, code)
			}
		}
	}
}
