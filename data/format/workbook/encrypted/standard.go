package encrypted

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/binary"
)

// standardSpins is the number of times that standard encryption repeats the hash of a password: MS-OFFCRYPTO,
// 2.3.4.7.
const standardSpins = 50_000

// standard is standard encryption, as in Excel 2007: MS-OFFCRYPTO, 2.3.4.5. It has no checksum of the contents. The zip
// archive of the workbook has checksums.
type standard struct {
	content  content
	bits     int
	salt     []byte
	verifier []byte // encrypted, one block
	hash     []byte // encrypted hash of the verifier, 32 bytes
}

// parseStandard reads the header and the verifier, which follow the version: MS-OFFCRYPTO, 2.3.2 and 2.3.3.
func parseStandard(b []byte, c content) (*standard, error) {
	if len(b) < 8 {
		return nil, errDamaged
	}
	size := int64(binary.LittleEndian.Uint32(b[4:]))
	b = b[8:]
	if size < 32 || size > int64(len(b)) {
		return nil, errDamaged
	}
	header, b := b[:size], b[size:]
	algorithm, bits := binary.LittleEndian.Uint32(header[8:]), int(binary.LittleEndian.Uint32(header[16:]))
	const aes128, aes192, aes256 = 0x660E, 0x660F, 0x6610
	switch {
	case algorithm == aes128 && bits == 128, algorithm == aes192 && bits == 192, algorithm == aes256 && bits == 256:
	case algorithm == aes128 || algorithm == aes192 || algorithm == aes256:
		return nil, errDamaged
	default:
		return nil, unknownError("standard encryption without AES")
	}
	if len(b) < 4+16+16+4+32 || binary.LittleEndian.Uint32(b) != 16 || binary.LittleEndian.Uint32(b[36:]) != sha1.Size {
		return nil, errDamaged
	}
	return &standard{content: c, bits: bits, salt: b[4:20], verifier: b[20:36], hash: b[40:72]}, nil
}

// derive returns the key of a password: MS-OFFCRYPTO, 2.3.4.7.
func (s *standard) derive(ctx context.Context, password string) ([]byte, error) {
	spun, err := spin(ctx, sha1.New(), s.salt, password, standardSpins)
	if err != nil {
		return nil, err
	}
	sum := sha1.Sum(append(spun, 0, 0, 0, 0))
	half := func(with byte) []byte {
		block := bytes.Repeat([]byte{with}, 64)
		subtle.XORBytes(block, block, sum[:])
		out := sha1.Sum(block)
		return out[:]
	}
	return append(half(0x36), half(0x5C)...)[:s.bits/8], nil
}

func (s *standard) key(ctx context.Context, password string) ([]byte, error) {
	key, err := s.derive(ctx, password)
	if err != nil {
		return nil, err
	}
	verifier, hash := bytes.Clone(s.verifier), bytes.Clone(s.hash)
	if err := decryptBlocks(ctx, key, verifier); err != nil {
		return nil, err
	}
	if err := decryptBlocks(ctx, key, hash); err != nil {
		return nil, err
	}
	if sum := sha1.Sum(verifier); subtle.ConstantTimeCompare(sum[:], hash[:sha1.Size]) == 0 {
		return nil, errWrong
	}
	return key, nil
}

func (s *standard) decrypt(ctx context.Context, key []byte) ([]byte, error) {
	b, size, err := s.content.read()
	if err != nil {
		return nil, err
	}
	b = b[sizeBytes:]
	whole := len(b) / aes.BlockSize * aes.BlockSize // some writers add bytes after the last block
	if size > whole {
		return nil, errDamaged
	}
	return b[:size], decryptBlocks(ctx, key, b[:whole])
}

// decryptBlocks decrypts blocks in place, independently of each other.
func decryptBlocks(ctx context.Context, key, blocks []byte) error {
	c, err := aes.NewCipher(key)
	if err != nil {
		return errDamaged
	}
	for at := 0; at < len(blocks); at += aes.BlockSize {
		if at%(1<<20) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c.Decrypt(blocks[at:], blocks[at:])
	}
	return nil
}
