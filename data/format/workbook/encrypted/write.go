package encrypted

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"strconv"
	"unicode/utf16"

	"cardinal/internal/localfile"
	"cardinal/internal/separators"
)

// MaxPassword is the greatest number of UTF-16 code units of a password in Excel.
const MaxPassword = 255

// CheckPassword returns an error if Excel would not accept a password. The error is a sentence for a person.
func CheckPassword(password string) error {
	switch n := len(utf16.Encode([]rune(password))); {
	case n == 0:
		return errors.New("the password is empty: give one of 1 to 255 characters")
	case n > MaxPassword:
		return separators.Errorf("the password has %d characters, and Excel takes %d at most", n, MaxPassword)
	}
	return nil
}

// excelSpins is the number of times that Excel hashes a password again.
const excelSpins = 100_000

// excel has the algorithms with which Excel encrypts.
var excel = algorithms{SaltSize: 16, BlockSize: aes.BlockSize, KeyBits: 256, HashSize: 64, Cipher: "AES",
	Chaining: "ChainingModeCBC", Hash: "SHA512"}

// Write encrypts the output of `workbook` with a password, as Excel does, and writes it to w. The file begins with the
// length of the workbook. Therefore Write collects the encrypted workbook in a temporary file until the length is
// known.
func Write(ctx context.Context, w io.Writer, password string, workbook func(io.Writer) error) error {
	if err := CheckPassword(password); err != nil {
		return err
	}
	return write(ctx, w, password, workbook, excel, excelSpins)
}

// write does what Write does, with any algorithms that Excel reads.
func write(ctx context.Context, w io.Writer, password string, workbook func(io.Writer) error, how algorithms,
	spins int) (err error) {
	s := sealing{algorithms: how, ctx: ctx, spins: spins, key: randomBytes(how.KeyBits / 8),
		integrity: randomBytes(how.HashSize)}
	s.Salt = randomBytes(how.SaltSize)
	if err := s.lock(ctx, password); err != nil {
		return err
	}
	if s.sealed, err = localfile.NewScratch(); err != nil {
		return err
	}
	defer s.sealed.Close()
	if err := workbook(&s); err != nil {
		return err
	}
	if err := s.end(); err != nil {
		return err
	}
	return writeCompound(w, sizeBytes+s.size, len(s.descriptor(make([]byte, how.HashSize))),
		func(w io.Writer) (info []byte, err error) {
			sum := hmac.New(hashes[how.Hash], s.integrity)
			w = io.MultiWriter(w, sum)
			if err := binary.Write(w, binary.LittleEndian, uint64(s.length)); err != nil {
				return nil, err
			}
			if _, err := s.sealed.WriteTo(w); err != nil {
				return nil, err
			}
			return s.descriptor(sum.Sum(nil)), nil
		})
}

// randomBytes returns n cryptographically random bytes.
func randomBytes(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never returns an error
	return b
}

// sealing encrypts a file that is being written.
type sealing struct {
	algorithms
	ctx            context.Context
	spins          int
	key, integrity []byte
	by             passwordKey

	plain  []byte             // the incomplete segment
	sealed *localfile.Scratch // the complete segments, encrypted
	size   int                // size of `sealed` in bytes
	length int                // bytes of the workbook
}

// Write implements io.Writer. It encrypts bytes of the workbook.
func (s *sealing) Write(p []byte) (int, error) {
	s.length += len(p)
	for rest := p; len(rest) > 0; {
		n := min(len(rest), segment-len(s.plain))
		s.plain, rest = append(s.plain, rest[:n]...), rest[n:]
		if len(s.plain) == segment {
			if err := s.seal(); err != nil {
				return 0, err
			}
		}
	}
	return len(p), nil
}

// end encrypts the last segment. If it is the only one, end first pads it to minStream bytes, because a shorter stream
// would have to be in mini sectors.
func (s *sealing) end() error {
	if s.size == 0 {
		s.plain = append(s.plain, make([]byte, minStream-len(s.plain))...)
	}
	return s.seal()
}

// seal encrypts the segment, and pads it with zeros to a multiple of a block.
func (s *sealing) seal() error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	counter := binary.LittleEndian.AppendUint32(nil, uint32(s.size/segment))
	b := s.encrypt(s.key, s.sum(s.Salt, counter), s.plain)
	s.plain = s.plain[:0]
	if s.size += len(b); s.size > maxStream-sizeBytes {
		return errTooLong
	}
	_, err := s.sealed.Write(b)
	return err
}

// lock encrypts the key with a password.
func (s *sealing) lock(ctx context.Context, password string) error {
	s.by = passwordKey{Spins: s.spins, algorithms: s.algorithms}
	s.by.Salt = randomBytes(s.SaltSize)
	spun, err := s.by.spinPassword(ctx, password)
	if err != nil {
		return err
	}
	input := randomBytes(s.SaltSize)
	s.by.VerifierInput = s.by.encrypt(s.by.derive(spun, blockVerifierInput), s.by.Salt, input)
	s.by.VerifierHash = s.by.encrypt(s.by.derive(spun, blockVerifierHash), s.by.Salt, s.by.sum(input))
	s.by.Value = s.by.encrypt(s.by.derive(spun, blockKey), s.by.Salt, s.key)
	return nil
}

// encrypt returns the encrypted bytes. It first pads b with zeros to a multiple of a block.
func (a *algorithms) encrypt(key, iv, b []byte) []byte {
	out := make([]byte, (len(b)+aes.BlockSize-1)/aes.BlockSize*aes.BlockSize)
	copy(out, b)
	c, err := aes.NewCipher(key)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	cipher.NewCBCEncrypter(c, resize(iv, aes.BlockSize)).CryptBlocks(out, out)
	return out
}

// descriptor returns the stream EncryptionInfo: MS-OFFCRYPTO, 2.3.4.10. sum is the checksum of EncryptedPackage; the
// length of the descriptor does not depend on it.
func (s *sealing) descriptor(sum []byte) []byte {
	var b bytes.Buffer
	b.Write([]byte{4, 0, 4, 0, 0x40, 0, 0, 0}) // agile encryption
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n")
	open := func(name string, attributes ...string) {
		b.WriteString("<" + name)
		for i := 0; i < len(attributes); i += 2 {
			b.WriteString(" " + attributes[i] + `="` + attributes[i+1] + `"`)
		}
	}
	text := base64.StdEncoding.EncodeToString
	open("encryption", "xmlns", "http://schemas.microsoft.com/office/2006/encryption", "xmlns:p", passwordEncryptor)
	b.WriteString(">")
	open("keyData", s.attributes()...)
	b.WriteString("/>")
	open("dataIntegrity", "encryptedHmacKey", text(s.encrypt(s.key, s.sum(s.Salt, blockIntegrityKey), s.integrity)),
		"encryptedHmacValue", text(s.encrypt(s.key, s.sum(s.Salt, blockIntegrityHash), sum)))
	b.WriteString("/><keyEncryptors>")
	open("keyEncryptor", "uri", passwordEncryptor)
	b.WriteString(">")
	open("p:encryptedKey", append(append([]string{"spinCount", strconv.Itoa(s.by.Spins)}, s.by.attributes()...),
		"encryptedVerifierHashInput", text(s.by.VerifierInput), "encryptedVerifierHashValue", text(s.by.VerifierHash),
		"encryptedKeyValue", text(s.by.Value))...)
	b.WriteString("/></keyEncryptor></keyEncryptors></encryption>")
	return b.Bytes()
}

// attributes returns the attributes of a descriptor: names and values, alternately.
func (a *algorithms) attributes() []string {
	return []string{
		"saltSize", strconv.Itoa(a.SaltSize), "blockSize", strconv.Itoa(a.BlockSize), "keyBits",
		strconv.Itoa(a.KeyBits), "hashSize", strconv.Itoa(a.HashSize),
		"cipherAlgorithm", a.Cipher, "cipherChaining", a.Chaining, "hashAlgorithm", a.Hash, "saltValue",
		base64.StdEncoding.EncodeToString(a.Salt),
	}
}
