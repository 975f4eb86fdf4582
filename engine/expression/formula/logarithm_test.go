package formula

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestLogarithmsOfPowers checks that the logarithm of a whole power of its base is a whole number.
func TestLogarithmsOfPowers(t *testing.T) {
	for base := int64(2); base <= 20; base++ {
		for power, n := big.NewInt(1), 0; power.BitLen() <= 53; power, n = power.Mul(power, big.NewInt(base)), n+1 {
			if got := logarithm(asFloat(new(big.Rat).SetInt(power)), float64(base)); got != float64(n) {
				t.Errorf("log(%v, %d) is %v, want %d", power, base, got, n)
			}
		}
	}
}

// TestLogarithmsOfRoots checks powers of one whole number: the logarithm is the quotient of the exponents of number
// and base.
func TestLogarithmsOfRoots(t *testing.T) {
	power := func(root, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(root), big.NewInt(n), nil) }
	for root := int64(2); root <= 20; root++ {
		for q := int64(1); power(root, q).BitLen() <= 53; q++ {
			base := asFloat(new(big.Rat).SetInt(power(root, q)))
			for p := int64(0); power(root, p).BitLen() <= 53; p++ {
				x, want := asFloat(new(big.Rat).SetInt(power(root, p))), float64(p)/float64(q)
				if got := logarithm(x, base); got != want {
					t.Errorf("log(%v, %v) is %v, want %v", x, base, got, want)
				}
				if got := logarithm(1/x, base); x <= 1000 && base <= 1000 && got != -want {
					t.Errorf("log(1 / %v, %v) is %v, want %v", x, base, got, -want)
				}
				if got := logarithm(x, 1/base); x <= 1000 && base <= 1000 && got != -want {
					t.Errorf("log(%v, 1 / %v) is %v, want %v", x, base, got, -want)
				}
			}
			if got := logarithm(math.Sqrt(base), base); got != 0.5 {
				t.Errorf("log(sqrt(%v), %v) is %v", base, base, got)
			}
		}
	}
}

// TestLogarithmsBesidePowers checks numbers near powers. Their logarithm is not the logarithm of the power if floats
// tell the two numbers apart. All results are close to the quotient.
func TestLogarithmsBesidePowers(t *testing.T) {
	if got := logarithm(math.Nextafter(2, 3), 4); got <= 0.5 {
		t.Errorf("%v", got)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100000 {
		x, base := math.Exp(r.NormFloat64()*20), math.Exp(r.NormFloat64()*3)
		if r.IntN(2) == 0 {
			x, base = float64(1+r.IntN(1000)), float64(2+r.IntN(1000))
		}
		quotient := math.Log(x) / math.Log(base)
		if got := logarithm(x, base); math.Abs(got-quotient) > 4e-16*math.Abs(quotient) {
			t.Errorf("log(%v, %v) is %v, and the quotient %v", x, base, got, quotient)
		}
	}
	for _, x := range []float64{math.Inf(1), math.MaxFloat64, 5e-324, 1, 0.5} {
		for _, base := range []float64{math.Inf(1), math.MaxFloat64, 5e-324, 0.5, math.Nextafter(1, 2)} {
			got, quotient := logarithm(x, base), math.Log(x)/math.Log(base)
			if math.IsNaN(got) != math.IsNaN(quotient) || math.Abs(got-quotient) > 1e-15*math.Abs(quotient) {
				t.Errorf("log(%v, %v) is %v, and the quotient %v", x, base, got, quotient)
			}
		}
	}
}
