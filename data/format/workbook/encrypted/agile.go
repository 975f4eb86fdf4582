package encrypted

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"hash"
)

const (
	segment  = 4096       // bytes that are encrypted with one initialisation vector: MS-OFFCRYPTO, 2.3.4.15
	maxSpins = 10_000_000 // the limit of MS-OFFCRYPTO, 2.3.4.10

	passwordEncryptor = "http://schemas.microsoft.com/office/2006/keyEncryptor/password"
)

// Block keys of MS-OFFCRYPTO, 2.3.4.13 and 2.3.4.14. With them, several keys are derived from one password.
var (
	blockVerifierInput = []byte{0xFE, 0xA7, 0xD2, 0x76, 0x3B, 0x4B, 0x9E, 0x79}
	blockVerifierHash  = []byte{0xD7, 0xAA, 0x0F, 0x6D, 0x30, 0x61, 0x34, 0x4E}
	blockKey           = []byte{0x14, 0x6E, 0x0B, 0xE7, 0xAB, 0xAC, 0xD0, 0xD6}
	blockIntegrityKey  = []byte{0x5F, 0xB2, 0xAD, 0x01, 0x0C, 0xB9, 0xE1, 0xF6}
	blockIntegrityHash = []byte{0xA0, 0x67, 0x7F, 0x02, 0xB2, 0x2C, 0x84, 0x33}
)

var hashes = map[string]func() hash.Hash{
	"SHA1": sha1.New, "SHA-1": sha1.New, "SHA256": sha256.New, "SHA-256": sha256.New,
	"SHA384": sha512.New384, "SHA-384": sha512.New384, "SHA512": sha512.New, "SHA-512": sha512.New,
}

// base64Bytes has the bytes of a base64 attribute.
type base64Bytes []byte

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *base64Bytes) UnmarshalText(text []byte) (err error) {
	*b, err = base64.StdEncoding.AppendDecode(nil, text)
	return err
}

// algorithms says by which algorithms something is encrypted.
type algorithms struct {
	SaltSize  int         `xml:"saltSize,attr"`
	BlockSize int         `xml:"blockSize,attr"`
	KeyBits   int         `xml:"keyBits,attr"`
	HashSize  int         `xml:"hashSize,attr"`
	Cipher    string      `xml:"cipherAlgorithm,attr"`
	Chaining  string      `xml:"cipherChaining,attr"`
	Hash      string      `xml:"hashAlgorithm,attr"`
	Salt      base64Bytes `xml:"saltValue,attr"`
}

// check returns an error if Cardinal does not read the algorithms.
func (a *algorithms) check() error {
	switch {
	case a.Cipher != "AES":
		return unknownError("the cipher " + a.Cipher)
	case a.Chaining != "ChainingModeCBC":
		return unknownError(a.Chaining)
	case hashes[a.Hash] == nil:
		return unknownError("the hash " + a.Hash)
	case a.KeyBits != 128 && a.KeyBits != 192 && a.KeyBits != 256, a.BlockSize != aes.BlockSize,
		a.HashSize != hashes[a.Hash]().Size(), len(a.Salt) != a.SaltSize, a.SaltSize < 1:
		return errDamaged
	}
	return nil
}

// sum returns the hash of the concatenated parts.
func (a *algorithms) sum(parts ...[]byte) []byte {
	h := hashes[a.Hash]()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// decrypt decrypts blocks in place.
func (a *algorithms) decrypt(key, iv, blocks []byte) error {
	c, err := aes.NewCipher(key)
	if err != nil || len(blocks)%aes.BlockSize != 0 {
		return errDamaged
	}
	cipher.NewCBCDecrypter(c, resize(iv, aes.BlockSize)).CryptBlocks(blocks, blocks)
	return nil
}

// agile is the descriptor of agile encryption: MS-OFFCRYPTO, 2.3.4.10.
type agile struct {
	XMLName xml.Name   `xml:"http://schemas.microsoft.com/office/2006/encryption encryption"`
	Data    algorithms `xml:"keyData"`
	Check   struct {
		Key  base64Bytes `xml:"encryptedHmacKey,attr"`
		Hash base64Bytes `xml:"encryptedHmacValue,attr"`
	} `xml:"dataIntegrity"`
	Encryptors []encryptor `xml:"keyEncryptors>keyEncryptor"`

	content content
	by      *passwordKey
}

type encryptor struct {
	URI string      `xml:"uri,attr"`
	Key passwordKey `xml:"http://schemas.microsoft.com/office/2006/keyEncryptor/password encryptedKey"`
}

// passwordKey is the key of the contents, encrypted with a password.
type passwordKey struct {
	Spins int `xml:"spinCount,attr"`
	algorithms
	VerifierInput base64Bytes `xml:"encryptedVerifierHashInput,attr"`
	VerifierHash  base64Bytes `xml:"encryptedVerifierHashValue,attr"`
	Value         base64Bytes `xml:"encryptedKeyValue,attr"`
}

func parseAgile(descriptor []byte, c content) (*agile, error) {
	a := &agile{content: c}
	if err := xml.Unmarshal(descriptor, a); err != nil {
		return nil, errDamaged
	}
	for i := range a.Encryptors {
		if a.Encryptors[i].URI == passwordEncryptor {
			a.by = &a.Encryptors[i].Key
		}
	}
	if a.by == nil {
		return nil, unknownError("a certificate")
	}
	if err := a.Data.check(); err != nil {
		return nil, err
	}
	if err := a.by.check(); err != nil {
		return nil, err
	}
	if a.by.Spins < 0 || a.by.Spins > maxSpins || len(a.by.Value) < a.Data.KeyBits/8 ||
		len(a.by.VerifierInput) < a.by.SaltSize || len(a.by.VerifierHash) < a.by.HashSize {
		return nil, errDamaged
	}
	return a, nil
}

// spinPassword returns the hash of a password. The hash is computed many times, so that guessing passwords is slow.
func (k *passwordKey) spinPassword(ctx context.Context, password string) ([]byte, error) {
	return spin(ctx, hashes[k.Hash](), k.Salt, password, k.Spins)
}

// spin returns the hash of a salt and a password, hashed again `times` times: MS-OFFCRYPTO, 2.3.4.7 and 2.3.4.11.
func spin(ctx context.Context, h hash.Hash, salt []byte, password string, times int) ([]byte, error) {
	h.Write(salt)
	h.Write(encodeUTF16(password))
	sum := h.Sum(nil)
	var counter [4]byte
	for i := range times {
		if i%10_000 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		h.Reset()
		binary.LittleEndian.PutUint32(counter[:], uint32(i))
		h.Write(counter[:])
		h.Write(sum)
		sum = h.Sum(sum[:0])
	}
	return sum, nil
}

// derive returns the key that a block key and the hash of a password give.
func (k *passwordKey) derive(spun, block []byte) []byte {
	return resize(k.sum(spun, block), k.KeyBits/8)
}

// resize returns the first n bytes of b, or b padded with 0x36 to n bytes.
func resize(b []byte, n int) []byte {
	if len(b) >= n {
		return b[:n:n]
	}
	return append(bytes.Clone(b), bytes.Repeat([]byte{0x36}, n-len(b))...)
}

func (a *agile) key(ctx context.Context, password string) ([]byte, error) {
	spun, err := a.by.spinPassword(ctx, password)
	if err != nil {
		return nil, err
	}
	input, sum, key := bytes.Clone(a.by.VerifierInput), bytes.Clone(a.by.VerifierHash), bytes.Clone(a.by.Value)
	for block, b := range map[*[]byte][]byte{&blockVerifierInput: input, &blockVerifierHash: sum, &blockKey: key} {
		if err := a.by.decrypt(a.by.derive(spun, *block), a.by.Salt, b); err != nil {
			return nil, err
		}
	}
	if subtle.ConstantTimeCompare(a.by.sum(input[:a.by.SaltSize]), sum[:a.by.HashSize]) == 0 {
		return nil, errWrong
	}
	return key[:a.Data.KeyBits/8], nil
}

func (a *agile) decrypt(ctx context.Context, key []byte) ([]byte, error) {
	b, size, err := a.content.read()
	if err != nil {
		return nil, err
	}
	if err := a.verify(key, b); err != nil {
		return nil, err
	}
	b = b[sizeBytes:]
	var counter [4]byte
	for at := 0; at < len(b); at += segment {
		if at%(1<<20) == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		binary.LittleEndian.PutUint32(counter[:], uint32(at/segment))
		if err := a.Data.decrypt(key, a.Data.sum(a.Data.Salt, counter[:]), b[at:min(at+segment, len(b))]); err != nil {
			return nil, err
		}
	}
	return b[:size], nil
}

// verify returns an error if the stream was changed: MS-OFFCRYPTO, 2.3.4.14. It verifies nothing if the descriptor has
// no checksum.
func (a *agile) verify(key, stream []byte) error {
	if len(a.Check.Key) == 0 && len(a.Check.Hash) == 0 {
		return nil
	}
	secret, want := bytes.Clone(a.Check.Key), bytes.Clone(a.Check.Hash)
	if len(secret) < a.Data.HashSize || len(want) < a.Data.HashSize {
		return errDamaged
	}
	for block, b := range map[*[]byte][]byte{&blockIntegrityKey: secret, &blockIntegrityHash: want} {
		if err := a.Data.decrypt(key, a.Data.sum(a.Data.Salt, *block), b); err != nil {
			return err
		}
	}
	sum := hmac.New(hashes[a.Data.Hash], secret[:a.Data.HashSize])
	sum.Write(stream)
	if !hmac.Equal(sum.Sum(nil), want[:a.Data.HashSize]) {
		return errAltered
	}
	return nil
}
