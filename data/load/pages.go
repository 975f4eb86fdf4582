package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"cardinal/data/parallel"
)

const pageSize = 1 << 20

// pages is a text in memory, in pages of pageSize bytes. The last page may be shorter. The text grows without being copied, and can be read
// while it grows.
type pages struct {
	mu    sync.Mutex
	grown *sync.Cond
	all   [][]byte
	size  int64 // so far
	whole bool  // the text does not grow any more
	err   error // why the text is not all that there is
}

func newPages() *pages {
	p := &pages{}
	p.grown = sync.NewCond(&p.mu)
	return p
}

// readPages reads all of r, which may have no more than limit bytes; 0 is no limit. tell is called after each page.
func readPages(ctx context.Context, r io.Reader, limit int64, tell func()) (*pages, error) {
	text := newPages()
	text.fill(ctx, r, limit, tell)
	return text, text.wait()
}

// fill reads all of r, as readPages does.
func (p *pages) fill(ctx context.Context, r io.Reader, limit int64, tell func()) {
	err := parallel.Guard(func() error {
		for {
			if err := ctx.Err(); err != nil {
				return err
			}
			b, err := readPage(r)
			p.mu.Lock()
			p.all = append(p.all, b)
			p.size += int64(len(b))
			size := p.size
			p.mu.Unlock()
			p.grown.Broadcast()
			if err != nil && !errors.Is(err, io.EOF) {
				return fmt.Errorf("the compressed file is damaged or cut off; copy or download it again: %w", err)
			}
			if limit > 0 && size > limit {
				return fmt.Errorf("the compressed file is too large: its text takes more than %d MB of memory, as much again is needed for the table, and %d MB are free; inflate it and open the result", limit>>20, 2*limit>>20)
			}
			tell()
			if err != nil {
				return nil
			}
		}
	})
	p.mu.Lock()
	p.whole, p.err = true, err
	p.mu.Unlock()
	p.grown.Broadcast()
}

// readPage reads the next page of r. The error is the one that ended the page, io.EOF among them.
func readPage(r io.Reader) (b []byte, err error) {
	b = make([]byte, 0, pageSize)
	for n := 0; err == nil && len(b) < pageSize; b = b[:len(b)+n] {
		n, err = r.Read(b[len(b):pageSize])
	}
	return b, err
}

// wait waits until the text is whole. The error says why it is not all that there is.
func (p *pages) wait() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.whole {
		p.grown.Wait()
	}
	return p.err
}

// ReadAt implements io.ReaderAt. It waits for what is not there yet.
func (p *pages) ReadAt(b []byte, at int64) (int, error) {
	p.mu.Lock()
	for !p.whole && at+int64(len(b)) > p.size {
		p.grown.Wait()
	}
	all, size := p.all, p.size
	p.mu.Unlock()
	n := 0
	for n < len(b) && at < size {
		k := copy(b[n:], all[at/pageSize][at%pageSize:])
		n, at = n+k, at+int64(k)
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}
