package formula

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/engine/query"
)

// Stream returns a column that computes the results of an expression whenever rows are read, and does not store them.
// If an expression only feeds a sum, its results are read only once, and storing them would take longer than computing
// them.
//
// Only arithmetic and if() can be streamed, over columns of integers and decimals without nulls. Their results are
// never null, and the range of the results follows from the ranges of the columns. The results must be integers within
// a range of 32 bits, or quotients whose divisors are never zero. For all other expressions Stream returns nil.
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
				if c.Type != data.Float && v.mod != nil {
					v.mod.write(&b, codes[:b.n], -uint32(least))
					lo, codes = lo+b.n, codes[b.n:]
					continue
				}
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

// streamBits limits the distance between the lowest and the highest bit of all floats of a column. Below this limit,
// sums of any number of rows fit a window (aggregate.WindowOf).
const streamBits = 96

// streams reports whether an expression can be streamed: it has only integers and decimals, and no result is null. A
// quotient is only allowed at the top of the expression (whole).
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
