package encrypted

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	word    = "secret"
	foreign = "päßwörd 密码 🔑"
)

var long = strings.Repeat("x", MaxPassword)

// passwords has the passwords of the files in testdata, which LibreOffice 7.4 wrote.
var passwords = map[string]string{
	"standard.xlsx": word, "standard-unicode.xlsx": foreign, "standard-long.xlsx": long,
	"standard-velvet.xlsx": excelPassword,
	"pbkdf2.ods":           word, "pbkdf2-unicode.ods": foreign,
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// decrypted opens a file with passwords.
func decrypted(b []byte, given ...string) ([]byte, error) {
	f, err := Recognise(context.Background(), bytes.NewReader(b), int64(len(b)))
	if err != nil || f == nil {
		return nil, err
	}
	var p Passwords
	for _, password := range given {
		p.Add(password)
	}
	return f.Open(context.Background(), &p, 0)
}

// holds returns an error if bytes are no archive with a complete part.
func holds(b []byte, part string) error {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return err
	}
	f, err := z.Open(part)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(f)
	if err == nil && !bytes.Contains(text, []byte("North")) {
		err = errors.New("the part lacks the text North")
	}
	return err
}

func TestFilesOfLibreOffice(t *testing.T) {
	for name, password := range passwords {
		part := "content.xml"
		if filepath.Ext(name) == ".xlsx" {
			part = "xl/sharedStrings.xml"
		}
		b, err := decrypted(file(t, name), "another", password)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := holds(b, part); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWrongPasswords(t *testing.T) {
	for name, password := range passwords {
		for _, wrong := range []string{"", "x", strings.ToUpper(password), password + " ", long[1:],
			long + "x", "\xff"} {
			var lock *Locked
			switch _, err := decrypted(file(t, name), wrong); {
			case wrong == password || password == excelPassword:
			case !errors.As(err, &lock) || !lock.Wrong:
				t.Errorf("%s with %q: %v", name, wrong, err)
			case lock.Try(context.Background(), password) != nil:
				t.Errorf("%s is not opened by its password after a wrong one", name)
			case lock.Try(context.Background(), wrong) == nil:
				t.Errorf("%s: %q is taken", name, wrong)
			}
		}
	}
}

func TestWithoutAPassword(t *testing.T) {
	var lock *Locked
	if _, err := decrypted(file(t, "standard.xlsx")); !errors.As(err, &lock) || lock.Wrong {
		t.Error(err)
	}
	if b, err := decrypted(file(t, "standard-velvet.xlsx")); err != nil || holds(b, "xl/sharedStrings.xml") != nil {
		t.Error("the password of Excel is not tried", err)
	}
}

func TestOtherFilesAreNotEncrypted(t *testing.T) {
	for name, b := range map[string][]byte{"text": []byte("a,b\n1,2\n"), "short": []byte("PK"), "none": nil,
		"zip": []byte("PK\x03\x04 and no more")} {
		if f, err := Recognise(context.Background(), bytes.NewReader(b), int64(len(b))); f != nil || err != nil {
			t.Error(name, f, err)
		}
	}
}

func TestPasswordsAreTriedInTurn(t *testing.T) {
	var p Passwords
	for i := range 2 * MaxKnown {
		p.Add(strings.Repeat("x", i))
	}
	p.Add(word)
	p.promote(strings.Repeat("x", 2*MaxKnown-1))
	p.promote("never given")
	all := p.list()
	if len(all) != MaxKnown || len(all[0]) != 2*MaxKnown-1 || all[1] != word {
		t.Errorf("%q", all)
	}
}

// TestOpenedFileStaysOpen opens a file again after its password is no longer among the tried passwords. Another file
// with the same password does not open.
func TestOpenedFileStaysOpen(t *testing.T) {
	recognised := func(b []byte) *File {
		f, err := Recognise(t.Context(), bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	b, other := file(t, "standard.xlsx"), written(t, word, noise(100))
	for _, name := range []string{"standard.xlsx", "pbkdf2.ods", "rc4.xls"} {
		var p Passwords
		p.Add(word)
		if err := recognised(file(t, name)).Unlock(t.Context(), &p); err != nil {
			t.Fatal(name, err)
		}
		p.known = []string{"x"}
		if _, err := recognised(file(t, name)).Open(t.Context(), &p, 0); err != nil {
			t.Error(name, err)
		}
		var lock *Locked
		if err := recognised(other).Unlock(t.Context(), &p); !errors.As(err, &lock) {
			t.Errorf("another file opens: %v", err)
		}
	}
	if err := recognised(b).Unlock(t.Context(), nil); err == nil {
		t.Error("no password opens a file")
	}
}

func TestTooLarge(t *testing.T) {
	b := file(t, "standard.xlsx")
	f, err := Recognise(context.Background(), bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(context.Background(), nil, 1000); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Error(err)
	}
}

// TestFileOfExcel opens a workbook that Excel encrypted, with the streams that Excel adds.
func TestFileOfExcel(t *testing.T) {
	b, err := decrypted(file(t, filepath.Join("calamine", "pass_protected.xlsx")), "123")
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Open("xl/workbook.xml"); err != nil {
		t.Error(err)
	}
}

// broken is a file with a read that fails.
type broken struct {
	*bytes.Reader
	left int // reads before that
}

var errBroken = errors.New("the drive does not answer")

func (b *broken) ReadAt(p []byte, at int64) (int, error) {
	if b.left--; b.left < 0 {
		return 0, errBroken
	}
	return b.Reader.ReadAt(p, at)
}

// TestReadsFail makes each read fail in turn. The error must be the drive's error, and not report a damaged file.
func TestReadsFail(t *testing.T) {
	b := file(t, "standard.xlsx")
	for left := range 1000 {
		f, err := Recognise(t.Context(), &broken{bytes.NewReader(b), left}, int64(len(b)))
		if err == nil {
			var p Passwords
			p.Add(word)
			_, err = f.Open(t.Context(), &p, 0)
		}
		if err == nil {
			return
		}
		if !errors.Is(err, errBroken) {
			t.Errorf("read %d: %v", left, err)
		}
	}
	t.Error("the file is never read")
}
