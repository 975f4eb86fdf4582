package infer

import (
	"bytes"
	"math"
	"math/big"
	"strconv"
)

// Loses reports whether a float v lacks digits of the number b from which it was read. Programs write up to 17 digits
// of a float. Such a number loses nothing, because its digits are those of the float, rounded.
func Loses(v float64, b []byte) bool {
	size := math.Abs(v)
	if len(b) <= 15 && size > 1e-290 {
		return false // 15 digits always fit; most numbers return here
	}
	if len(b) <= 24 && size > 1e-290 && size < 1<<53 {
		if n, places, ok := shortDecimal(b); ok {
			return !isNearest(size, n, places)
		}
	}
	return !math.IsInf(v, 0) && !holds(v, b)
}

// shortDecimal reads a number with a point and at most 17 digits as n*10^-places, ignoring its sign. ok is false for
// other numbers.
func shortDecimal(b []byte) (n int64, places int, ok bool) {
	digits, point := 0, -1
	for i, c := range b {
		switch {
		case c-'0' < 10:
			if n = 10*n + int64(c-'0'); n > 0 {
				digits++
			}
			if digits > 17 {
				return 0, 0, false
			}
		case c == '.':
			point = i
		case c == 'e':
			exp, err := strconv.Atoi(string(b[i+1:]))
			return n, i - point - 1 - exp, err == nil && point >= 0
		}
	}
	return n, len(b) - point - 1, point >= 0
}

// isNearest reports whether n is the integer nearest to v*10^places. It computes the exact product as a sum of two
// floats. If no float is exactly 10^places, it returns true, on the assumption that a program wrote v.
func isNearest(v float64, n int64, places int) bool {
	const most = 22
	if places < 0 || places > most {
		return true
	}
	p := math.Pow10(places)
	high := v * p
	low := math.FMA(v, p, -high)
	whole := math.Trunc(high)
	return math.Abs(float64(int64(whole)-n)+(high-whole)+low) <= 0.5
}

// holds reports whether v has all digits of the number b, so that they differ by at most half a unit of b's last digit.
// The arithmetic is exact: with b = n*10^exp and v = m*2^e, both are scaled to integers.
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
			return false // no float has such an exponent
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
