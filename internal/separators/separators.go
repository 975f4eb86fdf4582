package separators

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Separators are the signs of the numbers of a locale.
type Separators struct {
	Thousands, Decimal string
}

// Plain are the signs of numbers within Cardinal: 1,234.5.
var Plain = Separators{Thousands: ",", Decimal: "."}

var used atomic.Pointer[Separators]

// Use sets the signs of this process.
func Use(s Separators) { used.Store(&s) }

// Used returns the signs of this process, at first Plain.
func Used() Separators {
	if s := used.Load(); s != nil {
		return *s
	}
	return Plain
}

// Of returns the signs of a locale such as de, de-CH or fr_FR.UTF-8, after the Unicode CLDR.
func Of(locale string) (Separators, error) {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "@")
	tag, err := language.Parse(name)
	if err != nil || tag == language.Und {
		return Plain,
			fmt.Errorf("%q is no locale: name a language such as de, or a language and a region such as de-CH", locale)
	}
	tag, err = tag.SetTypeForKey("nu", "latn")
	if err != nil {
		return Plain, err
	}
	text := message.NewPrinter(tag).Sprintf("%.1f", 1_234_567.5)
	parts := strings.FieldsFunc(text, func(r rune) bool { return '0' <= r && r <= '9' })
	if len(parts) < 2 {
		return Plain, fmt.Errorf("the numbers of the locale %s have no thousands", locale)
	}
	return Separators{Thousands: parts[0], Decimal: parts[len(parts)-1]}, nil
}

// Group puts commas between the thousands of a number before its point. The number may have a sign. An infinity, NaN,
// or a number with an exponent stays as it is.
func Group(number string) string {
	if strings.ContainsAny(number, "eIN") {
		return number
	}
	digits, places, point := strings.Cut(number, ".")
	first := len(digits) - len(strings.TrimLeft(digits, "-"))
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if point {
		digits += "." + places
	}
	return digits
}

// Show rewrites the numbers of a text, such as 1,234.5%, with the signs of this process. A comma or a point before no
// digit stays.
func Show(text string) string {
	s := Used()
	if s == Plain || !strings.ContainsAny(text, ",.") {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c == ',' && i > 0 && isDigit(text[i-1]) && leadingDigits(text[i+1:]) > 0:
			b.WriteString(s.Thousands)
		case c == '.' && leadingDigits(text[i+1:]) > 0:
			b.WriteString(s.Decimal)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Read rewrites the numbers that a person typed with the signs of this process as 1,234.5. Signs that look alike,
// such as spaces of any width, count as equal. A sign outside of numbers stays.
func Read(text string) string {
	s := Used()
	if s == Plain {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		after := text[i+len(string(r)):]
		switch one := string(r); {
		case isAlike(one, s.Decimal) && leadingDigits(after) > 0:
			b.WriteByte('.')
		case isAlike(one, s.Thousands) && i > 0 && isDigit(text[i-1]) && (leadingDigits(after) == 3 || !isBlank(one) &&
			leadingDigits(after) > 0):
			b.WriteByte(',')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// families are groups of signs that people type for each other.
var families = []string{" \u00a0\u202f\u2009", "'’"}

// isAlike reports whether a typed sign may mean another sign.
func isAlike(typed, sign string) bool {
	return typed == sign || slices.ContainsFunc(families, func(f string) bool {
		return strings.Contains(f, typed) && strings.Contains(f, sign)
	})
}

func isBlank(sign string) bool { return strings.Contains(families[0], sign) }

// leadingDigits counts the digits at the beginning of a text.
func leadingDigits(text string) (n int) {
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// ReadInt reads a typed whole number, with or without separators between thousands.
func ReadInt(text string) (int, error) {
	text = Read(strings.TrimSpace(text))
	n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err == nil && strings.Contains(text, ",") && Group(strconv.Itoa(n)) != text {
		return 0, fmt.Errorf("%s is no whole number", text)
	}
	return n, err
}
