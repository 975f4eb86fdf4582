package inflate

import (
	"io"
	"sync"
	"sync/atomic"

	"cardinal/data/parallel"
)

const (
	// region is the size in bytes of a part of the file that is inflated by itself.
	region = 1 << 20
	// mostUseless is the number of consecutive useless regions after which no further regions are inflated ahead.
	mostUseless = 16
)

// ahead inflates regions of a large file on several goroutines, ahead of the stream that is read. pugz (Kerbiriou and
// Chikhi, "Parallel decompression of gzip-compressed files and random access to DNA sequences", 2019) and rapidgzip
// (Knespel and Brunst, HPDC 2023) use this method.
//
// A goroutine looks for the first block of its region, and inflates the blocks from there to the first block of the
// next region. The window before the first block is not known at that time. A match that reaches into the window
// therefore gives places in the window in place of bytes. The stream takes a part when it arrives at the exact bit
// where the part begins. The bytes of the window are inserted then, also in the parts that follow.
//
// A part is never taken if the stream has no block at its beginning. The stream then inflates the region by itself. The
// stream also inflates four kinds of input by itself: blocks without codes of their own, blocks of more than 256 KB,
// the rest of a region in which a member ends, and damaged regions.
type ahead struct {
	r       io.ReaderAt
	size    int64
	workers int
	region  int64
	parts   []*part // begun and not taken yet, in the order of the file
	next    int64   // beginning of the next region
	useless int     // number of consecutive parts that were not taken
	stopped atomic.Bool
	running sync.WaitGroup
	spare   sync.Pool // of symbols

	text []byte // rest of the part that is read
}

// take looks for a part that begins at the place of s. before is the text that follows the window of s.
func (a *ahead) take(s *stream, before []byte) bool {
	offset := s.offset()
	for {
		a.begin(offset / 8)
		if len(a.parts) == 0 || 8*a.parts[0].from > offset {
			return false
		}
		p := a.parts[0]
		if offset < 8*p.to {
			<-p.found
			if p.begin > offset {
				return false
			}
			if p.begin == offset {
				if <-p.done; p.valid && a.use(p, s, before) {
					a.useless = 0
					return true
				}
			}
		}
		a.parts = a.parts[1:]
		a.useless++
	}
}

// use makes the stream read the text of the first part next. It returns false if the part refers to places before the
// known window of s.
func (a *ahead) use(p *part, s *stream, before []byte) bool {
	if p.window == nil {
		if !p.fitsWindow(min(windowSize, s.known+len(before))) {
			return false
		}
		a.insertWindow(p, windowOf(s, before))
	}
	a.parts = a.parts[1:]
	a.follow(p)
	<-p.ready
	a.text = p.text
	s.step, s.final = ready, p.final
	s.seek(p.end, io.NewSectionReader(a.r, p.end/8, a.size-p.end/8))
	return true
}

// begin starts the next regions, from a place in the file on.
func (a *ahead) begin(at int64) {
	for len(a.parts) < a.workers && a.useless < mostUseless && a.next < a.size {
		p := &part{from: a.next, to: a.next + a.region, begin: -1, found: make(chan struct{}),
			done: make(chan struct{})}
		a.next = p.to
		if p.to <= at {
			continue
		}
		a.parts = append(a.parts, p)
		a.running.Go(func() {
			if parallel.Guard(func() error { a.inflate(p); return nil }) != nil {
				p.valid = false
			}
			if p.begin < 0 {
				close(p.found)
			}
			close(p.done)
		})
	}
}

// stop ends the goroutines and waits for them.
func (a *ahead) stop() {
	a.stopped.Store(true)
	a.running.Wait()
}

// copyReady copies text that was inflated ahead.
func (s *stream) copyReady(out []byte, o int) int {
	n := copy(out[o:], s.ahead.text)
	if s.ahead.text = s.ahead.text[n:]; len(s.ahead.text) == 0 {
		s.step = header
	}
	return o + n
}

// follow inserts windows into the parts after p, as far as they are inflated.
func (a *ahead) follow(p *part) {
	for _, next := range a.parts {
		if next.window == nil {
			select {
			case <-next.done:
			default:
				return
			}
			if !next.valid || next.begin != p.end || p.final || len(p.tail) < windowSize {
				return
			}
			a.insertWindow(next, p.window.next(p.tail))
		}
		p = next
	}
}

// insertWindow starts to insert the window into a part.
func (a *ahead) insertWindow(p *part, w *window) {
	p.window, p.ready = w, make(chan struct{})
	a.running.Go(func() {
		defer close(p.ready)
		p.text = make([]byte, len(p.symbols))
		w.text(p.text, p.symbols)
		//nolint:staticcheck // megabytes: the three words of the slice do not matter
		a.spare.Put(p.symbols[:cap(p.symbols)])
		p.symbols = nil
	})
}
