package csv

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/data/text/intern"
)

// join makes a column of its chunks. starts has the first row of every block.
func (v *detection) join(ctx context.Context, column int, p conversion, starts []int) (*data.Column, error) {
	rows := starts[len(starts)-1]
	valid := v.valid(column, starts)
	switch p.typ {
	case data.Text:
		values, mapping := v.texts(column)
		codes, err := data.MakeCodes(v.spill, rows, len(values)+1)
		if err != nil {
			return nil, err
		}
		err = v.each(ctx, column, func(k *chunk, b int) {
			codes.Fill(starts[b], k.codes, mapping[k.worker])
		})
		if err != nil {
			return nil, err
		}
		c := data.NewCoded(p.name, codes, values, valid)
		p.describe(c)
		return c, nil
	case data.Int, data.Decimal, data.Date, data.Timestamp:
		if c, err := v.joinOffsets(ctx, column, p, starts, valid); c != nil || err != nil {
			return c, err
		}
	}
	c, err := newColumn(p, v.spill, rows, 0)
	if err != nil {
		return nil, err
	}
	var rounded count
	for b := range v.chunks {
		if k := &v.chunks[b][column]; k.rounded.n > 0 {
			rounded.join(k.rounded, starts[b])
		}
	}
	err = v.each(ctx, column, func(k *chunk, b int) {
		switch p.typ {
		case data.Float:
			n := copy(c.floats[starts[b]:], k.floats)
			spill.Cool(k.floats)
			spill.Cool(c.floats[starts[b]:][:n])
		case data.Bool:
			for i, v := range k.ints.(intsOf[int8]) {
				c.bools[starts[b]+i] = uint8(v)
			}
		default:
			c.ints.fill(starts[b], k.ints, pow10[p.scale-k.scale])
		}
	})
	if err != nil {
		return nil, err
	}
	return c.done(rows, valid, rounded, nil), nil
}

// each calls f for every chunk of a column that has values.
func (v *detection) each(ctx context.Context, column int, f func(k *chunk, block int)) error {
	return parallel.Do(ctx, len(v.chunks), func(_ context.Context, b int) error {
		if k := &v.chunks[b][column]; k.how != unseen {
			f(k, b)
		}
		return nil
	})
}

// valid returns the rows of a column that are not null; nil if no row is null.
func (v *detection) valid(column int, starts []int) data.Bitmap {
	var out data.Bitmap
	for b := range v.chunks {
		if nulls := v.chunks[b][column].nulls; nulls != nil {
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

// joinOffsets makes a column of integers if their range, known from the first pass, needs at most 32 bits. The values
// go directly into the width that the table keeps. It returns nil for a wider range.
func (v *detection) joinOffsets(ctx context.Context, column int, p conversion, starts []int,
	valid data.Bitmap) (*data.Column, error) {
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for b := range v.chunks {
		if k := &v.chunks[b][column]; k.how != unseen && k.least <= k.most {
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
	offsets, err := data.MakeCodes(v.spill, starts[len(starts)-1], int(codes))
	if err != nil {
		return nil, err
	}
	err = v.each(ctx, column, func(k *chunk, b int) {
		k.ints.offsets(offsets, starts[b], pow10[p.scale-k.scale], base, k.nulls)
	})
	if err != nil {
		return nil, err
	}
	c := data.NewOffsetsBetween(least-base, most-base, p.name, p.typ, p.scale, base, offsets, valid)
	if c != nil {
		p.describe(c)
	}
	return c, nil
}

// texts joins the tables of all workers for a column.
func (v *detection) texts(column int) (values []string, mapping [][]uint32) {
	tables := make([]*intern.Table, len(v.tables))
	for w := range tables {
		if tables[w] = new(intern.Table); v.tables[w] != nil {
			tables[w] = v.tables[w][column]
		}
	}
	var pieces []intern.Piece
	for _, chunks := range v.chunks {
		if k := &chunks[column]; k.to > k.from {
			pieces = append(pieces, intern.Piece{Table: k.worker, From: k.from, To: k.to})
		}
	}
	return intern.Join(tables, pieces)
}
