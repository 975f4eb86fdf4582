package measure

import (
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

var product = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Product, Title: "Product", Help: "the product, exact where it fits 128 bits",
		Menu: query.Picks, Place: 4,
		Takes: query.Numbers, Offered: query.Numbers, Result: query.WholeOrReal,
	},
	bind: func(p *Plan, _ Source, m *measure) error {
		bindStatistic(p, m, statistic{kind: productStatistic})
		return nil
	},
}

// productBits is the precision of a product that fits no integer. The product of n values, multiplied in ascending
// order, is off by less than n parts in 2^256 before it is rounded.
const productBits = 256

// product multiplies sorted values.
func (a *statistics[V]) product(sorted []V) result {
	p := newProductOf(a.column)
	for _, code := range sorted {
		p.multiply(a.back(code))
	}
	return p.result()
}

// productOf multiplies values that come in ascending order. The product is exact in 128 bits if the column holds
// whole numbers and the product fits, else it is a float.
type productOf struct {
	whole         bool // the column holds whole numbers
	scale, values int
	exact         int128.Int
	fits          bool
	product       *big.Float
	special       float64 // the product of infinities and NaN
	zero, inexact bool
}

func newProductOf(c *data.Column) *productOf {
	return &productOf{whole: c.Type == data.Int, scale: c.Scale, exact: int128.From(1), fits: c.Type == data.Int,
		product: newProduct(1), special: 1}
}

// multiply multiplies the product by one more value.
func (p *productOf) multiply(v data.Value) {
	p.values++
	x := newProduct(0)
	if v.Type != data.Float {
		n, _ := v.Int.Int64()
		x.SetInt64(n)
		if p.fits && n != 0 {
			p.exact, p.fits = p.exact.MulFits(n)
		}
	} else if math.IsInf(v.Float, 0) || v.Float != v.Float {
		p.special *= v.Float
		return
	} else {
		x.SetFloat64(v.Float)
	}
	if x.Sign() == 0 {
		p.zero = true
		return
	}
	p.product.Mul(p.product, x)
	p.inexact = p.inexact || p.product.Acc() != big.Exact
}

func (p *productOf) result() result {
	switch {
	case p.zero && p.special == 1 && p.whole:
		return result{isInt: true}
	case p.zero:
		return result{float: 0 * p.special}
	case p.special != 1:
		return result{float: p.special * float64(p.product.Sign())}
	case p.fits:
		return result{int: p.exact, isInt: true}
	}
	if p.scale > 0 {
		p.product.Quo(p.product, power10(p.scale*p.values))
		p.inexact = p.inexact || p.product.Acc() != big.Exact
	}
	f, acc := p.product.Float64()
	return result{float: f, rounded: p.inexact || acc != big.Exact}
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
