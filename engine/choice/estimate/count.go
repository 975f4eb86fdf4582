package estimate

import (
	"context"
	"math/bits"

	"cardinal/data"
	"cardinal/engine/key"
)

// Count returns the exact number of groups of key k among the selected rows (nil: all rows). It reads every row.
func Count(k *key.Composite, selected data.Bitmap) int {
	s := takeScratch()
	defer s.release()
	if p := newPass(k, selected, k.Rows, k.Rows); p.exact() {
		return p.run(s)
	}
	_, counts := s.count(k, s.everyRow(k.Rows, selected))
	return len(counts)
}

// CountAhead counts, on all cores, the groups of key k among the selected rows (nil: all rows). rows is the number of
// these rows. The count is exact up to 2^24 possible keys, else within 1%. CountAhead reads every row. It fails if ctx
// ends.
func CountAhead(ctx context.Context, k *key.Composite, selected data.Bitmap, rows int) (Estimate, error) {
	q := Request{Key: k, Selected: selected, Rows: rows}
	most := q.mostGroups()
	p := newPass(k, selected, most, most)
	e := p.fromMarked(p.runParallel(ctx, p.threads()))
	if e.Spent = 0; p.exact() {
		e.Method = Ahead
	}
	return e, ctx.Err()
}

// count returns the distinct keys of some rows, in the form that keysOf returns, and how often each key occurs. Both
// are valid until the scratch is used again.
func (s *scratch) count(k *key.Composite, rows []uint32) (keys []uint64, counts []uint32) {
	return s.tally(k, s.keysOf(k, rows))
}

// tally returns the distinct keys, and how often each key occurs.
func (s *scratch) tally(k *key.Composite, keys []uint64) ([]uint64, []uint32) {
	if size := 1 << min(k.Bits, 62); !k.Wide && size <= indexed && size <= 4*len(keys) {
		return s.tallyInArray(keys, size)
	}
	return s.tallyByHash(keys)
}

// keysOf returns a number for the key of each row: the packed key. It reads column by column: the loads of one column
// do not depend on each other, so that cache misses overlap. For a wide key the number is a 64-bit hash. Two of a
// million keys have the same hash with a probability of 1 in 10 million.
func (s *scratch) keysOf(k *key.Composite, rows []uint32) []uint64 {
	keys := room(&s.keys, len(rows))
	if !k.Wide {
		k.PackOf(keys, rows)
		return keys
	}
	clear(keys)
	for _, c := range k.Cols {
		for i, row := range rows {
			keys[i] = mixCode(keys[i], c.Codes.At(int(row)))
		}
	}
	return keys
}

// mixCode adds one more code to the hash of a wide key.
func mixCode(h uint64, code uint32) uint64 {
	h = key.Mix(h ^ uint64(code) + 1)
	return h ^ h>>32
}

// indexed is the largest number of possible keys that an array counts; the array stays in the first-level cache.
const indexed = 1 << 12

// tallyInArray counts keys below size in an array. The distinct keys move to the front. No branch depends on whether a
// key occurred before, since the processor would mispredict such a branch.
func (s *scratch) tallyInArray(keys []uint64, size int) ([]uint64, []uint32) {
	times, counts := zeros(&s.slots, size), room(&s.counts, len(keys))
	for _, key := range keys {
		times[key]++
	}
	d := 0
	for _, key := range keys {
		n := times[key]
		times[key], keys[d], counts[d] = 0, key, n
		d += int(min(n, 1))
	}
	return keys[:d], counts[:d]
}

// tallyByHash counts keys in a hash table with linear probing that is at most half full. Slots hold indices of keys,
// and the distinct keys move to the front.
func (s *scratch) tallyByHash(keys []uint64) ([]uint64, []uint32) {
	size := 1 << max(4, bits.Len(uint(2*len(keys))))
	slots, counts := zeros(&s.slots, size), room(&s.counts, len(keys))
	shift, mask, d := uint(64-bits.TrailingZeros(uint(size))), size-1, 0
next:
	for _, k := range keys {
		for i := int(key.Mix(k) >> shift); ; i++ {
			slot := &slots[i&mask]
			if *slot == 0 {
				keys[d], counts[d] = k, 1
				d++
				*slot = uint32(d)
				continue next
			}
			if keys[*slot-1] == k {
				counts[*slot-1]++
				continue next
			}
		}
	}
	return keys[:d], counts[:d]
}
