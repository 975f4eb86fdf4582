package union

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/text/intern"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// form is the type of the values of a column.
type form struct {
	data.Type
	scale int
	utc   bool
}

// form returns the type that holds the values of all pieces. A piece without a value does not count.
func (c *column) form() form {
	f, texts := form{}, form{Type: data.Text}
	for _, p := range c.pieces {
		if p.column == nil || p.column.Nulls == p.column.Rows {
			continue
		}
		g := form{p.column.Type, p.column.Scale, p.column.UTC}
		moments := f.Type.Temporal() && g.Type.Temporal()
		switch {
		case f.Type == data.Null:
			f = g
		case f == g:
		case f.Numeric() && g.Numeric():
			// each of these types holds the values of the types before it
			f = form{Type: max(f.Type, g.Type), scale: max(f.scale, g.scale)}
		case moments && (f.utc == g.utc || f.Type == data.Date && !g.utc || g.Type == data.Date && !f.utc):
			f = form{data.Timestamp, max(f.scale, g.scale), f.utc || g.utc}
		default:
			return texts
		}
	}
	if f.Type == data.Null {
		return texts
	}
	if f.Type == data.Float {
		f.scale = 0
		return f
	}
	for _, p := range c.pieces {
		if p.column == nil || p.column.Nulls == p.column.Rows {
			continue
		}
		factor, fits := f.factor(p.column)
		for _, v := range []int64{p.column.Min, p.column.Max} {
			fits = fits && v*factor/factor == v
		}
		if !fits && f.Numeric() {
			return form{Type: data.Float}
		}
		if !fits {
			return texts
		}
	}
	return f
}

// factor returns the number by which integers of a column are multiplied to have the form.
func (f form) factor(c *data.Column) (int64, bool) {
	n := int64(1)
	if f.Type == data.Timestamp && c.Type == data.Date {
		n = 86400
	}
	for range f.scale - c.Scale {
		if n > math.MaxInt64/10 {
			return 0, false
		}
		n *= 10
	}
	return n, true
}

// join makes one column of the pieces.
func (c *column) join(ctx context.Context, rows int) (*data.Column, error) {
	f := c.form()
	out, rounded, err := c.joinAs(ctx, f, rows)
	if err == nil {
		out.Note = c.note(f, out, rounded)
	}
	return out, err
}

// joinAs makes one column of the pieces in a form that holds their values. It returns how many numbers were rounded.
func (c *column) joinAs(ctx context.Context, f form, rows int) (out *data.Column, rounded int, err error) {
	valid := data.NewBitmap(rows)
	at := 0
	for _, p := range c.pieces {
		switch {
		case p.column == nil:
		case p.column.Valid == nil:
			valid.SetRange(at, at+p.rows)
		default:
			valid.Or(p.column.Valid, at)
		}
		at += p.rows
	}
	switch f.Type {
	case data.Text:
		codes, texts, err := c.texts(ctx, rows)
		if err != nil {
			return nil, 0, err
		}
		out = data.NewText(c.name, codes, texts, valid)
		out.Dict.Order = c.order()
	case data.Float:
		var values []float64
		if values, rounded, err = c.floats(ctx, rows); err != nil {
			return nil, 0, err
		}
		out = data.NewFloatColumn(c.name, values, valid)
	case data.Bool:
		values, err := ints[uint8](ctx, c, f, rows)
		if err != nil {
			return nil, 0, err
		}
		out = data.NewBools(c.name, values, valid)
	default:
		if out, err = c.offsets(ctx, f, rows, valid); err != nil {
			return nil, 0, err
		}
		if out == nil {
			values, err := ints[int64](ctx, c, f, rows)
			if err != nil {
				return nil, 0, err
			}
			out = data.NewInts(c.name, f.Type, f.scale, values, valid)
		}
	}
	out.UTC = f.utc
	return out, rounded, nil
}

// batch is the number of rows between two checks of the context.
const batch = 1 << 16

// each calls do for ranges of the rows of every piece that has the column. at is the row of the joined table at which a
// range begins.
func (c *column) each(ctx context.Context, do func(p *data.Column, from, to, at int)) error {
	at := 0
	for _, p := range c.pieces {
		for from := 0; p.column != nil && from < p.rows; from += batch {
			if err := ctx.Err(); err != nil {
				return err
			}
			do(p.column, from, min(from+batch, p.rows), at+from)
		}
		at += p.rows
	}
	return nil
}

// offsets makes a column of integers whose range, known from the pieces, needs at most 32 bits. It returns nil for a
// wider range.
func (c *column) offsets(ctx context.Context, f form, rows int, valid data.Bitmap) (*data.Column, error) {
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for _, p := range c.pieces {
		if p.column != nil && p.column.Nulls < p.column.Rows {
			factor, _ := f.factor(p.column)
			least, most = min(least, p.column.Min*factor), max(most, p.column.Max*factor)
		}
	}
	base, n := least, uint64(most)-uint64(least)+1
	if valid.Count() < rows {
		base, n = base-1, n+1
	}
	if least > most || base > least || n-1 >= math.MaxUint32 {
		return nil, nil
	}
	codes, err := data.MakeCodes(nil, rows, int(n))
	if err != nil {
		return nil, err
	}
	err = c.each(ctx, func(p *data.Column, from, to, at int) {
		if p.Nulls == p.Rows {
			return
		}
		factor, _ := f.factor(p)
		if p.Wide != nil {
			data.FillOffsets(codes, at, p.Wide[from:to], factor, base, nil)
		} else {
			fillOffsets(codes, at, p.Codes.Range(from, to), factor, base-p.Base*factor)
		}
	})
	if base < least {
		nulls := data.NewBitmap(rows)
		nulls.SetRange(0, rows)
		for i, word := range valid {
			nulls[i] &^= word
		}
		data.FillOffsets(codes, 0, []int64(nil), 1, 0, nulls)
	}
	return data.NewOffsetsBetween(least-base, most-base, c.name, f.Type, f.scale, base, codes, valid), err
}

// fillOffsets does what data.FillOffsets does for codes.
func fillOffsets(to data.Codes, row int, from data.Codes, factor, base int64) {
	switch {
	case from.U8 != nil:
		data.FillOffsets(to, row, from.U8, factor, base, nil)
	case from.U16 != nil:
		data.FillOffsets(to, row, from.U16, factor, base, nil)
	default:
		data.FillOffsets(to, row, from.U32, factor, base, nil)
	}
}

func ints[T uint8 | int64](ctx context.Context, c *column, f form, rows int) ([]T, error) {
	out := memory.Make[T](rows)
	err := c.each(ctx, func(p *data.Column, from, to, at int) {
		factor, _ := f.factor(p)
		for i := from; i < to; i++ {
			if p.Valid.Get(i) && p.Nulls < p.Rows {
				out[at+i-from] = T(p.Int(i) * factor)
			}
		}
	})
	return out, err
}

// floats returns the values as floats, and the number of integers that were rounded, because a float has too few
// digits.
func (c *column) floats(ctx context.Context, rows int) (out []float64, rounded int, err error) {
	out = memory.Make[float64](rows)
	err = c.each(ctx, func(p *data.Column, from, to, at int) {
		if p.Type == data.Float {
			copy(out[at:], p.Floats[from:to])
			return
		}
		for i := from; i < to; i++ {
			if !p.Valid.Get(i) || p.Nulls == p.Rows {
				continue
			}
			v := p.Value(i)
			out[at+i-from], _ = v.Number()
			if n := p.Int(i); n > 1<<53 || n < -1<<53 {
				rounded++
			}
		}
	})
	return out, rounded, err
}

// texts returns the values as texts, with codes in the order of first appearance. The texts of each piece are numbered
// on their own, and then joined.
func (c *column) texts(ctx context.Context, rows int) (codes []uint32, values []string, err error) {
	codes = memory.Make[uint32](rows)
	tables, pieces := make([]*intern.Table, len(c.pieces)), make([]intern.Piece, len(c.pieces))
	err = c.eachPiece(ctx, func(ctx context.Context, i int, to []uint32) error {
		tables[i] = &intern.Table{}
		err := number(ctx, c.pieces[i].column, tables[i], to)
		pieces[i] = intern.Piece{Table: i, To: len(tables[i].Values)}
		return err
	}, codes)
	if err != nil {
		return nil, nil, err
	}
	values, joined := intern.Join(tables, pieces)
	return codes, values, c.eachPiece(ctx, func(_ context.Context, i int, to []uint32) error {
		for row := range to {
			if len(joined[i]) > 0 {
				to[row] = joined[i][to[row]]
			}
		}
		return nil
	}, codes)
}

// eachPiece calls do for every piece, in parallel, with the codes of its rows.
func (c *column) eachPiece(ctx context.Context, do func(ctx context.Context, i int, codes []uint32) error,
	codes []uint32) error {
	at, ends := 0, make([]int, len(c.pieces))
	for i, p := range c.pieces {
		at += p.rows
		ends[i] = at
	}
	return parallel.Do(ctx, len(c.pieces), func(ctx context.Context, i int) error {
		return do(ctx, i, codes[ends[i]-c.pieces[i].rows:ends[i]])
	})
}

// number writes the codes of a column's texts in a table. The table gets the texts of the rows, and no others.
func number(ctx context.Context, c *data.Column, t *intern.Table, codes []uint32) error {
	var seen []uint32 // by code of the column, 1 more than the code of the table; 0: not seen yet
	if c != nil && c.Dict != nil {
		seen = make([]uint32, len(c.Dict.Values))
	}
	for row := range codes {
		if row%batch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case c == nil || !c.Valid.Get(row):
		case seen == nil:
			codes[row] = t.Text(c.Value(row).String())
		default:
			old := c.Codes.At(row)
			if seen[old] == 0 {
				t.Values = append(t.Values, c.Dict.Values[old])
				seen[old] = uint32(len(t.Values))
			}
			codes[row] = seen[old] - 1
		}
	}
	return nil
}

// order returns the order of the texts that all pieces with rows declare. It returns nil if the pieces do not all
// declare the same order.
func (c *column) order() (order []string) {
	first := true
	for _, p := range c.pieces {
		switch {
		case p.column == nil || p.column.Nulls == p.column.Rows:
		case p.column.Dict == nil:
			return nil
		case first:
			order, first = p.column.Dict.Order, false
		case !slices.Equal(order, p.column.Dict.Order):
			return nil
		}
	}
	return order
}

// note returns a note on what joining changed: pieces that lack the column, and pieces with another type, currency or
// per cent sign. It includes the notes of the pieces. It also gives the joined column the format of numbers that all
// pieces share.
func (c *column) note(f form, out *data.Column, rounded int) string {
	var missing, texts, others, percents, plain []string
	currencies, said := grouped{word: c.word}, grouped{word: c.word}
	formats, same := 0, true
	for _, p := range c.pieces {
		if p.column == nil {
			missing = append(missing, p.name)
			continue
		}
		if p.column.Note != "" {
			said.add(p.column.Note, p.name)
		}
		if p.column.Nulls == p.column.Rows {
			continue
		}
		if p.column.Type == data.Text {
			texts = append(texts, p.name)
		} else {
			others = append(others, p.name)
		}
		if p.column.Type.Numeric() {
			if formats++; formats == 1 {
				out.Format = p.column.Format
			}
			same = same && p.column.Format == out.Format
			if p.column.Format.Currency != "" {
				currencies.add(p.column.Format.Currency, p.name)
			}
			if p.column.Format.Percent {
				percents = append(percents, p.name)
			} else {
				plain = append(plain, p.name)
			}
		}
	}
	if !same || f.Type == data.Text {
		out.Format = data.NumberFormat{}
	}
	var notes []string
	switch {
	case f.Type != data.Text || len(others) == 0:
	case len(texts) > 0:
		notes = append(notes, fmt.Sprintf("read as text, because it is text in %s and not in %s",
			listNames(texts), listNames(others)))
	default:
		notes = append(notes, "read as text, because the "+c.word+"s have values of different types: "+c.types())
	}
	if len(currencies.notes) > 1 {
		notes = append(notes, "the "+c.word+"s have different currencies: "+strings.Join(currencies.sentences(), "; "))
	}
	if f.Type != data.Text && len(percents) > 0 && len(plain) > 0 {
		notes = append(notes, fmt.Sprintf("the numbers have a per cent sign in %s, where 50%% is 0.5, and none in %s",
			listNames(percents), listNames(plain)))
	}
	if rounded > 0 {
		notes = append(notes, separators.Sprintf("%d numbers do not fit a 64-bit float beside those of other "+c.word+
			"s and were rounded", rounded))
	}
	if len(missing) > 0 {
		notes = append(notes, "not in "+listNames(missing)+", where it is empty")
	}
	return strings.Join(append(notes, said.sentences()...), "; ")
}

// types lists the types of the pieces, each with the first part that has it.
func (c *column) types() string {
	var seen []string
	known := map[data.Type]bool{}
	for _, p := range c.pieces {
		if p.column != nil && p.column.Nulls < p.column.Rows && !known[p.column.Type] {
			known[p.column.Type] = true
			seen = append(seen, p.column.Type.String()+" in "+p.name)
		}
	}
	return strings.Join(seen, ", ")
}

// progressOf adds up the shares that goroutines have done.
type progressOf struct {
	mu   sync.Mutex
	done float64
}

func (p *progressOf) add(share float64, tell func(float64)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += share
	if tell != nil {
		tell(p.done)
	}
}
