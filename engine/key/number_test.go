package key

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
)

// unmix returns the key that Mix maps to a hash.
func unmix(hash uint64) uint64 {
	inverse := func(odd uint64) uint64 { // Newton's iteration modulo 2^64
		x := odd
		for range 6 {
			x *= 2 - odd*x
		}
		return x
	}
	k := hash * inverse(0xc4ceb9fe1a85ec53)
	k ^= k >> 33
	k *= inverse(0xff51afd7ed558ccd)
	return k ^ k>>33
}

// wideValues returns columns of 64-bit values by the difficulty that they have.
func wideValues(r *rand.Rand, rows int) map[string][]uint64 {
	fill := func(value func(i int) uint64) []uint64 {
		out := make([]uint64, rows)
		for i := range out {
			out[i] = value(i)
		}
		return out
	}
	return map[string][]uint64{
		"unique":            fill(func(i int) uint64 { return Mix(uint64(i)) }),
		"few":               fill(func(int) uint64 { return Mix(r.Uint64N(50)) }),
		"half":              fill(func(int) uint64 { return Mix(r.Uint64N(uint64(rows) / 2)) }),
		"equal but one":     fill(func(i int) uint64 { return uint64(min(i, 1)) << 63 }),
		"half of one value": fill(func(i int) uint64 { return uint64(i%2) * Mix(uint64(i)) }),
		"ends": fill(func(int) uint64 {
			return []uint64{0, 1, 1 << 63, math.MaxInt64, math.MaxUint64}[r.IntN(5)]
		}),
		// the highest 40 bits of their hashes agree
		"hostile": fill(func(i int) uint64 { return unmix(uint64(i)) }),
	}
}

// TestNumber numbers wide values in tables and in partitions, with nulls and without them.
func TestNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, rows := range []int{0, 1, 3000, 2*fewValues + 77, 150_000} {
		for name, column := range wideValues(r, max(rows, 2)) {
			column = column[:rows]
			for _, nulls := range []float64{0, 0.3, 1} {
				first, valid := uint32(0), data.Bitmap(nil)
				if nulls > 0 {
					first, valid = 1, data.NewBitmap(rows)
					for i := range column {
						if r.Float64() >= nulls {
							valid.Set(i)
						}
					}
				}
				codes, values, err := number(t.Context(), rows, valid, func(dst []uint64, lo int) {
					copy(dst, column[lo:])
				}, first)
				if err != nil {
					t.Fatal(err)
				}
				codeOf := map[uint64]uint32{}
				for i, v := range column {
					switch {
					case valid != nil && !valid.Get(i):
						if codes[i] != 0 {
							t.Fatalf("%s, %d rows: null has code %d", name, rows, codes[i])
						}
						continue
					case codes[i] < first || values[codes[i]-first] != v:
						t.Fatalf("%s, %d rows: row %d has code %d, which is not that of %x", name, rows, i, codes[i], v)
					}
					codeOf[v] = codes[i]
				}
				if len(values) != len(codeOf) {
					t.Errorf("%s, %d rows: %d values, and %d of them differ", name, rows, len(values), len(codeOf))
				}
			}
		}
	}
}

// TestNumberStops ends the context in every phase: each reads the rows once more.
func TestNumberStops(t *testing.T) {
	const rows = 150_000
	column := wideValues(rand.New(rand.NewPCG(5, 2)), rows)["half"]
	for batches := 1; ; batches *= 2 {
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan struct{}, batches)
		for range batches {
			left <- struct{}{}
		}
		_, _, err := number(ctx, rows, nil, func(dst []uint64, lo int) {
			copy(dst, column[lo:])
			select {
			case <-left:
			default:
				cancel()
			}
		}, 0)
		ended := ctx.Err() != nil
		cancel()
		switch {
		case !ended && err == nil:
			return
		case ended && !errors.Is(err, context.Canceled):
			t.Fatalf("after %d batches: %v", batches, err)
		}
	}
}

// TestHashIsSeeded checks that keys whose unseeded hashes agree in 40 bits fall into different partitions.
func TestHashIsSeeded(t *testing.T) {
	const keys = 1 << 16
	var parts [256]int
	for i := range uint64(keys) {
		if Mix(unmix(i)) != i {
			t.Fatal("unmix does not invert Mix")
		}
		parts[Hash(unmix(i))>>56]++
	}
	for p, n := range parts {
		if n > 2*keys/len(parts) {
			t.Errorf("partition %d has %d of %d keys", p, n, keys)
		}
	}
}

// BenchmarkNumber numbers ten million values of 64 bits, of which half, a sixth or few differ.
func BenchmarkNumber(b *testing.B) {
	const rows = 10_000_000
	column := make([]uint64, rows)
	for _, values := range []uint64{1000, rows / 6, 7 * rows / 10} {
		for i := range column {
			column[i] = Mix(rand.Uint64N(values))
		}
		perRow(b, fmt.Sprint(values), rows, func() {
			_, _, _ = number(b.Context(), rows, nil, func(dst []uint64, lo int) { copy(dst, column[lo:]) }, 0)
		})
	}
}
