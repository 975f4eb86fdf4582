package changes

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
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

// finder finds the rows that changed.
type finder struct {
	table      *data.Table
	split      int // the rows from here on are the later version
	keys, rest []*data.Column
	hashes     []uint64 // of the keys
}

// Find compares the first rows of a table, before split, with the rows that begin with split. Rows are matched by the
// columns in keys; nil: by all columns. Columns in ignored do not count, and are not in the result.
func Find(ctx context.Context, t *data.Table, split int, keys, ignored []string) (*Found, error) {
	if t.Rows > math.MaxInt32 {
		return nil, fmt.Errorf("%s has too many rows to compare", t.Name)
	}
	f := &finder{table: t, split: split}
	for _, name := range keys {
		c, err := t.Column(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(f.keys, c) {
			f.keys = append(f.keys, c)
		}
	}
	for _, c := range t.Columns {
		switch {
		case slices.Contains(ignored, c.Name) || slices.Contains(f.keys, c):
		case keys == nil:
			f.keys = append(f.keys, c)
		default:
			f.rest = append(f.rest, c)
		}
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

// bitsOf returns a value as bits that are equal for equal values; ok is false for null.
func bitsOf(c *data.Column, row int) (bits uint64, ok bool) {
	if c.Nulls > 0 && !c.Valid.Get(row) {
		return 0, false
	}
	switch {
	case c.Type == data.Text:
		return uint64(c.Codes.At(row)), true
	case c.Type != data.Float:
		return uint64(c.Int(row)), true
	case math.IsNaN(c.Floats[row]):
		return math.Float64bits(math.NaN()), true
	}
	return math.Float64bits(c.Floats[row] + 0), true
}

// equal reports whether two rows have equal values in some columns.
func equal(columns []*data.Column, a, b int) bool {
	for _, c := range columns {
		x, isX := bitsOf(c, a)
		y, isY := bitsOf(c, b)
		if x != y || isX != isY {
			return false
		}
	}
	return true
}

// hashOf returns a hash of the values of a row in some columns.
func hashOf(columns []*data.Column, row int) (h uint64) {
	for _, c := range columns {
		v, ok := bitsOf(c, row)
		if !ok {
			v = 0x9e3779b97f4a7c15
		}
		h = (h ^ v) * 0xff51afd7ed558ccd // the multiplication and shift of MurmurHash3
		h ^= h >> 32
	}
	return h * 0xc4ceb9fe1a85ec53
}

// stretch is the number of rows that a goroutine hashes at a time.
const stretch = 1 << 16

// hash computes the hashes of the keys.
func (f *finder) hash(ctx context.Context) error {
	f.hashes = make([]uint64, f.table.Rows)
	return parallel.Do(ctx, (f.table.Rows+stretch-1)/stretch, func(_ context.Context, i int) error {
		for row := i * stretch; row < min((i+1)*stretch, f.table.Rows); row++ {
			f.hashes[row] = hashOf(f.keys, row)
		}
		return nil
	})
}

// parts is the number of parts that rows are dealt out to, by the highest bits of their hash.
const parts, partBits = 256, 8

// deal returns the rows ordered by part, and where each part begins.
func (f *finder) deal() (rows []int32, starts [parts + 1]int) {
	for _, h := range f.hashes {
		starts[h>>(64-partBits)+1]++
	}
	for i := range parts {
		starts[i+1] += starts[i]
	}
	next := starts
	rows = make([]int32, len(f.hashes))
	for row, h := range f.hashes {
		p := h >> (64 - partBits)
		rows[next[p]] = int32(row)
		next[p]++
	}
	return rows, starts
}

// pairs returns the rows that changed: first the removed and changed ones in their order before, and then the added
// ones. It counts into found.
func (f *finder) pairs(ctx context.Context, found *Found) ([]pair, error) {
	rows, starts := f.deal()
	var mu sync.Mutex
	var all []pair
	err := parallel.Do(ctx, parts, func(_ context.Context, i int) error {
		pairs, same, repeated := f.part(rows[starts[i]:starts[i+1]])
		mu.Lock()
		defer mu.Unlock()
		all = append(all, pairs...)
		found.Same += same
		found.Repeated += repeated
		return nil
	})
	if err != nil {
		return nil, err
	}
	place := func(p pair) int32 {
		if p.before >= 0 {
			return p.before
		}
		return p.after
	}
	sort.Slice(all, func(i, j int) bool { return place(all[i]) < place(all[j]) })
	return all, nil
}

// group is the rows of a key, as chains through finder.part's next: the first and the last row of each version.
type group struct {
	row         int32    // one of them
	first, last [2]int32 // places among the rows of the part; below 0: none
	many        [2]bool
}

// part compares the rows of one part, which ascend.
func (f *finder) part(rows []int32) (out []pair, same, repeated int) {
	size := 16
	for size < 2*len(rows) {
		size *= 2
	}
	slots := make([]int32, size) // 1 more than a group; 0: free
	next := make([]int32, len(rows))
	groups := make([]group, 0, len(rows)/2+1)
	for i, row := range rows {
		next[i] = -1
		version := 0
		if int(row) >= f.split {
			version = 1
		}
		at := f.hashes[row] & uint64(size-1)
		for slots[at] > 0 {
			other := groups[slots[at]-1].row
			if f.hashes[other] == f.hashes[row] && equal(f.keys, int(other), int(row)) {
				break
			}
			at = (at + 1) & uint64(size-1)
		}
		if slots[at] == 0 {
			groups = append(groups, group{row: row, first: [2]int32{-1, -1}, last: [2]int32{-1, -1}})
			slots[at] = int32(len(groups))
		}
		g := &groups[slots[at]-1]
		if g.first[version] < 0 {
			g.first[version] = int32(i)
		} else {
			next[g.last[version]], g.many[version] = int32(i), true
		}
		g.last[version] = int32(i)
	}
	for i := range groups {
		g := &groups[i]
		if !g.many[0] && !g.many[1] && g.first[0] >= 0 && g.first[1] >= 0 {
			p := pair{rows[g.first[0]], rows[g.first[1]]}
			if equal(f.rest, int(p.before), int(p.after)) {
				same++
			} else {
				out = append(out, p)
			}
			continue
		}
		if g.many[0] || g.many[1] {
			repeated++
		}
		var of [2][]int32
		for version := range of {
			for at := g.first[version]; at >= 0; at = next[at] {
				of[version] = append(of[version], rows[at])
			}
		}
		pairs, n := f.match(of[0], of[1])
		out, same = append(out, pairs...), same+n
	}
	return out, same, repeated
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
		at := slices.IndexFunc(byHash[h], func(other int32) bool { return equal(f.rest, int(other), int(row)) })
		if at < 0 {
			left = append(left, row)
			continue
		}
		gone[byHash[h][at]] = true
		byHash[h][at] = byHash[h][0] // which keeps the order unless two hashes are equal by chance
		byHash[h] = byHash[h][1:]
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
	change, where := newWords(), newWords()
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
			for j, c := range f.rest {
				if !equal(f.rest[j:j+1], int(p.before), int(p.after)) {
					counts[j]++
					if columns != "" {
						columns += ", "
					}
					columns += c.Name
				}
			}
		}
		change.add(word)
		where.add(columns)
	}
	t := tableMaker{ctx: ctx, taken: map[string]bool{}}
	t.add("Change", change.column())
	if len(f.rest) > 0 {
		t.add("Changed columns", where.column())
	}
	for _, c := range f.keys {
		t.gather(c.Name, c, sides[either])
	}
	for i, c := range f.rest {
		t.gather(c.Name+" before", c, sides[before])
		t.gather(c.Name+" after", c, sides[after])
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
	out, err := c.Gather(t.ctx, rows)
	if t.err = err; err != nil {
		return
	}
	if c.Type == data.Text {
		out = out.Used()
	}
	t.add(name, out)
}

// words collects a column of few texts.
type words struct {
	codes  []uint32
	texts  []string
	valid  []bool
	byText map[string]uint32
}

func newWords() *words { return &words{byText: map[string]uint32{}} }

// add adds a text; "" is null.
func (w *words) add(text string) {
	code, ok := w.byText[text]
	if !ok && text != "" {
		code = uint32(len(w.texts))
		w.byText[text] = code
		w.texts = append(w.texts, text)
	}
	w.codes, w.valid = append(w.codes, code), append(w.valid, text != "")
}

func (w *words) column() *data.Column {
	valid := data.NewBitmap(len(w.codes))
	for i, ok := range w.valid {
		if ok {
			valid.Set(i)
		}
	}
	return data.NewText("", w.codes, w.texts, valid)
}
