package encrypted

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

	"cardinal/data/datatest"
)

// wholeFile makes an OpenDocument file that is encrypted in the way of LibreOffice 24.8 and later: as a whole, with
// AES-GCM and Argon2id. If prefixed is set, the initialisation vector stands before the encrypted bytes.
func wholeFile(t testing.TB, password string, content []byte, prefixed bool, change func(string) string) []byte {
	t.Helper()
	salt, iv := bytes.Repeat([]byte{7}, 16), bytes.Repeat([]byte{9}, nonce)
	start := sha256.Sum256([]byte(password))
	block, err := aes.NewCipher(argon2.IDKey(start[:], salt, 3, 1<<10, 4, 32))
	if err != nil {
		t.Fatal(err)
	}
	g, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	var compressed bytes.Buffer
	z, _ := flate.NewWriter(&compressed, -1)
	_, _ = z.Write(content)
	_ = z.Close()
	sealed := g.Seal(nil, iv, compressed.Bytes(), nil)
	if prefixed {
		sealed = append(bytes.Clone(iv), sealed...)
	}
	text := base64.StdEncoding.EncodeToString
	manifest := fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" manifest:version="1.4">
 <manifest:file-entry manifest:full-path="encrypted-package" manifest:size="%d" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet">
  <manifest:encryption-data>
   <manifest:algorithm manifest:algorithm-name="http://www.w3.org/2009/xmlenc11#aes256-gcm" manifest:initialisation-vector="%s"/>
   <manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2001/04/xmlenc#sha256" manifest:key-size="32"/>
   <manifest:key-derivation manifest:key-derivation-name="urn:org:documentfoundation:names:experimental:office:manifest:argon2id" manifest:key-size="32"`+
		` loext:argon2-iterations="3" loext:argon2-memory="1024" loext:argon2-lanes="4" manifest:salt="%s"/>
  </manifest:encryption-data>
 </manifest:file-entry>
</manifest:manifest>`, len(content), text(iv), text(salt))
	if change != nil {
		manifest = change(manifest)
	}
	return datatest.Zip(t, map[string][]byte{"mimetype": []byte("application/vnd.oasis.opendocument.spreadsheet"),
		manifestPart: []byte(manifest), wholePart: sealed})
}

func TestWholePackage(t *testing.T) {
	content := []byte("PK, as it were " + strings.Repeat("North ", 1000))
	for _, prefixed := range []bool{false, true} {
		b := wholeFile(t, foreign, content, prefixed, nil)
		if got, err := decrypted(b, "no", foreign); err != nil || !bytes.Equal(got, content) {
			t.Error(prefixed, err)
		}
		var lock *Locked
		if _, err := decrypted(b, "no"); !errors.As(err, &lock) {
			t.Error(prefixed, err)
		}
	}
}

// TestManifests opens files with descriptions that are damaged, hostile, or of unknown kinds of encryption. Each
// gives an error of one sentence, at once.
func TestManifests(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"aes256-gcm", "blowfish", "does not read (the cipher"},
		{"xmlenc#sha256", "xmlenc#md5", "does not read (the hash"},
		{"manifest:argon2id", "scrypt", "does not read (keys by"},
		{"manifest:key-derivation ", "manifest:other ", "does not read (a public key"},
		{`argon2-memory="1024"`, `argon2-memory="4000000000"`, "damaged"},
		{`argon2-iterations="3"`, `argon2-iterations="4000000000"`, "damaged"},
		{`argon2-iterations="3"`, `argon2-iterations="0"`, "damaged"},
		{`argon2-lanes="4"`, `argon2-lanes="0"`, "damaged"},
		{`argon2-lanes="4"`, `argon2-lanes="-4"`, "damaged"},
		{`manifest:salt="`, `manifest:salt="!`, "damaged"},
		{`initialisation-vector="`, `initialisation-vector="AAAA`, "damaged"},
		{`manifest:size="`, `manifest:size="9999999`, "damaged"},
		{`manifest:size="`, `manifest:size="-`, "damaged"},
		{`</manifest:manifest>`, ``, "damaged"},
		{"argon2id", "pbkdf2", "damaged"}, // without a number of rounds
	} {
		b := wholeFile(t, word, []byte("North"), true, func(m string) string {
			return strings.Replace(m, c.old, c.new, 1)
		})
		if _, err := decrypted(b, word); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.new, err)
		}
	}
}

// TestPartsAltered changes bytes of a spreadsheet with encrypted parts. The archive has the checksums of its parts.
func TestPartsAltered(t *testing.T) {
	b := file(t, "pbkdf2.ods")
	at := bytes.Index(b, []byte("content.xml")) + len("content.xml")
	for i := at; i < at+2016; i += 97 {
		changed := bytes.Clone(b)
		changed[i] ^= 4
		if got, err := decrypted(changed, word); err == nil && holds(got, contentPart) == nil {
			t.Errorf("byte %d: no error", i)
		}
	}
}

// mutant changes some bytes of a file, or cuts it.
func mutant(b []byte, seed int) []byte {
	b = bytes.Clone(b)
	rnd := uint32(seed)*2654435761 + 1
	next := func(n int) int {
		rnd = rnd*1664525 + 1013904223
		return int(rnd>>8) % n
	}
	for range 1 + next(4) {
		switch at := next(len(b)); next(4) {
		case 0:
			b[at] = byte(next(256))
		case 1:
			b[at] ^= 1 << next(8)
		case 2:
			copy(b[at:], []byte{0xFF, 0xFF, 0xFF, 0xFF}[:min(4, len(b)-at)])
		case 3:
			if len(b) > 1000 && next(8) == 0 {
				b = b[:at+1]
			} else {
				clear(b[at:min(len(b), at+next(64)+1)])
			}
		}
	}
	return b
}

// TestMutants opens damaged files of each kind. No file ends the program, and a file with agile encryption never
// opens with other bytes than were written.
func TestMutants(t *testing.T) {
	n := 80
	if testing.Short() {
		n = 20
	}
	content := noise(6000)
	agile := written(t, word, content)
	for i := range n {
		for name := range passwords {
			if strings.Contains(name, "-") {
				continue
			}
			_, _ = decrypted(mutant(file(t, name), i), word)
		}
		if got, err := decrypted(mutant(agile, i), word); err == nil && got != nil && !bytes.Equal(got, content) {
			t.Errorf("mutant %d opens with other bytes", i)
		}
	}
}

func FuzzOpen(f *testing.F) {
	for name := range passwords {
		f.Add(file(f, name))
	}
	f.Add(file(f, "rc4.xls"))
	f.Add(written(f, word, []byte("workbook")))
	f.Add(wholeFile(f, word, []byte("North"), true, nil))
	f.Fuzz(func(_ *testing.T, b []byte) { _, _ = decrypted(b, word) })
}
