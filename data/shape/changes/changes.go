package changes

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// Found is what changed from one version of a table to the next.
type Found struct {
	// a line for each added, removed or changed row, with Change, the keys, and each other column before and after
	Table *data.Table

	Added, Removed, Changed, Same int     // numbers of rows
	Repeated                      int     // number of keys that stand more than once in a version
	Columns                       []Count // of changed rows, those with another value in a column
}

// Count is a column with a number of rows.
type Count struct {
	Column string
	Rows   int
}

// The words in the column Change.
const (
	added   = "added"
	removed = "removed"
	changed = "changed"
)

// pair is a row of each version; below 0: none.
type pair struct{ before, after int32 }

// finder finds the rows that changed. The rows of the later version are numbered behind those of the version before.
type finder struct {
	split, rows int // the number of the rows before, and of all rows
	keys, rest  []column
}

// Find compares the rows of two versions of a table, whose columns have the same names and types, as union.Align makes
// them. Rows are matched by the columns in keys; nil: by all columns.
func Find(ctx context.Context, versions [2]*data.Table, keys []string) (found *Found, err error) {
	ctx, done := memory.Watch(ctx)
	defer func() { err = done(err) }()
	f := &finder{split: versions[0].Rows, rows: versions[0].Rows + versions[1].Rows}
	if f.rows > math.MaxInt32 {
		return nil, fmt.Errorf("%s and %s have too many rows to compare", versions[0].Name, versions[1].Name)
	}
	var by, rest []*data.Column
	for _, name := range keys {
		c, err := versions[0].Column(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(by, c) {
			by = append(by, c)
		}
	}
	for _, c := range versions[0].Columns {
		switch {
		case slices.Contains(by, c):
		case keys == nil:
			by = append(by, c)
		default:
			rest = append(rest, c)
		}
	}
	if f.keys, err = columnsOf(ctx, by, versions[1]); err != nil {
		return nil, err
	}
	if f.rest, err = columnsOf(ctx, rest, versions[1]); err != nil {
		return nil, err
	}
	found = &Found{}
	pairs, err := f.pairs(ctx, found)
	if err != nil {
		return nil, err
	}
	return found, f.makeTable(ctx, pairs, found)
}

// pairs returns the rows that changed: first the removed and changed ones in their order before, and then the added
// ones. It counts into found.
func (f *finder) pairs(ctx context.Context, found *Found) ([]pair, error) {
	dealt, err := f.deal(ctx)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var all []pair
	add := func(pairs []pair, same, repeated int) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, pairs...)
		found.Same += same
		found.Repeated += repeated
	}
	after := memory.Uninitialized[int32](f.split)
	for i := range after {
		after[i] = -1
	}
	tables := sync.Pool{New: func() any { return &table{} }}
	err = parallel.Do(ctx, parts, func(_ context.Context, i int) error {
		t := tables.Get().(*table)
		defer tables.Put(t)
		t.rows = dealt.part(i, t.rows[:0])
		add(f.part(t, after))
		return nil
	})
	if err == nil {
		err = parallel.Do(ctx, (f.split+stretch-1)/stretch, func(_ context.Context, i int) error {
			for lo := i * stretch; lo < min((i+1)*stretch, f.split); lo += block {
				pairs, same := f.compare(after, lo, min(lo+block, f.split))
				add(pairs, same, 0)
			}
			return nil
		})
	}
	slices.SortFunc(all, func(a, b pair) int { return cmp.Compare(a.place(), b.place()) })
	return all, err
}

// place returns where a pair stands in the result.
func (p pair) place() int32 {
	if p.before >= 0 {
		return p.before
	}
	return p.after
}

// group is the rows of a hash, as chains through table.next: the first and the last row of each version.
type group struct {
	first, last [2]int32 // places among the rows of the part; below 0: none
	many        bool
}

// hash returns the hash of the rows, given those of the part.
func (g *group) hash(rows []dealtRow) uint32 { return rows[max(g.first[0], g.first[1])].hash() }

// table is the hash table of a part. The next part of a goroutine takes its memory.
type table struct {
	rows   []dealtRow
	slots  []int32 // 1 more than a group; 0: free
	next   []int32 // by row: the next row of the same hash and version; below 0: none
	groups []group
}

// part matches the rows of one part, which ascend. A row whose hash stands once in each version is written to after, by
// the row before: compare then says whether the two are equal. Other rows are compared at once.
func (f *finder) part(t *table, after []int32) (out []pair, same, repeated int) {
	rows, size := t.rows, 16
	for size < 2*len(rows) {
		size *= 2
	}
	slots := slices.Grow(t.slots[:0], size)[:size]
	clear(slots)
	next := slices.Grow(t.next[:0], len(rows))[:len(rows)]
	groups := t.groups[:0]
	for i, row := range rows {
		next[i] = -1
		version := 0
		if int(row.row()) >= f.split {
			version = 1
		}
		at := int(row.hash()) & (size - 1)
		for slots[at] > 0 && groups[slots[at]-1].hash(rows) != row.hash() {
			at = (at + 1) & (size - 1)
		}
		if slots[at] == 0 {
			groups = append(groups, group{first: [2]int32{-1, -1}})
			slots[at] = int32(len(groups))
		}
		g := &groups[slots[at]-1]
		if g.first[version] < 0 {
			g.first[version] = int32(i)
		} else {
			next[g.last[version]], g.many = int32(i), true
		}
		g.last[version] = int32(i)
	}
	for i := range groups {
		g := &groups[i]
		if !g.many && g.first[0] >= 0 && g.first[1] >= 0 {
			after[rows[g.first[0]].row()] = rows[g.first[1]].row()
			continue
		}
		var of [2][]int32
		for version := range of {
			for at := g.first[version]; at >= 0; at = next[at] {
				of[version] = append(of[version], rows[at].row())
			}
		}
		for len(of[0])+len(of[1]) > 0 {
			alike := f.alike(&of)
			if len(alike[0]) > 1 || len(alike[1]) > 1 {
				repeated++
			}
			pairs, n := f.match(alike[0], alike[1])
			out, same = append(out, pairs...), same+n
		}
	}
	t.slots, t.next, t.groups = slots, next, groups
	return out, same, repeated
}

// alike takes the rows of one key out of rows with one hash.
func (f *finder) alike(of *[2][]int32) (alike [2][]int32) {
	first := slices.Concat(of[0], of[1])[0]
	for version := range of {
		var others []int32
		for _, row := range of[version] {
			if equal(f.keys, int(first), int(row)) {
				alike[version] = append(alike[version], row)
			} else {
				others = append(others, row)
			}
		}
		of[version] = others
	}
	return alike
}

// match pairs the rows of one key: equal rows first, which are the same, and the others in their order.
func (f *finder) match(before, after []int32) (out []pair, same int) {
	byHash := map[uint64][]int32{}
	if len(before) > 0 && len(after) > 0 {
		for _, row := range before {
			h := hashOf(f.rest, int(row))
			byHash[h] = append(byHash[h], row)
		}
	}
	gone := map[int32]bool{} // rows before that have an equal one
	var left []int32
	for _, row := range after {
		h := hashOf(f.rest, int(row))
		some := byHash[h]
		at := slices.IndexFunc(some, func(other int32) bool { return equal(f.rest, int(other), int(row)) })
		if at < 0 {
			left = append(left, row)
			continue
		}
		gone[some[at]] = true
		copy(some[1:at+1], some[:at])
		byHash[h] = some[1:]
		same++
	}
	for _, row := range before {
		switch {
		case gone[row]:
		case len(left) > 0:
			out, left = append(out, pair{row, left[0]}), left[1:]
		default:
			out = append(out, pair{row, -1})
		}
	}
	for _, row := range left {
		out = append(out, pair{-1, row})
	}
	return out, same
}
