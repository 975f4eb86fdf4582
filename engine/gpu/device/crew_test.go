package device

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
)

// TestCrew sends columns of all sizes one right after the other, from sources that threads read at once and in
// order: each byte is read, threads that wake too late for a column disturb neither it nor the next, and all
// threads end with the crew.
func TestCrew(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	before := runtime.NumGoroutine()
	c := newCrew()
	data := make([]byte, 3*blockBytes+5)
	for i := range data {
		data[i] = byte(rand.Uint32())
	}
	for round := range 500 {
		size := 1 + rand.Int64N(int64(len(data)))
		if round%2 == 0 {
			size = 1 + size%100
		}
		var pieces []*piece
		for at := int64(0); at < size; {
			p := newPiece(region{}, at, min(size-at, 1+rand.Int64N(2*blockBytes)))
			p.room = make([]byte, p.bytes)
			pieces = append(pieces, p)
			at += p.bytes
		}
		s := &sending{pieces: pieces}
		c.begin(s, s.threads())
		s.setSource(Source{AtOnce: round%3 > 0, Read: func(room []byte, at int64) error {
			copy(room, data[at:])
			return nil
		}})
		for _, p := range pieces {
			p.open.signal()
		}
		var got []byte
		for _, p := range pieces {
			p.full.wait()
			got = append(got, p.room...)
		}
		if err := s.end(len(pieces)); err != nil || !bytes.Equal(got, data[:size]) {
			t.Fatalf("round %d: wrong bytes, or %v", round, err)
		}
	}
	c.end()
	for begin := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Since(begin) > 10*time.Second {
			t.Fatalf("%d goroutines are left of %d", runtime.NumGoroutine()-before, c.size)
		}
	}
}
