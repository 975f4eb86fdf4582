package parquet

import (
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/spill"
	"cardinal/memory"
)

// codes decides where the codes of texts lie: those of a row group until all are read, and then those of the column. Each has the narrowest width.
type codes struct {
	space *spill.Space // takes what the memory does not hold; nil: all lies in memory
	most  int64        // bytes of memory that all columns may take where there is a space
	taken atomic.Int64 // bytes of memory that columns take

	aside spill.Arena  // takes the codes of row groups
	read  atomic.Int64 // bytes of memory that the codes of row groups take
}

// offer offers a space for what takes more than so many bytes of memory.
func (c *codes) offer(space *spill.Space, most int64) {
	c.space, c.most = space, most
	c.aside.Space.Most = space.Most
}

// keep is a copy of the codes below n of a row group.
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

// column makes room for the codes below n of a column.
func (c *codes) column(rows, n int) (data.Codes, error) {
	space, bytes := c.space, int64(rows)*data.WidthOf(n)
	if c.taken.Add(bytes) <= c.most {
		space = nil
	} else {
		c.taken.Add(-bytes)
	}
	return data.MakeCodes(space, rows, n)
}

// free are arrays of codes for the texts of a row group.
var free sync.Pool

func takeCodes(n int) []uint32 {
	if b, ok := free.Get().(*[]uint32); ok && cap(*b) >= n {
		return (*b)[:n]
	}
	return memory.Make[uint32](n)
}

func giveCodes(codes []uint32) { free.Put(&codes) }
