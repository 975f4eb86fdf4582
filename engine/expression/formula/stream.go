package formula

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/engine/query"
)

// Stream returns a column that computes the results of an expression whenever rows are read, and keeps none. An
// expression that only feeds a sum is read once: storing its results would take longer than computing them.
//
// Stream returns nil for other expressions than arithmetic and choices of columns without nulls. Their results are
// never null, and their range is known from the ranges of the columns: integers within 32 bits, or quotients of
// integers that are not zero.
func Stream(ctx context.Context, name string, a *query.Arith, rows Rows) *data.Column {
	e := &evaluator{Rows: rows, ctx: ctx, n: rows.N}
	if !e.streams(a, true) {
		return nil
	}
	v, err := e.eval(a)
	if err != nil || e.beyond || v.constant() {
		return nil
	}
	c := &data.Column{Name: name, Type: v.kind, Scale: v.scale, Format: v.format, Rows: e.n}
	switch {
	case v.kind == data.Float && v.highBit > v.lowBit && v.highBit-v.lowBit < streamBits:
		c.LowBit, c.HighBit, c.MinFloat, c.MaxFloat = v.lowBit, v.highBit, math.Inf(-1), math.Inf(1)
	case (v.kind == data.Int || v.kind == data.Decimal) && uint64(v.hi)-uint64(v.lo) < math.MaxUint32-2:
		c.Base, c.Min, c.Max = v.lo, v.lo, v.hi
	default:
		return nil
	}
	c.Compute = func() func(lo int, codes []uint32, floats []float64) {
		b, least := batch{}, v.lo
		return func(lo int, codes []uint32, floats []float64) {
			for n := max(len(codes), len(floats)); n > 0; n -= b.n {
				b.begin(lo, min(n, batchRows), nil)
				l := v.rows(&b)
				if lo += b.n; c.Type == data.Float {
					floats = floats[copy(floats, l.floats):]
					continue
				}
				to := codes[:len(l.ints)]
				for i, x := range l.ints {
					to[i] = uint32(x - least)
				}
				codes = codes[b.n:]
			}
		}
	}
	return c
}

// streamBits is a number of bits. If the lowest and the highest bits of all floats of a column are so many bits apart
// or fewer, sums of any number of rows fit a window (aggregate.WindowOf).
const streamBits = 96

// streams reports whether no result of an expression of integers and decimals is null. A quotient is only allowed as
// the whole expression.
func (e *evaluator) streams(a *query.Arith, whole bool) bool {
	switch {
	case a.Op == '+', a.Op == '-', a.Op == '*', a.Op == '/' && whole:
		return e.streams(a.Args[0], false) && e.streams(a.Args[1], false)
	case a.Op == '~':
		return e.streams(a.Args[0], false)
	case a.Op != 0:
		return false
	case a.Call == choice.Name && len(a.Args) == 3:
		return a.Args[0].If != nil && e.streams(a.Args[1], false) && e.streams(a.Args[2], false)
	case a.Number != "":
		return true
	case a.Column == "" || a.Call != "":
		return false
	}
	c, err := e.Leaf(a)
	return err == nil && c.Valid == nil && (c.Type == data.Int || c.Type == data.Decimal) && c.Compute == nil
}
