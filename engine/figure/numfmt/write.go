package numfmt

import (
	"cmp"
	"strconv"
	"strings"

	"cardinal/internal/separators"
)

// places counts the digits of a section: before the point, after it, and in the exponent.
func (s *section) places() (whole, fraction, power int) {
	at := &whole
	for _, i := range s.items {
		switch i.kind {
		case point:
			at = &fraction
		case exponent:
			at = &power
		case digit:
			*at++
		}
	}
	return whole, fraction, power
}

// number writes a number without its sign.
func (s *section) number(n number) string {
	n.places += 3*s.thousands - 2*s.percent
	wholes, fractions, powers := s.places()
	power := 0
	if powers > 0 {
		power = n.power(wholes, fractions)
		n.places += power
	}
	whole, fraction := n.roundedDigits(fractions)
	var b strings.Builder
	w := writer{b: &b, grouped: s.grouped}
	exponents, left := strconv.Itoa(max(power, -power)), 0
	for _, i := range s.items {
		switch i.kind {
		case digit:
			switch {
			case wholes > 0:
				w.whole(whole, i.text, wholes)
				wholes--
			case fractions > 0:
				w.fraction(fraction, i.text)
				fraction, fractions = fraction[1:], fractions-1
			default:
				left++
				if left == powers {
					b.WriteString(strings.Repeat("0", max(0, powers-len(exponents))) + exponents)
				}
			}
		case point:
			if wholes == 0 && !s.hasWhole() && whole != "" {
				b.WriteString(whole)
			}
			b.WriteString(separators.Used().Decimal)
		case exponent:
			wholes, fractions = 0, 0
			b.WriteString(i.text[:1])
			if power < 0 {
				b.WriteByte('-')
			} else if i.text[1] == '+' {
				b.WriteByte('+')
			}
		case general:
			b.WriteString(separators.Show(n.plainText()))
		default:
			b.WriteString(i.text)
		}
	}
	return b.String()
}

// hasWhole reports whether the section has digits before the point.
func (s *section) hasWhole() bool {
	whole, _, _ := s.places()
	return whole > 0
}

// power returns the exponent of a number whose mantissa has the given numbers of digits before and after the point.
// With several digits before the point, the exponent is a multiple of their number.
func (n number) power(wholes, fractions int) int {
	if n.zero() {
		return 0
	}
	wholes = max(wholes, 1)
	step := func(digits int) int {
		power := digits - 1
		if wholes > 1 {
			power -= ((power % wholes) + wholes) % wholes
		}
		return power
	}
	power := step(len(n.digits) - n.places)
	again := n
	again.places += power
	if whole, _ := again.roundedDigits(fractions); len(whole) > wholes {
		return step(len(n.digits) - n.places + 1)
	}
	return power
}

// plainText writes a number with all its digits, without its sign.
func (n number) plainText() string {
	whole, fraction := n.roundedDigits(max(n.places, 0))
	whole = cmp.Or(whole, "0")
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		return whole + "." + fraction
	}
	return whole
}

// writer writes the digits of a number.
type writer struct {
	b       *strings.Builder
	grouped bool
	started bool // a digit or a space was written
}

// whole writes the digits before the point for one placeholder. left counts the placeholders from this one to the
// point. The first placeholder also writes the digits that have no placeholder.
func (w *writer) whole(digits, placeholder string, left int) {
	to := len(digits) - left // the index of the placeholder's digit
	from := to
	if !w.started {
		from = min(to, 0)
	}
	w.started = true
	if to < 0 {
		switch placeholder {
		case "0":
			w.digit('0', left)
		case "?":
			w.b.WriteByte(' ')
		}
		return
	}
	for i := max(from, 0); i <= to; i++ {
		w.digit(digits[i], len(digits)-i)
	}
}

// digit writes a digit, and a separator after a group of three. left is the number of digits from this one to the
// point.
func (w *writer) digit(d byte, left int) {
	w.b.WriteByte(d)
	if w.grouped && left > 1 && left%3 == 1 {
		w.b.WriteString(separators.Used().Thousands)
	}
}

// fraction writes the first of the digits after the point. # and ? write no zeros at the end.
func (w *writer) fraction(digits, placeholder string) {
	switch {
	case placeholder == "0" || strings.Trim(digits, "0") != "":
		w.b.WriteByte(digits[0])
	case placeholder == "?":
		w.b.WriteByte(' ')
	}
}
