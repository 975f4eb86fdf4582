package cpu

import (
	"encoding/binary"
	"math"

	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/packed"
)

// manyRows is the part of the rows from which on a filter that passes them is applied by reading all as they lie and giving those
// that do not pass slots of their own: listing those that do, and gathering their codes and values, was measured to be slower.
const manyRows = 1.0 / 3

// others is how many slots rows that do not pass take in turn: in one, every row would wait for the store of the row before it.
const others = 8

// masks reports whether the filter is applied by such slots: where slots and others are bytes, and no accumulator keeps values,
// for it would keep theirs as well.
func (j *job) masks() bool {
	if j.Select == nil || float64(j.Selected) < manyRows*float64(j.Key.Rows) || !j.byteKey() {
		return false
	}
	for _, a := range j.Plan.New() {
		if _, ok := a.(aggregate.Columnar); !ok {
			return false
		}
	}
	return true
}

// byteKey reports whether the slots and the others are bytes.
func (j *job) byteKey() bool {
	return len(j.Key.Cols) == 1 && j.Key.Cols[0].Codes.U8 != nil && j.Key.Slots+others <= math.MaxUint8+1
}

// masked calls do for every batch of the rows lo to hi of which one is selected. lo is a multiple of 64.
func (s *scan) masked(lo, hi int, do func()) {
	for ; lo < hi; lo += batchRows {
		s.lo, s.n, s.rows = lo, min(batchRows, hi-lo), nil
		for _, word := range s.words() {
			if word != 0 {
				do()
				break
			}
		}
	}
}

// maskedAdder returns what adds a batch of all rows to sums, the rows that do not pass to the others.
func (j *job) maskedAdder(s *scan, sums *packed.Sums, stride uint32) func() {
	codes, masked := j.Key.Cols[0].Codes.U8, make([]uint8, batchRows)
	return func() {
		groups := masked[:s.n]
		maskBytes(groups, codes[s.lo:s.lo+s.n], s.words(), uint8(j.Key.Slots))
		if sums.Direct() {
			sums.UpdateCodes(aggregate.Vector{U8: groups}, stride, s.values(nil))
			return
		}
		ids := s.ids.of(s.n)
		for i, g := range groups {
			ids[i] = uint32(g)
		}
		if stride > 0 {
			replicate(ids, stride)
		}
		sums.Update(s.values(ids))
	}
}

// clearOthers empties the others, the first of which is slot, so that they are dropped like slots without rows.
func clearOthers(accs []aggregate.Accumulator, slot uint32) {
	var slots [others]uint32
	for i := range slots {
		slots[i] = slot + uint32(i)
	}
	for _, a := range accs {
		a.(aggregate.Columnar).Clear(slots[:])
	}
}

// words are those of the selection for the batch's rows.
func (s *scan) words() []uint64 { return s.job.Select[s.lo>>6 : (s.lo+s.n+63)>>6] }

// maskBytes writes the codes, or where a row is not selected, one of the eight others from one on.
func maskBytes(to, codes []uint8, words []uint64, other uint8) {
	eight := uint64(other)*0x0101010101010101 + 0x0706050403020100
	whole := len(codes) / 64
	for w, word := range words[:whole] {
		block, out := (*[64]uint8)(codes[w*64:]), (*[64]uint8)(to[w*64:])
		for i := 0; i < 64; i += 8 {
			mask := eightBytes(uint8(word))
			code := binary.LittleEndian.Uint64(block[i : i+8])
			binary.LittleEndian.PutUint64(out[i:i+8], code&mask|eight&^mask)
			word >>= 8
		}
	}
	for i := whole * 64; i < len(codes); i++ {
		if to[i] = codes[i]; words[whole]>>(i&63)&1 == 0 {
			to[i] = other
		}
	}
}

// eightBytes makes a byte of ones or zeros of each bit, the lowest first.
func eightBytes(bits uint8) uint64 {
	apart := uint64(bits) * 0x0101010101010101 & 0x8040201008040201 // bit i in byte i
	set := (apart + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080        // a byte above 0
	return set >> 7 * math.MaxUint8
}
