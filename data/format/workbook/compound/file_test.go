package compound

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func book(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "xls", "testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestStream reads streams in sectors and in mini sectors, whole and in pieces.
func TestStream(t *testing.T) {
	for name, stream := range map[string]string{"calamine/date.xls": "workbook",
		"calamine/capitalized_wbook_stream.xls": "Book", "readxl/list_type.xls": "Workbook",
		"readxl/biff5-label-records.xls": "BOOK", "calamine/biff5_write.xls": "Book"} {
		b := book(t, name)
		f, err := Open(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s, err := f.Stream(stream)
		if err != nil || !f.Has(stream) || f.Has("Nothing") {
			t.Errorf("%s: %v", name, err)
			continue
		}
		whole := make([]byte, s.Size)
		if n, err := s.ReadAt(whole, 0); n != len(whole) || err != nil || whole[0] != 9 || whole[1] != 8 {
			t.Errorf("%s: %d bytes of %d, %v", name, n, s.Size, err)
		}
		for at := int64(0); at < s.Size; at += 97 {
			piece := make([]byte, 700)
			n, err := s.ReadAt(piece, at)
			if want := whole[at:min(s.Size, at+700)]; !bytes.Equal(piece[:n], want) ||
				(n < len(piece)) != errors.Is(err, io.EOF) {
				t.Fatalf("%s: %d bytes at %d, %v", name, n, at, err)
			}
		}
		if n, err := s.ReadAt(whole, s.Size); n != 0 || !errors.Is(err, io.EOF) {
			t.Errorf("%s: %d bytes behind the end, %v", name, n, err)
		}
	}
}

// TestDamage cuts a file at every sector, and makes chains that turn back into themselves.
func TestDamage(t *testing.T) {
	b := book(t, "readxl/list_type.xls")
	read := func(b []byte) error {
		f, err := Open(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return err
		}
		s, err := f.Stream("Workbook")
		if err != nil {
			return err
		}
		_, err = s.ReadAt(make([]byte, s.Size), 0)
		return err
	}
	if err := read(b); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(b)-1024; n += 256 {
		if err := read(b[:n]); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	table := (int(binary.LittleEndian.Uint32(b[76:])) + 1) * 512
	for at := table; at < table+512; at += 4 {
		for _, next := range []uint32{0, 1, 0x7FFFFFFF, uint32(at-table) / 4} {
			c := bytes.Clone(b)
			binary.LittleEndian.PutUint32(c[at:], next)
			if err := read(c); err != nil && !errors.Is(err, ErrDamaged) {
				t.Errorf("%d follows sector %d: %v", next, (at-table)/4, err)
			}
		}
	}
}
