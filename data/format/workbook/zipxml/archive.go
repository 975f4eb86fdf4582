package zipxml

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"path"
	"strconv"
	"strings"
	"unicode"

	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

const (
	maxEntries  = 10_000
	maxInflated = 4_000_000_000 // bytes of all parts that are read
	maxSmall    = 1 << 20       // bytes of a part that is read into memory at once
)

// Archive is the zip file of a document. Its errors are for a person and call the document a workbook.
type Archive struct {
	Ctx    context.Context
	files  map[string][]*zip.File // by partName; a repeated name is an error only if the part is read
	left   uint64                 // bytes that may still be inflated
	Memory Budget
}

// Open reads the directory of the archive. limit is the memory in bytes that may be used, 0 for no limit.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64) (*Archive, error) {
	z, err := Directory(r, size)
	if errors.Is(err, zip.ErrFormat) { // err says nothing more than this sentence
		return nil, errors.New("the workbook is damaged or cut off; copy or download it again")
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("the workbook is damaged or cut off; copy or download it again: %w", err)
	}
	if len(z.File) > maxEntries {
		return nil, separators.Errorf("the workbook has %d parts, more than the %d that Cardinal reads",
			len(z.File), maxEntries)
	}
	a := &Archive{Ctx: ctx, files: map[string][]*zip.File{}, left: maxInflated, Memory: Budget{free: limit}}
	for _, f := range z.File {
		name := partName(f.Name)
		a.files[name] = append(a.files[name], f)
	}
	return a, nil
}

// partName returns the key of a part in files: its name in lower case, with forward slashes, and without one at the
// start.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// printable returns the name of a part for an error. In a damaged archive, a name may have control characters.
func printable(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}

// Has reports whether the archive has a part with a name.
func (a *Archive) Has(name string) bool { return len(a.files[partName(name)]) > 0 }

// Read returns the content of a small part.
func (a *Archive) Read(name string) ([]byte, error) {
	p, err := a.Part(name)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return io.ReadAll(io.LimitReader(p, maxSmall))
}

// Part opens a part of the archive. Reading it to its end verifies its checksum.
func (a *Archive) Part(name string) (*Part, error) {
	files := a.files[partName(name)]
	switch len(files) {
	case 0:
		return nil, fmt.Errorf("the workbook is damaged: it lacks its part %s", printable(name))
	case 1:
	default:
		return nil, fmt.Errorf("the workbook is damaged: it has its part %s twice", printable(name))
	}
	f := files[0]
	if f.Flags&1 != 0 {
		return nil, errors.New("the workbook is encrypted: save it without a password")
	}
	if f.UncompressedSize64 > a.left {
		return nil, fmt.Errorf("the workbook is too large: its part %s inflates to %s, and Cardinal reads workbooks "+
			"of up to %s; save the sheet as CSV",
			printable(name), memory.Format(int64(min(f.UncompressedSize64, math.MaxInt64))), memory.Format(maxInflated))
	}
	a.left -= f.UncompressedSize64
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("the workbook is damaged; copy or download it again: part %s: %w", printable(name),
			fault(err, errHeader))
	}
	return &Part{ReadCloser: in, Size: int64(f.UncompressedSize64)}, nil
}

// Part is a part that is being inflated, with its declared size.
type Part struct {
	io.ReadCloser
	Size int64
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

// fault describes an error of archive/zip in plain words. format is the description of zip.ErrFormat.
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

func (p *Part) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	if p.n += int64(n); p.n > p.Size {
		return 0, errSize
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = fault(err, errSize)
	}
	return n, err
}

// Names yields the names of all parts, in lower case.
func (a *Archive) Names() iter.Seq[string] { return maps.Keys(a.files) }

// Walk calls `open` for every element of a part.
func (a *Archive) Walk(name string, open func(*Reader) error) error {
	p, err := a.Part(name)
	if err != nil {
		return err
	}
	defer p.Close()
	x := NewReader(a.Ctx, p)
	for err == nil {
		var t Token
		if t, err = x.Next(); err != nil || t == TokenEnd {
			break
		}
		if t == TokenOpen {
			err = open(x)
		}
	}
	if err == nil || a.Ctx.Err() != nil || errors.As(err, &TooLarge{}) {
		return err
	}
	return fmt.Errorf("the workbook is damaged: part %s: %w", printable(name), err)
}
