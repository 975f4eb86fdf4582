package encrypted

import (
	"bytes"
	"cmp"
	"context"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"

	"cardinal/data/format/workbook/compound"
)

// Kinds of records in old workbooks: MS-XLS, 2.3.
const (
	recFilePass   = 0x002F
	recBoundSheet = 0x0085
	recWriteProt  = 0x0086
	recBOF        = 0x0809
)

// plainRecords has the kinds of records that are never encrypted: MS-XLS, 2.2.10.
var plainRecords = map[uint16]bool{recBOF: true, recFilePass: true, 0x00E1: true, 0x0138: true, 0x0194: true,
	0x0195: true, 0x0196: true}

const (
	// bytes at the beginning of a stream; the record that describes the encryption is in them, because it is the second
	// or third record
	maxBefore = 64 << 10
	block     = 1024 // bytes of a stream that are encrypted with one key
)

// old is the RC4 encryption of workbooks of Excel 97 to 2003: MS-OFFCRYPTO, 2.3.5 and 2.3.6. It has no checksum of the
// contents.
type old struct {
	stream         *compound.Stream
	salt           []byte
	bits           int // of the key in Excel 2002 and 2003; 0: the key of Excel 97
	verifier, hash []byte
}

// parseOldOffice returns the File of an encrypted workbook of Excel 97 to 2003. It returns nil for another document.
func parseOldOffice(doc *compound.File) (*File, error) {
	for _, name := range []string{"Workbook", "Book"} {
		if !doc.Has(name) {
			continue
		}
		stream, err := doc.Stream(name)
		if err != nil {
			return nil, nil //nolint:nilerr // the reader of workbooks gives a better error
		}
		b := make([]byte, min(stream.Size, maxBefore))
		n, _ := stream.ReadAt(b, 0)
		pass := filePass(b[:n])
		if pass == nil {
			return nil, nil
		}
		o, err := parseOld(pass, stream)
		return &File{scheme: o, size: stream.Size, header: sha256.Sum256(pass)}, err
	}
	return nil, nil
}

// filePass returns the record that describes the encryption of a workbook. It returns nil if no such record precedes
// the sheets.
func filePass(b []byte) (pass []byte) {
	eachRecord(b, func(kind uint16, _, data []byte, _ int) bool {
		if kind == recFilePass {
			pass = data
		}
		return pass == nil && kind != recBoundSheet
	})
	return pass
}

// eachRecord calls `do` for each complete record of a stream, with its kind, its bytes, its data, and the offset of the
// data.
func eachRecord(b []byte, do func(kind uint16, record, data []byte, at int) bool) {
	for at := 0; at+4 <= len(b); {
		end := at + 4 + int(binary.LittleEndian.Uint16(b[at+2:]))
		if end > len(b) || !do(binary.LittleEndian.Uint16(b[at:]), b[at:end], b[at+4:end], at+4) {
			return
		}
		at = end
	}
}

// parseOld reads the record that describes the encryption.
func parseOld(pass []byte, stream *compound.Stream) (*old, error) {
	u16 := func(at int) uint16 { return binary.LittleEndian.Uint16(pass[at:]) }
	switch {
	case len(pass) < 2, u16(0) > 1 && len(pass) > 4: // Excel 95 writes any number, in a record of 4 bytes
		return nil, errDamaged
	case u16(0) != 1 || len(pass) == 4:
		return nil, unknownError("as Excel 95 does")
	case len(pass) < 54:
		return nil, errDamaged
	case u16(2) == 1:
		return &old{stream: stream, salt: pass[6:22], verifier: pass[22:38], hash: pass[38:54]}, nil
	}
	// The next 60 bytes are the salt's length, the salt, the verifier, the length of its hash, and the hash.
	behind := 14 + int64(binary.LittleEndian.Uint32(pass[10:]))
	if behind < 34 || behind+60 > int64(len(pass)) {
		return nil, errDamaged
	}
	o := &old{stream: stream, bits: int(binary.LittleEndian.Uint32(pass[30:]))}
	o.bits = cmp.Or(o.bits, 40)
	if o.bits < 40 || o.bits > 128 || o.bits%8 != 0 {
		return nil, errDamaged
	}
	b := pass[behind:]
	o.salt, o.verifier, o.hash = b[4:20], b[20:36], b[40:60]
	return o, nil
}

// key implements scheme. The keys of all blocks are derived from this key, which is derived from the password.
func (o *old) key(_ context.Context, password string) ([]byte, error) {
	key := o.derive(password)
	both := append(bytes.Clone(o.verifier), o.hash...)
	c := keystream{old: o, key: key}
	c.decrypt(both, 0)
	if !bytes.Equal(o.digest(both[:16]), both[16:]) {
		return nil, errWrong
	}
	return key, nil
}

func (o *old) derive(password string) []byte {
	if o.bits > 0 {
		sum := sha1.Sum(append(bytes.Clone(o.salt), encodeUTF16(password)...))
		return sum[:]
	}
	first := md5.Sum(encodeUTF16(password))
	second := md5.Sum(bytes.Repeat(append(first[:5:5], o.salt...), 16))
	return second[:5:5]
}

func (o *old) digest(b []byte) []byte {
	if o.bits > 0 {
		sum := sha1.Sum(b)
		return sum[:]
	}
	sum := md5.Sum(b)
	return sum[:]
}

func (o *old) keyOfBlock(key []byte, block uint32) []byte {
	sum := o.digest(binary.LittleEndian.AppendUint32(bytes.Clone(key), block))
	switch {
	case o.bits == 0:
		return sum
	case o.bits == 40:
		return append(sum[:5:5], make([]byte, 11)...)
	}
	return sum[:o.bits/8]
}

// decrypt implements scheme. The contents are the workbook stream, which can be read like a file.
func (o *old) decrypt(ctx context.Context, key []byte) ([]byte, error) {
	b, err := readAll(o.stream)
	if err != nil {
		return nil, err
	}
	c := keystream{old: o, key: key}
	n := 0
	eachRecord(b, func(kind uint16, record, data []byte, at int) bool {
		if n++; n&0xFFF == 0 && ctx.Err() != nil {
			return false
		}
		switch {
		case kind == recFilePass:
			binary.LittleEndian.PutUint16(record, recWriteProt) // a kind that readers skip
		case kind == recBoundSheet && len(data) > 4: // the offset of the sheet is not encrypted
			c.decrypt(data[4:], at+4)
		case !plainRecords[kind]:
			c.decrypt(data, at)
		}
		return true
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return b, nil
}

// keystream is the RC4 keystream of a stream. Each block has its own key.
type keystream struct {
	*old
	key   []byte
	rc4   *rc4.Cipher
	block int // the block whose key rc4 uses
	at    int // offset in the block, up to which rc4 was used
}

// decrypt decrypts bytes at an offset of the stream, in place.
func (c *keystream) decrypt(b []byte, at int) {
	for len(b) > 0 {
		from := at % block
		if c.rc4 == nil || c.block != at/block || c.at > from {
			var err error
			if c.rc4, err = rc4.NewCipher(c.keyOfBlock(c.key, uint32(at/block))); err != nil {
				panic("BUG: " + err.Error())
			}
			c.block, c.at = at/block, 0
		}
		var skipped [block]byte
		c.rc4.XORKeyStream(skipped[:from-c.at], skipped[:from-c.at])
		n := min(len(b), block-from)
		c.rc4.XORKeyStream(b[:n], b[:n])
		c.at = from + n
		b, at = b[n:], at+n
	}
}
