package estimate

import (
	"math"

	"cardinal/engine/key"
)

// firstRoot makes first samples grow with the root of the table's rows. The time of a pivot grows faster, so that samples take less of it the longer it is.
const firstRoot = 0.4

// firstShare is the share of a table's rows that its first sample has.
func firstShare(rows int) float64 {
	n := min(max(leastSample, firstRoot*math.Sqrt(float64(rows))), maxSample)
	return min(1, n/float64(rows))
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
// The sample is the same for every pivot of a table. It was drawn without a look at the columns, so that one pivot learns as much from it as from rows of
// its own. Key columns keep their codes of it, which takes the cache misses out of all estimates but a column's first one.
func (s *scratch) first(q Request) []uint64 {
	k := q.Key
	var drawn []uint32
	rows := func() []uint32 {
		if drawn == nil {
			drawn = s.drawFirst(k.Rows)
		}
		return drawn
	}
	keys := room(&s.keys, k.Cols[0].Sampled(rows).Len())
	if k.Wide {
		clear(keys)
		for _, c := range k.Cols {
			codes := c.Sampled(rows)
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
	return firstShare(q.Key.Rows)*float64(q.Rows) >= min(leastSample, float64(q.Rows)/2)
}
