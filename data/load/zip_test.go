package load

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// endCounter counts the reads at the end of a file, which has the directory of a zip archive.
type endCounter struct {
	*bytes.Reader
	reads atomic.Int64
}

const leastEnd = 22 // bytes of the end of a directory. Other formats have less behind their contents

func (c *endCounter) ReadAt(p []byte, at int64) (int, error) {
	if len(p) >= leastEnd && at+int64(len(p)) >= c.Size() {
		c.reads.Add(1)
	}
	return c.Reader.ReadAt(p, at)
}

// TestDirectoryIsReadOnce opens files of all formats in zip archives. None reads more of the end than the
// directory takes when it is read once.
func TestDirectoryIsReadOnce(t *testing.T) {
	files := map[string][]byte{"t.zip": archived(t, "a.csv", "a;b\n1;2\n", "b.csv", "a;b\n1;2\n3;4\n")}
	for name, path := range map[string]string{
		"t.xlsx": "xlsx/testdata/report.xlsx", "t.ods": "ods/testdata/report.ods",
		"t.xlsb": "xlsb/testdata/calamine/date.xlsb",
	} {
		b, err := os.ReadFile(filepath.Join("..", "format", "workbook", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = b
	}
	for name, b := range files {
		count := func(read func(r io.ReaderAt, size int64) error) int64 {
			c := &endCounter{Reader: bytes.NewReader(b)}
			if err := read(c, c.Size()); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return c.reads.Load()
		}
		once := count(func(r io.ReaderAt, size int64) error {
			_, err := zip.NewReader(r, size)
			return err
		})
		opened := count(func(r io.ReaderAt, size int64) error {
			_, err := read(t.Context(), name, r, size, Options{})
			return err
		})
		if opened != once {
			t.Errorf("%s: the end is read %d times, and %d times for the directory alone", name, opened, once)
		}
	}
}
