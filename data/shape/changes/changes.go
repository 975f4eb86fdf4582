package changes

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/text/intern"
	"cardinal/internal/memory"
)

// Found has the changes from one version of a table to the next.
type Found struct {
	// a line for each added, removed or changed row, with Change, the keys, and each other column before and after
	Table *data.Table

	Added, Removed, Changed, Same int     // numbers of rows
	Repeated                      int     // number of keys that occur more than once in a version
	Columns                       []Count // for each column, the changed rows that differ in it
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

// finder finds the rows that changed.
type finder struct {
	table      *data.Table
	split      int // the rows from here on are the later version
	keys, rest []column
	hashes     []uint64 // of the keys
}

// Find compares the first rows of a table, before split, with the rows that begin with split. Rows are matched by the
// columns in keys; nil: by all columns. Columns in ignored do not count, and are not in the result.
func Find(ctx context.Context, t *data.Table, split int, keys, ignored []string) (*Found, error) {
	if t.Rows > math.MaxInt32 {
		return nil, fmt.Errorf("%s has too many rows to compare", t.Name)
	}
	var by, rest []*data.Column
	for _, name := range keys {
		c, err := t.Column(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(by, c) {
			by = append(by, c)
		}
	}
	for _, c := range t.Columns {
		switch {
		case slices.Contains(ignored, c.Name) || slices.Contains(by, c):
		case keys == nil:
			by = append(by, c)
		default:
			rest = append(rest, c)
		}
	}
	f := &finder{table: t, split: split}
	var err error
	if f.keys, err = columnsOf(ctx, by); err != nil {
		return nil, err
	}
	if f.rest, err = columnsOf(ctx, rest); err != nil {
		return nil, err
	}
	if err := f.hash(ctx); err != nil {
		return nil, err
	}
	found := &Found{}
	pairs, err := f.pairs(ctx, found)
	if err != nil {
		return nil, err
	}
	return found, f.makeTable(ctx, pairs, found)
}

// parts is the number of parts that the rows are divided into, by the highest bits of their hash.
const parts, partBits = 1024, 10

// deal returns the rows ordered by part, their hashes, and the index at which each part begins. The rows of a part
// ascend, because each core copies a range of the rows to a range of its own in every part.
func (f *finder) deal(ctx context.Context) (rows []int32, hashes []uint64, starts [parts + 1]int, err error) {
	n := len(f.hashes)
	rows, hashes = memory.Uninitialized[int32](n), memory.Uninitialized[uint64](n)
	// by part: the number of rows of a core's range, and later the index of its next row
	shares := make([][parts]int, runtime.GOMAXPROCS(0))
	each := func(do func(next *[parts]int, row int, h uint64)) error {
		return parallel.Do(ctx, len(shares), func(_ context.Context, i int) error {
			from, to := n*i/len(shares), n*(i+1)/len(shares)
			for row, h := range f.hashes[from:to] {
				do(&shares[i], from+row, h)
			}
			return nil
		})
	}
	if err = each(func(next *[parts]int, _ int, h uint64) { next[h>>(64-partBits)]++ }); err != nil {
		return nil, nil, starts, err
	}
	at := 0
	for part := range parts {
		starts[part] = at
		for i := range shares {
			shares[i][part], at = at, at+shares[i][part]
		}
	}
	starts[parts] = at
	return rows, hashes, starts, each(func(next *[parts]int, row int, h uint64) {
		place := &next[h>>(64-partBits)]
		rows[*place], hashes[*place] = int32(row), h
		*place++
	})
}

// pairs returns the rows that changed: first the removed and changed ones in their order before, and then the added
// ones. It counts into found.
func (f *finder) pairs(ctx context.Context, found *Found) ([]pair, error) {
	rows, hashes, starts, err := f.deal(ctx)
	if err != nil {
		return nil, err
	}
	f.hashes = nil
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
		add(f.part(t, rows[starts[i]:starts[i+1]], hashes[starts[i]:starts[i+1]], after))
		return nil
	})
	if err == nil {
		err = f.eachStretch(ctx, f.split, func(lo, hi int) {
			pairs, same := f.compare(after, lo, hi)
			add(pairs, same, 0)
		})
	}
	slices.SortFunc(all, func(a, b pair) int { return cmp.Compare(a.place(), b.place()) })
	return all, err
}

// place returns one of the rows of a pair. The pairs of the result are in the order of these rows.
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

// hash returns the hash that the rows of the group share; hashes has the hashes of the part's rows.
func (g *group) hash(hashes []uint64) uint64 { return hashes[max(g.first[0], g.first[1])] }

// table is the hash table of a part. A goroutine reuses its memory for its next part.
type table struct {
	slots  []int32 // 1 more than a group; 0: free
	next   []int32 // by row: the next row of the same hash and version; below 0: none
	groups []group
}

// part matches the rows of one part, which ascend. If a hash occurs once in each version, part writes the later row to
// after[earlier row], and compare decides whether the two rows are equal. Other rows are compared at once.
func (f *finder) part(t *table, rows []int32, hashes []uint64, after []int32) (out []pair, same, repeated int) {
	size := 16
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
		if int(row) >= f.split {
			version = 1
		}
		at := hashes[i] & uint64(size-1)
		for slots[at] > 0 && groups[slots[at]-1].hash(hashes) != hashes[i] {
			at = (at + 1) & uint64(size-1)
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
			after[rows[g.first[0]]] = rows[g.first[1]]
			continue
		}
		var of [2][]int32
		for version := range of {
			for at := g.first[version]; at >= 0; at = next[at] {
				of[version] = append(of[version], rows[at])
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

// alike removes the rows of one key from rows with one hash, and returns them.
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

// match pairs the rows of one key. It first pairs equal rows, which count as unchanged, and then the others in their
// order.
func (f *finder) match(before, after []int32) (out []pair, same int) {
	byHash := map[uint64][]int32{}
	if len(before) > 0 && len(after) > 0 {
		for _, row := range before {
			h := hashOf(f.rest, int(row))
			byHash[h] = append(byHash[h], row)
		}
	}
	gone := map[int32]bool{} // earlier rows that have an equal later row
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

// makeTable makes the table of the rows that changed, and counts them.
func (f *finder) makeTable(ctx context.Context, pairs []pair, found *Found) error {
	sides := [3][]int32{make([]int32, len(pairs)), make([]int32, len(pairs)), make([]int32, len(pairs))}
	const before, after, either = 0, 1, 2
	var change, where words
	counts := make([]int, len(f.rest))
	for i, p := range pairs {
		if i%stretch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		sides[before][i], sides[after][i], sides[either][i] = p.before, p.after, max(p.before, p.after)
		word, columns := changed, ""
		switch {
		case p.before < 0:
			word = added
			found.Added++
		case p.after < 0:
			word = removed
			found.Removed++
		default:
			found.Changed++
			for j := range f.rest {
				if !f.rest[j].equal(int(p.before), int(p.after)) {
					counts[j]++
					if columns != "" {
						columns += ", "
					}
					columns += f.rest[j].Name
				}
			}
		}
		change.add(word)
		if columns == "" {
			where.addNull()
		} else {
			where.add(columns)
		}
	}
	t := tableMaker{ctx: ctx, taken: map[string]bool{}}
	t.add("Change", change.column())
	if len(f.rest) > 0 {
		t.add("Changed columns", where.column())
	}
	for _, c := range f.keys {
		t.gather(c.Name, c.Column, sides[either])
	}
	for i, c := range f.rest {
		t.gather(c.Name+" before", c.Column, sides[before])
		t.gather(c.Name+" after", c.Column, sides[after])
		if counts[i] > 0 {
			found.Columns = append(found.Columns, Count{c.Name, counts[i]})
		}
	}
	if t.err != nil {
		return t.err
	}
	found.Table = data.NewTable("Changes", t.columns)
	found.Table.Rows = len(pairs)
	return nil
}

// tableMaker collects the columns of a table, and gives them distinct names.
type tableMaker struct {
	ctx     context.Context
	columns []*data.Column
	taken   map[string]bool
	err     error
}

func (t *tableMaker) add(name string, c *data.Column) {
	c.Name = name
	for n := 2; t.taken[c.Name]; n++ {
		c.Name = fmt.Sprintf("%s %d", name, n)
	}
	t.taken[c.Name] = true
	t.columns = append(t.columns, c)
}

// gather adds a column with some rows of c; below 0: null.
func (t *tableMaker) gather(name string, c *data.Column, rows []int32) {
	if t.err != nil {
		return
	}
	out, err := (*data.Column)(nil), t.ctx.Err()
	if c.Type == data.Text {
		var w words
		for _, row := range rows {
			if row >= 0 && c.Valid.Get(int(row)) {
				w.add(c.Dict.Values[c.Codes.At(int(row))])
			} else {
				w.addNull()
			}
		}
		out = w.column()
		out.Dict.Order, out.Format = c.Dict.Order, c.Format
	} else if err == nil {
		out, err = c.Gather(t.ctx, rows)
	}
	if t.err = err; err == nil {
		t.add(name, out)
	}
}

// words collects a column of texts.
type words struct {
	codes []uint32
	texts intern.Table
	valid []bool
}

func (w *words) add(text string) {
	w.codes, w.valid = append(w.codes, w.texts.Text(text)), append(w.valid, true)
}

func (w *words) addNull() { w.codes, w.valid = append(w.codes, 0), append(w.valid, false) }

func (w *words) column() *data.Column {
	valid := data.NewBitmap(len(w.codes))
	for i, ok := range w.valid {
		if ok {
			valid.Set(i)
		}
	}
	return data.NewText("", w.codes, w.texts.Values, valid)
}
