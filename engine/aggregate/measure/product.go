package measure

import (
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/query"
)

var product = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Product, Title: "Product", Help: "the product, exact where it fits 128 bits", Menu: query.Picks, Place: 4,
		Takes: query.Numbers, Offered: query.Numbers, Result: query.WholeOrReal,
	},
	bind: func(p *Plan, _ Source, m *measure) error {
		bindStatistic(p, m, statistic{kind: productStatistic})
		return nil
	},
}

// productBits is the precision of a product that fits no integer: the product of n values, multiplied in ascending
// order, is off by less than n parts in 2^256 before it is rounded.
const productBits = 256

// product multiplies sorted values: exactly in 128 bits where the column holds whole numbers and the product fits,
// else as a float.
func (a *statistics[V]) product(sorted []V) result {
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
		return result{isInt: true}
	case zero:
		return result{float: 0 * special}
	case special != 1:
		return result{float: special * float64(product.Sign())}
	case fits:
		return result{int: exact, isInt: true}
	}
	if c.Scale > 0 {
		product.Quo(product, power10(c.Scale*len(sorted)))
		inexact = inexact || product.Acc() != big.Exact
	}
	f, acc := product.Float64()
	return result{float: f, rounded: inexact || acc != big.Exact}
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
