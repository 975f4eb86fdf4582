package packed

import (
	"slices"
	"sync"

	"cardinal/engine/aggregate"
	"cardinal/internal/memory"
)

// packing is the words that a Sums adds to in one pass over the rows. The first word of a group has up to two sums,
// the count of the first sum's values, and the count of rows. A second word may have a third sum and the count of its
// values.
type packing struct {
	parts                 []part
	first, second, beside int // inputs; -1: none
	nullable              bool
	shift                 uint   // of the second sum
	one                   uint64 // what a row adds to the word
	value, besideValue    uint64 // what a value of the first input adds to its word, and a value of beside

	words []uint64
	pairs [][2]uint64 // in place of words, if `beside` has a sum
	rows  int         // since the last flush
	most  int
}

// part is the position of a sum or a count in the words of a group.
type part struct {
	sum         aggregate.PackedSums
	count       *aggregate.Counts // instead of sum
	word        int               // 0 or 1: the word of a pair
	shift, bits uint
}

// RowsPerGroup is the least number of rows per group for which a flush takes little time compared with adding the rows.
const RowsPerGroup = 5

// enough reports whether `most` rows between two flushes are enough, given the groups and rows of the pass.
func enough(most, groups, rows int) bool {
	return most >= aggregate.BatchRows && min(most, rows) >= RowsPerGroup*groups
}

// fit packs as many of the summands as fit, in their order of width, and returns their number. It also counts rows if
// count is not nil.
func (r *packing) fit(count *aggregate.Counts, left []summand, groups, rows int) int {
	n := 0
	if len(left) > 1 && left[0].values == nil && left[1].values == nil && r.pack(count, left[:2], groups, rows) {
		n = 2
	} else if r.pack(count, left[:1], groups, rows) {
		n = 1
	} else {
		return 0
	}
	r.first, r.second, r.beside = left[0].input, -1, -1
	r.nullable = left[0].values != nil
	if n == 2 {
		r.second = left[1].input
	}
	if n < len(left) && r.packBeside(left[n], n == 2, groups, rows) {
		r.pairs = memory.Make[[2]uint64](groups)
		return n + 1
	}
	r.words = emptyWords(groups)
	return n
}

// kept has the words of flushed packings, all zero, if they are at most keptWords. So many words fit a second-level
// cache, where the next pivot finds them. New memory would often be new pages, because garbage collections are rare
// while a large table is open.
var kept sync.Pool

const keptWords = 1 << 17

func emptyWords(n int) []uint64 {
	if words, ok := kept.Get().(*[]uint64); ok && cap(*words) >= n {
		return (*words)[:n]
	}
	return memory.Make[uint64](n)
}

// release puts the words of a flushed packing back into kept.
func (r *packing) release() {
	if words := r.words; len(words) > 0 && cap(words) <= keptWords {
		kept.Put(&words)
	}
	r.words = nil
}

// pack gives summands places in the first word, below the counts, and reports whether enough rows fit between two
// flushes.
func (r *packing) pack(count *aggregate.Counts, in []summand, groups, rows int) bool {
	room, members := uint(64), uint(0)
	for _, s := range in {
		room -= s.bits
		if members++; s.values != nil {
			members++
		}
	}
	if count != nil {
		members++
	}
	room /= members
	if r.most = 1<<min(room, 62) - 1; !enough(r.most, groups, rows) {
		return false
	}
	r.parts, r.one, r.value, r.shift = nil, 0, 0, 0
	at := uint(0)
	for _, s := range in {
		r.shift = at
		r.parts = append(r.parts, part{sum: s.sum, shift: at, bits: s.bits + room})
		at += s.bits + room
		if s.values != nil {
			r.parts = append(r.parts, part{count: s.values, shift: at, bits: room})
			r.value = 1 << at
			at += room
		}
	}
	if count != nil {
		r.parts = append(r.parts, part{count: count, shift: at, bits: room})
		r.one = 1 << at
	}
	return true
}

// packBeside gives a summand the second word if the summand fits. A sum without a count always fits, because no sum
// over the rows of a table needs more than a word. A summand with a count does not fit beside two sums, because no loop
// of packingrows.go adds such words.
func (r *packing) packBeside(s summand, second bool, groups, rows int) bool {
	p := part{sum: s.sum, word: 1, bits: 64}
	if s.values != nil {
		room := (64 - s.bits) / 2
		most := min(r.most, 1<<room-1)
		if second || !enough(most, groups, rows) {
			return false
		}
		r.most = most
		p.bits = s.bits + room
		r.parts = append(r.parts, part{count: s.values, word: 1, shift: p.bits, bits: room})
		r.besideValue, r.nullable = 1<<p.bits, true
	}
	r.beside = s.input
	r.parts = append(r.parts, p)
	return true
}

// isPlain reports whether the packing is only the sum of a column without nulls, and perhaps the count of rows.
func (r *packing) isPlain() bool { return r.second < 0 && r.beside < 0 && !r.nullable }

func (r *packing) has(a aggregate.Accumulator) bool {
	return slices.ContainsFunc(r.parts, func(p part) bool { return p.sum == a || p.count == a })
}

// reserve makes room for more rows: it flushes if they might overflow a lane.
func (r *packing) reserve(rows int) {
	if r.rows+rows > r.most {
		r.flush()
	}
	r.rows += rows
}

func (r *packing) flush() {
	if r.rows == 0 {
		return
	}
	r.rows = 0
	for _, p := range r.parts {
		switch {
		case p.sum != nil && r.pairs != nil:
			p.sum.AddPairs(r.pairs, p.word, p.shift, p.bits)
		case p.sum != nil:
			p.sum.AddWords(r.words, p.shift, p.bits)
		case r.pairs != nil:
			p.count.AddPairs(r.pairs, p.word, p.shift, p.bits)
		default:
			p.count.AddWords(r.words, p.shift, p.bits)
		}
	}
	clear(r.words)
	clear(r.pairs)
}
