package encrypted

import (
	"slices"
	"sync"
)

// MaxKnown is the most passwords that are tried on a file: each takes up to a second.
const MaxKnown = 8

// Passwords are those that a person gave since the program began. They are in memory alone. The zero Passwords is valid, and so is nil, which has none. Many
// goroutines may use Passwords at once.
type Passwords struct {
	mu    sync.Mutex
	known []string // the one that opened a file last comes first
}

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

// all are the passwords in the order in which they are tried.
func (p *Passwords) all() []string {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.known)
}
