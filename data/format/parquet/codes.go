package parquet

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// codes decides where the codes of texts are stored. The first row group of a column decides the width of the codes,
// and leaves room for twice as many texts. Another row group writes its codes to the column if that width suffices.
// Otherwise it keeps its codes itself until all row groups are read.
type codes struct {
	space *spill.Space // stores codes that do not fit into memory; nil: all codes are in memory
	most  int64        // bytes of memory that the codes of all columns may take, if `space` is set
	taken atomic.Int64 // bytes of memory that the codes of the columns take

	aside spill.Arena  // stores the codes of row groups
	read  atomic.Int64 // bytes of memory that the codes of row groups take
}

// offer sets a space for codes that would take more than `most` bytes of memory.
func (c *codes) offer(space *spill.Space, most int64) {
	c.space, c.most = space, most
	c.aside.Space.Most = space.Most
}

// fewGroups is the least number of row groups with which it saves time if other cores wait for the first group.
const fewGroups = 32

// readFirstTexts reads the first row group of each column of texts. The dictionaries of later row groups then begin
// with the texts of the first group, so that joining the dictionaries changes few codes.
func (l *loader) readFirstTexts(ctx context.Context) error {
	texts := each.Where(l.columnsOf(false), func(c *column) bool {
		return c.as.next != nil && l.list == "" && len(c.groups) >= fewGroups
	})
	return parallel.InOrder(ctx, len(texts), func(ctx context.Context, i int) error {
		c := texts[i]
		if err := l.readChunk(ctx, c, 0); err != nil || c.tooWide.Load() {
			return err
		}
		if c.rare == nil {
			seed := c.dicts[0].Clone()
			c.seed = &seed
		}
		return nil
	})
}

// keepCodes stores the codes of a row group. It writes them to the codes of the column if these are wide enough.
func (l *loader) keepCodes(c *column, g int, codes []uint32) (err error) {
	p := &c.groups[g]
	room, err := l.room(c, p.to)
	if err != nil {
		return err
	}
	if p.direct = room.Len() > 0 && data.WidthOf(p.to) <= room.Width(); p.direct {
		p.codes = room.Range(l.starts[g], l.starts[g+1])
		p.codes.Narrow(codes)
		return nil
	}
	p.codes, err = l.codes.keep(codes, p.to)
	return err
}

// room returns the codes of all rows. It allocates them after the first row group, whose codes are less than n. It
// returns no codes if the table has other rows than the row groups.
func (l *loader) room(c *column, n int) (data.Codes, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.direct.Len() > 0 || l.list != "" || l.most > 0 {
		return c.direct, nil
	}
	if len(c.groups) > 1 {
		n *= 2 // for texts of other row groups
	}
	var err error
	c.direct, err = l.codes.column(l.rows(), n+1)
	return c.direct, err
}

// keep returns a copy of the codes of a row group. The codes are less than n.
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

// column allocates codes less than n for a column.
func (c *codes) column(rows, n int) (data.Codes, error) {
	space, bytes := c.space, int64(rows)*data.WidthOf(n)
	if c.taken.Add(bytes) <= c.most {
		space = nil
	} else {
		c.taken.Add(-bytes)
	}
	return data.MakeCodes(space, rows, n)
}

// pool has arrays for the rows of a row group, which are used again.
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
