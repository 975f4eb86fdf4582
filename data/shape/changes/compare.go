package changes

import "runtime"

// compare compares rows before with the rows after whose keys have the same hash. after has a row, or -1, for each row
// before. It returns the pairs that differ.
func (f *finder) compare(after []int32, lo, hi int) (out []pair, same int) {
	var rows [2][block]int32
	var differs, other [block]bool // in a column; in a key
	n := 0
	for row := lo; row < hi; row++ {
		if after[row] >= 0 {
			rows[0][n], rows[1][n] = int32(row), after[row]-int32(f.split)
			n++
		}
	}
	before, now := rows[0][:n], rows[1][:n]
	for i := range f.keys {
		f.keys[i].markDifferent(before, now, other[:n])
	}
	for i := range f.rest {
		f.rest[i].markDifferent(before, now, differs[:n])
	}
	for i, row := range before {
		switch {
		case other[i]:
			out = append(out, pair{row, -1}, pair{-1, after[row]})
		case differs[i]:
			out = append(out, pair{row, after[row]})
		default:
			same++
		}
	}
	return out, same
}

// markDifferent marks the pairs of rows whose values differ.
func (c *column) markDifferent(before, after []int32, differs []bool) {
	var values [2][block]uint64
	texts := c.versions[0].texts != nil || c.versions[1].texts != nil
	for i, rows := range [2][]int32{before, after} {
		if v := &c.versions[i]; texts {
			v.readInts(rows, values[i][:])
		} else {
			v.read(rows, values[i][:])
		}
	}
	if texts {
		c.compareTexts(&values, differs)
	}
	for i := range differs {
		a, b := values[0][i], values[1][i]
		switch {
		case !texts:
			differs[i] = differs[i] || a != b || a == nullBits && !c.equal(int(before[i]), c.split+int(after[i]))
		case c.versions[0].Nulls > 0 || c.versions[1].Nulls > 0:
			differs[i] = differs[i] || c.versions[0].Valid.Get(int(before[i])) != c.versions[1].Valid.Get(int(after[i]))
		}
	}
}

// fetched is the number of texts whose bytes are fetched at once.
const fetched = 256

// compareTexts marks the pairs of rows whose texts differ, by their codes. The first byte of each text is read before
// the texts are compared, so that the cache misses of many texts overlap. With five million texts in another order, a
// comparison takes 90 ns of processor time, and 240 ns one by one.
func (c *column) compareTexts(codes *[2][block]uint64, differs []bool) {
	var texts [2][fetched]string
	var sum byte
	for lo := 0; lo < len(differs); lo += fetched {
		n := min(fetched, len(differs)-lo)
		for version := range texts {
			some, of := texts[version][:n], c.versions[version].texts
			for i, code := range codes[version][lo : lo+n] {
				some[i] = ""
				if code < uint64(len(of)) { // null has a code beyond
					some[i] = of[code]
				}
			}
			for _, text := range some {
				if text != "" {
					sum += text[0]
				}
			}
		}
		for i := range n {
			differs[lo+i] = differs[lo+i] || texts[0][i] != texts[1][i]
		}
	}
	runtime.KeepAlive(sum)
}
