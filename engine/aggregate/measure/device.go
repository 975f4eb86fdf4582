package measure

import (
	"fmt"
	"math"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/aggregate"
	"cardinal/internal/each"
)

// DeviceOp is an operation over the rows of each group that a GPU may have a kernel for.
type DeviceOp struct {
	Func         DeviceFunc
	Values, With *data.Column // 32 bits of each value are read; nil: no column
	Shift        uint         // of wide integers and floats: which 32 bits of the integer of a value are read
	Valid        *data.Column // only rows in which this column has a value count; nil: all rows
	Ties         bool         // only rows count that have the result of the operation before, as their group has it
}

// DeviceFunc is what a DeviceOp does.
type DeviceFunc uint8

// The operations. DeviceFirst and DeviceLast give the number of a row.
const (
	DeviceCount DeviceFunc = iota
	DeviceSum
	DeviceProduct // the sum of Values*With
	DeviceMin
	DeviceMax
	DeviceFirst
	DeviceLast
	// DevicePairs is no operation of a kernel: a GPU counts the rows of each pair of group and value, and the state is
	// filled from the pairs
	DevicePairs
)

// DeviceResult is the result of a DeviceOp by group. High is the upper word of sums of more than 64 bits.
type DeviceResult struct{ Low, High []uint64 }

// Device lists the operations of a GPU that compute a state. trouble says why there are none.
func (p *Plan) Device(k Kind) (ops []DeviceOp, trouble string) {
	if k.Op.device != nil {
		ops, trouble = k.Op.device(p, k)
	}
	if len(ops) == 0 && trouble == "" {
		trouble = fmt.Sprintf("the GPU has no program for %s", p.MeasureOf(k).Title())
	}
	return ops, trouble
}

// Load returns a function that copies the results of the operations of kind i into accs[i], for groups lo to hi. The
// counts among accs must be loaded before the sums and extremes.
func (p *Plan) Load(i int, accs []aggregate.Accumulator, results []DeviceResult) func(lo, hi int) {
	k, low, high := p.Kinds[i], results[0].Low, results[0].High
	switch a := accs[i].(type) {
	case *aggregate.Counts:
		return func(lo, hi int) { narrow(a.S[lo:hi], low[lo:hi], 0) }
	case *aggregate.MinMaxCodes:
		shift := -a.Bias
		if a.Max && a.Order != nil {
			shift = 1
		}
		return func(lo, hi int) { narrow(a.S[lo:hi], low[lo:hi], shift) }
	case aggregate.CodeSums:
		return func(lo, hi int) { a.Put(lo, low[lo:hi]) }
	case *aggregate.ProductSums:
		return func(lo, hi int) { a.Put(lo, low[lo:hi], high[min(lo, len(high)):min(hi, len(high))]) }
	case *aggregate.FirstLast:
		return func(lo, hi int) {
			for g := lo; g < hi; g++ {
				a.Set(g, uint32(low[g]))
			}
		}
	}
	counts := accs[p.CountOf(k.Column)].(*aggregate.Counts).S
	switch a := accs[i].(type) {
	case *aggregate.MinMax64:
		order := aggregate.OrderOf(k.Column, a.Max)
		return func(lo, hi int) { loadExtremes(a.S, order, counts, results, lo, hi) }
	case *aggregate.SumFloat:
		fixed := aggregate.FixedPointOf(k.Column)
		words := each.Of(results, func(r DeviceResult) []uint64 { return r.Low })
		return func(lo, hi int) { a.Put(fixed, lo, hi, counts, words) }
	}
	return func(lo, hi int) { loadWide(accs[i], k.Column, counts, results, lo, hi) }
}

// loadExtremes sets the extremes of groups lo to hi that have values. The GPU compared the high words of the values'
// integers, and then the low words, or only the low words.
func loadExtremes(s []int64, order aggregate.Order, counts []uint32, words []DeviceResult, lo, hi int) {
	for g := lo; g < hi; g++ {
		if counts[g] == 0 {
			continue
		}
		n := uint64(0)
		for _, word := range words {
			n = n<<32 | word.Low[g]
		}
		s[g] = order.Entry(n)
	}
}

func narrow(to []uint32, values []uint64, shift uint32) {
	for g, v := range values {
		to[g] = uint32(v) + shift
	}
}

// loadWide computes the sums of groups lo to hi. The GPU added values minus the least value of the column: their low
// words, and their high words if there are any.
func loadWide(a aggregate.Accumulator, c *data.Column, counts []uint32, words []DeviceResult, lo, hi int) {
	for g := lo; g < hi; g++ {
		sum := int128.Mul(c.Min, int64(counts[g]))
		for i, word := range words {
			sum = sum.Add(int128.FromUint(word.Low[g]).Shl(32 * uint(i)))
		}
		switch a := a.(type) {
		case *aggregate.Sum64:
			a.S[g] = int64(sum.Lo)
		case *aggregate.Sum128:
			a.S[g] = sum
		}
	}
}

// isCoded reports whether a column's numbers are codes of at most 32 bits.
func isCoded(c *data.Column) bool { return c.Wide == nil && c.Type != data.Float }

// deviceWords returns the number of words of 32 bits in which a GPU adds the values of a column.
func deviceWords(c *data.Column) int {
	switch {
	case c.Type == data.Float:
		return aggregate.FixedPointOf(c).Words()
	case c.Wide != nil && span(c) > math.MaxUint32:
		return 2
	}
	return 1
}

// span returns the difference between the greatest and the least value of a column.
func span(c *data.Column) uint64 { return uint64(c.Max) - uint64(c.Min) }

// nullable returns the column if it has nulls, else nil.
func nullable(c *data.Column) *data.Column {
	if c == nil || c.Valid == nil {
		return nil
	}
	return c
}
