package inflate

import (
	"errors"
	"io"
)

const (
	// firstRead and mostRead limit the pieces of the input. Pieces grow, so that a reader of only the beginning does
	// not read far.
	firstRead, mostRead = 4 << 10, 256 << 10
	// behind is the number of bytes before the next byte that stay in the buffer. The loaded bits come from these
	// bytes.
	behind = 8
)

// input reads compressed bytes in pieces.
type input struct {
	src    io.Reader
	failed error  // the error that ended src
	buf    []byte // the buffer
	in     []byte // the filled part of buf
	pos    int    // index of the next byte in `in`
	at     int64  // offset of the first byte of `in` in the whole input
	skip   uint   // number of bits of the next byte to skip

	bits uint64 // the loaded bits, the next bit lowest; all other bits are 0
	n    uint   // number of loaded bits
}

// readMore reads more bytes. The unread bytes and the loaded bits stay.
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

// cutError returns the error of an input that ends too early.
func (i *input) cutError() error {
	if errors.Is(i.failed, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return i.failed
}

// need loads bits until there are n, at most 32. It returns false if the input ends before.
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

// seek moves to another offset. src has the bytes from there on.
func (i *input) seek(offset int64, src io.Reader) {
	i.src, i.failed, i.in, i.pos, i.bits, i.n = src, nil, i.in[:0], 0, 0, 0
	i.at, i.skip = offset/8, uint(offset%8)
}

// skipBits skips the bits of the next byte that do not belong to the input.
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

// align drops the bits up to the next byte, and unloads the whole bytes among the loaded bits.
func (i *input) align() {
	i.pos -= int(i.n >> 3)
	i.bits, i.n = 0, 0
}
