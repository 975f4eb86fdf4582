package data

import (
	"context"

	"cardinal/internal/memory"
)

// gathered is the number of rows between two checks of the context.
const gathered = 1 << 16

// Gather makes a column whose row i is row rows[i] of c, or null if rows[i] is below 0. Texts keep the dictionary of
// c, so the dictionary may have texts without a row.
func (c *Column) Gather(ctx context.Context, rows []int32) (*Column, error) {
	valid := NewBitmap(len(rows))
	each := func(do func(i, from int)) error {
		for at := 0; at < len(rows); at += gathered {
			if err := ctx.Err(); err != nil {
				return err
			}
			for i := at; i < min(at+gathered, len(rows)); i++ {
				if from := int(rows[i]); from >= 0 && c.Valid.Get(from) {
					valid.Set(i)
					do(i, from)
				}
			}
		}
		return nil
	}
	var out *Column
	switch c.Type {
	case Text:
		codes := memory.Make[uint32](len(rows))
		if err := each(func(i, from int) { codes[i] = c.Codes.At(from) }); err != nil {
			return nil, err
		}
		out = NewText(c.Name, codes, c.Dict.Values, valid)
		out.Dict = c.Dict
	case Float:
		values := memory.Make[float64](len(rows))
		if err := each(func(i, from int) { values[i] = c.Floats[from] }); err != nil {
			return nil, err
		}
		out = NewFloatColumn(c.Name, values, valid)
	case Bool:
		values := memory.Make[uint8](len(rows))
		if err := each(func(i, from int) { values[i] = uint8(c.Int(from)) }); err != nil {
			return nil, err
		}
		out = NewBools(c.Name, values, valid)
	default:
		values := memory.Make[int64](len(rows))
		if err := each(func(i, from int) { values[i] = c.Int(from) }); err != nil {
			return nil, err
		}
		out = NewInts(c.Name, c.Type, c.Scale, values, valid)
	}
	out.UTC, out.Zone, out.Unit, out.Format = c.UTC, c.Zone, c.Unit, c.Format
	return out, nil
}

// Used makes a column of texts whose dictionary has only the texts of its rows, in order of first appearance.
func (c *Column) Used() *Column {
	codes, texts := memory.Make[uint32](c.Rows), []string(nil)
	used := make([]uint32, len(c.Dict.Values)) // 1 more than the code; 0: not seen yet
	valid := append(Bitmap(nil), c.Valid...)
	for i := range codes {
		if !c.Valid.Get(i) {
			continue
		}
		old := c.Codes.At(i)
		if used[old] == 0 {
			texts = append(texts, c.Dict.Values[old])
			used[old] = uint32(len(texts))
		}
		codes[i] = used[old] - 1
	}
	out := NewText(c.Name, codes, texts, valid)
	out.Dict.Order = c.Dict.Order
	out.Format = c.Format
	return out
}
