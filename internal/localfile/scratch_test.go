package localfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/internal/faults"
)

// TestScratch writes pieces of several lengths. The file has none of them in plain text, and is gone after Close.
func TestScratch(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // on Windows
	for _, size := range []int{0, 1, 15, 16, scratchBuffer - 1, scratchBuffer, 3*scratchBuffer + 7} {
		s, err := NewScratch()
		if err != nil {
			t.Fatal(err)
		}
		want := bytes.Repeat([]byte("readable"), size/8+1)[:size]
		for n, rest := 1, want; len(rest) > 0; n = n*5 + 1 {
			n = min(n, len(rest))
			if _, err := s.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		var got bytes.Buffer
		if n, err := s.WriteTo(&got); err != nil || n != int64(size) || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%d bytes: %d, %v", size, n, err)
		}
		on, err := os.ReadFile(s.file.Name())
		if err != nil || len(on) != size || bytes.Contains(on, []byte("readable")) {
			t.Errorf("%d bytes: the file has %d, %v", size, len(on), err)
		}
		s.Close()
		if left := names(t, dir); len(left) > 0 {
			t.Errorf("left %v", left)
		}
	}
}

// TestScratchOfDeadProcess leaves a file that no process holds: the next Scratch removes it.
func TestScratchOfDeadProcess(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // on Windows
	old := filepath.Join(dir, ".cardinal-1.tmp")
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := NewScratch()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("the file of the dead process is there")
	}
	s.Close()
}

// TestFaultsOfScratch lets every operation on the disk fail. No file is left.
func TestFaultsOfScratch(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		t.Setenv("TMPDIR", t.TempDir())
		d.Try(os.TempDir(), func() {}, func() error {
			s, err := NewScratch()
			if err != nil {
				return err
			}
			defer s.Close()
			if _, err := s.Write(make([]byte, 3*scratchBuffer)); err != nil {
				return err
			}
			_, err = s.WriteTo(&bytes.Buffer{})
			return err
		}, func(met string, errno, err error) {
			if err != nil && (!errors.Is(err, ErrScratch) || !errors.Is(err, errno) ||
				strings.Contains(err.Error(), ".tmp")) {
				t.Errorf("%s: %v", met, err)
			}
			if left := names(t, os.TempDir()); len(left) > 0 {
				t.Errorf("%s: %v, and left %v", met, err, left)
			}
		})
	})
}
