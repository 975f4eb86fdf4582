package parquet

import (
	"encoding/binary"
	"errors"
)

var errHybrid = errors.New("a run-length sequence ends early")

// hybrid reads Parquet's mix of run-length and bit-packed integers: levels, dictionary indices, booleans.
type hybrid struct {
	src   []byte
	width uint // bits a value, at most 32

	value  uint32
	run    int // values left of the current run of value
	packed int // values left of the current bit-packed run, which starts at src[0], bit
	bit    uint
}

// next reads the header of the next run.
func (h *hybrid) next() error {
	head, n := binary.Uvarint(h.src)
	if n <= 0 || head>>1 == 0 || head>>1 > 1<<31 {
		return errHybrid
	}
	h.src = h.src[n:]
	if head&1 == 1 {
		groups := int(head >> 1)
		if h.width > 0 {
			// The last run may be cut: writers need not pad it to the eight values that its header declares.
			groups = min(groups, (len(h.src)+int(h.width)-1)/int(h.width))
		}
		if h.packed = 8 * groups; h.packed == 0 {
			return errHybrid
		}
		return nil
	}
	size := int(h.width+7) / 8
	if len(h.src) < size {
		return errHybrid
	}
	h.value = 0
	for i := range size {
		h.value |= uint32(h.src[i]) << (8 * i)
	}
	h.src, h.run = h.src[size:], int(head>>1)
	return nil
}

// all reports whether the next n values are all v. It reads no more than the header of a run.
func (h *hybrid) all(v uint32, n int) (bool, error) {
	if h.run == 0 && h.packed == 0 {
		if err := h.next(); err != nil {
			return false, err
		}
	}
	return h.run >= n && h.value == v, nil
}

// read fills dst.
func (h *hybrid) read(dst []uint32) error {
	for len(dst) > 0 {
		switch {
		case h.run > 0:
			n := min(h.run, len(dst))
			for i := range dst[:n] {
				dst[i] = h.value
			}
			h.run -= n
			dst = dst[n:]
		case h.packed > 0:
			n := min(h.packed, len(dst))
			if (h.bit+uint(n)*h.width+7)/8 > uint(len(h.src)) {
				return errHybrid
			}
			h.unpack(dst[:n])
			if h.packed -= n; h.packed == 0 {
				h.src, h.bit = h.src[(h.bit+7)/8:], 0
			}
			dst = dst[n:]
		default:
			if err := h.next(); err != nil {
				return err
			}
		}
	}
	return nil
}

// unpack reads bit-packed values, each from a 64-bit word of src, and as many from one word as a word has for sure. Values near the end of src are
// read from a padded copy.
func (h *hybrid) unpack(dst []uint32) {
	done := h.unpackWords(dst, h.src, h.bit)
	h.bit += uint(done) * h.width
	if done < len(dst) {
		from := h.bit >> 3
		tail := make([]byte, uint(len(h.src))-from+8)
		copy(tail, h.src[from:])
		h.unpackWords(dst[done:], tail, h.bit&7)
		h.bit += uint(len(dst)-done) * h.width
	}
}

// unpackWords unpacks values of src, from a bit on, as long as src has a word at the bit, and returns their number.
func (h *hybrid) unpackWords(dst []uint32, src []byte, bit uint) (done int) {
	mask, width := uint32(uint64(1)<<h.width-1), h.width
	i := 0
	if width <= (64-7)/4 {
		for ; i+4 <= len(dst) && bit>>3+8 <= uint(len(src)); i += 4 {
			word, out := binary.LittleEndian.Uint64(src[bit>>3:])>>(bit&7), dst[i:i+4:i+4]
			out[0] = uint32(word) & mask
			out[1] = uint32(word>>(width&63)) & mask
			out[2] = uint32(word>>(2*width&63)) & mask
			out[3] = uint32(word>>(3*width&63)) & mask
			bit += 4 * width
		}
	}
	for ; i < len(dst) && bit>>3+8 <= uint(len(src)); i++ {
		dst[i] = uint32(binary.LittleEndian.Uint64(src[bit>>3:])>>(bit&7)) & mask
		bit += width
	}
	return i
}
