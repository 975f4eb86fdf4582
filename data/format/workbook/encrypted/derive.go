package encrypted

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha1"
	"strings"

	"golang.org/x/crypto/argon2"
)

const (
	maxRounds = 5_000_000 // of PBKDF2; takes 3 s
	maxKiB    = 256 << 10 // of memory for Argon2
	maxPassed = 2 << 20   // KiB of memory times passes of Argon2; takes 3 s
	maxLanes  = 64        // of Argon2
)

// derivation says how the key of a part is derived from the hash of a password.
type derivation struct {
	Name   string      `xml:"key-derivation-name,attr"`
	Rounds int         `xml:"iteration-count,attr"`
	Salt   base64Bytes `xml:"salt,attr"`
	Passes uint32      `xml:"argon2-iterations,attr"`
	KiB    uint32      `xml:"argon2-memory,attr"`
	Lanes  uint32      `xml:"argon2-lanes,attr"`
}

// check returns an error if the derivation is unknown, or takes longer than in any known program.
func (d *derivation) check() error {
	switch {
	case d.Name == "":
		return unknownError("a public key")
	case len(d.Salt) < 8:
		return errDamaged
	case d.argon2():
		if d.Passes < 1 || d.Lanes < 1 || d.Lanes > maxLanes || d.KiB > maxKiB ||
			uint64(d.KiB)*uint64(d.Passes) > maxPassed || d.Passes > maxPassed>>10 {
			return errDamaged
		}
	case strings.HasSuffix(strings.ToLower(d.Name), "pbkdf2"):
		if d.Rounds < 1 || d.Rounds > maxRounds {
			return errDamaged
		}
	default:
		return unknownError("keys by " + d.Name)
	}
	return nil
}

func (d *derivation) argon2() bool { return strings.HasSuffix(d.Name, "argon2id") }

// keyBytes has the sizes in bytes of the keys of ciphers.
var keyBytes = map[string]int{"aes128-cbc": 16, "aes192-cbc": 24, "aes256-cbc": 32, "aes256-gcm": 32}

// key derives the key for a cipher. start is the hash of the password.
func (d *derivation) key(ctx context.Context, start []byte, of string) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if d.argon2() {
		return argon2.IDKey(start, d.Salt, d.Passes, d.KiB, uint8(d.Lanes), uint32(keyBytes[of])), nil
	}
	return pbkdf2.Key(sha1.New, string(start), d.Salt, d.Rounds, keyBytes[of])
}
