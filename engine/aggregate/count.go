package aggregate

import "cardinal/data"

// Counts counts rows, or the rows in which every input has a value.
type Counts struct {
	State[uint32]
	Inputs []Nullable // empty: all rows count
}

// Nullable is an input with nulls. Nulls have a code, or are marked in Valid.
type Nullable struct {
	Input int
	code  uint32
}

// NullableOf returns the Nullable of a column, read from an input.
func NullableOf(c *data.Column, input int) Nullable {
	n := Nullable{Input: input}
	if c.Dict != nil {
		n.code = uint32(len(c.Dict.Values))
	}
	return n
}

var (
	_ Columnar   = (*Counts)(nil)
	_ RunReducer = (*Counts)(nil)
)

// Slice returns groups lo to hi; the slice shares the state.
func (a *Counts) Slice(lo, hi int) Columnar { return &Counts{a.slice(lo, hi), a.Inputs} }

// Update adds a batch.
func (a *Counts) Update(b *Batch) {
	switch len(a.Inputs) {
	case 0:
		CountGroups(a.S, b.Groups, 0)
	case 1:
		in, v := a.Inputs[0], &b.In[a.Inputs[0].Input]
		switch {
		case v.U8 != nil:
			countNot(a.S, b.Groups, v.U8, in.code)
		case v.U16 != nil:
			countNot(a.S, b.Groups, v.U16, in.code)
		case v.U32 != nil:
			countNot(a.S, b.Groups, v.U32, in.code)
		default:
			countNot(a.S, b.Groups, v.Valid, 0)
		}
	default:
		if pair, ok := b.maskedCodes(&b.In[a.Inputs[0].Input], &b.In[a.Inputs[1].Input]); ok && a.Inputs[0].code == 0 &&
			a.Inputs[1].code == 0 {
			countNot(a.S, b.Groups, pair, 0)
			return
		}
		for i, g := range b.Groups {
			if a.hasAll(b, i) {
				a.S[g]++
			}
		}
	}
}

// CountGroups counts the rows of groups. If stride is above 0, each group has four counts, which are stride entries
// apart, and four consecutive rows add to different counts.
//
//go:noinline
func CountGroups[G uint8 | uint16 | uint32](n []uint32, groups []G, stride uint32) {
	second, third, fourth := n[stride:], n[2*stride:], n[3*stride:]
	for i := 0; i < len(groups)-3; i += 4 {
		n[groups[i]]++
		second[groups[i+1]]++
		third[groups[i+2]]++
		fourth[groups[i+3]]++
	}
	for i := len(groups) &^ 3; i < len(groups); i++ {
		n[groups[i]]++
	}
}

func countNot[C uint8 | uint16 | uint32](n, groups []uint32, codes []C, null uint32) {
	codes = codes[:len(groups)]
	for i, g := range groups {
		one := uint32(1)
		if uint32(codes[i]) == null {
			one = 0
		}
		n[g] += one
	}
}

// hasAll reports whether row i of the batch has a value in every input.
func (a *Counts) hasAll(b *Batch, i int) bool {
	for _, in := range a.Inputs {
		if !in.has(&b.In[in.Input], i) {
			return false
		}
	}
	return true
}

func (n Nullable) has(v *Vector, i int) bool {
	switch {
	case v.U8 != nil:
		return uint32(v.U8[i]) != n.code
	case v.U16 != nil:
		return uint32(v.U16[i]) != n.code
	case v.U32 != nil:
		return v.U32[i] != n.code
	}
	return v.Valid[i] != 0
}

// UpdateRuns adds a batch run by run.
func (a *Counts) UpdateRuns(b *Batch) {
	if len(a.Inputs) > 0 {
		b.fillGroups()
		a.Update(b)
		return
	}
	for r, g := range b.Runs {
		a.S[g] += b.Starts[r+1] - b.Starts[r]
	}
}

// Merge adds groups of another state of the same kind.
func (a *Counts) Merge(from Accumulator, groups, to []uint32) {
	addInto(a.S, from.(*Counts).S, groups, to)
}

// AddWords adds the `bits` bits of each group's word that begin with bit `shift`.
func (a *Counts) AddWords(words []uint64, shift, bits uint) { addWords(a.S, words, shift, bits) }

// AddPairs works like AddWords, with one of two words per group.
func (a *Counts) AddPairs(pairs [][2]uint64, word int, shift, bits uint) {
	addPairs(a.S, pairs, word, shift, bits)
}
