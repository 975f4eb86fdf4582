package inflate

import (
	"io"
	"sync"
	"sync/atomic"

	"cardinal/data/parallel"
)

const (
	// region is the size in bytes of a part of the file that is inflated independently.
	region = 1 << 20
	// mostUseless is the number of consecutive useless regions after which no more regions are inflated ahead.
	mostUseless = 16
)

// ahead inflates regions of a large file on several goroutines, before the stream reaches them. pugz (Kerbiriou and
// Chikhi, "Parallel decompression of gzip-compressed files and random access to DNA sequences", 2019) and rapidgzip
// (Knespel and Brunst, HPDC 2023) use this method.
//
// A goroutine searches its region for the beginning of a block. It inflates the blocks from there to the first block
// that begins in the next region. The text of these blocks is a part. The window, which is the text before the region,
// is not known at that time. If a match reaches into the window, the part therefore has positions in the window in
// place of bytes. When the stream arrives at the bit where the blocks of the part begin, it uses the part: it replaces
// the positions by the bytes of the window. Then the window of the next part is known, too.
//
// A goroutine can mistake other bits for the beginning of a block. The stream never finds the end of a block at such a
// bit, so it does not use the part, and inflates the region itself. The stream also inflates four kinds of input
// itself: blocks with the fixed code or without a code, blocks of more than 256 KB, the rest of a region in which a
// member ends, and damaged regions.
type ahead struct {
	r       io.ReaderAt
	size    int64
	workers int
	region  int64
	parts   []*part // parts that were begun and not used yet, in the order of the file
	next    int64   // beginning of the next region
	useless int     // number of consecutive parts that were not used
	stopped atomic.Bool
	running sync.WaitGroup
	spare   sync.Pool // of slices of symbols

	text []byte // rest of the text of the current part
}

// take uses the part that begins at the next bit of s, if it finds one. before is the text that follows the window of
// s.
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

// use makes the stream continue with the text of the first part. It returns false if the part refers to bytes before
// the known window of s.
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

// begin starts to inflate the next regions, from an offset in the file on.
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

// copyReady copies text that was inflated ahead to out[o:].
func (s *stream) copyReady(out []byte, o int) int {
	n := copy(out[o:], s.ahead.text)
	if s.ahead.text = s.ahead.text[n:]; len(s.ahead.text) == 0 {
		s.step = header
	}
	return o + n
}

// follow inserts windows into the parts after p that are already inflated.
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

// insertWindow starts a goroutine that replaces the positions of a part by the bytes of the window.
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
