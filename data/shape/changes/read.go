package changes

import (
	"context"

	"cardinal/data/parallel"
)

// stretch is the number of rows that a goroutine works on at a time, and block the number of rows whose values fit the
// cache together.
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
		for k := range f.keys {
			f.keys[k].read(rows[:len(hashes)], values[:])
			for i, h := range hashes {
				hashes[i] = mixed(h, values[i])
			}
		}
		for i := range hashes {
			hashes[i] *= 0xc4ceb9fe1a85ec53
		}
	})
}

// compare compares the earlier rows from lo to hi with the later rows of the same hash: after has a row, or -1, for
// each earlier row. It returns the pairs that differ.
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
	check := func(c *column, differs []bool) {
		if c.texts != nil {
			for version := range rows {
				c.readInts(rows[version][:n], values[version][:])
			}
			c.compareTexts([2][]int32{rows[0][:n], rows[1][:n]}, [2][]uint64{values[0][:n], values[1][:n]}, differs)
			return
		}
		for version := range rows {
			c.read(rows[version][:n], values[version][:])
		}
		for i := range differs {
			a, b := values[0][i], values[1][i]
			differs[i] = differs[i] || a != b || a == nullBits && !c.equal(int(rows[0][i]), int(rows[1][i]))
		}
	}
	for i := range f.keys {
		check(&f.keys[i], other[:n])
	}
	for i := range f.rest {
		check(&f.rest[i], differs[:n])
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
