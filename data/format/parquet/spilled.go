package parquet

import "cardinal/data/store/spill"

// fitsAside reports whether the rows of a row group are first read into memory and then written to the spilled column.
func (l *loader) fitsAside(c *column, g int) bool {
	width, _ := c.bytesPerRow()
	// Each core needs memory for one row group.
	return c.spilled && l.list == "" && l.part(g).rows == nil && int64(l.declaredCount(c, g))*width <= l.limit/64
}

// groupColumn returns a column for the rows of one row group.
func (c *column) groupColumn(rows int) (*column, error) {
	if a, ok := c.free.Get().(*column); ok && a.as == c.as && a.frame == c.frame && a.rows() >= rows {
		return a, nil
	}
	a := &column{as: c.as, frame: c.frame, physical: c.physical, width: c.width}
	return a, a.allocate(nil, rows, 0)
}

// rows returns the number of rows of a column of numbers.
func (c *column) rows() int { return c.offsets.Len() + len(c.ints) + len(c.floats) + len(c.bools) }

// write copies the rows of one row group to the spilled column c, from row `at` on.
func (c *column) write(at int, from *column, rows int) {
	switch {
	case c.frame != nil:
		c.offsets.Write(at, from.offsets.First(rows))
	case c.ints != nil:
		spill.Write(c.ints[at:at+rows], from.ints)
	case c.floats != nil:
		spill.Write(c.floats[at:at+rows], from.floats)
	default:
		spill.Write(c.bools[at:at+rows], from.bools)
	}
}

// cool releases the memory of rows that were read, if c is spilled.
func (c *column) cool(from, to int) {
	switch {
	case c.offsets.U8 != nil:
		spill.Cool(c.offsets.U8[from:to])
	case c.offsets.U16 != nil:
		spill.Cool(c.offsets.U16[from:to])
	case c.offsets.U32 != nil:
		spill.Cool(c.offsets.U32[from:to])
	case c.ints != nil:
		spill.Cool(c.ints[from:to])
	case c.floats != nil:
		spill.Cool(c.floats[from:to])
	case c.bools != nil:
		spill.Cool(c.bools[from:to])
	}
}
