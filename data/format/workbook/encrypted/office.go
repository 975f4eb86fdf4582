package encrypted

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"

	"golang.org/x/text/encoding/unicode"

	"cardinal/data/format/workbook/compound"
)

const (
	infoStream    = "EncryptionInfo"
	packageStream = "EncryptedPackage"

	// sizeBytes is the length of the number at the beginning of EncryptedPackage, which is the size of the contents in
	// bytes: MS-OFFCRYPTO, 2.3.4.4.
	sizeBytes = 8

	maxInfo     = 1 << 20  // bytes of EncryptionInfo
	maxSearched = 64 << 20 // bytes of a damaged file that are searched for names
)

// parseOffice returns the File of an encrypted Excel workbook in a compound file. It returns nil for another compound
// file.
func parseOffice(r io.ReaderAt, size int64) (*File, error) {
	doc, err := compound.Open(r, size)
	if errors.Is(err, compound.ErrDamaged) {
		if namesPackage(r, size) {
			return nil, errDamaged
		}
		return nil, nil // the reader of another format gives a better error
	}
	if err != nil {
		return nil, err
	}
	if !doc.Has(packageStream) {
		return parseOldOffice(doc)
	}
	if !doc.Has(infoStream) {
		return nil, errRights
	}
	about, err1 := doc.Stream(infoStream)
	stream, err2 := doc.Stream(packageStream)
	if errors.Join(err1, err2) != nil || about.Size > maxInfo || about.Size < 8 || stream.Size < sizeBytes {
		return nil, errDamaged
	}
	info, err := readAll(about)
	if err != nil {
		return nil, err
	}
	major, minor := binary.LittleEndian.Uint16(info), binary.LittleEndian.Uint16(info[2:])
	f := &File{size: stream.Size, header: sha256.Sum256(info)}
	switch {
	case major == 4 && minor == 4:
		f.scheme, err = parseAgile(info[8:], content{stream})
	case major >= 2 && major <= 4 && minor == 2:
		f.scheme, err = parseStandard(info[4:], content{stream})
	default:
		err = unknownError("extensible encryption")
	}
	return f, err
}

// namesPackage reports whether a damaged compound file contains the name of the stream of an encrypted workbook.
func namesPackage(r io.ReaderAt, size int64) bool {
	b := make([]byte, min(size, maxSearched))
	n, _ := r.ReadAt(b, 0)
	return bytes.Contains(b[:n], encodeUTF16(packageStream))
}

func readAll(s *compound.Stream) ([]byte, error) {
	b := make([]byte, s.Size)
	n, err := s.ReadAt(b, 0)
	switch {
	case n == len(b):
		return b, nil
	case errors.Is(err, compound.ErrDamaged), errors.Is(err, io.EOF):
		return nil, errDamaged
	}
	return nil, err
}

// content is the stream EncryptedPackage of a compound file.
type content struct{ *compound.Stream }

// read returns the encrypted bytes, and the size of the contents in bytes.
func (c content) read() (encrypted []byte, size int, err error) {
	b, err := readAll(c.Stream)
	if err != nil {
		return nil, 0, err
	}
	n := binary.LittleEndian.Uint64(b)
	if n > uint64(len(b)-sizeBytes) {
		return nil, 0, errDamaged
	}
	return b, int(n), nil
}

// encodeUTF16 returns a password in little-endian UTF-16.
func encodeUTF16(password string) []byte {
	// Bytes that are not valid UTF-8 become U+FFFD.
	b, _ := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(password))
	return b
}
