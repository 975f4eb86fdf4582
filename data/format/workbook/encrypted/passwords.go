package encrypted

import (
	"crypto/sha256"
	"slices"
	"sync"
)

// MaxKnown is the most passwords that are tried on a file: each takes up to a second.
const MaxKnown = 8

// Passwords are those that a person gave since the program began, and the keys of the files that they opened.
// They are in memory alone. The zero Passwords is valid, and so is nil, which has none. Many goroutines may use
// Passwords at once.
type Passwords struct {
	mu    sync.Mutex
	known []string // the one that opened a file last comes first
	// so that a file that is read again takes no time for its key, and no question where its password is none
	// of the known ones any more
	keys map[header][]byte
}

// header is a checksum of what says how a file is encrypted: salts and verifiers, which no two files share.
type header [sha256.Size]byte

// Add takes a password, which is tried before the others.
func (p *Passwords) Add(password string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := slices.DeleteFunc(p.known, func(other string) bool { return other == password })
	p.known = slices.Insert(known, 0, password)[:min(len(known)+1, MaxKnown)]
}

// opened has a password that opened a file tried first the next time.
func (p *Passwords) opened(password string) {
	if slices.Contains(p.all(), password) {
		p.Add(password)
	}
}

// keep takes the key of a file.
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

// key is that of a file that was opened, nil for another file.
func (p *Passwords) key(h header) []byte {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keys[h]
}

// all are the passwords in the order in which they are tried.
func (p *Passwords) all() []string {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.known)
}
