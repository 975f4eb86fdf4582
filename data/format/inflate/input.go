package inflate

import (
	"errors"
	"io"
)

const (
	// firstRead and mostRead are the sizes of the first and the largest pieces of the input. Pieces grow, so that a
	// caller who reads only the beginning causes only small reads.
	firstRead, mostRead = 4 << 10, 256 << 10
	// behind is the number of bytes before the next byte that the buffer keeps. The loaded bits come from these bytes.
	behind = 8
)

// input reads compressed bytes in pieces.
type input struct {
	src    io.Reader
	failed error  // the error with which `src` ended
	buf    []byte // the buffer
	in     []byte // the filled part of buf
	pos    int    // index of the next byte in `in`
	at     int64  // offset of the first byte of `in` in the whole input
	skip   uint   // number of bits of the next byte that are skipped

	bits uint64 // the loaded bits, with the next bit lowest; the bits beyond `n` are 0
	n    uint   // number of loaded bits
}

// readMore reads more bytes. It keeps the unread bytes and the loaded bits.
func (i *input) readMore() bool {
	if i.failed != nil {
		return false
	}
	keep := max(0, i.pos-behind)
	into := i.buf
	if len(into) < mostRead {
		into = make([]byte, max(firstRead, 2*len(into)))
	}
	rest := copy(into, i.in[keep:])
	i.buf, i.in = into, into[:rest]
	i.pos -= keep
	i.at += int64(keep)
	for range 100 {
		n, err := i.src.Read(into[rest:])
		i.in, i.failed = into[:rest+n], err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	i.failed = io.ErrNoProgress
	return false
}

// cutError returns the error for an input that ends too early.
func (i *input) cutError() error {
	if errors.Is(i.failed, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return i.failed
}

// need loads bits until at least n are loaded; n is at most 32. It returns false if the input ends earlier.
func (i *input) need(n uint) bool {
	for i.n < n {
		if i.pos == len(i.in) && !i.readMore() {
			return false
		}
		i.bits |= uint64(i.in[i.pos]) << (i.n & 63)
		i.pos++
		i.n += 8
	}
	return true
}

// take removes n loaded bits and returns them.
func (i *input) take(n uint) int {
	v := i.bits & (1<<n - 1)
	i.bits >>= n
	i.n -= n
	return int(v)
}

// offset returns the offset of the next bit in the whole input.
func (i *input) offset() int64 { return 8*(i.at+int64(i.pos)) - int64(i.n) + int64(i.skip) }

// seek moves to another offset, in bits. src has the bytes from there on.
func (i *input) seek(offset int64, src io.Reader) {
	i.src, i.failed, i.in, i.pos, i.bits, i.n = src, nil, i.in[:0], 0, 0, 0
	i.at, i.skip = offset/8, uint(offset%8)
}

// skipBits skips the first bits of a byte, which come before the offset of seek.
func (i *input) skipBits() bool {
	if i.skip > 0 {
		if !i.need(i.skip) {
			return false
		}
		i.take(i.skip)
		i.skip = 0
	}
	return true
}

// align skips the bits up to the next byte, and puts whole loaded bytes back.
func (i *input) align() {
	i.pos -= int(i.n >> 3)
	i.bits, i.n = 0, 0
}
