package csv

import (
	"bytes"
	"math"
	"math/big"
	"strconv"
)

// loses reports whether a float v loses digits of the number b that it was read from. A fraction of 17 digits loses none: programs
// write floats with 17 digits, which tell every float from its neighbours.
func loses(v float64, b []byte) bool {
	size := math.Abs(v)
	if len(b) <= 15 && size > 1e-290 {
		return false // as for most numbers: 15 digits always fit
	}
	if len(b) <= 24 && size > 1e-290 && size < 1<<53 {
		mantissa := b
		if i := bytes.IndexByte(b[len(b)-4:], 'e'); i >= 0 {
			mantissa = b[:len(b)-4+i]
		}
		first, point := 0, bytes.IndexByte(mantissa, '.')
		for first < len(mantissa) && mantissa[first] < '1' { // signs, zeros and the point
			first++
		}
		digits := len(mantissa) - first
		if point > first {
			digits--
		}
		if point >= 0 && digits <= 17 {
			return false
		}
	}
	return !math.IsInf(v, 0) && !holds(v, b)
}

// holds reports whether v has all digits of the number b: v is at most half a unit of the last digit of b away from b. The
// arithmetic is exact: b is n*10^exp, v is m*2^e, and both are brought to integers.
func holds(v float64, b []byte) bool {
	digits, exponent, scientific := bytes.Cut(bytes.ToLower(b), []byte{'e'})
	whole, fraction, _ := bytes.Cut(digits, []byte{'.'})
	n, ok := new(big.Int).SetString(string(whole)+string(fraction), 10)
	if !ok || n.Sign() == 0 {
		return ok && v == 0
	}
	exp := 0
	if scientific {
		var err error
		if exp, err = strconv.Atoi(string(exponent)); err != nil || exp < -2000 || exp > 2000 {
			return false // no float has that exponent
		}
	}
	exp -= len(fraction)
	part, e := math.Frexp(v)
	m, unit := big.NewInt(int64(part*(1<<53))), big.NewInt(1)
	e -= 53
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exp, -exp))), nil)
	if exp > 0 {
		n.Mul(n, ten)
		unit = ten
	} else {
		m.Mul(m, ten)
	}
	if e > 0 {
		m.Lsh(m, uint(e))
	} else {
		n.Lsh(n, uint(-e))
		unit = new(big.Int).Lsh(unit, uint(-e))
	}
	distance := m.Sub(m, n)
	return distance.Lsh(distance.Abs(distance), 1).Cmp(unit) <= 0
}
