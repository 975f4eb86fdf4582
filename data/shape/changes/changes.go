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
	"cardinal/data/shape/union"
	"cardinal/data/text/intern"
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

// makeTable makes the table of the rows that changed, and counts them.
func (f *finder) makeTable(ctx context.Context, pairs []pair, found *Found) error {
	before, after := make([]int32, len(pairs)), make([]int32, len(pairs)) // by version; below 0: none
	var change, where words
	counts := make([]int, len(f.rest))
	for i, p := range pairs {
		if i%stretch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		before[i], after[i] = p.before, max(-1, p.after-int32(f.split))
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
					columns += f.rest[j].versions[0].Name
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
	t.gatherKeys(f.keys, before, after)
	for i, c := range f.rest {
		t.gather(c.versions[0].Name+" before", c.versions[0].Column, before)
		t.gather(c.versions[0].Name+" after", c.versions[1].Column, after)
		if counts[i] > 0 {
			found.Columns = append(found.Columns, Count{c.versions[0].Name, counts[i]})
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

// gatherKeys adds the keys of rows before, which come first, and then of rows after that have no row before.
func (t *tableMaker) gatherKeys(keys []column, before, after []int32) {
	added := slices.Index(before, -1)
	if added < 0 {
		added = len(before)
	}
	parts := make([]union.Part, 2)
	for version, rows := range [][]int32{before[:added], after[added:]} {
		some := tableMaker{ctx: t.ctx, taken: map[string]bool{}}
		for i := range keys {
			c := keys[i].versions[version].Column
			some.gather(c.Name, c, rows)
		}
		if some.err != nil {
			t.err = some.err
			return
		}
		parts[version].Table = data.NewTable("", some.columns)
	}
	both, err := union.Tables(t.ctx, "", "file", parts, 0, nil)
	if t.err = err; err != nil {
		return
	}
	for _, c := range both.Columns {
		c.Note = ""
		t.add(c.Name, c)
	}
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
