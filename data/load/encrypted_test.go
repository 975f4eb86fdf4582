package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/format/workbook/encrypted"
)

// seal encrypts a file with a password.
func seal(t *testing.T, dir, name, password string, b []byte) (path string) {
	t.Helper()
	var out bytes.Buffer
	err := encrypted.Write(t.Context(), &out, password, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
	path = filepath.Join(dir, name)
	if err == nil {
		err = os.WriteFile(path, out.Bytes(), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// aWorkbook returns a workbook without a password.
func aWorkbook(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "format", "workbook", "encrypted", "testdata", "standard.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := encrypted.Recognise(t.Context(), bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var p encrypted.Passwords
	p.Add("secret")
	if b, err = f.Open(t.Context(), &p, 0); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSeveralLocked opens a damaged file and encrypted files with two passwords. Each password is asked for once, in
// the order of the files, before any file is read. The damage is reported last.
func TestSeveralLocked(t *testing.T) {
	dir, book := t.TempDir(), aWorkbook(t)
	paths := []string{filepath.Join(dir, "a.xlsx")}
	if err := os.WriteFile(paths[0], []byte("PK\x03\x04 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		paths = append(paths, seal(t, dir, fmt.Sprintf("b%d-1.xlsx", i), fmt.Sprint("password ", i), book),
			seal(t, dir, fmt.Sprintf("b%d-2.xlsx", i), fmt.Sprint("password ", i), book))
	}
	passwords := &encrypted.Passwords{}
	for i := range 2 {
		_, err := Open(t.Context(), strings.Join(paths, "\n"), Options{Passwords: passwords})
		var lock *encrypted.Locked
		if !errors.As(err, &lock) {
			t.Fatalf("after %d passwords: %v", i, err)
		}
		if want := fmt.Sprintf("b%d-1.xlsx", i); lock.Name != want ||
			!strings.HasPrefix(err.Error(), "cannot open "+want+": ") {
			t.Errorf("after %d passwords the question is of %s, want %s: %v", i, lock.Name, want, err)
		}
		password := fmt.Sprint("password ", i)
		if err := lock.Try(t.Context(), password); err != nil {
			t.Fatal(err)
		}
		passwords.Add(password)
	}
	if _, err := Open(t.Context(), strings.Join(paths, "\n"), Options{Passwords: passwords}); err == nil ||
		!strings.HasPrefix(err.Error(), "cannot open a.xlsx: the workbook is damaged") {
		t.Errorf("the damaged file: %v", err)
	}
	table, err := Open(t.Context(), strings.Join(paths[1:], "\n"), Options{Passwords: passwords})
	if err != nil || len(table.Files) != len(paths)-1 || !table.Encrypted {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, strings.Join(paths[1:], "\n"), Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
