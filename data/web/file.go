package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cardinal/data/store/kept"
	"cardinal/internal/each"
	"cardinal/internal/localfile"
)

// File is a file at an address. Several goroutines may read it at once.
type File struct {
	Address string // without secrets
	Size    int64
	Changed time.Time // zero: the server does not say
	Notes   []string  // sentences on what may be wrong with the received bytes

	origin  *origin
	state   state
	folder  *kept.Folder   // nil: nothing of the file is kept
	found   []*kept.Ranges // of earlier readings
	keeps   bool           // the server allows Cardinal to keep the bytes
	plain   bool           // the file arrives in a single answer
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup
	place   string   // the folder of the temporary file
	disk    *os.File // the temporary file; nil: it could not be created
	release func()
	tell    func(share float64)
	full    atomic.Bool // the disk is full: arriving bytes are held in memory

	mu      sync.Mutex
	grown   *sync.Cond // signals that bytes arrived or that reading failed
	at      *url.URL   // the URL after redirects of the first request; nil: the address itself
	pieces  []*piece   // in the order of the file, not overlapping
	queue   []*piece   // pieces that were not asked for yet
	workers int
	end     int64 // end of the temporary file
	arrived int64 // received bytes of all pieces
	planned int64 // bytes of all pieces
	holding int64 // bytes of memory that the pieces have allocated
	last    int64 // end of the last block that need asked for
	block   int64 // size of the last block
	failed  error
}

// piece is a range of bytes of a file. Its bytes arrive in their order.
type piece struct {
	at, size int64
	place    int64 // offset in the temporary file
	arrived  int64
	asked    bool
	sum      uint32       // of the bytes that arrived; of a kept piece, of all bytes
	held     []byte       // the bytes, if they are in memory; nil: they are in the temporary file or in kept
	kept     *kept.Ranges // has the bytes in place of the temporary file; nil: it was not kept
}

func (p *piece) end() int64 { return p.at + p.size }

const (
	requests  = 8       // requests at once for one file
	headSize  = 8 << 10 // bytes of the first request
	pieceSize = 8 << 20 // greatest number of bytes of a request
	leftFree  = 1 << 30 // bytes of the disk that stay free for other programs
)

// Open asks for the first bytes of the file at an address. tell is called with the share of the planned bytes that has
// arrived. The error is a sentence for a person, without a secret of the address. The file ends with ctx.
//
// Bytes that the folder has of the same state of the file are not asked for again. Close keeps the bytes that arrived
// in the folder; a nil folder keeps nothing.
func Open(ctx context.Context, address string, folder *kept.Folder, tell func(share float64)) (_ *File, err error) {
	f := &File{Address: Clean(address), tell: tell}
	if f.origin, err = parse(address); err != nil {
		return nil, err
	}
	place, err := localfile.CachePath("web")
	if err != nil {
		return nil, fmt.Errorf("there is no folder for what arrives: %w", localfile.Cause(err))
	}
	localfile.Sweep(place)
	f.place = place
	if err = os.MkdirAll(place, 0o700); err == nil {
		f.disk, f.release, err = localfile.Temp(place)
	}
	f.full.Store(err != nil)
	f.grown = sync.NewCond(&f.mu)
	f.ctx, f.cancel = context.WithCancel(ctx)
	context.AfterFunc(f.ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.grown.Broadcast()
	})
	if !f.origin.private() {
		f.Notes = append(f.Notes, "the file came without encryption (http://): others on the way could have read or "+
			"changed it")
	}
	f.look(folder)
	if err := f.begin(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close ends all requests, and keeps or removes what arrived.
func (f *File) Close() {
	f.cancel()
	f.running.Wait()
	f.keep()
	for _, r := range f.found {
		r.Close()
	}
	if f.disk != nil {
		_ = f.disk.Close()
		_ = os.Remove(f.disk.Name())
		f.release()
	}
}

// Err returns the error of the first failed request, or nil. A table that was made despite an error lacks bytes.
func (f *File) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// ReadAt implements io.ReaderAt.
func (f *File) ReadAt(b []byte, at int64) (n int, err error) {
	if at < 0 || at >= f.Size {
		return 0, io.EOF
	}
	if int64(len(b)) > f.Size-at {
		b, err = b[:f.Size-at], io.EOF
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.need(at, at+int64(len(b)))
	for n < len(b) {
		from := at + int64(n)
		i, _ := f.find(from)
		p := f.pieces[i]
		for p.arrived <= from-p.at && f.failed == nil && f.ctx.Err() == nil {
			f.grown.Wait()
		}
		if f.failed != nil {
			return n, f.failed
		}
		if f.ctx.Err() != nil {
			return n, f.ctx.Err()
		}
		part := b[n:min(int64(len(b)), int64(n)+p.arrived-(from-p.at))]
		disk := io.ReaderAt(f.disk)
		place := p.place + from - p.at
		switch {
		case p.held != nil:
			disk, place = bytes.NewReader(p.held), from-p.at
		case p.kept != nil:
			disk = p.kept
		}
		f.mu.Unlock()
		got, failed := disk.ReadAt(part, place)
		f.mu.Lock()
		if n += got; got < len(part) {
			f.fail(fmt.Errorf("what arrived cannot be read from the disk: %w", localfile.Cause(failed)))
		}
	}
	return n, err
}

// Announce asks for all ranges that will be read, each from its first byte up to, and not including, the second. It
// returns the number of bytes that are read with them, without those that are kept.
func (f *File) Announce(ranges [][2]int64) int64 {
	planned := f.Plan(ranges)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.room(); err != nil {
		f.fail(err)
	}
	f.work()
	return planned
}

// Plan returns what Announce returns, but the ranges are not asked for before a later call of Announce.
func (f *File) Plan(ranges [][2]int64) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range merged(ranges) {
		f.cover(max(r[0], 0), min(r[1], f.Size), func(p *piece) { f.queue = append(f.queue, p) })
	}
	return f.planned
}

// mostGap is the greatest gap in bytes between two ranges that one request reads together.
const mostGap = 64 << 10

// merged sorts ranges and joins ranges with small gaps between them. All joined gaps together have at most a twentieth
// of the bytes of the ranges.
func merged(ranges [][2]int64) (out [][2]int64) {
	ranges = slices.Clone(ranges)
	slices.SortFunc(ranges, func(a, b [2]int64) int { return int(max(-1, min(1, a[0]-b[0]))) })
	spare := each.Sum(ranges, func(r [2]int64) int64 { return (r[1] - r[0]) / 20 })
	for _, r := range ranges {
		if last := len(out) - 1; last >= 0 {
			if gap := max(0, r[0]-out[last][1]); gap <= min(mostGap, spare) {
				spare -= gap
				out[last][1] = max(out[last][1], r[1])
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

// find returns the index of the piece that has a byte. If no piece has it, find returns the index of the first piece
// behind the byte.
func (f *File) find(at int64) (i int, has bool) {
	return slices.BinarySearchFunc(f.pieces, at, func(p *piece, at int64) int {
		switch {
		case p.end() <= at:
			return -1
		case p.at > at:
			return 1
		}
		return 0
	})
}

// cover makes pieces for all bytes in [from, to) that are in no piece yet.
func (f *File) cover(from, to int64, made func(*piece)) {
	for from < to {
		i, has := f.find(from)
		if has {
			from = f.pieces[i].end()
			continue
		}
		end := min(to, from+pieceSize)
		if i < len(f.pieces) {
			end = min(end, f.pieces[i].at)
		}
		p := &piece{at: from, size: end - from, place: f.end}
		f.end += p.size
		f.planned += p.size
		f.pieces = slices.Insert(f.pieces, i, p)
		made(p)
		from = end
	}
}

// need asks for bytes that are read now, before all announced bytes. For bytes that were not announced, it asks for a
// block. The block is the end of the file if the bytes are there. If the bytes follow the previous block, the block is
// twice as large as the previous one. The more of the file was read, the larger all blocks are.
func (f *File) need(from, to int64) {
	unit := min(max(f.Size/1000, 2*headSize), 32*headSize)
	for at := from; at < to; {
		i, has := f.find(at)
		if has {
			at = f.pieces[i].end()
			continue
		}
		if f.block = 2 * f.block; at != f.last {
			f.block = unit
		}
		f.block = min(max(f.block, f.arrived/8), pieceSize)
		f.last = min(max(to, at+f.block), f.Size)
		if tail := f.Size - unit; at >= tail { // many formats have their directory at the end
			at, f.last = max(tail, 0), f.Size
			if i > 0 {
				at = max(at, f.pieces[i-1].end())
			}
		}
		f.cover(at, f.last, func(p *piece) { f.queue = append(f.queue, p) })
	}
	var first []*piece
	i, _ := f.find(from)
	for ; i < len(f.pieces) && f.pieces[i].at < to; i++ {
		if !f.pieces[i].asked {
			first = append(first, f.pieces[i])
		}
	}
	if len(first) > 0 {
		rest := slices.DeleteFunc(f.queue, func(p *piece) bool { return slices.Contains(first, p) })
		f.queue = slices.Concat(first, rest)
		f.work()
	}
}

// work starts goroutines that ask for the pieces in the queue.
func (f *File) work() {
	for f.workers < requests {
		p := f.take()
		if p == nil {
			return
		}
		f.workers++
		f.running.Go(func() {
			for p != nil {
				err := try(f.ctx, func() (bool, error) { return f.fetch(p) })
				f.mu.Lock()
				if err != nil {
					f.fail(err)
				}
				if p = f.take(); p == nil {
					f.workers--
				}
				f.mu.Unlock()
			}
		})
	}
}

// take removes the first piece from the queue. It returns nil if the queue is empty or reading has failed.
func (f *File) take() *piece {
	if len(f.queue) == 0 || f.failed != nil || f.ctx.Err() != nil {
		return nil
	}
	p := f.queue[0]
	f.queue, p.asked = f.queue[1:], true
	return p
}

// fail stores the first error, and ends all reading.
func (f *File) fail(err error) {
	if f.failed == nil && f.ctx.Err() == nil {
		f.failed = err
		f.cancel()
	}
	f.grown.Broadcast()
}

// receive writes the body of a response to a piece. It returns the number of received bytes. The error is io.EOF if the
// body is too short.
func (f *File) receive(p *piece, body io.Reader) (n int64, err error) {
	buf := make([]byte, 64<<10)
	for err == nil && p.arrived < p.size {
		var got int
		got, err = body.Read(buf[:min(int64(len(buf)), p.size-p.arrived)])
		if failed := f.store(p, buf[:got]); failed != nil {
			return n, failed
		}
		f.mu.Lock()
		p.sum = kept.Extend(p.sum, buf[:got])
		n += int64(got)
		p.arrived += int64(got)
		f.arrived += int64(got)
		f.tell(float64(f.arrived) / float64(max(f.planned, 1)))
		f.mu.Unlock()
		f.grown.Broadcast()
	}
	if p.arrived == p.size {
		return n, nil
	}
	return n, err
}

// fetch asks for the rest of a piece that is not kept. It reports whether many bytes arrived.
func (f *File) fetch(p *piece) (further bool, err error) {
	if p.kept != nil && f.restore(p) {
		return true, nil
	}
	n := int64(0)
	a, err := f.ask(p.at+p.arrived, p.end())
	if err == nil {
		defer a.Body.Close()
		if n, err = f.receive(p, a.Body); err != nil {
			err = f.origin.broken(f.ctx, err)
		}
	}
	return n >= headSize, err
}

// ask asks for a range of the file, on the condition that the file has not changed since the first response.
func (f *File) ask(from, to int64) (*http.Response, error) {
	f.mu.Lock()
	at := f.at
	f.mu.Unlock()
	r := f.origin.request(f.ctx, at, from, to)
	f.state.demand(r)
	a, err := f.origin.send(r)
	var refused *fault
	if errors.As(err, &refused) && at != nil && refused.code >= 400 && refused.code < 500 { // it had expired
		r = f.origin.request(f.ctx, nil, from, to)
		f.state.demand(r)
		a, err = f.origin.send(r)
	}
	if err != nil {
		return nil, err
	}
	if err := f.state.check(f.origin.host(), a, from, to); err != nil {
		_ = a.Body.Close()
		return nil, err
	}
	return a, nil
}
