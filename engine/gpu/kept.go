package gpu

import (
	"slices"
	"sync"
)

// once is the column, loaded once.
func (c Column) once() Column { return Column{c.ID, c.Bytes, sync.OnceValue(c.load)} }

// Cut is some rows of the column, under another name.
func (c Column) Cut(id string, first, rows int) Column {
	return Column{id, c.Bytes, func() []byte { return c.load()[first*c.Bytes : (first+rows)*c.Bytes] }}
}

// Reader reads the code of a row.
func (c Column) Reader() func(row int) uint32 {
	codes := c.load()
	return func(row int) uint32 { return c.code(codes, row) }
}

// Kept is the request with columns that are loaded once.
func (r *Request) Kept() Request {
	out := *r
	columns, bitmaps := map[string]*Column{}, map[string]*Bits{}
	column := func(c *Column) *Column {
		if c == nil {
			return nil
		}
		if columns[c.ID] == nil {
			once := c.once()
			columns[c.ID] = &once
		}
		return columns[c.ID]
	}
	bitmap := func(b *Bits) *Bits {
		if b == nil {
			return nil
		}
		if bitmaps[b.ID] == nil {
			bitmaps[b.ID] = &Bits{b.ID, sync.OnceValue(b.Load)}
		}
		return bitmaps[b.ID]
	}
	out.Select = bitmap(r.Select)
	out.Keys = slices.Clone(r.Keys)
	for i, k := range r.Keys {
		out.Keys[i].Codes = *column(&k.Codes)
	}
	out.Aggregates = slices.Clone(r.Aggregates)
	for i, a := range r.Aggregates {
		out.Aggregates[i] = Aggregate{Op: a.Op, Values: column(a.Values), With: column(a.With), Valid: bitmap(a.Valid)}
	}
	return out
}
