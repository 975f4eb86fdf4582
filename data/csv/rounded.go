package csv

import (
	"bytes"
	"math"
	"strconv"
)

// loses reports whether a float v loses digits of the number b that it was read from. A fraction of 17 digits loses none:
// as many tell every float from its neighbours, and so programs write floats.
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
		for mantissa[0] == '-' || mantissa[0] == '0' {
			mantissa = mantissa[1:]
		}
		if len(mantissa) <= 18 && bytes.IndexByte(mantissa, '.') >= 0 {
			return false
		}
	}
	return !math.IsInf(v, 0) && !holds(v, b)
}

// holds reports whether v has all digits of the number b: v, rounded to as many digits, is b again.
func holds(v float64, b []byte) bool {
	mantissa, exp := b, 0
	for i := max(1, len(b)-5); i < len(b); i++ {
		if b[i]|0x20 == 'e' {
			n, err := strconv.Atoi(string(b[i+1:]))
			if err != nil {
				return holdsSlowly(v, b)
			}
			mantissa, exp = b[:i], n
		}
	}
	point := bytes.IndexByte(mantissa, '.')
	places := -exp
	if point >= 0 {
		places += len(mantissa) - 1 - point
	}
	if places < 0 || places >= 2*len(power10) || v == 0 {
		return holdsSlowly(v, b)
	}
	product, rest := shift(math.Abs(v), places)
	if product < 1<<52 {
		return true // floats lie closer to each other than numbers of so many places
	}
	m := uint64(0)
	for _, c := range mantissa {
		if d := c - '0'; d < 10 {
			if m > 9e17 {
				return holdsSlowly(v, b)
			}
			m = 10*m + uint64(d)
		}
	}
	return math.Abs(float64(int64(product)-int64(m))+rest) <= 0.5
}

// shift is v*10^places as the sum of two floats, but for some 2^-100 of it.
func shift(v float64, places int) (product, rest float64) {
	product = v
	for places > 0 {
		n := min(places, len(power10)-1)
		next := product * power10[n]
		rest = math.FMA(product, power10[n], -next) + rest*power10[n]
		product = next
		places -= n
	}
	return product, rest
}

// power10 is the powers of ten that a float64 holds exactly.
var power10 = [23]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// holdsSlowly is holds for any number.
func holdsSlowly(v float64, b []byte) bool {
	want, wantExp := significant(b)
	if len(want) == 0 {
		return v == 0
	}
	got, gotExp := significant(strconv.AppendFloat(nil, v, 'e', len(want)-1, 64))
	return wantExp == gotExp && bytes.Equal(want, got)
}

// significant is the digits of a number without zeros before them, and the exponent of the first one.
func significant(b []byte) (digits []byte, exp int) {
	mantissa := b
	if i := bytes.IndexAny(b, "eE"); i >= 0 {
		mantissa = b[:i]
		n, err := strconv.Atoi(string(b[i+1:]))
		if err != nil {
			n = math.MaxInt32 // which no exponent of a float is
		}
		exp = n
	}
	mantissa = bytes.TrimLeft(mantissa, "+-")
	whole, rest, _ := bytes.Cut(mantissa, []byte{'.'})
	exp += len(whole) - 1
	for _, c := range append(bytes.Clone(whole), rest...) {
		if c == '0' && len(digits) == 0 {
			exp--
			continue
		}
		digits = append(digits, c)
	}
	return digits, exp
}
