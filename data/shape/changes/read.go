package changes

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/data/parallel"
)

// stretch is the number of rows that a goroutine works on at a time, and block the number of rows whose values lie in
// the cache at once.
const stretch, block = 1 << 16, 1 << 12

// nullBits stands for null. A value may have the same bits.
const nullBits = 0x9e3779b97f4a7c15

// eachStretch calls do for blocks of the rows up to a number, on all cores.
func (f *finder) eachStretch(ctx context.Context, rows int, do func(lo, hi int)) error {
	return parallel.Do(ctx, (rows+stretch-1)/stretch, func(_ context.Context, i int) error {
		for lo := i * stretch; lo < min((i+1)*stretch, rows); lo += block {
			do(lo, min(lo+block, rows))
		}
		return nil
	})
}

// hash computes the hashes of the keys.
func (f *finder) hash(ctx context.Context) error {
	f.hashes = make([]uint64, f.table.Rows)
	return f.eachStretch(ctx, f.table.Rows, func(lo, hi int) {
		var rows [block]int32
		var values [block]uint64
		for i := range rows {
			rows[i] = int32(lo + i)
		}
		hashes := f.hashes[lo:hi]
		for _, c := range f.keys {
			read(c, rows[:len(hashes)], values[:])
			for i, h := range hashes {
				hashes[i] = mixed(h, values[i])
			}
		}
		for i := range hashes {
			hashes[i] *= 0xc4ceb9fe1a85ec53
		}
	})
}

// read writes the values of rows as bits, as bitsOf does, and nullBits for null. Reading a column at a time lets the
// cache misses of many rows overlap.
func read(c *data.Column, rows []int32, to []uint64) {
	switch {
	case c.Type == data.Float:
		for i, row := range rows {
			v := c.Floats[row] + 0 // -0 is 0
			if to[i] = math.Float64bits(v); v != v {
				to[i] = math.Float64bits(math.NaN())
			}
		}
	case c.Wide != nil:
		pick(c.Wide, 0, rows, to)
	case c.Codes.U8 != nil:
		pick(c.Codes.U8, c.Base, rows, to)
	case c.Codes.U16 != nil:
		pick(c.Codes.U16, c.Base, rows, to)
	default:
		pick(c.Codes.U32, c.Base, rows, to)
	}
	if c.Nulls == 0 {
		return
	}
	for i, row := range rows {
		if !c.Valid.Get(int(row)) {
			to[i] = nullBits
		}
	}
}

func pick[T uint8 | uint16 | uint32 | int64](from []T, base int64, rows []int32, to []uint64) {
	for i, row := range rows {
		to[i] = uint64(base + int64(from[row]))
	}
}

// compare compares rows before with the rows after that have the same hash; after has a row, or -1, for each row
// before. It returns the pairs that differ.
func (f *finder) compare(after []int32, lo, hi int) (out []pair, same int) {
	var rows [2][block]int32
	var values [2][block]uint64
	var differs, other [block]bool // in a column; in a key
	n := 0
	for row := lo; row < hi; row++ {
		if after[row] >= 0 {
			rows[0][n], rows[1][n] = int32(row), after[row]
			n++
		}
	}
	check := func(c *data.Column, differs []bool) {
		for version := range rows {
			read(c, rows[version][:n], values[version][:])
		}
		for i := range differs {
			a, b := values[0][i], values[1][i]
			differs[i] = differs[i] || a != b ||
				a == nullBits && !equal([]*data.Column{c}, int(rows[0][i]), int(rows[1][i]))
		}
	}
	for _, c := range f.keys {
		check(c, other[:n])
	}
	for _, c := range f.rest {
		check(c, differs[:n])
	}
	for i := range n {
		switch {
		case other[i]:
			out = append(out, pair{rows[0][i], -1}, pair{-1, rows[1][i]})
		case differs[i]:
			out = append(out, pair{rows[0][i], rows[1][i]})
		default:
			same++
		}
	}
	return out, same
}
