package xls

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"unicode/utf16"
)

// excelPassword is the password with which Excel encrypts a workbook whose structure is protected. It keeps nobody from reading the workbook.
const excelPassword = "VelvetSweatshop"

// block is the number of bytes of the stream that have one key.
const block = 1024

// cipher decrypts the data of records with RC4 ([MS-OFFCRYPTO] 2.3.5 and 2.3.6).
type cipher struct {
	key   func(block uint32) []byte
	rc4   *rc4.Cipher
	block int64 // that rc4 has the key of
	at    int   // of the block, up to which rc4 has been used
}

// unlock finds the cipher of a workbook that is encrypted with Excel's own password, nil where it is encrypted otherwise. filePass is the record that says how.
func unlock(filePass []byte) *cipher {
	u16 := func(at int) uint16 { return binary.LittleEndian.Uint16(filePass[at:]) }
	if len(filePass) < 54 || u16(0) != 1 {
		return nil
	}
	var password []byte
	for _, u := range utf16.Encode([]rune(excelPassword)) {
		password = binary.LittleEndian.AppendUint16(password, u)
	}
	var c *cipher
	var verifier, hash []byte
	var digest func([]byte) []byte
	if u16(2) == 1 {
		c = &cipher{key: standardKey(password, filePass[6:22])}
		verifier, hash = filePass[22:38], filePass[38:54]
		digest = func(b []byte) []byte { sum := md5.Sum(b); return sum[:] }
	} else {
		header := int64(binary.LittleEndian.Uint32(filePass[10:]))
		behind := 14 + header // the salt's size, the salt, the verifier, the size of its hash, and the hash
		if header < 20 || behind+60 > int64(len(filePass)) {
			return nil
		}
		b := filePass[behind:]
		c = &cipher{key: apiKey(password, b[4:20], int(binary.LittleEndian.Uint32(filePass[14+16:])/8))}
		verifier, hash = b[20:36], b[40:60]
		digest = func(b []byte) []byte { sum := sha1.Sum(b); return sum[:] }
	}
	both := bytes.Clone(verifier)
	both = append(both, hash...)
	c.decrypt(both, 0)
	if !bytes.Equal(digest(both[:16]), both[16:]) {
		return nil
	}
	return c
}

// standardKey makes the keys of Excel 97 and 2000.
func standardKey(password, salt []byte) func(uint32) []byte {
	first := md5.Sum(password)
	second := md5.Sum(bytes.Repeat(append(first[:5:5], salt...), 16))
	return func(block uint32) []byte {
		key := md5.Sum(binary.LittleEndian.AppendUint32(second[:5:5], block))
		return key[:]
	}
}

// apiKey makes the keys of Excel 2002 and 2003, of a number of bytes.
func apiKey(password, salt []byte, size int) func(uint32) []byte {
	first := sha1.Sum(append(bytes.Clone(salt), password...))
	return func(block uint32) []byte {
		key := sha1.Sum(binary.LittleEndian.AppendUint32(first[:], block))
		if size == 0 || size == 5 { // 40 bits, and zeros behind them
			return append(key[:5:5], make([]byte, 11)...)
		}
		return key[:min(size, 16)]
	}
}

// record decrypts the data of a record, which begin at a place of the stream. Some records are never encrypted, and the place of a sheet is not.
func (c *cipher) record(b []byte, kind uint16, at int64) {
	switch kind {
	case recBOF, recFilePass, 0x00E1, 0x0138, 0x0194, 0x0195, 0x0196:
		return
	case recBoundSheet:
		if len(b) < 4 {
			return
		}
		b, at = b[4:], at+4
	}
	c.decrypt(b, at)
}

// decrypt decrypts bytes of the stream, in place.
func (c *cipher) decrypt(b []byte, at int64) {
	for len(b) > 0 {
		from := int(at % block)
		if c.rc4 == nil || c.block != at/block || c.at > from {
			var err error
			if c.rc4, err = rc4.NewCipher(c.key(uint32(at / block))); err != nil {
				panic("BUG: " + err.Error())
			}
			c.block, c.at = at/block, 0
		}
		var skipped [block]byte
		c.rc4.XORKeyStream(skipped[:from-c.at], skipped[:from-c.at])
		n := min(len(b), block-from)
		c.rc4.XORKeyStream(b[:n], b[:n])
		c.at = from + n
		b, at = b[n:], at+int64(n)
	}
}
