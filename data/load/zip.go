package load

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"path"
	"strings"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/inflate"
)

// isZip reports whether a file is a zip archive that is no document of an office program.
func isZip(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head, err := readSome(r, 0, min(size, 4))
	if err != nil || string(head) != "PK\x03\x04" {
		return false, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return false, nil //nolint:nilerr // a damaged workbook, which its own format explains
	}
	for _, f := range z.File {
		if f.Name == "[Content_Types].xml" || f.Name == "mimetype" || strings.HasPrefix(f.Name, "xl/") {
			return false, nil
		}
	}
	return len(tables(z)) > 0, nil
}

// tables are the files of an archive that may be tables: no folders, and nothing that systems add by themselves.
func tables(z *zip.Reader) []*zip.File {
	var out []*zip.File
	for _, f := range z.File {
		if !f.FileInfo().IsDir() && !strings.HasPrefix(path.Base(f.Name), ".") && !strings.HasPrefix(f.Name, "__MACOSX/") {
			out = append(out, f)
		}
	}
	return out
}

// openZip inflates the one file of an archive into memory and reads that. The file may take half of the limit.
func openZip(ctx context.Context, r io.ReaderAt, size, limit int64, o Options, progress func(float64)) (*data.Table, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("the archive is damaged: %w", err)
	}
	inflate.Zip(z)
	inside := tables(z)
	if len(inside) > 1 {
		return nil, fmt.Errorf("the archive holds %d files, %q and %q among them: unpack it and open one of them", len(inside), inside[0].Name, inside[1].Name)
	}
	f, err := inside[0].Open()
	if err != nil {
		return nil, fmt.Errorf("%q in the archive cannot be read: %w", inside[0].Name, err)
	}
	defer f.Close()
	in := &counted{Reader: f}
	says := int64(min(inside[0].UncompressedSize64, 1<<62))
	if says > mostInflated*size {
		says = 0
	}
	tell := func() { progress(inflating * min(1, float64(in.n.Load())/float64(inside[0].UncompressedSize64))) }
	return openBeside(ctx, "archive", in, says, limit/2, tell, o, progress)
}

// counted counts the bytes that are read. Another goroutine may ask for the number.
type counted struct {
	io.Reader
	n atomic.Int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n.Add(int64(n))
	return n, err
}
