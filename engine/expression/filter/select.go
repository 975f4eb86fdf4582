package filter

import (
	"context"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// predicate decides a condition for rows from lo on, a multiple of 64, with the three values of SQL. It sets the bit of
// a row in yes if the condition is true. It sets the bit in unknown if the condition is neither true nor false, because
// a null was compared.
type predicate func(lo, rows int, yes, unknown []uint64)

// MorselRows is the number of rows that a goroutine evaluates at a time. The context is checked between morsels.
const MorselRows = 64 * morselWords

const morselWords = 1024 // words of a bitmap

// Options are the options of Select.
type Options struct {
	Threads int
	// makes the key column of a field; it is called for fields whose labels are compared
	Encode func(query.Field) (*key.Column, error)
	Zones  *Zones // the zone maps of the table; nil: every value is read
}

// Selection is the rows that pass a filter.
type Selection struct {
	Rows    data.Bitmap
	Unknown data.Bitmap // rows that neither pass nor fail, because a null was compared
	N       int         // number of rows that pass
	Morsels int         // number of morsels of the table
	Unread  int         // number of morsels that were not read, because the zone maps decide about all of their rows
}

// Select returns the rows of t that pass e. It returns an error if a column does not exist, if a literal does not fit
// the type of its column, or when ctx ends.
func Select(ctx context.Context, t *data.Table, e *query.Expr, o Options) (s Selection, err error) {
	s.Morsels = (t.Rows + MorselRows - 1) / MorselRows
	b := &binder{ctx, t, o, make([]bool, s.Morsels)}
	p, err := b.bind(e)
	if err != nil {
		return Selection{}, err
	}
	s.Rows, s.Unknown, s.N, err = evaluate(ctx, t.Rows, p, o.Threads)
	for _, read := range b.read {
		if !read {
			s.Unread++
		}
	}
	return s, err
}

// evaluate returns the rows for which a predicate is true, the rows for which it is unknown, and the number of rows for
// which it is true.
func evaluate(
	ctx context.Context, rows int, p predicate, threads int,
) (selected, unknown data.Bitmap, n int, err error) {
	selected, unknown = data.NewBitmap(rows), data.NewBitmap(rows)
	morsels := (len(selected) + morselWords - 1) / morselWords
	err = parallel.On(ctx, threads, morsels, func(_ context.Context, morsel int) error {
		w := morsel * morselWords
		words := selected[w:min(w+morselWords, len(selected))]
		rows := min(rows-w*64, len(words)*64)
		p(w*64, rows, words, unknown[w:][:len(words)])
		if rest := rows & 63; rest != 0 {
			words[len(words)-1] &= 1<<rest - 1
		}
		return nil
	})
	return selected, unknown, selected.Count(), err
}

// binder makes the predicates of an expression over a table.
type binder struct {
	ctx   context.Context
	table *data.Table
	Options
	read []bool // by morsel: whether values were read; a goroutine writes only the entries of its own morsels
}

func (b *binder) bind(e *query.Expr) (predicate, error) {
	switch e.Op {
	case query.And, query.Or, query.Not:
		args, err := each.Try(e.Args, b.bind)
		if err != nil {
			return nil, err
		}
		switch e.Op {
		case query.Not:
			return not(args[0]), nil
		case query.And:
			return and(args), nil
		}
		// a or b = not (not a and not b), which also holds for SQL's three values
		for i := range args {
			args[i] = not(args[i])
		}
		return not(and(args)), nil
	}
	return b.leaf(e)
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
			if allZero(yes) && allZero(unknown) { // all rows have failed, so that further columns need not be read
				return
			}
			a(lo, rows, y, u)
			for i := range yes {
				possible := (yes[i] | unknown[i]) & (y[i] | u[i])
				yes[i] &= y[i]
				unknown[i] = possible &^ yes[i]
			}
		}
	}
}
