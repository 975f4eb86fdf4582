package export

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// appendPacked appends the low bits of values, `width` of each. It begins with the lowest bit of the first value, and
// fills the last byte up with zeros.
func appendPacked[T uint32 | int64](b []byte, values []T, width int) []byte {
	word, filled := uint64(0), 0
	for _, v := range values {
		word |= uint64(v) << filled
		if filled += width; filled >= 64 {
			b = binary.LittleEndian.AppendUint64(b, word)
			filled -= 64
			word = uint64(v) >> (width - filled)
		}
	}
	for ; filled > 0; filled -= 8 {
		b, word = append(b, byte(word)), word>>8
	}
	return b
}

// appendHybrid appends values of `width` bits in Parquet's encoding RLE: runs of one value, and between them runs of
// packed values, whose number is a multiple of 8.
func appendHybrid(b []byte, values []uint32, width int) []byte {
	first := 0 // of the packed values
	packed := func(to int) {
		if groups := (to - first + 7) / 8; groups > 0 {
			b = binary.AppendUvarint(b, uint64(groups)<<1|1)
			end := len(b) + groups*width
			b = appendPacked(b, values[first:to], width)
			b = append(b, make([]byte, end-len(b))...)
		}
	}
	for i := 0; i+8 <= len(values); i += 8 {
		v, to := values[i], i+1
		for to < len(values) && values[to] == v {
			to++
		}
		if (to-i)*width < 64 || to-i < 8 {
			continue
		}
		packed(i)
		b = binary.AppendUvarint(b, uint64(to-i)<<1)
		for shift := 0; shift < width; shift += 8 {
			b = append(b, byte(v>>shift))
		}
		first, i = to, to-8
	}
	packed(len(values))
	return b
}

const (
	differencesOfBlock = 128
	partsOfBlock       = 4
)

// appendDifferences appends values in Parquet's encoding DELTA_BINARY_PACKED: the first value, and the differences from
// value to value. A block of differences has the least one, and the others above it in parts of one width each. The
// differences wrap around in 64 bits, or in 32.
func appendDifferences(b []byte, values []int64, narrow bool) []byte {
	b = binary.AppendUvarint(b, differencesOfBlock)
	b = binary.AppendUvarint(b, partsOfBlock)
	b = binary.AppendUvarint(b, uint64(len(values)))
	if len(values) == 0 {
		return append(b, 0)
	}
	b = binary.AppendVarint(b, values[0])
	var block [differencesOfBlock]int64
	for len(values) > 1 {
		n, least := min(len(values)-1, len(block)), int64(math.MaxInt64)
		for i, v := range values[1 : n+1] {
			if block[i] = v - values[i]; narrow {
				block[i] = int64(int32(block[i]))
			}
			least = min(least, block[i])
		}
		for i := range block[:n] {
			block[i] -= least
		}
		clear(block[n:])
		b = binary.AppendVarint(b, least)
		widths := len(b)
		b = append(b, make([]byte, partsOfBlock)...)
		const size = differencesOfBlock / partsOfBlock
		for p := 0; p*size < n; p++ {
			part, all := block[p*size:(p+1)*size], int64(0)
			for _, v := range part {
				all |= v
			}
			width := bits.Len64(uint64(all))
			b[widths+p] = byte(width)
			b = appendPacked(b, part, width)
		}
		values = values[n:]
	}
	return b
}
