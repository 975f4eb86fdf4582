package encrypted

import (
	"crypto/sha256"
	"slices"
	"sync"
)

// MaxKnown is the greatest number of passwords that are tried on a file. Each can take a second.
const MaxKnown = 8

// Passwords has the passwords that a person gave since the program began, and the keys of the files that they opened.
// It exists only in memory. The zero Passwords and nil are valid and have no passwords. Several goroutines may use a
// Passwords at once.
type Passwords struct {
	mu    sync.Mutex
	known []string // the password that was right last comes first
	// keys make reading a file again fast. They also open a file whose password is no longer in `known`.
	keys map[header][]byte
}

// header is a checksum of the bytes that describe the encryption of a file. They include salts and verifiers, so that
// no two files have the same header.
type header [sha256.Size]byte

// Add adds a password, which will be tried first.
func (p *Passwords) Add(password string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := slices.DeleteFunc(p.known, func(other string) bool { return other == password })
	p.known = slices.Insert(known, 0, password)[:min(len(known)+1, MaxKnown)]
}

// promote moves a password that was right to the beginning.
func (p *Passwords) promote(password string) {
	if slices.Contains(p.list(), password) {
		p.Add(password)
	}
}

// keep stores the key of a file.
func (p *Passwords) keep(h header, key []byte) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.keys == nil {
		p.keys = map[header][]byte{}
	}
	p.keys[h] = key
}

// key returns the key of a file that was opened before, or nil.
func (p *Passwords) key(h header) []byte {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keys[h]
}

// list returns the passwords in the order in which they are tried.
func (p *Passwords) list() []string {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.known)
}
