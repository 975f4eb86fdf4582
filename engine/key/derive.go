package key

import (
	"context"
	"runtime"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// derive makes the key column of a function of an integer column. If the column has few codes, the function is
// called once for each code, and otherwise once for each row.
func derive(ctx context.Context, c *data.Column, f query.Field, of func(v int64) int64,
	label func(int64) data.Value) (*Column, error) {
	if c.Wide == nil && maxCode(c) <= widest(c.Rows)/8 {
		return lookup(ctx, c, f, of, label)
	}
	values := memory.Make[int64](c.Rows)
	err := eachRange(ctx, c.Rows, func(lo, hi int) {
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

// lookup calls the function for every code of the column and maps the rows through the results.
func lookup(ctx context.Context, c *data.Column, f query.Field, of func(v int64) int64,
	label func(int64) data.Value) (*Column, error) {
	results := make([]int64, maxCode(c)+1)
	valid := data.NewBitmap(len(results))
	valid.SetRange(0, len(results))
	if c.Valid != nil {
		valid[0] &^= 1
	} else {
		valid = nil
	}
	for code := range results {
		if code > 0 || c.Valid == nil {
			results[code] = of(c.Base + int64(code))
		}
	}
	k, err := through(ctx, c, f, results, valid, label)
	if err == nil {
		k.Exact = false // the function was called for codes that no row has, too
	}
	return k, err
}

// through makes the key column that maps the codes of c to results. valid marks the codes whose result is not null.
func through(ctx context.Context, c *data.Column, f query.Field, results []int64, valid data.Bitmap,
	label func(int64) data.Value) (*Column, error) {
	few, err := integers(ctx, f, &data.Column{Name: c.Name, Rows: len(results), Valid: valid}, results, label)
	if err != nil {
		return nil, err
	}
	codes := memory.Make[uint32](c.Rows)
	err = eachRange(ctx, c.Rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			codes[i] = few.Codes.At(int(c.Codes.At(i)))
		}
	})
	few.Codes = data.PackCodes(codes, few.Card)
	return few, err
}

// eachRange calls do for ranges that together cover all rows, on all cores. It returns an error if ctx ends.
func eachRange(ctx context.Context, rows int, do func(lo, hi int)) error {
	pieces := min((rows+checkRows-1)/checkRows, 16*allCores())
	return parallel.Do(ctx, pieces, func(ctx context.Context, p int) error {
		do(rows*p/pieces, rows*(p+1)/pieces)
		return nil
	})
}

func allCores() int { return runtime.GOMAXPROCS(0) }
