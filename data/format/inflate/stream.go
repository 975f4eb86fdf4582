package inflate

import (
	"compress/flate"
	"io"
)

// step is what a stream reads next.
type step uint8

const (
	header  step = iota // the header of a block, or the end of the stream
	stored              // bytes of a stored block
	symbols             // symbols of a compressed block
	ready               // bytes that were inflated ahead
)

// stream reads a deflate stream.
type stream struct {
	input
	step  step
	final bool // whether the current block is the last
	left  int  // unread bytes of the stored block

	length, distance int // rest of a match that did not fit into the output

	code      code
	lengths   [lengthSize]uint32
	distances [distanceSize]uint64
	fixed     bool // whether the tables are those of the fixed code

	begins int64  // offset of the stream in the input, in bytes
	ahead  *ahead // nil if nothing is inflated ahead

	window [windowSize]byte // the text before the current output
	known  int              // number of bytes of `window` that are valid, at its end
}

// fill inflates until p is full or the stream ends. At the end, the error is io.EOF.
func (s *stream) fill(p []byte) (int, error) {
	n, err := s.inflate(p, 0)
	s.remember(p[:n])
	return n, err
}

// inflate writes the next text of the stream to out[o:] until `out` is full, and returns the end of the output. out[:o]
// is the preceding text, and the window has the text before `out`. The error is io.EOF at the end of the stream.
func (s *stream) inflate(out []byte, o int) (end int, err error) {
	for err == nil && o < len(out) {
		switch s.step {
		case header:
			switch {
			case s.final:
				return o, s.endOfStream()
			case s.ahead == nil || !s.ahead.take(s, out[:o]):
				err = s.block()
			}
		case stored:
			o, err = s.copyStored(out, o)
		case symbols:
			o, err = s.decode(out, o)
		case ready:
			o = s.copyReady(out, o)
		}
	}
	return o, err
}

func (s *stream) endOfStream() error {
	if !s.skipBits() {
		return s.cutError()
	}
	s.align()
	return io.EOF
}

// copyStored copies bytes of a stored block.
func (s *stream) copyStored(out []byte, o int) (int, error) {
	if s.pos == len(s.in) && !s.readMore() {
		return o, s.cutError()
	}
	n := copy(out[o:min(len(out), o+s.left)], s.in[s.pos:])
	s.pos += n
	if s.left -= n; s.left == 0 {
		s.step = header
	}
	return o + n, nil
}

// remember adds the end of `out` to the window.
func (s *stream) remember(out []byte) {
	n := min(len(out), windowSize)
	if n < windowSize {
		copy(s.window[:], s.window[n:])
	}
	copy(s.window[windowSize-n:], out[len(out)-n:])
	s.known = min(windowSize, s.known+n)
}

// restart begins the next stream of the input.
func (s *stream) restart() {
	s.step, s.final, s.known, s.begins = header, false, 0, s.offset()/8
}

// corruptError returns the error for invalid input.
func (s *stream) corruptError() error {
	return flate.CorruptInputError((s.offset()+7)/8 - s.begins)
}
