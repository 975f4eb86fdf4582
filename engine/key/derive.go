package key

import (
	"context"
	"runtime"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/query"
)

// derive makes the key column of a function of an integer column. Where the column's codes are few the function is
// asked once a code, else once a row.
func derive(ctx context.Context, c *data.Column, f query.Field, of func(v int64) int64, label func(int64) data.Value) (*Column, error) {
	if c.Wide == nil && span(c) <= widest(c.Rows)/8 {
		return lookup(ctx, c, f, of, label)
	}
	values := make([]int64, c.Rows)
	err := shares(ctx, c.Rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if c.Valid.Get(i) {
				values[i] = of(c.Int(i))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return integers(ctx, f, c, values, label)
}

// lookup asks the function for every code of the column and maps the rows through the answers.
func lookup(ctx context.Context, c *data.Column, f query.Field, of func(v int64) int64, label func(int64) data.Value) (*Column, error) {
	answers := make([]int64, span(c)+1)
	valid := data.NewBitmap(len(answers))
	valid.SetRange(0, len(answers))
	if c.Valid != nil {
		valid[0] &^= 1
	} else {
		valid = nil
	}
	for code := range answers {
		if code > 0 || c.Valid == nil {
			answers[code] = of(c.Base + int64(code))
		}
	}
	few, err := integers(ctx, f, &data.Column{Name: c.Name, Rows: len(answers), Valid: valid}, answers, label)
	if err != nil {
		return nil, err
	}
	codes := make([]uint32, c.Rows)
	err = shares(ctx, c.Rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			codes[i] = few.Codes.At(int(c.Codes.At(i)))
		}
	})
	few.Codes = data.PackCodes(codes, few.Card)
	few.Exact = false // codes that no row has were asked for, too
	return few, err
}

// shares calls do for stretches of rows, on all cores.
func shares(ctx context.Context, rows int, do func(lo, hi int)) error {
	if rows == 0 {
		return ctx.Err()
	}
	pieces := min((rows+checkRows-1)/checkRows, 16*runtime.GOMAXPROCS(0))
	return parallel.Do(ctx, pieces, func(ctx context.Context, p int) error {
		do(rows*p/pieces, rows*(p+1)/pieces)
		return nil
	})
}
