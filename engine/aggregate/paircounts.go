package aggregate

// PairCounts has the codes of each group, ascending, with the number of rows of each. A GPU counts them: no batch and
// no other state is added.
type PairCounts struct {
	Width int // codes of the column, including that of null
	Value Nullable
	Nulls bool // some values are null

	each   int // groups of a piece
	pieces []countedPairs
}

// countedPairs has the codes of group i of a piece between starts[i] and starts[i+1].
type countedPairs struct{ starts, codes, rows []uint32 }

var _ Accumulator = (*PairCounts)(nil)

// Pieces makes room for the pairs of n groups, `each` groups to a piece.
func (a *PairCounts) Pieces(n, each int) {
	a.each, a.pieces = each, make([]countedPairs, (n+each-1)/each)
}

// Put sets the codes and rows of a piece that begins with group `first`. starts has the place of each group's first
// code, and the number of codes at its end. Several goroutines may put pieces at the same time.
func (a *PairCounts) Put(first int, starts, codes, rows []uint32) {
	a.pieces[first/a.each] = countedPairs{starts, codes, rows}
}

// Of returns the codes of group g with their numbers of rows.
func (a *PairCounts) Of(g int) (codes, rows []uint32) {
	p := &a.pieces[g/a.each]
	lo, hi := p.starts[g%a.each], p.starts[g%a.each+1]
	return p.codes[lo:hi], p.rows[lo:hi]
}

// IsNull reports whether a code is that of null.
func (a *PairCounts) IsNull(code uint32) bool { return a.Nulls && code == a.Value.code }

// Grow does nothing: Pieces makes room.
func (a *PairCounts) Grow(int) {}

// Bytes returns the memory of the state.
func (a *PairCounts) Bytes() (n int64) {
	for _, p := range a.pieces {
		n += 4 * int64(cap(p.starts)+cap(p.codes)+cap(p.rows))
	}
	return n
}

// Update is never called.
func (a *PairCounts) Update(*Batch) { panic("BUG: pairs of a GPU take no rows") }

// Merge is never called.
func (a *PairCounts) Merge(Accumulator, []uint32, []uint32) { panic("BUG: pairs of a GPU are merged") }
