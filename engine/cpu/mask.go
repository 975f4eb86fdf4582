package cpu

import (
	"encoding/binary"
	"math"
	"slices"

	"cardinal/engine/aggregate"
)

// maskShare is the least share of passing rows for which a filter is applied by masks: all rows are read in their
// order, and rows that do not pass are added to rejected slots after those of the key.
//
// The other way is to list the passing rows and to gather their codes. Measured over 4,000,000 rows on one worker,
// masks took this many times as long as that way:
//
//	a sum, rows that pass at random, 35% to 90% of them        0.4 to 0.65
//	a minimum and a maximum, 35% of the rows                   1.4
//	a minimum and a maximum, 50% to 90% of the rows            0.5 to 0.9
//	rows that pass in stretches of 2,000                       up to 1.9
const maskShare = 1.0 / 3

// rejected is the number of slots for rows that do not pass. These rows take the slots in turn. In a single slot each
// row would wait for the store of the row before it.
const rejected = 8

// usesMasks reports whether the filter is applied by masks. The key must be one column, all slots must fit a byte,
// and no accumulator may keep a list of values, since the list would keep values of rejected rows.
func (j *job) usesMasks() bool {
	fits := len(j.Key.Cols) == 1 && j.Key.Cols[0].Codes.U8 != nil && j.Key.Slots+rejected <= math.MaxUint8+1
	if j.Select == nil || float64(j.Selected) < maskShare*float64(j.Key.Rows) || !fits {
		return false
	}
	return !slices.ContainsFunc(j.Plan.New(), func(a aggregate.Accumulator) bool {
		_, columnar := a.(aggregate.Columnar)
		return !columnar
	})
}

// maskedBatches calls do for every batch of the rows lo to hi with a row that passes. lo is a multiple of 64.
func (s *scan) maskedBatches(lo, hi int, do func()) {
	for ; lo < hi; lo += batchRows {
		s.lo, s.n, s.rows = lo, min(batchRows, hi-lo), nil
		if slices.ContainsFunc(s.words(), func(word uint64) bool { return word != 0 }) {
			do()
		}
	}
}

// maskedCodes writes the batch's codes of a byte key. Rows that do not pass get rejected slots, which follow the
// key's.
func (s *scan) maskedCodes(to []uint8) []uint8 {
	to = to[:s.n]
	maskBytes(to, s.job.Key.Cols[0].Codes.U8[s.lo:s.lo+s.n], s.words(), uint8(s.job.Key.Slots))
	return to
}

// clearRejected empties the rejected slots, the first of which is slot, so that they are dropped like slots without
// rows.
func clearRejected(accs []aggregate.Accumulator, slot uint32) {
	var slots [rejected]uint32
	for i := range slots {
		slots[i] = slot + uint32(i)
	}
	for _, a := range accs {
		a.(aggregate.Columnar).Clear(slots[:])
	}
}

// words returns the words of the selection for the batch's rows.
func (s *scan) words() []uint64 { return s.job.Select[s.lo>>6 : (s.lo+s.n+63)>>6] }

// maskBytes writes the code of each selected row. Other rows get the rejected slots in turn, beginning with other.
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

// eightBytes turns each bit into a byte of ones or zeros, the lowest bit first.
func eightBytes(bits uint8) uint64 {
	apart := uint64(bits) * 0x0101010101010101 & 0x8040201008040201 // bit i in byte i
	set := (apart + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080        // sets the top bit of each byte above 0
	return set >> 7 * math.MaxUint8
}
