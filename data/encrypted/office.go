package encrypted

import (
	"encoding/binary"
	"errors"
	"io"

	"golang.org/x/text/encoding/unicode"

	"github.com/richardlehane/mscfb"
)

// sizeBytes is the length of the number at the beginning of EncryptedPackage, which is the number of bytes of the contents: MS-OFFCRYPTO, 2.3.4.4.
const sizeBytes = 8

// ofOffice describes an encrypted workbook of Excel 2007 and later, nil for another compound file.
func ofOffice(r io.ReaderAt, size int64) (*File, error) {
	heard := &listener{ReaderAt: r}
	info, stream, err := streams(heard, size)
	if heard.err != nil {
		return nil, heard.err
	}
	if err != nil && !names(r, size) { // the reader of another format says what is wrong
		return nil, nil //nolint:nilerr // as above
	}
	if info == nil || err != nil {
		return nil, err
	}
	if len(info) < 8 {
		return nil, errDamaged
	}
	major, minor := binary.LittleEndian.Uint16(info), binary.LittleEndian.Uint16(info[2:])
	content := content{stream, heard}
	f := &File{size: stream.Size}
	switch {
	case major == 4 && minor == 4:
		f.scheme, err = parseAgile(info[8:], content)
	case major >= 2 && major <= 4 && minor == 2:
		f.scheme, err = parseStandard(info[4:], content)
	default:
		err = unknown("extensible encryption")
	}
	return f, err
}

// listener keeps the error of a read that failed, which the library of compound files does not hand on.
type listener struct {
	io.ReaderAt
	err error
}

// ReadAt implements io.ReaderAt.
func (l *listener) ReadAt(b []byte, at int64) (int, error) {
	n, err := l.ReaderAt.ReadAt(b, at)
	if err != nil && !errors.Is(err, io.EOF) && at >= 0 {
		l.err = err
	}
	return n, err
}

// content is the stream EncryptedPackage.
type content struct {
	stream *mscfb.File
	heard  *listener
}

// read is the stream, and the number of bytes of the contents.
func (c content) read() (encrypted []byte, size int, err error) {
	if _, err := c.stream.Seek(0, io.SeekStart); err != nil {
		return nil, 0, errDamaged
	}
	b, err := readStream(c.stream)
	if c.heard.err != nil {
		return nil, 0, c.heard.err
	}
	if err != nil {
		return nil, 0, err
	}
	n := binary.LittleEndian.Uint64(b)
	if n > uint64(len(b)-sizeBytes) {
		return nil, 0, errDamaged
	}
	return b, int(n), nil
}

// wide is a password in UTF-16, the lower byte first.
func wide(password string) []byte {
	b, _ := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(password)) // bytes that are no UTF-8 become U+FFFD
	return b
}
