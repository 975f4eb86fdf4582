package numfmt

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
)

// number is an exact decimal number: digits * 10^-places, with a sign.
type number struct {
	minus  bool
	digits string // without leading zeros; "" is zero
	places int
}

func (n number) zero() bool     { return n.digits == "" }
func (n number) negative() bool { return n.minus && n.digits != "" }

// numberOf converts a number to a decimal number, and a date to Excel's number of days. A float becomes the decimal
// number that its text shows.
func numberOf(v data.Value) number {
	switch v.Type {
	case data.Float:
		n, _ := parseNumber(strconv.FormatFloat(v.Float, 'e', -1, 64))
		return n
	case data.Int, data.Decimal:
		n, _ := parseNumber(v.Int.String())
		n.places = v.Scale
		return n
	case data.Date, data.Timestamp:
		at := v.Time()
		seconds := float64(at.Unix()-firstDay.Unix()) + float64(at.Nanosecond())/1e9
		n, _ := parseNumber(strconv.FormatFloat(seconds/(24*60*60), 'f', -1, 64))
		return n
	}
	return number{}
}

// parseNumber reads a number as programs write it: -12.5e3.
func parseNumber(text string) (number, bool) {
	var n number
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(text), "e")
	power := 0
	if hasExponent {
		var err error
		if power, err = strconv.Atoi(exponent); err != nil {
			return n, false
		}
	}
	mantissa, n.minus = strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if whole+fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return n, false
	}
	n.digits, n.places = strings.TrimLeft(whole+fraction, "0"), len(fraction)-power
	return n, true
}

// compare returns -1, 0 or 1 if n is less than, equal to or greater than o.
func (n number) compare(o number) int { return n.rat().Cmp(o.rat()) }

func (n number) rat() *big.Rat {
	text := "0" + n.digits + "e" + strconv.Itoa(-n.places)
	if n.minus {
		text = "-" + text
	}
	r, _ := new(big.Rat).SetString(text)
	return r
}

// roundedDigits returns the digits before and after the point of a number, without its sign. The number is rounded to
// `places` decimal places, half away from zero.
func (n number) roundedDigits(places int) (whole, fraction string) {
	digits := n.digits
	switch cut := n.places - places; {
	case cut <= 0:
		digits += strings.Repeat("0", -cut)
	case cut > len(digits):
		digits = ""
	default:
		up := digits[len(digits)-cut] >= '5'
		digits = digits[:len(digits)-cut]
		if up {
			digits = increment(digits)
		}
	}
	if short := places - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	return strings.TrimLeft(digits[:len(digits)-places], "0"), digits[len(digits)-places:]
}

// increment adds one to digits.
func increment(digits string) string {
	b := []byte(digits)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] != '9' {
			b[i]++
			return string(b)
		}
		b[i] = '0'
	}
	return "1" + string(b)
}

// firstDay is day 0 of Excel's dates.
var firstDay = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
