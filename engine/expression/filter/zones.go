package filter

import (
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data"
)

// Zones are the zone maps of a table (Moerkotte, "Small materialized aggregates", VLDB 1998). The zone map of a column
// has the least and the greatest value in each morsel of rows. The first filter that reads a morsel notes the two
// values. Later filters read only the morsels in which some rows may pass and others may fail. If the table does not
// fit the memory, morsels that are not read stay on the disk. Several filters may use the zone maps at the same time.
type Zones struct {
	table   *data.Table
	mu      sync.Mutex
	columns map[*data.Column][]zone
}

type zone = atomic.Pointer[ends] // nil: the morsel was not read

// ends are the least and the greatest value of a morsel: an integer, or the code of a text. Null rows are left out. If
// all rows are null, least is greater than most.
type ends struct{ least, most int64 }

// NewZones makes the zone maps of a table.
func NewZones(t *data.Table) *Zones { return &Zones{table: t, columns: map[*data.Column][]zone{}} }

// zonesOf returns the zone map of a column. It returns nil for a column of floats and for a column that is not one of
// the table's.
func (z *Zones) zonesOf(c *data.Column) []zone {
	if z == nil || c.Type == data.Float {
		return nil
	}
	if own, err := z.table.Column(c.Name); err != nil || own != c {
		return nil
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	zones, ok := z.columns[c]
	if !ok {
		zones = make([]zone, (c.Rows+MorselRows-1)/MorselRows)
		z.columns[c] = zones
	}
	return zones
}

// verdict says which rows of a morsel pass, as far as the ends of the morsel tell. Null rows are left out.
type verdict int

const (
	perhaps verdict = iota
	noRow
	everyRow
)

// markRead wraps a test that reads the values of every morsel, and notes which morsels were read.
func (b *binder) markRead(test func(lo, rows int, yes []uint64)) func(lo, rows int, yes []uint64) {
	return func(lo, rows int, yes []uint64) {
		b.read[lo/MorselRows] = true
		test(lo, rows, yes)
	}
}

// skipByZones returns a test of the values of c. If judge can decide from the least and the greatest value of a morsel,
// the test does not read the morsel. The test sets arbitrary bits for null rows.
func (b *binder) skipByZones(c *data.Column, judge func(least, most int64) verdict,
	test func(lo, rows int, yes []uint64)) func(lo, rows int, yes []uint64) {
	test = b.markRead(test)
	zones := b.Zones.zonesOf(c)
	if zones == nil {
		return test
	}
	return func(lo, rows int, yes []uint64) {
		z := &zones[lo/MorselRows]
		e := z.Load()
		if e == nil {
			least, most := c.Ends(lo, lo+rows)
			z.Store(&ends{least, most})
			test(lo, rows, yes)
			return
		}
		v := noRow
		if e.least <= e.most {
			v = judge(e.least, e.most)
		}
		switch v {
		case noRow:
			clear(yes)
		case everyRow:
			for i := range yes {
				yes[i] = ^uint64(0)
			}
		default:
			test(lo, rows, yes)
		}
	}
}

// rangeTest returns the test for integers from least to most or, if outside is true, for all other integers.
func (b *binder) rangeTest(c *data.Column, least, most int64, outside bool) func(lo, rows int, yes []uint64) {
	in, out := everyRow, noRow
	if outside {
		in, out = noRow, everyRow
	}
	return b.skipByZones(c, func(low, high int64) verdict {
		switch {
		case low >= least && high <= most:
			return in
		case least > most || high < least || low > most:
			return out
		}
		return perhaps
	}, rangeKernel(c, least, most, outside))
}

// textLeaf returns the predicate of a column of texts. pass says for each code whether its text passes. If pass has one
// entry more than the column has texts, the last entry is for null.
func (b *binder) textLeaf(c *data.Column, pass []bool) predicate {
	texts := len(c.Dict.Values)
	before := make([]uint32, texts+1) // by code: how many lower codes pass
	for code := range texts {
		before[code+1] = before[code]
		if pass[code] {
			before[code+1]++
		}
	}
	test := b.skipByZones(c, func(least, most int64) verdict {
		switch n := before[most+1] - before[least]; {
		case n == 0:
			return noRow
		case int64(n) == most-least+1:
			return everyRow
		}
		return perhaps
	}, lookup(c.Codes, pass))
	return withNulls(c, len(pass) > texts && pass[texts], test)
}

// allZero reports whether no bit is set.
func allZero(words []uint64) bool {
	return !slices.ContainsFunc(words, func(w uint64) bool { return w != 0 })
}
