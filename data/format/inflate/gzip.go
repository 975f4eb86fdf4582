package inflate

import (
	"compress/gzip"
	"encoding/binary"
	"hash/crc32"
	"io"
	"runtime"
)

// Flags of a member (RFC 1952, section 2.3.1).
const (
	hasSum = 1 << (iota + 1)
	hasExtra
	hasName
	hasComment
	reserved = 1<<8 - 1<<5
)

const (
	// leastWorkers is the least number of cores for which several cores inflate one file. Their total work is about
	// twice that of a single core, and other cores read the text at the same time.
	leastWorkers = 6
	// longestName is the size in bytes of the longest name or comment, with its final zero byte. compress/gzip has the
	// same limit.
	longestName = 512
	// summed is the number of bytes that are summed at once, while they are in the processor's cache.
	summed = 128 << 10
)

// members reads the members of a gzip file one after another.
type members struct {
	stream
	sum  uint32 // CRC-32 of the current member's text so far
	size uint32
}

// NewGzipReader returns a reader of a gzip file. It reads the header of the first member at once.
func NewGzipReader(r io.Reader) (*Reader, error) { return newGzipReader(r, nil) }

// OpenGzip returns a reader of a gzip file of a known size. Several cores inflate a large file, and use up to `spare`
// bytes of memory; 0: no limit. The caller closes the reader.
func OpenGzip(r io.ReaderAt, size, spare int64) (*Reader, error) {
	workers := runtime.GOMAXPROCS(0)
	if spare > 0 {
		workers = min(workers, int(spare/(mostOfPart*region)))
	}
	return openGzip(r, size, workers, region)
}

func openGzip(r io.ReaderAt, size int64, workers int, region int64) (*Reader, error) {
	var a *ahead
	if workers >= leastWorkers && size > 2*region {
		a = &ahead{r: r, size: size, workers: workers, region: region}
	}
	return newGzipReader(io.NewSectionReader(r, 0, size), a)
}

func newGzipReader(r io.Reader, a *ahead) (*Reader, error) {
	m := &members{stream: stream{input: input{src: r}, ahead: a}}
	return &Reader{fill: m.fill, stream: &m.stream}, m.begin()
}

// fill inflates until p is full or the file ends. At the end, the error is io.EOF.
func (m *members) fill(p []byte) (n int, err error) {
	start := 0 // of the current member's text in p
	for n < len(p) {
		end, err := m.inflate(p[start:min(len(p), n+summed)], n-start)
		end += start
		m.sum = crc32.Update(m.sum, crc32.IEEETable, p[n:end])
		m.size += uint32(end - n)
		n = end
		if err == io.EOF { //nolint:errorlint // inflate returns io.EOF unwrapped
			if err = m.end(); err == nil {
				err = m.begin()
			}
			start = n
		}
		if err != nil {
			return n, err
		}
	}
	m.remember(p[start:])
	return n, nil
}

// begin reads the header of a member. It returns io.EOF if the file ends here.
func (m *members) begin() error {
	if !m.need(8) && m.failed == io.EOF { //nolint:errorlint // io.Reader returns io.EOF unwrapped
		return io.EOF
	}
	head, err := m.bytes(nil, 10)
	if err != nil {
		return err
	}
	flags := head[3]
	if string(head[:3]) != "\x1F\x8B\x08" {
		return gzip.ErrHeader
	}
	if flags&hasExtra != 0 {
		if head, err = m.bytes(head, 2); err == nil {
			head, err = m.bytes(head, int(binary.LittleEndian.Uint16(head[10:])))
		}
	}
	for _, has := range []byte{hasName, hasComment} {
		if flags&has != 0 && err == nil {
			head, err = m.text(head)
		}
	}
	if err != nil {
		return err
	}
	if flags&hasSum != 0 {
		sum := uint16(crc32.ChecksumIEEE(head))
		if head, err = m.bytes(head, 2); err != nil {
			return err
		}
		if binary.LittleEndian.Uint16(head[len(head)-2:]) != sum {
			return gzip.ErrHeader
		}
	}
	if flags&reserved != 0 {
		return gzip.ErrHeader
	}
	m.sum, m.size = 0, 0
	m.restart()
	return nil
}

// end reads the CRC-32 and the length behind a member's stream, and checks them.
func (m *members) end() error {
	tail, err := m.bytes(nil, 8)
	if err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(tail) != m.sum || binary.LittleEndian.Uint32(tail[4:]) != m.size {
		return gzip.ErrChecksum
	}
	return nil
}

// bytes appends the next n bytes of the file to b.
func (m *members) bytes(b []byte, n int) ([]byte, error) {
	for range n {
		if !m.need(8) {
			return b, m.cutError()
		}
		b = append(b, byte(m.take(8)))
	}
	return b, nil
}

// text appends the bytes of the file to b up to the next zero byte, which it also appends.
func (m *members) text(b []byte) ([]byte, error) {
	for range longestName {
		var err error
		if b, err = m.bytes(b, 1); err != nil || b[len(b)-1] == 0 {
			return b, err
		}
	}
	return b, gzip.ErrHeader
}
