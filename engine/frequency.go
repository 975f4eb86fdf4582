package engine

import (
	"context"
	"math/bits"
	"time"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Frequencies has the labels of a field and the number of rows of each. It is immutable.
type Frequencies struct {
	Key   *key.Column
	Codes []uint32 // codes of the labels in the table, in label order, null last
	Rows  []uint32 // rows with the label that pass the filter, by code
}

// Frequencies counts the rows of every label of a field. Rows that do not pass the filter `where` (nil: every row
// passes) are not counted, but their labels are listed. lets are the calculated fields that f and where may name.
// Frequencies returns an error if the table has no such field, if the filter does not fit the table, or if ctx ends.
func (e *Engine) Frequencies(ctx context.Context, t *data.Table, lets []query.Let, f query.Field,
	where *query.Expr) (*Frequencies, error) {
	if s := e.served(t); s != nil {
		return s.frequencies(ctx, e.state(t), lets, f, where)
	}
	state, threads := e.state(t), RunOptions{}.complete().Threads
	names := []string{f.Column}
	if where != nil {
		names = append(names, where.Columns()...)
	}
	t, err := state.calculate(ctx, lets, names, nil)
	if err != nil {
		return nil, err
	}
	k, err := state.encode(ctx, t, f)
	if err != nil {
		return nil, err
	}
	passing, err := selectRows(ctx, &bound{table: t, state: state, query: query.Query{Filter: where.On(time.Now())}},
		threads)
	if err != nil {
		return nil, err
	}
	out := &Frequencies{Key: k}
	if out.Rows, err = countCodes(ctx, k, t.Rows, passing.bits, threads); err != nil {
		return nil, err
	}
	present := out.Rows
	if passing.bits != nil {
		if present, err = countCodes(ctx, k, t.Rows, nil, threads); err != nil {
			return nil, err
		}
	}
	out.Codes = labelOrder(k, func(code uint32) bool { return present[code] > 0 })
	return out, ctx.Err()
}

// labelOrder lists the codes that are present, in the order of their labels.
func labelOrder(k *key.Column, present func(code uint32) bool) (codes []uint32) {
	order := make([]uint32, k.Card)
	for code, place := range k.Rank() {
		order[place] = uint32(code)
	}
	return each.Where(order, present)
}

// countCodes counts the selected rows (nil: all) of each code.
func countCodes(ctx context.Context, k *key.Column, rows int, selected data.Bitmap, threads int) ([]uint32, error) {
	const wordsAtOnce = 1024
	words := (rows + 63) / 64
	counts := make([][]uint32, threads)
	err := parallel.On(ctx, threads, threads, func(ctx context.Context, share int) error {
		n := make([]uint32, k.Card)
		counts[share] = n
		for w := words * share / threads; w < words*(share+1)/threads; w++ {
			if w%wordsAtOnce == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if selected == nil {
				for i := w * 64; i < min(w*64+64, rows); i++ {
					n[k.Codes.At(i)]++
				}
				continue
			}
			for word := selected[w]; word != 0; word &= word - 1 {
				n[k.Codes.At(w*64+bits.TrailingZeros64(word))]++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, more := range counts[1:] {
		for code, n := range more {
			counts[0][code] += n
		}
	}
	return counts[0], nil
}
