package encrypted

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/format/workbook/compound"
)

// oldBook returns the stream of a workbook without encryption.
func oldBook(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "xls", "testdata", "calamine", "merge_cells.xls"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := compound.Open(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := doc.Stream("Workbook")
	if err != nil {
		t.Fatal(err)
	}
	if b, err = readAll(s); err != nil {
		t.Fatal(err)
	}
	return b
}

// sealOld encrypts a stream with a password and a key of the given number of bits; 0 is the key of Excel 97.
func sealOld(t *testing.T, stream []byte, password string, bits int) (sealed, plain []byte) {
	t.Helper()
	o := &old{salt: []byte("0123456789abcdef"), bits: bits}
	key, verifier := o.derive(password), []byte("verifier16bytes!")
	both := append(bytes.Clone(verifier), o.digest(verifier)...)
	c := keystream{old: o, key: key}
	c.decrypt(both, 0) // which encrypts, too
	var pass []byte
	words := func(list ...uint32) {
		for _, n := range list {
			pass = binary.LittleEndian.AppendUint32(pass, n)
		}
	}
	if bits == 0 {
		pass = append([]byte{1, 0, 1, 0, 1, 0}, o.salt...)
		pass = append(pass, both...)
	} else {
		pass = []byte{1, 0, 2, 0, 2, 0}
		words(4, 32, 4, 0, 0x6801, 0x8004, uint32(bits), 1, 0, 0, 16)
		pass = append(pass, o.salt...)
		pass = append(pass, both[:16]...)
		words(20)
		pass = append(pass, both[16:]...)
	}
	record := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, recWriteProt), uint16(len(pass)))
	record = append(record, pass...)
	first := 4 + int(binary.LittleEndian.Uint16(stream[2:]))
	plain = append(append(bytes.Clone(stream[:first]), record...), stream[first:]...)
	eachRecord(plain, func(kind uint16, _, data []byte, _ int) bool {
		if kind == recBoundSheet {
			binary.LittleEndian.PutUint32(data, binary.LittleEndian.Uint32(data)+uint32(len(record)))
		}
		return true
	})
	sealed = bytes.Clone(plain)
	c = keystream{old: o, key: key}
	eachRecord(sealed, func(kind uint16, record, data []byte, at int) bool {
		switch {
		case at == first+4:
			binary.LittleEndian.PutUint16(record, recFilePass)
		case kind == recBoundSheet:
			c.decrypt(data[4:], at+4)
		case !plainRecords[kind]:
			c.decrypt(data, at)
		}
		return true
	})
	return sealed, plain
}

// asWorkbook makes a compound file with a stream named Workbook.
func asWorkbook(t *testing.T, stream []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	stream = append(bytes.Clone(stream), make([]byte, max(0, minStream-len(stream)))...)
	if err := writeCompound(&b, len(stream), 1, func(w io.Writer) ([]byte, error) {
		_, err := w.Write(stream)
		return []byte{0}, err
	}); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	at := bytes.Index(file, encodeUTF16(packageStream))
	clear(file[at : at+64])
	copy(file[at:], encodeUTF16("Workbook"))
	binary.LittleEndian.PutUint16(file[at+64:], 2*(8+1))
	return file
}

func TestOldWorkbooks(t *testing.T) {
	for _, bits := range []int{0, 40, 56, 128} {
		for _, password := range []string{word, foreign, excelPassword} {
			sealed, plain := sealOld(t, oldBook(t), password, bits)
			file := asWorkbook(t, sealed)
			got, err := decrypted(file, "another", password)
			if err != nil || !bytes.Equal(got[:len(plain)], plain) {
				t.Errorf("%d bits, %q: %v", bits, password, err)
			}
			var lock *Locked
			if _, err := decrypted(file, "another"); password != excelPassword &&
				(!errors.As(err, &lock) || !lock.Wrong) {
				t.Errorf("%d bits: a wrong password says %v", bits, err)
			}
		}
	}
}

// TestOldWorkbooksOfLibreOffice opens workbooks that LibreOffice 7.4 encrypted.
func TestOldWorkbooksOfLibreOffice(t *testing.T) {
	for name, password := range map[string]string{"rc4.xls": word, "rc4-unicode.xls": foreign} {
		b, err := decrypted(file(t, name), password)
		if err != nil || !bytes.Contains(b, []byte("North")) {
			t.Errorf("%s: %v", name, err)
		}
		var lock *Locked
		if _, err := decrypted(file(t, name), password+"x"); !errors.As(err, &lock) || !lock.Wrong {
			t.Errorf("%s: a wrong password says %v", name, err)
		}
	}
}

func TestOldWorkbookOfExcel(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "xls", "testdata", "calamine", "issue_385.xls"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := decrypted(b)
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	eachRecord(got, func(kind uint16, _, data []byte, _ int) bool {
		if kind == recBoundSheet && len(data) > 8 && data[6] == byte(len(data)-8) &&
			strings.HasPrefix(string(data[8:]), "Sheet") {
			names++
		}
		return true
	})
	if names == 0 {
		t.Error("no sheet has its name")
	}
}

func TestOldWorkbooksThatAreNot(t *testing.T) {
	plain := oldBook(t)
	if f, err := Recognise(context.Background(), bytes.NewReader(asWorkbook(t, plain)),
		int64(len(asWorkbook(t, plain)))); f != nil || err != nil {
		t.Error("a workbook without a password:", f, err)
	}
	first := 4 + int(binary.LittleEndian.Uint16(plain[2:]))
	for _, c := range []struct {
		pass []byte
		want string
	}{
		{[]byte{0x12, 0x34, 0x56, 0x78}, "Excel 95"}, {[]byte{0, 0, 1, 2, 3, 4}, "Excel 95"},
		{[]byte{1, 0, 1, 0}, "Excel 95"}, {[]byte{1}, "damaged"}, {[]byte{1, 0, 1, 0, 1, 0, 7}, "damaged"},
		{append([]byte{1, 0, 2, 0, 2, 0, 4, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF}, make([]byte, 60)...), "damaged"},
	} {
		record := append([]byte{recFilePass, 0, byte(len(c.pass)), 0}, c.pass...)
		_, err := decrypted(asWorkbook(t, append(append(bytes.Clone(plain[:first]), record...), plain[first:]...)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%x: %v", c.pass, err)
		}
	}
}
