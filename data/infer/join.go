package infer

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/data/text/intern"
	"cardinal/internal/separators"
)

// joined makes a column of its chunks. starts has the first row of each block.
func (c *Cells) joined(ctx context.Context, column int, p conversion, starts []int) (*data.Column, error) {
	rows := starts[len(starts)-1]
	valid := c.valid(column, starts)
	var rounded, unread, dropped Count
	for b := range c.chunks {
		k := &c.chunks[b][column]
		rounded.Join(k.rounded, starts[b])
		unread.Join(k.unread, starts[b])
		dropped.Join(k.dropped, starts[b])
	}
	p.addUnread(unread, dropped)
	if rounded.N > 0 {
		p.addNote(separators.Sprintf("%d of %d numbers do not fit a 64-bit float and were rounded, the first in row %d",
			rounded.N, rows, rounded.First+1))
	}
	out, err := c.values(ctx, column, &p, starts, valid, rounded.N > 0)
	if err == nil {
		out.UTC, out.Format, out.Note = p.utc, p.format, p.note
	}
	return out, err
}

// values makes a column of its chunks, without notes. valid has the rows that are not null. rounded says that some
// floats lack digits of the cells.
func (c *Cells) values(ctx context.Context, column int, p *conversion, starts []int, valid data.Bitmap,
	rounded bool) (*data.Column, error) {
	rows := starts[len(starts)-1]
	switch p.typ {
	case data.Text:
		values, mapping := c.textsOf(column)
		codes, err := data.MakeCodes(c.spill, rows, len(values)+1)
		if err != nil {
			return nil, err
		}
		err = c.each(ctx, column, func(k *chunk, b int) {
			codes.Fill(starts[b], k.codes, mapping[k.worker])
		})
		return data.NewCoded(p.name, codes, values, valid), err
	case data.Float:
		floats, err := spill.Make[float64](c.spill, rows)
		if err != nil {
			return nil, err
		}
		err = c.each(ctx, column, func(k *chunk, b int) {
			if k.how == points {
				k.ints.fillFloats(floats[starts[b]:], float64(pow10[k.scale]))
				return
			}
			n := copy(floats[starts[b]:], k.floats)
			spill.Cool(k.floats)
			spill.Cool(floats[starts[b]:][:n])
		})
		if rounded {
			return data.NewFloatColumn(p.name, floats, valid), err
		}
		return data.NewFloats(p.name, floats, valid), err
	case data.Bool:
		bools, err := spill.Make[uint8](c.spill, rows)
		if err != nil {
			return nil, err
		}
		err = c.each(ctx, column, func(k *chunk, b int) {
			for i, v := range k.ints.(intsOf[int8]) {
				bools[starts[b]+i] = uint8(v)
			}
		})
		return data.NewBools(p.name, bools, valid), err
	}
	if out, err := c.joinOffsets(ctx, column, p, starts, valid); out != nil || err != nil {
		return out, err
	}
	wide, err := spill.Make[int64](c.spill, rows)
	if err != nil {
		return nil, err
	}
	err = c.each(ctx, column, func(k *chunk, b int) {
		k.ints.fill(wide[starts[b]:], pow10[p.scale-k.scale])
	})
	return data.NewInts(p.name, p.typ, p.scale, wide, valid), err
}

// each calls f for each chunk of a column that has values.
func (c *Cells) each(ctx context.Context, column int, f func(k *chunk, block int)) error {
	return parallel.Do(ctx, len(c.chunks), func(_ context.Context, b int) error {
		if k := &c.chunks[b][column]; k.how != unseen {
			f(k, b)
		}
		return nil
	})
}

// valid returns the rows of a column that are not null. It returns nil if no row is null.
func (c *Cells) valid(column int, starts []int) data.Bitmap {
	var out data.Bitmap
	for b := range c.chunks {
		if nulls := c.chunks[b][column].nulls; nulls != nil {
			if out == nil {
				out = data.NewBitmap(starts[len(starts)-1])
			}
			out.Or(nulls, starts[b])
		}
	}
	if out != nil {
		out.Invert()
	}
	return out
}

// joinOffsets makes a column of integers whose range is known from the first pass, if the range fits into 32 bits. It
// stores the values directly in the width of the table. It returns nil if the range is larger.
func (c *Cells) joinOffsets(ctx context.Context, column int, p *conversion, starts []int,
	valid data.Bitmap) (*data.Column, error) {
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for b := range c.chunks {
		if k := &c.chunks[b][column]; k.how != unseen && k.least <= k.most {
			factor := pow10[p.scale-k.scale]
			least, most = min(least, k.least*factor), max(most, k.most*factor)
		}
	}
	base, codes := least, uint64(most)-uint64(least)+1
	if valid != nil {
		base, codes = base-1, codes+1
	}
	if least > most || base > least || codes-1 >= math.MaxUint32 {
		return nil, nil
	}
	offsets, err := data.MakeCodes(c.spill, starts[len(starts)-1], int(codes))
	if err != nil {
		return nil, err
	}
	err = c.each(ctx, column, func(k *chunk, b int) {
		k.ints.offsets(offsets, starts[b], pow10[p.scale-k.scale], base, k.nulls)
	})
	if err != nil {
		return nil, err
	}
	return data.NewOffsetsBetween(least-base, most-base, p.name, p.typ, p.scale, base, offsets, valid), nil
}

// textsOf joins the tables that the workers have for a column.
func (c *Cells) textsOf(column int) (values []string, mapping [][]uint32) {
	tables := make([]*intern.Table, len(c.tables))
	for w := range tables {
		if tables[w] = new(intern.Table); c.tables[w] != nil {
			tables[w] = c.tables[w][column]
		}
	}
	var pieces []intern.Piece
	for _, chunks := range c.chunks {
		if k := &chunks[column]; k.to > k.from {
			pieces = append(pieces, intern.Piece{Table: k.worker, From: k.from, To: k.to})
		}
	}
	return intern.Join(tables, pieces)
}
