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

// unpack reads bit-packed values, each from a 64-bit word of src. Values near the end of src are read from a padded copy.
func (h *hybrid) unpack(dst []uint32) {
	mask := uint32(uint64(1)<<h.width - 1)
	bit, i := h.bit, 0
	src := h.src
	for ; i < len(dst) && bit>>3+8 <= uint(len(src)); i++ {
		dst[i] = uint32(binary.LittleEndian.Uint64(src[bit>>3:])>>(bit&7)) & mask
		bit += h.width
	}
	if i < len(dst) {
		from := bit >> 3
		tail := make([]byte, uint(len(src))-from+8)
		copy(tail, src[from:])
		for ; i < len(dst) && (bit>>3-from)+8 <= uint(len(tail)); i++ {
			dst[i] = uint32(binary.LittleEndian.Uint64(tail[bit>>3-from:])>>(bit&7)) & mask
			bit += h.width
		}
	}
	h.bit = bit
}
