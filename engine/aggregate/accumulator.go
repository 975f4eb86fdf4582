package aggregate

// Batch is a run of rows and their group ids. Rows names the rows where a filter left gaps; nil means Lo, Lo+1, ...
type Batch struct {
	Groups []uint32
	Lo     int
	Rows   []uint32
}

// row is the table row of entry i.
func (b *Batch) row(i int) int {
	if b.Rows != nil {
		return int(b.Rows[i])
	}
	return b.Lo + i
}

// Accumulator is one column of state. Update and Merge need room made by Grow first.
type Accumulator interface {
	// Grow makes room for n groups; those there are keep their state.
	Grow(n int)
	Update(b *Batch)
	// Merge adds group g of from, an accumulator of the same kind, to group to[g] of this one, or skips it where
	// to[g] is Skip.
	Merge(from Accumulator, to []uint32)
	Bytes() int64
}

// Skip in a merge map drops a group.
const Skip = ^uint32(0)

// grow extends a column of state with zeros.
func grow[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	bigger := make([]T, n, max(n, 2*cap(s)))
	copy(bigger, s)
	return bigger
}
