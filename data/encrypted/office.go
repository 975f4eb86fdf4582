package encrypted

import (
	"encoding/binary"
	"io"

	"golang.org/x/text/encoding/unicode"

	"github.com/richardlehane/mscfb"
)

// sizeBytes is the length of the number at the beginning of EncryptedPackage, which is the number of bytes of the contents: MS-OFFCRYPTO, 2.3.4.4.
const sizeBytes = 8

// ofOffice describes an encrypted workbook of Excel 2007 and later, nil for another compound file.
func ofOffice(r io.ReaderAt, size int64) (*File, error) {
	info, stream, err := streams(r, size)
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
	content := content{stream: stream}
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

// content is the stream EncryptedPackage.
type content struct{ stream *mscfb.File }

// read is the stream, and the number of bytes of the contents.
func (c content) read() (encrypted []byte, size int, err error) {
	if _, err := c.stream.Seek(0, io.SeekStart); err != nil {
		return nil, 0, errDamaged
	}
	b, err := readStream(c.stream)
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
