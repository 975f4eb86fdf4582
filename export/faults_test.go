package export

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/internal/faults"
)

// TestFaults lets every operation on the disk fail, one after the other, while each format is written over an
// older file: the file is the old one or the new one, nothing is left beside it or among the temporary files,
// and one sentence says why.
func TestFaults(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		dir := t.TempDir()
		t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
		if err := os.Mkdir(os.TempDir(), 0o700); err != nil {
			t.Fatal(err)
		}
		p := complete(gridOf(t, small()))
		sealed := FormatNamed("xlsx")
		sealed.Title = "Excel with a password"
		for i, f := range append(Formats[:len(Formats):len(Formats)], sealed) {
			if testing.Short() && f.Name != "parquet" { // under the race detector
				continue
			}
			path, password := filepath.Join(dir, "pivot."+f.Extension), ""
			if i == len(Formats) {
				password = "secret"
			}
			content := func(b []byte) []byte {
				if password != "" && string(b) != "old" {
					b = unlocked(t, b, password)
				}
				return content(b)
			}
			export := func() error {
				_, err := Save(t.Context(), path, f.Name, password, p)
				return err
			}
			if err := export(); err != nil {
				t.Fatal(err)
			}
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			prepare := func() {
				if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			tries := 0
			d.Try(dir, prepare, export, func(met string, errno, err error) {
				tries++
				got, _ := os.ReadFile(path)
				isNew := bytes.Equal(content(got), content(whole))
				if string(got) != "old" && !isNew || err == nil && !isNew {
					t.Errorf("%s: %s: %v, and the file has %d bytes", f.Title, met, err, len(got))
				}
				if err != nil && (!errors.Is(err, errno) || strings.Contains(err.Error(), ".tmp") ||
					strings.Contains(err.Error(), "\n")) {
					t.Errorf("%s: %s: %v", f.Title, met, err)
				}
				beside, _ := os.ReadDir(dir)
				temporary, _ := os.ReadDir(os.TempDir())
				if len(beside) != 2 || len(temporary) > 0 {
					t.Errorf("%s: %s: left %v and %v", f.Title, met, beside, temporary)
				}
			})
			t.Logf("%s: %d tries", f.Title, tries)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// content returns a file, or the first sheet of a workbook, since its other parts contain the time. It returns nil
// for a workbook that is not whole.
func content(b []byte) []byte {
	if !bytes.HasPrefix(b, []byte("PK")) {
		return b
	}
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil
	}
	var sheet []byte
	for _, part := range z.File {
		r, err := part.Open()
		if err != nil {
			return nil
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil
		}
		if part.Name == "xl/worksheets/sheet1.xml" {
			sheet = text
		}
	}
	return sheet
}
