package aggregate

import (
	"cmp"
	"slices"
)

// Tally updates accumulators, and the count of rows together with up to three sums of codes by one or two additions a row:
// the count and the sums of one or two narrow columns lie in one word of a group, and that of a further column in a second
// word beside it, until Flush takes them apart. One pass reads the groups of the rows, and a row touches one place in memory.
//
// Source: integers packed into the lanes of a word (Lamport, "Multiple byte processing with full-word instructions", CACM
// 1975); how many rows are added between two flushes is bounded so that no sum runs into the next.
type Tally struct {
	counts *Counts // nil: rest has all
	rest   []Accumulator

	sums                  []part
	first, second, beside int // inputs; -1: none
	count                 part
	words                 []uint64
	pairs                 [][2]uint64 // in place of words, where there is a sum beside
	rows                  int         // since the last flush
	most                  int
}

// part is where the words of a group keep a sum.
type part struct {
	sum         joint
	word        int // of a pair
	shift, bits uint
}

func (p *part) of(word uint64) uint64 { return word >> (p.shift & 63) & (1<<p.bits - 1) }

// joint is a sum that a Tally may add.
type joint interface {
	Accumulator
	takes() (input int, bits uint) // and how many its codes have
	addWords(words []uint64, p part)
	addPairs(pairs [][2]uint64, p part)
}

func (a *SumCodes[S]) takes() (int, uint)                 { return a.input, a.bits }
func (a *SumCodes[S]) addWords(words []uint64, p part)    { addWords(a.S, words, p) }
func (a *SumCodes[S]) addPairs(pairs [][2]uint64, p part) { addPairs(a.S, pairs, p) }

func addWords[S uint32 | uint64](s []S, words []uint64, p part) {
	for g, w := range words[:min(len(words), len(s))] {
		s[g] += S(p.of(w))
	}
}

func addPairs[S uint32 | uint64](s []S, pairs [][2]uint64, p part) {
	pairs = pairs[:len(s)]
	for g := range s {
		s[g] += S(p.of(pairs[g][p.word]))
	}
}

// rowsPerGroup is how many rows a group must have for a flush to cost little beside them.
const rowsPerGroup = 8

// NewTally makes a Tally for so many groups of accumulators that are expected to see so many rows.
func NewTally(accs []Accumulator, groups, rows int) *Tally {
	t := &Tally{rest: accs, first: -1, second: -1, beside: -1}
	counts, ok := accs[0].(*Counts)
	if !ok || len(counts.inputs) > 0 {
		return t
	}
	var sums []joint
	for _, a := range accs {
		if s, ok := a.(joint); ok {
			sums = append(sums, s)
		}
	}
	slices.SortStableFunc(sums, func(a, b joint) int {
		_, x := a.takes()
		_, y := b.takes()
		return cmp.Compare(x, y)
	})
	for n := min(2, len(sums)); n > 0; n-- {
		if t.pack(sums[:n], groups, rows) {
			t.counts = counts
			if n < len(sums) {
				t.addBeside(sums[n], groups)
			} else {
				t.words = make([]uint64, max(groups, 256)) // as many as a code of 8 bits may name
			}
			t.rest = slices.DeleteFunc(slices.Clone(accs[1:]), t.has)
			return t
		}
	}
	if len(accs) == 1 {
		t.counts, t.rest = counts, nil
	}
	return t
}

// pack gives sums places in a word, below the count, and reports whether enough rows fit between two flushes.
func (t *Tally) pack(sums []joint, groups, rows int) bool {
	room := uint(64)
	for _, s := range sums {
		_, bits := s.takes()
		room -= bits
	}
	room /= uint(len(sums) + 1)
	if t.most = 1<<room - 1; min(t.most, rows) < rowsPerGroup*groups {
		return false
	}
	at := uint(0)
	t.sums = t.sums[:0]
	for i, s := range sums {
		input, bits := s.takes()
		t.sums = append(t.sums, part{sum: s, shift: at, bits: bits + room})
		at += bits + room
		if i == 0 {
			t.first = input
		} else {
			t.second = input
		}
	}
	t.count = part{shift: at, bits: 64 - at}
	return true
}

// addBeside gives a sum a word of its own, which no sum over the rows of a table fills.
func (t *Tally) addBeside(s joint, groups int) {
	t.beside, _ = s.takes()
	t.sums = append(t.sums, part{sum: s, word: 1, bits: 64})
	t.pairs = make([][2]uint64, groups)
}

func (t *Tally) has(a Accumulator) bool {
	return slices.ContainsFunc(t.sums, func(p part) bool { return p.sum == a })
}

// Bytes is the memory that the Tally has beside the accumulators.
func (t *Tally) Bytes() int64 { return 8*int64(len(t.words)) + 16*int64(len(t.pairs)) }

// Flush brings the accumulators up to date.
func (t *Tally) Flush() {
	if t.rows == 0 {
		return
	}
	t.rows = 0
	for _, p := range t.sums {
		if t.pairs != nil {
			p.sum.addPairs(t.pairs, p)
		} else {
			p.sum.addWords(t.words, p)
		}
	}
	if t.pairs != nil {
		addPairs(t.counts.N, t.pairs, t.count)
	} else {
		addWords(t.counts.N, t.words, t.count)
	}
	clear(t.words)
	clear(t.pairs)
}
