package inflate

import (
	"errors"
	"io"
)

const (
	// firstRead and mostRead bound the pieces of the input. They grow, so that who wants only the beginning
	// does not read far.
	firstRead, mostRead = 4 << 10, 256 << 10
	// behind is the number of bytes before the next one that stay in the buffer. The bits at hand are at most as many.
	behind = 8
)

// input is compressed bytes, read in pieces.
type input struct {
	src    io.Reader
	failed error  // why src has no more
	buf    []byte // the buffer
	in     []byte // the part of it that has bytes
	pos    int    // of the next byte in it
	at     int64  // of its first byte in the whole input
	skip   uint   // bits of the next byte that are not to be read

	bits uint64 // the bits at hand, the next one lowest. Those that are not at hand are 0
	n    uint   // their number
}

// more reads more bytes. The bytes and the bits at hand stay.
func (i *input) more() bool {
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

// cut is the error of an input that ends too early.
func (i *input) cut() error {
	if errors.Is(i.failed, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return i.failed
}

// need gets n bits to hand, of at most 32. It returns false where the input ends before.
func (i *input) need(n uint) bool {
	for i.n < n {
		if i.pos == len(i.in) && !i.more() {
			return false
		}
		i.bits |= uint64(i.in[i.pos]) << (i.n & 63)
		i.pos++
		i.n += 8
	}
	return true
}

// take takes n bits that are at hand.
func (i *input) take(n uint) int {
	v := i.bits & (1<<n - 1)
	i.bits >>= n
	i.n -= n
	return int(v)
}

// offset is where the next bit is in the whole input.
func (i *input) offset() int64 { return 8*(i.at+int64(i.pos)) - int64(i.n) + int64(i.skip) }

// seek goes on at another offset. src has the bytes from there on.
func (i *input) seek(offset int64, src io.Reader) {
	i.src, i.failed, i.in, i.pos, i.bits, i.n = src, nil, i.in[:0], 0, 0, 0
	i.at, i.skip = offset/8, uint(offset%8)
}

// settle passes the bits of a byte that are not to be read.
func (i *input) settle() bool {
	if i.skip > 0 {
		if !i.need(i.skip) {
			return false
		}
		i.take(i.skip)
		i.skip = 0
	}
	return true
}

// align drops the bits up to the next byte, and gives back the whole bytes at hand.
func (i *input) align() {
	i.pos -= int(i.n >> 3)
	i.bits, i.n = 0, 0
}
