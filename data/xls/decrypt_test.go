package xls

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"cardinal/data/datatest"
)

// encrypted encrypts a workbook of more than one block with a password, in one of the two ways.
func encrypted(t *testing.T, password string, api bool) []byte {
	t.Helper()
	salt, verifier := []byte("0123456789abcdef"), []byte("verifier16bytes!")
	var wide []byte
	for _, u := range utf16.Encode([]rune(password)) {
		wide = binary.LittleEndian.AppendUint16(wide, u)
	}
	c := &cipher{key: standardKey(wide, salt)}
	filePass := pack(1, 1, 1, salt)
	sum := md5.Sum(verifier)
	both := append(bytes.Clone(verifier), sum[:]...)
	if api {
		c = &cipher{key: apiKey(wide, salt, 16)}
		filePass = pack(1, 2, 2, uint32(4), uint32(32), uint32(4), uint32(0), uint32(0x6801), uint32(0x8004), uint32(128), uint32(1), uint32(0), uint32(0), uint32(16), salt)
		sum := sha1.Sum(verifier)
		both = append(bytes.Clone(verifier), sum[:]...)
	}
	c.decrypt(both, 0) // which encrypts, too
	filePass = append(filePass, both[:16]...)
	if api {
		filePass = binary.LittleEndian.AppendUint32(filePass, 20)
	}
	filePass = append(filePass, both[16:]...)
	b := book(biff8, func(s *stream) { s.add(recFilePass, filePass) }, func(s *stream) {
		s.label(0, "head")
		for row := range 1000 {
			s.number(row+1, 0, 0, float64(row))
		}
	})
	// The record that says how stands behind the first one, since what follows it is encrypted.
	first := 4 + int(binary.LittleEndian.Uint16(b[2:]))
	how := bytes.Index(b, filePass) - 4
	record := bytes.Clone(b[how : how+4+len(filePass)])
	copy(b[first+len(record):], b[first:how])
	copy(b[first:], record)
	for at := 0; at < len(b); {
		kind, n := binary.LittleEndian.Uint16(b[at:]), int(binary.LittleEndian.Uint16(b[at+2:]))
		if at > first {
			c.record(b[at+4:at+4+n], kind, int64(at+4))
		}
		at += 4 + n
	}
	return b
}

func TestDecrypt(t *testing.T) {
	for _, api := range []bool{false, true} {
		table, err := read(encrypted(t, excelPassword, api))
		if err != nil || table.Rows != 1000 || !strings.HasPrefix(datatest.Columns(table), "head int 0 1 2 3") || table.Sheet != "Sheet1" {
			t.Errorf("%v: %v", api, err)
		}
		if _, err := read(encrypted(t, "secret", api)); err == nil || !strings.Contains(err.Error(), "protected with a password") {
			t.Errorf("%v: %v", api, err)
		}
	}
	// Excel wrote this one, which has no cells.
	b, err := os.ReadFile(filepath.Join("testdata", "calamine", "issue_385.xls"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read(b); err == nil || !strings.Contains(err.Error(), "no sheet of the workbook has cells") {
		t.Error(err)
	}
}
