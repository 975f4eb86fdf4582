package xlsx

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strings"
)

const (
	maxEntries  = 10_000
	maxInflated = 4 << 30 // bytes of all parts that are read
	maxSmall    = 1 << 20 // bytes of a part that is read whole
)

var (
	errODS  = errors.New("it is an OpenDocument file (.ods): open it in a spreadsheet program and save it as .xlsx")
	errXLSB = errors.New("it is a binary workbook (.xlsb): open it in a spreadsheet program and save it as .xlsx")
	errZip  = errors.New("it is a zip archive but not a workbook: unpack it and open a file inside")
)

// archive is the zip file that a workbook is.
type archive struct {
	ctx    context.Context
	files  map[string][]*zip.File // by partName; a name that stands twice is a fault only where the part is read
	left   uint64                 // bytes that may still be inflated
	memory budget
}

// openArchive reads the directory of the archive. limit is the memory in bytes that may be used, 0 for no limit.
func openArchive(ctx context.Context, r io.ReaderAt, size, limit int64) (*archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("the workbook is damaged or cut off; copy or download it again: %w", err)
	}
	if len(z.File) > maxEntries {
		return nil, fmt.Errorf("the workbook has %d parts, more than the %d that Cardinal reads", len(z.File), maxEntries)
	}
	a := &archive{ctx: ctx, files: map[string][]*zip.File{}, left: maxInflated, memory: budget{free: limit}}
	for _, f := range z.File {
		name := partName(f.Name)
		a.files[name] = append(a.files[name], f)
	}
	return a, nil
}

// partName is the name that a part is looked up by: in lower case, with forward slashes, and none at the start.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// Recognise reports whether a file of the given size is a workbook. A zip archive that is none, or is damaged, is an error, which
// says what the archive is instead.
func Recognise(ctx context.Context, r io.ReaderAt, size int64) (bool, error) {
	var magic [4]byte
	if _, err := r.ReadAt(magic[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	if s := string(magic[:]); s != "PK\x03\x04" && s != "PK\x05\x06" {
		return false, nil
	}
	a, err := openArchive(ctx, r, size, 0)
	if err != nil {
		return false, err
	}
	_, _, err = a.workbookPart()
	if err == nil {
		return true, nil
	}
	if kind, err := a.read("mimetype"); err == nil && bytes.Contains(kind, []byte("opendocument")) {
		return false, errODS
	}
	inside := false
	for name := range a.files {
		if strings.HasSuffix(name, "workbook.bin") {
			return false, errXLSB
		}
		inside = inside || strings.HasPrefix(name, "xl/")
	}
	switch {
	case a.has("content.xml"):
		return false, errODS
	case inside:
		return false, err
	}
	return false, errZip
}

func (a *archive) has(name string) bool { return len(a.files[partName(name)]) > 0 }

// read inflates a small part.
func (a *archive) read(name string) ([]byte, error) {
	p, err := a.part(name)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return io.ReadAll(io.LimitReader(p, maxSmall))
}

// part opens a part of the archive. Reading it to its end verifies its checksum.
func (a *archive) part(name string) (*part, error) {
	files := a.files[partName(name)]
	switch len(files) {
	case 0:
		return nil, fmt.Errorf("the workbook is damaged: it lacks its part %s", name)
	case 1:
	default:
		return nil, fmt.Errorf("the workbook is damaged: it has its part %s twice", name)
	}
	f := files[0]
	if f.Flags&1 != 0 {
		return nil, errors.New("the workbook is encrypted: save it without a password")
	}
	if f.UncompressedSize64 > a.left {
		return nil, fmt.Errorf("the workbook is too large: its part %s inflates to %s, and Cardinal reads workbooks of up to %s; save the sheet as CSV",
			name, bytesText(int64(min(f.UncompressedSize64, math.MaxInt64))), bytesText(maxInflated))
	}
	a.left -= f.UncompressedSize64
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("the workbook is damaged; copy or download it again: part %s: %w", name, fault(err, errHeader))
	}
	return &part{ReadCloser: in, size: int64(f.UncompressedSize64)}, nil
}

// part is a part being inflated, and the size that it declares.
type part struct {
	io.ReadCloser
	size int64
	n    int64
}

var (
	errSize     = errors.New("it holds more bytes than it declares")
	errShort    = errors.New("it holds fewer bytes than it declares")
	errChecksum = errors.New("its checksum does not match")
	errDeflate  = errors.New("its compressed bytes are damaged")
	errHeader   = errors.New("its header is damaged")
	errMethod   = errors.New("it is compressed in a way that workbooks do not use")
)

// fault says in plain words which fault archive/zip found. format is the error that zip.ErrFormat stands for.
func fault(err, format error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, zip.ErrFormat):
		return format
	case errors.Is(err, zip.ErrChecksum):
		return errChecksum
	case errors.Is(err, zip.ErrAlgorithm):
		return errMethod
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errShort
	case errors.As(err, &corrupt):
		return errDeflate
	}
	return err
}

func (p *part) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	if p.n += int64(n); p.n > p.size {
		return 0, errSize
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = fault(err, errSize)
	}
	return n, err
}
