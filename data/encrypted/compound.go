package encrypted

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/richardlehane/mscfb"
)

const (
	compoundMagic = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" // MS-CFB, 2.2

	infoStream    = "EncryptionInfo"
	packageStream = "EncryptedPackage"

	maxInfo   = 1 << 20  // bytes of EncryptionInfo
	readChunk = 64 << 10 // bytes that are read at a time

	maxSearched = 64 << 20 // bytes of a damaged file in which names are searched
)

// streams are the two streams of an encrypted workbook in a compound file. info is nil where the file has no EncryptedPackage.
func streams(r io.ReaderAt, size int64) (info []byte, content *mscfb.File, err error) {
	if err := checkHeader(r, size); err != nil {
		return nil, nil, err
	}
	doc, err := mscfb.New(r)
	if err != nil {
		return nil, nil, errDamaged
	}
	var about *mscfb.File
	for _, f := range doc.File {
		switch {
		case len(f.Path) > 0:
		case f.Name == infoStream:
			about = f
		case f.Name == packageStream:
			content = f
		}
	}
	switch {
	case content == nil:
		return nil, nil, nil
	case about == nil:
		return nil, nil, errRights
	case about.Size > min(maxInfo, size) || content.Size > size || content.Size < sizeBytes:
		return nil, nil, errDamaged
	}
	info = make([]byte, about.Size)
	if _, err := io.ReadFull(about, info); err != nil {
		return nil, nil, errDamaged
	}
	return info, content, nil
}

// names reports whether a damaged compound file names the stream of an encrypted workbook.
func names(r io.ReaderAt, size int64) bool {
	b := make([]byte, min(size, maxSearched))
	n, _ := r.ReadAt(b, 0)
	return bytes.Contains(b[:n], wide(packageStream))
}

// checkHeader is an error where a header declares more sectors than the file has. The library takes memory for what a header declares.
func checkHeader(r io.ReaderAt, size int64) error {
	var head [512]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return errDamaged
	}
	most := size/512 + 1
	for _, at := range []int{40, 44, 64, 72} { // sectors of the directory, of the FAT, of the mini FAT and of the DIFAT: MS-CFB, 2.2
		if int64(binary.LittleEndian.Uint32(head[at:])) > most {
			return errDamaged
		}
	}
	return nil
}

// readStream reads a stream. Long reads of the library take a time that grows with the square of their length.
func readStream(f *mscfb.File) ([]byte, error) {
	b := make([]byte, f.Size)
	for at := 0; at < len(b); {
		n, err := f.Read(b[at:min(at+readChunk, len(b))])
		if at += n; n == 0 || err != nil && at < len(b) {
			return nil, errDamaged
		}
	}
	return b, nil
}
