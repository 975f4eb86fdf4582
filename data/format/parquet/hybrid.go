package parquet

import (
	"encoding/binary"
	"errors"
)

var errHybrid = errors.New("a run-length sequence ends early")

// hybrid reads Parquet's mix of run-length encoded and bit-packed integers. Levels, dictionary indices and booleans are
// stored in this form.
type hybrid struct {
	src   []byte
	width uint // bits of a value, at most 32

	value  uint32
	run    int // remaining values of the current run of `value`
	packed int // remaining values of the current bit-packed run, which starts at bit `bit` of src[0]
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
			// Writers need not pad the last run to the multiple of eight values that its header declares.
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

// areAll reports whether the next n values are all v. It reads at most the header of a run, so false can also mean that
// it does not know.
func (h *hybrid) areAll(v uint32, n int) (bool, error) {
	if h.run == 0 && h.packed == 0 {
		if err := h.next(); err != nil {
			return false, err
		}
	}
	return h.run >= n && h.value == v, nil
}

// readHybrid fills dst. T can be uint8 only if the width is at most 8 bits.
func readHybrid[T uint8 | uint32](h *hybrid, dst []T) error {
	for len(dst) > 0 {
		switch {
		case h.run > 0:
			n := min(h.run, len(dst))
			for i := range dst[:n] {
				dst[i] = T(h.value)
			}
			h.run -= n
			dst = dst[n:]
		case h.packed > 0:
			n := min(h.packed, len(dst))
			if (h.bit+uint(n)*h.width+7)/8 > uint(len(h.src)) {
				return errHybrid
			}
			unpackRun(h, dst[:n])
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

// unpackRun reads bit-packed values from 64-bit words of src. It takes from each word as many values as fit at any bit
// offset. Values near the end of src are read from a padded copy.
func unpackRun[T uint8 | uint32](h *hybrid, dst []T) {
	done := unpackWords(dst, h.src, h.bit, h.width)
	h.bit += uint(done) * h.width
	if done < len(dst) {
		from := h.bit >> 3
		tail := make([]byte, uint(len(h.src))-from+8)
		copy(tail, h.src[from:])
		unpackWords(dst[done:], tail, h.bit&7, h.width)
		h.bit += uint(len(dst)-done) * h.width
	}
}

// unpackWords unpacks values of src from a bit on, as long as src has a whole word there. It returns the number of
// values.
func unpackWords[T uint8 | uint32](dst []T, src []byte, bit, width uint) (done int) {
	i := 0
	if bytes, ok := any(dst).([]uint8); ok {
		i = unpackBytes(bytes, src, bit, width)
		bit += uint(i) * width
	} else if width <= (64-7)/4 {
		mask := uint32(uint64(1)<<width - 1)
		for ; i+4 <= len(dst) && bit>>3+8 <= uint(len(src)); i += 4 {
			word, out := binary.LittleEndian.Uint64(src[bit>>3:])>>(bit&7), dst[i:i+4:i+4]
			out[0] = T(uint32(word) & mask)
			out[1] = T(uint32(word>>(width&63)) & mask)
			out[2] = T(uint32(word>>(2*width&63)) & mask)
			out[3] = T(uint32(word>>(3*width&63)) & mask)
			bit += 4 * width
		}
	}
	mask := uint32(uint64(1)<<width - 1)
	for ; i < len(dst) && bit>>3+8 <= uint(len(src)); i++ {
		dst[i] = T(uint32(binary.LittleEndian.Uint64(src[bit>>3:])>>(bit&7)) & mask)
		bit += width
	}
	return i
}

// unpackBytes unpacks values of at most 8 bits. It takes eight values from each word.
func unpackBytes(dst []uint8, src []byte, bit, width uint) (done int) {
	i, shift := 0, bit&7 // the shift is constant, because eight values take whole bytes
	for at := bit >> 3; i+8 <= len(dst) && at+8 <= uint(len(src)); i, at = i+8, at+width {
		v := binary.LittleEndian.Uint64(src[at:at+8:at+8]) >> shift
		switch width { // so that the compiler knows the shifts
		case 1:
			v = spread(v, 1)
		case 2:
			v = spread(v, 2)
		case 3:
			v = spread(v, 3)
		case 4:
			v = spread(v, 4)
		case 5:
			v = spread(v, 5)
		case 6:
			v = spread(v, 6)
		case 7:
			v = spread(v, 7)
		case 0:
			v = 0
		}
		binary.LittleEndian.PutUint64(dst[i:i+8:i+8], v)
	}
	return i
}

// spread puts each of the eight lowest values of a word into its own byte. It first separates the two halves, then the
// quarters, then the values.
func spread(v uint64, width uint) uint64 {
	halves := uint64(1)<<(4*width) - 1
	quarters := (uint64(1)<<(2*width) - 1) * (1<<32 + 1)
	values := (uint64(1)<<width - 1) * (1<<48 + 1<<32 + 1<<16 + 1)
	v = v&halves | v>>(4*width)&halves<<32
	v = v&quarters | v>>(2*width)&quarters<<16
	return v&values | v>>width&values<<8
}
