package estimate

import "cardinal/engine/key"

// firstRows is the number of rows of a table for one row of its first sample. A kept row takes some 10 ns,
// which is 0.004 ns for each of these. Sixteen cores take 0.3 ns and more for them in a pivot.
const firstRows = 2500

// firstShare is the share of a table's rows that its first sample has: 1 in firstRows, but at least leastSample
// and at most maxSample rows.
func firstShare(rows int) float64 {
	return min(1, min(max(leastSample, float64(rows)/firstRows), maxSample)/float64(rows))
}

// drawFirst draws the first sample of a table. It depends on the number of rows alone.
func (s *scratch) drawFirst(rows int) []uint32 { return s.draw(rows, nil, firstShare(rows)) }

// Keep keeps the codes that a key column has in the first sample of its table.
func Keep(c *key.Column) {
	s := takeScratch()
	defer s.release()
	c.Sampled(func() []uint32 { return s.drawFirst(c.Codes.Len()) })
}

// first gives each row of the table's first sample that passes the filter of a request its key, as keysOf does.
//
// The sample is the same for every pivot of a table. It was drawn without a look at the columns, so that one
// pivot learns as much from it as from rows of its own. Key columns keep their codes of it, which takes the
// cache misses out of all estimates but a column's first one.
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
				keys[i] = mixed(keys[i], codes.At(i))
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

// firstSuffices reports whether the first sample has rows enough that pass the filter of a request.
func (q Request) firstSuffices() bool {
	return firstShare(q.Key.Rows)*float64(q.Rows) > leastSample-0.5
}
