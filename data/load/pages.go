package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/internal/separators"
)

const pageSize = 1 << 20

// mostUnpacked limits the size of an inflated text on the disk, as a multiple of the compressed size. Real tables grow
// about tenfold; zip bombs would fill the disk.
const mostUnpacked = 50

// pages is a text in pages of pageSize bytes. Only the last page may be shorter. The text can grow without being
// copied, and can be read while it grows. If it does not fit into memory, it is stored in a temporary file.
type pages struct {
	of    string // name of the source of the text, for errors
	limit int64  // greatest number of bytes in memory; 0: no limit
	most  int64  // greatest number of bytes on the disk
	disk  spill.Arena

	mu    sync.Mutex
	grown *sync.Cond
	all   [][]byte
	size  int64 // so far
	whole bool  // the text is complete, or filling it failed
	err   error // why the text is incomplete; nil: it is not
}

// newPages returns an empty text. A table of the text may take as much memory as `limit`.
func newPages(of string, limit, most int64) *pages {
	if !spill.Possible {
		most = 0
	}
	p := &pages{of: of, limit: limit, most: most,
		disk: spill.Arena{Space: spill.Space{Most: limit / 2, Of: "the " + of}}}
	p.grown = sync.NewCond(&p.mu)
	return p
}

// fill adds all bytes of r to the text. says is the expected size of the text, which may be wrong, or 0. fill calls
// `tell` after each page.
func (p *pages) fill(ctx context.Context, r io.Reader, says int64, tell func()) {
	err := parallel.Guard(func() error {
		if p.limit > 0 && says > p.limit && says <= p.most {
			if err := p.disk.Reserve(says); err != nil {
				return err
			}
		}
		page := make([]byte, 0, pageSize)
		for {
			if err := ctx.Err(); err != nil {
				return err
			}
			b, err := readPage(r, page)
			if err != nil && !errors.Is(err, io.EOF) {
				return fmt.Errorf("the %s is damaged or cut off; copy or download it again: %w", p.of, err)
			}
			if failed := p.add(ctx, b); failed != nil {
				return failed
			}
			if tell(); err != nil {
				return nil
			}
			if !p.onDisk() {
				page = make([]byte, 0, pageSize)
			}
		}
	})
	p.mu.Lock()
	p.whole, p.err = true, err
	p.mu.Unlock()
	p.grown.Broadcast()
}

// onDisk reports whether the text is in a temporary file.
func (p *pages) onDisk() bool { return p.disk.Space.Bytes() > 0 }

// add adds a page. When the limit is exceeded, it moves all pages to the disk.
func (p *pages) add(ctx context.Context, b []byte) (err error) {
	size, all := p.size+int64(len(b)), p.all
	all = append(all, b)
	switch {
	case p.onDisk() && size > p.most, !p.onDisk() && p.limit > 0 && size > p.limit && size > p.most:
		return p.tooLarge()
	case p.onDisk():
		all[len(all)-1], err = spill.Copy(&p.disk, b)
	case p.limit > 0 && size > p.limit:
		all = slices.Clone(all)
		for i := 0; i < len(all) && err == nil; i++ {
			if err = ctx.Err(); err == nil {
				all[i], err = spill.Copy(&p.disk, all[i])
			}
		}
	}
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.all, p.size = all, size
	p.mu.Unlock()
	p.grown.Broadcast()
	return nil
}

func (p *pages) tooLarge() error {
	if p.most > 0 {
		return separators.Errorf("the %s is too large: it holds more than %d times its size, and texts beyond %d MB "+
			"that do so are not put on the disk; make a file of what it holds and open that", p.of, mostUnpacked,
			p.limit>>20)
	}
	return separators.Errorf("the %s is too large: its text takes more than %d MB of memory, as much again is needed "+
		"for the table, and %d MB are free; make a file of what it holds and open that", p.of, p.limit>>20,
		2*p.limit>>20)
}

// readPage reads the next page of r into b, which is empty. It returns the error that ended the page, which can be
// io.EOF.
func readPage(r io.Reader, b []byte) (_ []byte, err error) {
	for n := 0; err == nil && len(b) < pageSize; b = b[:len(b)+n] {
		n, err = r.Read(b[len(b):pageSize])
	}
	return b, err
}

// wait waits until the text is complete, or returns why it is not.
func (p *pages) wait() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.whole {
		p.grown.Wait()
	}
	return p.err
}

// release frees the disk space of a text after a table was read from it. It adds a note about the temporary file.
func (p *pages) release(t *data.Table, err error) (*data.Table, error) {
	size := p.disk.Space.Bytes()
	if err = errors.Join(err, p.disk.Space.Release()); err != nil {
		return nil, err
	}
	if size > 0 {
		t.Notes = append(t.Notes, separators.Sprintf("the %s does not fit the memory that it may take: its text of "+
			"%d MB lay in a temporary file, which is gone again", p.of, p.size>>20))
	}
	return t, nil
}

// ReadAt implements io.ReaderAt. It waits for bytes that have not arrived.
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
