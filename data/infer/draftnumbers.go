package infer

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// addNumbers converts integers and decimals, eight digits at once. done is the number of rows that it read. ok is false
// if the last of these rows has a value that is not a number.
func (d *draft) addNumbers(b *Batch, i, from int, at Place, how likely) (done int, ok bool) {
	cells, width, rows := b.Cells[i:], b.Width, b.Rows
	sign, kind, own, other := byte('.'), shapeDecimal, &d.point, &d.comma
	if how == commas {
		sign, kind, own, other = ',', shapeComma, &d.comma, &d.point
	}
	signs := uint64(sign) * EveryByte
	d.ints = grow(d.ints, from+rows)
	ints, src := d.ints[from:], b.Src[:len(b.Src)+Padding]
	values, decimals := 0, 0
	digits, whole := 0, 0                   // the most digits of integers, and of decimals before the separator
	lengths, padded := uint32(0), uint32(0) // as the fields of type reading
	ordinary := false                       // some number does not have exactly three decimal places
	ok = true
	for ; done < rows && ok; done++ {
		r := done
		c := cells[r*width]
		if c.Len&CellLen == 0 {
			d.null(from + r)
			continue
		}
		if c.Len&EscapedCell != 0 {
			ok = d.addNumber(b.Text(c), from+r, how, Place{at.Block, at.Row + r})
			continue
		}
		begin, n := c.From, c.Len&CellLen
		negative := int64(0)
		if src[begin] == '-' {
			negative = -1
			begin, n = begin+1, n-1
		}
		word := binary.LittleEndian.Uint64(src[begin:])
		if n-1 < 8 {
			if v := word<<(64-8*n) | '0'*EveryByte>>(8*n); areDigits(v) && (n == 1 || byte(word) != '0') &&
				int(n)+d.scale <= maxDigits {
				if v := int64(eightDigits(v)); v|^negative != 0 {
					digits = max(digits, int(n))
					values++
					ints[r] = (v*pow10[d.scale] ^ negative) - negative
					continue
				}
			}
		}
		if n-9 < 11 && (int(n)+d.scale <= maxDigits || d.scale == 0) && byte(word) != '0' {
			if v, ok := longInteger(src[begin:], n); ok && v <= math.MaxInt64-uint64(negative) {
				digits = max(digits, int(n))
				d.longest = max(d.longest, int(n))
				values++
				ints[r] = (int64(v)*pow10[d.scale] ^ negative) - negative
				continue
			}
		}
		if n-3 < 15 { // one to eight digits on each side of the separator
			found := ^(NotZero(word^signs) | LowBits)
			p := uint32(8)
			if found != 0 {
				p = uint32(bits.TrailingZeros64(found)) >> 3
			}
			tail := n - 1 - p
			if p-1 < 8 && p < n && tail-1 < maxFast && src[begin+p] == sign && (p == 1 || byte(word) != '0') {
				left := word<<(64-8*p) | '0'*EveryByte>>(8*p)
				right := binary.LittleEndian.Uint64(src[begin+p+1:])<<(64-8*tail) | '0'*EveryByte>>(8*tail)
				if areDigits(left) && areDigits(right) && (int(tail) <= d.scale || d.rescale(int(tail))) {
					v := int64(eightDigits(left))*pow10[d.scale] + int64(eightDigits(right))*pow10[d.scale-int(tail)]
					if v|^negative != 0 {
						if tail == 3 {
							d.seeDecimal(src[c.From:begin+n], int(begin-c.From), int(p), 3, sign)
						} else {
							ordinary = true
						}
						whole = max(whole, int(p))
						lengths |= 1 << tail
						if src[begin+n-1] == '0' {
							padded |= 1 << tail
						}
						values++
						decimals++
						ints[r] = (v ^ negative) - negative
						continue
					}
				}
			}
		}
		ok = d.addNumber(b.Text(c), from+r, how, Place{at.Block, at.Row + r})
	}
	d.seen.values += values
	if values > decimals {
		d.shapes |= shapeInt
		d.digits = max(d.digits, digits)
	}
	if decimals > 0 {
		d.shapes |= kind
		own.digits, own.places = max(own.digits, whole), max(own.places, bits.Len32(lengths)-1)
		own.lengths, own.padded = own.lengths|lengths, own.padded|padded
		other.no = other.no || ordinary
	}
	return done, ok
}

// addNumber adds a null, or a number that addNumbers does not convert itself. It returns false for any other value.
func (d *draft) addNumber(value []byte, row int, how likely, at Place) bool {
	sign, kinds := byte('.'), shapeInt|shapeDecimal
	if how == commas {
		sign, kinds = ',', shapeInt|shapeComma
	}
	s := d.look(value, at)
	b := Trim(value)
	switch {
	case s == shapeNull:
		d.null(row)
		return true
	case s == shapeFloat && how == points:
		return d.addExponent(b, row)
	case s&kinds == 0:
		return false
	}
	whole, most := len(b), maxDigits
	if s == shapeInt && d.scale == 0 {
		most = len("-9223372036854775808")
	}
	if i := bytes.IndexByte(b, sign); i >= 0 {
		whole = i
		if places := len(b) - i - 1; places > maxPlaces || places > d.scale && !d.rescale(places) {
			return false
		}
	}
	if whole+d.scale > most {
		return false
	}
	d.longest = max(d.longest, whole)
	v, ok := parseDecimal(b, d.scale, sign)
	d.ints[row] = v
	return ok
}

// mostExact is the greatest integer of a draft that may become a float. Integers up to this limit are exact as floats.
// So their quotient by a power of ten is the float nearest to the decimal.
const mostExact = 1e15

// addExponent adds a number with an exponent if the draft can hold it as a decimal, e.g. 7.5e-05. Programs often write
// numbers close to 0 in this form. It returns false for any other value.
func (d *draft) addExponent(b []byte, row int) bool {
	e := bytes.IndexAny(b, "eE")
	if e < 0 {
		return false
	}
	exponent, err := strconv.Atoi(string(b[e+1:]))
	if err != nil || exponent < -maxFast || exponent > maxFast {
		return false
	}
	places := -exponent
	if i := bytes.IndexByte(b[:e], '.'); i >= 0 {
		places += e - i - 1
	}
	if places < 0 || places > maxFast || places > d.scale && !d.rescale(places) {
		return false
	}
	v, ok := parseDecimal(b[:e], places+exponent, '.')
	if !ok || v == 0 || v > mostExact || v < -mostExact {
		return false
	}
	whole := max(0, len(strconv.FormatInt(v, 10))-places)
	if whole+d.scale > maxDigits {
		return false
	}
	d.longest = max(d.longest, whole)
	d.ints[row] = v * pow10[d.scale-places]
	return true
}

// rescale raises the number of decimal places to scale, and multiplies the numbers of the block accordingly. It returns
// false if they could overflow.
func (d *draft) rescale(scale int) bool {
	if d.longest+scale > maxDigits {
		return false
	}
	factor := pow10[scale-d.scale]
	for i := range d.ints {
		d.ints[i] *= factor
	}
	d.scale = scale
	return true
}

// longInteger returns the integer that n digits write, 9 to 19 of them. It returns false if some byte is not a digit.
// The result may exceed an int64.
func longInteger(b []byte, n uint32) (uint64, bool) {
	first, last := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[n-8:])
	if n <= 16 {
		first = first<<(64-8*(n-8)) | '0'*EveryByte>>(8*(n-8))
		return eightDigits(first)*1e8 + eightDigits(last), areDigits(first) && areDigits(last)
	}
	middle := binary.LittleEndian.Uint64(b[8:])<<(64-8*(n-16)) | '0'*EveryByte>>(8*(n-16))
	v := (eightDigits(first)*uint64(pow10[n-16])+eightDigits(middle))*1e8 + eightDigits(last)
	return v, areDigits(first) && areDigits(middle) && areDigits(last)
}

// areDigits reports whether all eight bytes are digits.
func areDigits(v uint64) bool {
	const upper, six, threes = 0xF0F0F0F0F0F0F0F0, 0x0606060606060606, 0x3333333333333333
	return v&upper|(v+six)&upper>>4 == threes
}

// eightDigits returns the number that eight digits write. The lowest byte is the first digit. (Daniel Lemire: Quickly
// parsing eight digits, 2018.)
func eightDigits(v uint64) uint64 {
	v = (v & 0x0F0F0F0F0F0F0F0F) * 2561 >> 8
	v = (v & 0x00FF00FF00FF00FF) * 6553601 >> 16
	return (v & 0x0000FFFF0000FFFF) * 42949672960001 >> 32
}
