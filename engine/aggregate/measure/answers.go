package measure

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
)

// question is a figure that needs all values of a group.
type question struct {
	ask      ask
	num, den uint64 // of a quantile, num/den of the way from the least value to the greatest
}

type ask uint8

const (
	askQuantile ask = iota
	askMode
	askDistinct
	askProduct
)

// figure is an answer: a float, or an integer of the column's unit.
type figure struct {
	float   float64
	int     int128.Int
	isInt   bool
	rounded bool
}

// answers are the figures of a bag's questions by group. It is what totals merge bags into: each group gets its
// figures from one call of Merge, and the values are not kept.
type answers[V uint32 | uint64] struct {
	questions []question
	column    *data.Column
	figures   []figures // by question
	groups    int
	back      func(V) data.Value
	threads   int
	ctx       context.Context
	err       error
}

// figures are the figures of one question, in chunks that are made when a group in them has one: a single allocation for
// millions of groups would hold up a cancelled run.
type figures [][]figure

const figureChunk = 1 << 14

func (f figures) at(g int) *figure { return &f[g/figureChunk][g%figureChunk] }

func (a *answers[V]) Grow(n int) {
	a.groups = max(a.groups, n)
	for q := range a.figures {
		a.figures[q] = aggregate.Grow(a.figures[q], n/figureChunk+1)
	}
}

func (a *answers[V]) Bytes() int64            { return 32 * int64(len(a.figures)) * int64(a.groups) }
func (a *answers[V]) Update(*aggregate.Batch) { panic("BUG: answers take no rows") }

func (a *answers[V]) Merge(from aggregate.Accumulator, _, to []uint32) {
	if a.err != nil {
		return
	}
	bag := from.(*aggregate.ValueList[V])
	all, err := bag.Arrange(a.ctx, to, a.groups, a.threads)
	if err == nil {
		err = a.room()
	}
	if err != nil {
		a.err = err
		return
	}
	pieces := min(64*a.threads, max(a.groups, 1))
	a.err = parallel.On(a.ctx, a.threads, pieces, func(ctx context.Context, i int) error {
		var room []V
		for g := a.groups * i / pieces; g < a.groups*(i+1)/pieces; g++ {
			if values := all.Of(g); len(values) > 0 {
				a.answer(g, values, &room)
			}
			if g&255 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}

// room makes the chunks of all groups.
func (a *answers[V]) room() error {
	return parallel.On(a.ctx, a.threads, a.groups/figureChunk+1, func(_ context.Context, chunk int) error {
		for _, f := range a.figures {
			f[chunk] = aggregate.Grow(f[chunk], min(figureChunk, a.groups-chunk*figureChunk))
		}
		return nil
	})
}

func (a *answers[V]) answer(g int, values []V, room *[]V) {
	sorted := len(a.questions) > 1 || a.questions[0].ask != askQuantile
	if sorted {
		slices.Sort(values)
	}
	for q, question := range a.questions {
		switch question.ask {
		case askQuantile:
			*a.figures[q].at(g) = a.quantile(question, values, sorted, room)
		case askDistinct:
			*a.figures[q].at(g) = figure{int: int128.From(int64(len(slices.Compact(values)))), isInt: true}
		case askMode:
			*a.figures[q].at(g) = figureOf(a.back(mode(values)))
		default:
			*a.figures[q].at(g) = a.product(values)
		}
	}
}

func figureOf(v data.Value) figure {
	return figure{float: v.Float, int: v.Int, isInt: v.Type != data.Float, rounded: v.Rounded}
}

// mode is the most frequent of sorted values, the least of them where several are.
func mode[V uint32 | uint64](sorted []V) V {
	best, most := sorted[0], 0
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		if j-i > most {
			best, most = sorted[i], j-i
		}
		i = j
	}
	return best
}

// quantile lies at num/den of the way along the values in order, between two of them in proportion (Hyndman and Fan's
// type 7, as Excel's PERCENTILE.INC and SQL's percentile_cont). The exact figure is rounded once.
func (a *answers[V]) quantile(q question, values []V, sorted bool, room *[]V) figure {
	hi, lo := bits.Mul64(uint64(len(values)-1), q.num)
	at, rest := bits.Div64(hi, lo, q.den)
	low, high := values[at], values[min(int(at)+1, len(values)-1)]
	if !sorted {
		low, high = aggregate.Neighbours(values, int(at), room)
	}
	x, y := a.back(low), a.back(high)
	if x.Type == data.Float {
		return floatQuantile(x.Float, y.Float, rest, q.den)
	}
	between := int128.Mul(low64(x), int64(q.den-rest)).Add(int128.Mul(low64(y), int64(rest)))
	f, exact := between.Quo(int64(q.den), x.Scale)
	return figure{float: f, rounded: !exact}
}

func low64(v data.Value) int64 {
	n, _ := v.Int.Int64()
	return n
}

func floatQuantile(x, y float64, rest, den uint64) figure {
	switch {
	case rest == 0 || x == y:
		return figure{float: x}
	case math.IsInf(x, 0) || math.IsInf(y, 0) || x != x || y != y:
		return figure{float: x + y}
	}
	w := new(big.Rat).SetFrac(new(big.Int).SetUint64(rest), new(big.Int).SetUint64(den))
	r, lowest := new(big.Rat).SetFloat64(y), new(big.Rat).SetFloat64(x)
	r.Sub(r, lowest).Mul(r, w).Add(r, lowest)
	f, exact := r.Float64()
	return figure{float: f, rounded: !exact}
}

// productBits is the precision of a product that fits no integer: the product of n values, multiplied in ascending
// order, is off by less than n parts in 2^256 before it is rounded.
const productBits = 256

// product multiplies sorted values: exactly in 128 bits where the column holds whole numbers and the product fits,
// else as a float.
func (a *answers[V]) product(sorted []V) figure {
	c := a.column
	exact, fits := int128.From(1), c.Type == data.Int
	product, special, zero := newProduct(1), 1.0, false
	inexact := false
	for _, code := range sorted {
		x := newProduct(0)
		if v := a.back(code); v.Type != data.Float {
			n := low64(v)
			x.SetInt64(n)
			if fits && n != 0 {
				exact, fits = exact.MulFits(n)
			}
		} else if math.IsInf(v.Float, 0) || v.Float != v.Float {
			special *= v.Float
			continue
		} else {
			x.SetFloat64(v.Float)
		}
		if x.Sign() == 0 {
			zero = true
			continue
		}
		product.Mul(product, x)
		inexact = inexact || product.Acc() != big.Exact
	}
	switch {
	case zero && special == 1 && c.Type == data.Int:
		return figure{isInt: true}
	case zero:
		return figure{float: 0 * special}
	case special != 1:
		return figure{float: special * float64(product.Sign())}
	case fits:
		return figure{int: exact, isInt: true}
	}
	if c.Scale > 0 {
		product.Quo(product, power10(c.Scale*len(sorted)))
		inexact = inexact || product.Acc() != big.Exact
	}
	f, acc := product.Float64()
	return figure{float: f, rounded: inexact || acc != big.Exact}
}

func newProduct(v int64) *big.Float { return new(big.Float).SetPrec(productBits).SetInt64(v) }

func power10(n int) *big.Float {
	out, square := newProduct(1), newProduct(10)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out.Mul(out, square)
		}
		square.Mul(square, square)
	}
	return out
}
