package xlsx

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

const (
	maxEntries  = 10_000
	maxInflated = 4 << 30 // bytes of all parts together
)

var (
	errODS  = errors.New("it is an OpenDocument file (.ods): open it in a spreadsheet program and save it as .xlsx")
	errXLSB = errors.New("it is a binary workbook (.xlsb): open it in a spreadsheet program and save it as .xlsx")
	errZip  = errors.New("it is a zip archive but not a workbook: unpack it and open a file inside")
)

// archive is the zip file that a workbook is.
type archive struct {
	files map[string][]*zip.File // by name in lower case; two of one name are only a fault if they are asked for
	left  int64                  // bytes that may still be inflated
	limit int64
}

func openArchive(r io.ReaderAt, size, limit int64) (*archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("the workbook is damaged or cut off; copy or download it again: %w", err)
	}
	if len(z.File) > maxEntries {
		return nil, fmt.Errorf("the workbook has %d parts, more than the %d that Cardinal reads", len(z.File), maxEntries)
	}
	a := &archive{files: map[string][]*zip.File{}, left: maxInflated}
	if limit > 0 {
		a.left = min(a.left, limit/3)
	}
	a.limit = a.left
	for _, f := range z.File {
		name := partName(f.Name)
		a.files[name] = append(a.files[name], f)
	}
	return a, nil
}

// partName is how a part is looked up: without a leading slash, in any case, with either slash.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// Recognise says what is wrong with a zip archive that is not a workbook.
func Recognise(r io.ReaderAt, size int64) error {
	a, err := openArchive(r, size, 0)
	if err != nil {
		return err
	}
	_, _, err = a.workbookPart()
	if err == nil {
		return nil
	}
	if kind, err := a.read("mimetype"); err == nil && bytes.Contains(kind, []byte("opendocument")) {
		return errODS
	}
	inside := false
	for name := range a.files {
		if strings.HasSuffix(name, "workbook.bin") {
			return errXLSB
		}
		inside = inside || strings.HasPrefix(name, "xl/")
	}
	switch {
	case a.has("content.xml"):
		return errODS
	case inside:
		return err
	}
	return errZip
}

func (a *archive) has(name string) bool { return len(a.files[partName(name)]) > 0 }

// read inflates a part to its end, which verifies its checksum.
func (a *archive) read(name string) ([]byte, error) {
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
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("the workbook is damaged: part %s: %w", name, err)
	}
	defer in.Close()
	// What a part declares as its size is a promise that need not be true: it is only a hint here.
	var out bytes.Buffer
	out.Grow(int(min(f.UncompressedSize64, 16<<20)))
	n, err := io.Copy(&out, io.LimitReader(in, a.left+1))
	if err != nil {
		return nil, fmt.Errorf("the workbook is damaged; copy or download it again: part %s: %w", name, err)
	}
	if a.left -= n; a.left < 0 {
		return nil, fmt.Errorf("the workbook inflates to more than %d MB, more than the free memory allows", a.limit>>20)
	}
	return out.Bytes(), nil
}
