package filter

import (
	"context"
	"sync"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// predicate writes, for rows lo.. (lo a multiple of 64), which are true and which are neither true nor false
// because a null was compared: SQL's three values.
type predicate func(lo, rows int, yes, unknown []uint64)

// morselWords is the unit of work: the context is looked at once a morsel.
const morselWords = 1024

// Select returns the rows of t that pass e, and how many they are. encode makes the code columns of the fields
// that are compared by their labels.
func Select(ctx context.Context, t *data.Table, e *query.Expr, threads int, encode func(query.Field) (*key.Column, error)) (data.Bitmap, int, error) {
	p, err := bind(t, e, encode)
	if err != nil {
		return nil, 0, err
	}
	return evaluate(ctx, t.Rows, p, threads)
}

// evaluate returns which of so many rows a predicate is true for, and how many they are.
func evaluate(ctx context.Context, rows int, p predicate, threads int) (data.Bitmap, int, error) {
	selected := data.NewBitmap(rows)
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range max(threads, 1) {
		wg.Go(func() {
			unknown := make([]uint64, morselWords)
			for w := range jobs {
				words := selected[w:min(w+morselWords, len(selected))]
				rows := min(rows-w*64, len(words)*64)
				p(w*64, rows, words, unknown[:len(words)])
				if rest := rows & 63; rest != 0 {
					words[len(words)-1] &= 1<<rest - 1
				}
			}
		})
	}
	for w := 0; w < len(selected) && ctx.Err() == nil; w += morselWords {
		jobs <- w
	}
	close(jobs)
	wg.Wait()
	return selected, selected.Count(), ctx.Err()
}

func bind(t *data.Table, e *query.Expr, encode func(query.Field) (*key.Column, error)) (predicate, error) {
	switch e.Op {
	case query.And, query.Or, query.Not:
		args := make([]predicate, len(e.Args))
		for i, a := range e.Args {
			var err error
			if args[i], err = bind(t, a, encode); err != nil {
				return nil, err
			}
		}
		switch e.Op {
		case query.Not:
			return not(args[0]), nil
		case query.And:
			return and(args), nil
		}
		// a or b = not (not a and not b), in three values too
		for i := range args {
			args[i] = not(args[i])
		}
		return not(and(args)), nil
	}
	return bindLeaf(t, e, encode)
}

func not(p predicate) predicate {
	return func(lo, rows int, yes, unknown []uint64) {
		p(lo, rows, yes, unknown)
		for i := range yes {
			yes[i] = ^yes[i] &^ unknown[i]
		}
	}
}

func and(args []predicate) predicate {
	return func(lo, rows int, yes, unknown []uint64) {
		args[0](lo, rows, yes, unknown)
		y, u := make([]uint64, len(yes)), make([]uint64, len(yes))
		for _, a := range args[1:] {
			a(lo, rows, y, u)
			for i := range yes {
				possible := (yes[i] | unknown[i]) & (y[i] | u[i])
				yes[i] &= y[i]
				unknown[i] = possible &^ yes[i]
			}
		}
	}
}
