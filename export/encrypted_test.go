package export

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/encrypted"
)

// unlockedFile is what an encrypted file holds.
func unlockedFile(t *testing.T, path, password string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := encrypted.Recognise(t.Context(), bytes.NewReader(b), int64(len(b)))
	if err != nil || f == nil {
		t.Fatalf("%s is not encrypted: %v", path, err)
	}
	var p encrypted.Passwords
	p.Add(password)
	plain, err := f.Open(t.Context(), &p, 0)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// TestPassword writes the same workbook with and without a password. The encrypted one holds the same parts, and nothing of it lies in the folder of temporary files.
func TestPassword(t *testing.T) {
	dir, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary) // on Windows
	p := complete(gridOf(t, small()))
	for _, format := range []string{"xlsx", "pivottable"} {
		path := filepath.Join(dir, format+".xlsx")
		if _, err := Save(t.Context(), path, format, "päß 🔑", p); err != nil {
			t.Fatal(err)
		}
		if plain := unlockedFile(t, path, "päß 🔑"); !bytes.HasPrefix(plain, []byte("PK")) || !bytes.Contains(plain, []byte("xl/workbook.xml")) {
			t.Errorf("%s holds %d bytes that are no workbook", format, len(plain))
		}
	}
	l := p.Source
	rows, _, err := l(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "rows.xlsx")
	if _, err := SaveRows(t.Context(), path, "", "x", rows); err != nil {
		t.Fatal(err)
	}
	unlockedFile(t, path, "x")
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("%s lies in the folder of temporary files", left[0].Name())
	}
}

func TestNoPassword(t *testing.T) {
	p := complete(gridOf(t, small()))
	for name, password := range map[string]string{"a.csv": "x", "a.html": "x", "a.xlsx": strings.Repeat("x", 256)} {
		path := filepath.Join(t.TempDir(), name)
		if _, err := Save(context.Background(), path, "", password, p); err == nil || !strings.Contains(err.Error(), "password") {
			t.Error(name, err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// TestSecretKeepsNothingOnDisk writes a sheet that is longer than what the library keeps in memory otherwise, and looks for its files meanwhile.
func TestSecretKeepsNothingOnDisk(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary) // on Windows
	for _, keeps := range []bool{true, false} {
		var w secret
		to := map[bool]func() (*book, error){true: func() (*book, error) { return newBook(&w, Pivot{}) }, false: func() (*book, error) { return newBook(&bytes.Buffer{}, Pivot{}) }}
		b, err := to[keeps]()
		if err != nil {
			t.Fatal(err)
		}
		s, err := b.file.NewStreamWriter("Sheet1")
		if err != nil {
			t.Fatal(err)
		}
		long := strings.Repeat("x", 30_000)
		for row := range 1000 {
			if err := s.SetRow(fmt.Sprintf("A%d", row+1), []any{long}); err != nil {
				t.Fatal(err)
			}
		}
		files := 0
		_ = filepath.WalkDir(temporary, func(_ string, d os.DirEntry, _ error) error {
			if d != nil && strings.HasPrefix(d.Name(), "excelize") {
				files++
			}
			return nil
		})
		if (files == 0) != keeps {
			t.Errorf("secret %v: %d files", keeps, files)
		}
		b.close()
	}
}
