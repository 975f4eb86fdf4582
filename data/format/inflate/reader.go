package inflate

import "io"

// small is the least output, in bytes, that is inflated directly into the caller's slice. A smaller output is copied
// from a buffer of this size.
const small = 64 << 10

// Reader reads the inflated bytes of a stream or a file.
type Reader struct {
	fill func([]byte) (int, error)
	buf  []byte
	rest []byte // unread rest of the buffer
	err  error  // the error after `rest`

	stream *stream
}

// NewReader returns a reader of a deflate stream. It may read more of r than the stream.
func NewReader(r io.Reader) *Reader {
	s := &stream{input: input{src: r}}
	return &Reader{fill: s.fill, stream: s}
}

// Read implements io.Reader. It fills p completely unless the input ends.
func (z *Reader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(z.rest) > 0 {
			k := copy(p[n:], z.rest)
			z.rest = z.rest[k:]
			n += k
			continue
		}
		if z.err != nil {
			return n, z.err
		}
		if len(p)-n >= small {
			var k int
			k, z.err = z.fill(p[n:])
			n += k
			continue
		}
		if z.buf == nil {
			z.buf = make([]byte, small)
		}
		var k int
		k, z.err = z.fill(z.buf)
		z.rest = z.buf[:k]
	}
	return n, nil
}

// Close implements io.Closer. It ends the goroutines that inflate ahead.
func (z *Reader) Close() error {
	if z.stream.ahead != nil {
		z.stream.ahead.stop()
	}
	return nil
}

// Offset returns the number of bytes of the input that have been inflated.
func (z *Reader) Offset() int64 { return z.stream.offset() / 8 }
