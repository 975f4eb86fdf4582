package estimate

import "cardinal/engine/key"

// firstRows is the number of rows of a table per row of its first sample. A kept row takes some 10 ns, which is 0.004
// ns per row of the table. A pivot on sixteen cores takes at least 0.3 ns per row.
const firstRows = 2500

// firstShare returns the share of a table's rows in its first sample: 1 in firstRows, but at least leastSample and at
// most maxSample rows.
func firstShare(rows int) float64 {
	return min(1, min(max(leastSample, float64(rows)/firstRows), maxSample)/float64(rows))
}

// drawFirst draws the first sample of a table. It depends only on the number of rows.
func (s *scratch) drawFirst(rows int) []uint32 { return s.draw(rows, nil, firstShare(rows)) }

// Keep stores the codes that a key column has in the first sample of its table.
func Keep(c *key.Column) {
	s := takeScratch()
	defer s.release()
	c.Sampled(func() []uint32 { return s.drawFirst(c.Codes.Len()) })
}

// first returns the keys of the rows in the table's first sample that pass the filter of a request, as keysOf does.
//
// The sample is the same for every pivot of a table. It does not depend on the columns, so that a pivot learns as much
// from it as from a sample of its own. Key columns keep their codes in the sample, so that only a column's first
// estimate has cache misses.
func (s *scratch) first(q Request) []uint64 {
	k := q.Key
	var drawn []uint32
	rows := func() []uint32 {
		if drawn == nil {
			drawn = s.drawFirst(k.Rows)
		}
		return drawn
	}
	keys := room(&s.keys, k.Cols[0].Sampled(rows).Codes.Len())
	if k.Wide {
		clear(keys)
		for _, c := range k.Cols {
			codes := c.Sampled(rows).Codes
			for i := range keys {
				keys[i] = mixCode(keys[i], codes.At(i))
			}
		}
	} else {
		k.PackSampled(keys, rows)
	}
	if q.Selected == nil {
		return keys
	}
	passing := keys[:0]
	for i, row := range rows() {
		if q.Selected.Get(int(row)) {
			passing = append(passing, keys[i])
		}
	}
	return passing
}

// firstSuffices reports whether enough rows of the first sample pass the filter of a request.
func (q Request) firstSuffices() bool {
	return firstShare(q.Key.Rows)*float64(q.Rows) > leastSample-0.5
}
