package inflate

import (
	"io"
	"sync"
	"sync/atomic"

	"cardinal/data/parallel"
)

const (
	// region is the size in bytes of the parts of the file that are inflated each by itself.
	region = 1 << 20
	// mostUseless is the number of regions, one after the other, that are inflated for nothing before no
	// further ones are.
	mostUseless = 16
)

// ahead inflates regions of a large file on several goroutines, ahead of the stream that is read. pugz
// (Kerbiriou and Chikhi, "Parallel decompression of gzip-compressed files and random access to DNA sequences",
// 2019) and rapidgzip (Knespel and Brunst, HPDC 2023) do so.
//
// A goroutine looks for the first block of its region, and inflates the blocks from there to the first block of
// the next region. The window before the first block is not known then: a match that reaches it gives places in
// the window. The stream takes a part where it comes to the very bit at which the part begins. The bytes of the
// window are put in then, and in the parts that follow.
//
// A part that begins where the stream has no block is never taken. The stream then inflates the region by
// itself. It does so, too, with blocks without codes of their own, with blocks of more than 256 KB, with the
// rest of a region in which a member ends, and with damage.
type ahead struct {
	r       io.ReaderAt
	size    int64
	workers int
	region  int64
	parts   []*part // begun and not taken, in the order of the file
	next    int64   // where the next region begins
	useless int     // parts that were not taken, one after the other
	stopped atomic.Bool
	running sync.WaitGroup
	spare   sync.Pool // of symbols

	text []byte // of the part that is read: the rest
}

// take looks for a part that begins where s is. before is what follows the window of s.
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

// use has the text of the first part read next. It returns false where the part has places that the window of s
// has not.
func (a *ahead) use(p *part, s *stream, before []byte) bool {
	if p.window == nil {
		if !p.fits(min(windowSize, s.known+len(before))) {
			return false
		}
		a.putIn(p, windowOf(s, before))
	}
	a.parts = a.parts[1:]
	a.follow(p)
	<-p.ready
	a.text = p.text
	s.step, s.final = ready, p.final
	s.seek(p.end, io.NewSectionReader(a.r, p.end/8, a.size-p.end/8))
	return true
}

// begin begins the next regions, from a place in the file on.
func (a *ahead) begin(at int64) {
	for len(a.parts) < a.workers && a.useless < mostUseless && a.next < a.size {
		p := &part{from: a.next, to: a.next + a.region, begin: -1, found: make(chan struct{}), done: make(chan struct{})}
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

// stop ends the goroutines, and waits for them.
func (a *ahead) stop() {
	a.stopped.Store(true)
	a.running.Wait()
}

// copyReady copies what was inflated ahead.
func (s *stream) copyReady(out []byte, o int) int {
	n := copy(out[o:], s.ahead.text)
	if s.ahead.text = s.ahead.text[n:]; len(s.ahead.text) == 0 {
		s.step = header
	}
	return o + n
}

// follow puts windows in the parts that follow p, as far as they are inflated.
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
			a.putIn(next, p.window.after(p.tail))
		}
		p = next
	}
}

// putIn begins to put the window in a part.
func (a *ahead) putIn(p *part, w *window) {
	p.window, p.ready = w, make(chan struct{})
	a.running.Go(func() {
		defer close(p.ready)
		p.text = make([]byte, len(p.symbols))
		w.text(p.text, p.symbols)
		a.spare.Put(p.symbols[:cap(p.symbols)]) //nolint:staticcheck // megabytes: the three words of the slice do not matter
		p.symbols = nil
	})
}
