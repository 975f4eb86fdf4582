package gpu

import (
	"context"
	"math"

	"cardinal/data/parallel"
)

// Figures turns the accumulators of an aggregate, as they lie on the device, into its numbers, and those of more than
// 64 bits into a low and a high part. high is nil for all others.
func Figures(op Op, slots int, raw []uint32) (out, high []uint64) {
	out = make([]uint64, slots)
	if op == Product {
		high = make([]uint64, slots)
	}
	err := parallel.Do(context.Background(), (slots+figuresAPiece-1)/figuresAPiece, func(_ context.Context, i int) error {
		lo, hi := i*figuresAPiece, min((i+1)*figuresAPiece, slots)
		words := func(word int) []uint32 { return raw[word*slots+lo : word*slots+hi] }
		decode(op, out[lo:hi], words)
		if op == Product {
			widenInto(high[lo:hi], words(2))
		}
		return nil
	})
	if err != nil {
		panic("BUG: figures that cannot be read: " + err.Error())
	}
	return out, high
}

// figuresAPiece is how many figures a thread reads at a time.
const figuresAPiece = 1 << 15

// decode makes numbers of the words of some slots, up to the lower 64 bits.
func decode(op Op, out []uint64, words func(int) []uint32) {
	low := words(0)[:len(out)]
	switch op {
	case Sum, Product:
		high := words(1)[:len(out)]
		for i, v := range low {
			out[i] = uint64(high[i])<<32 | uint64(v)
		}
	case Min: // kept as the maximum of the complements
		for i, v := range low {
			out[i] = uint64(^v)
		}
	case First, Last: // row numbers from 1
		for i, v := range low {
			if op == First {
				v = ^v
			}
			out[i] = uint64(v - 1)
			if v == 0 || v == math.MaxUint32 {
				out[i] = math.MaxUint32
			}
		}
	default:
		widenInto(out, low)
	}
}

func widenInto(out []uint64, values []uint32) {
	values = values[:len(out)]
	for i, v := range values {
		out[i] = uint64(v)
	}
}
