package gpu

import (
	"slices"
	"testing"
)

func TestDecode(t *testing.T) {
	for _, test := range []struct {
		op         Op
		raw        []uint32
		want, high []uint64
	}{
		{Sum, []uint32{1, 2, 3, 0}, []uint64{3<<32 | 1, 2}, nil},
		{Min, []uint32{0, ^uint32(7)}, []uint64{1<<32 - 1, 7}, nil},
		{Max, []uint32{0, 7}, []uint64{0, 7}, nil},
		{Product, []uint32{1, 2, 3, 0, 5, 6}, []uint64{3<<32 | 1, 2}, []uint64{5, 6}},
		{First, []uint32{0, ^uint32(1)}, []uint64{1<<32 - 1, 0}, nil},
		{Last, []uint32{0, 7}, []uint64{1<<32 - 1, 6}, nil},
	} {
		if got, high := Decode(test.op, 2, test.raw); !slices.Equal(got, test.want) || !slices.Equal(high, test.high) {
			t.Errorf("%s: %v, %v", test.op, got, high)
		}
	}
}
