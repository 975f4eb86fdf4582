package parquet

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/internal/memory"
)

// codes decides where the codes of texts are stored. Row groups have their own codes until all row groups are read;
// then the column has its codes. All codes have the narrowest width.
type codes struct {
	space *spill.Space // takes codes that do not fit into memory; nil: all codes lie in memory
	most  int64        // bytes of memory that all columns may take if a space exists
	taken atomic.Int64 // bytes of memory of the columns

	aside spill.Arena  // takes the codes of row groups
	read  atomic.Int64 // bytes of memory of the codes of row groups
}

// offer sets a space for the codes that exceed most bytes of memory.
func (c *codes) offer(space *spill.Space, most int64) {
	c.space, c.most = space, most
	c.aside.Space.Most = space.Most
}

// fewGroups is the number of row groups below which other cores should not wait for the first group.
const fewGroups = 32

// readFirstTexts reads the first row group of each column of texts, and allocates the codes of all rows. Their width
// leaves room for twice as many texts. Later row groups then write their codes there directly, with a dictionary that
// begins with the texts of the first group.
func (l *loader) readFirstTexts(ctx context.Context) error {
	var texts []*column
	for _, c := range l.columnsOf(false) {
		if c.as.next != nil && l.list == "" && len(c.groups) >= fewGroups {
			texts = append(texts, c)
		}
	}
	return parallel.InOrder(ctx, len(texts), func(ctx context.Context, i int) error {
		c := texts[i]
		if err := l.readChunk(ctx, c, 0); err != nil || c.tooWide.Load() {
			return err
		}
		seed := c.dicts[0].Clone()
		room, err := l.codes.column(l.rows(), 2*len(seed.Values)+1)
		if err != nil {
			return err
		}
		same := make([]uint32, len(seed.Values))
		for code := range same {
			same[code] = uint32(code)
		}
		room.Fill(0, c.groups[0].codes, same)
		c.groups[0].codes, c.groups[0].direct = room.Range(0, l.starts[1]), true
		c.direct, c.seed = room, &seed
		return nil
	})
}

// keepCodes stores the codes of a row group. It writes to the codes of the column if their width suffices.
func (l *loader) keepCodes(c *column, g int, codes []uint32) (err error) {
	p := &c.groups[g]
	if p.direct = c.direct.Len() > 0 && data.WidthOf(p.to) <= c.direct.Width(); p.direct {
		p.codes = c.direct.Range(l.starts[g], l.starts[g+1])
		p.codes.Narrow(codes)
		return nil
	}
	p.codes, err = l.codes.keep(codes, p.to)
	return err
}

// keep returns a copy of the codes, below n, of a row group.
func (c *codes) keep(codes []uint32, n int) (data.Codes, error) {
	if n > 1<<16 {
		codes = slices.Clone(codes)
	}
	kept := data.PackCodes(codes, n)
	if c.space == nil || c.read.Add(int64(kept.Bytes())) <= c.most/2 {
		return kept, nil
	}
	c.read.Add(-int64(kept.Bytes()))
	return kept.Spill(&c.aside)
}

// column allocates the codes, below n, of a column.
func (c *codes) column(rows, n int) (data.Codes, error) {
	space, bytes := c.space, int64(rows)*data.WidthOf(n)
	if c.taken.Add(bytes) <= c.most {
		space = nil
	} else {
		c.taken.Add(-bytes)
	}
	return data.MakeCodes(space, rows, n)
}

// pool reuses arrays for the rows of a row group.
type pool[T any] struct{ sync.Pool }

func (p *pool[T]) take(n int) []T {
	if b, ok := p.Get().(*[]T); ok && cap(*b) >= n {
		return (*b)[:n]
	}
	return memory.Make[T](n)
}

func (p *pool[T]) give(b []T) { p.Put(&b) }

var (
	freeCodes pool[uint32]
	freeBytes pool[uint8]
)
