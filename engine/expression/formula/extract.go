package formula

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/engine/query"
)

var splitPart = also(ofText("split_part", "a part of the text between separators, the first being 1 and the last -1; "+
	"null where the text has fewer", "split_part('EU-100-x', '-', 2) is 100",
	func(s string, args []data.Value) data.Value {
		parts := []string{s}
		if separator := args[0].String(); separator != "" {
			parts = strings.Split(s, separator)
		}
		n := number(args[1])
		if n < 0 {
			n += len(parts) + 1
		}
		if n < 1 || n > len(parts) {
			return data.Value{}
		}
		return data.TextValue(parts[n-1])
	}, query.Argument{Name: "separator", Takes: query.AnyColumns}, query.Argument{Name: "number",
		Takes: query.Numbers}),
	"split", "textsplit")

var regexpExtract = function{
	Function: query.Function{
		Name: "regexp_extract", Also: []string{"regexextract"}, Group: query.OfTexts,
		Args: []query.Argument{text, {Name: "pattern", Takes: query.Texts}, {Name: "group", Takes: query.Numbers,
			Optional: true}},
		Help: "the first part of the text that fits a regular expression, or what a group in brackets fits there; " +
			"null where nothing fits", Example: "regexp_extract('size 12 kg', '([0-9]+) kg', 1) is 12",
	},
	result: func(args []shape) (shape, error) {
		if p := args[1].fixed; p != nil && !p.IsNull() {
			re, err := query.Pattern(p.Text, false)
			if err != nil {
				return shape{}, err
			}
			if len(args) > 2 && args[2].fixed != nil {
				if n := number(*args[2].fixed); n < 0 || n > re.NumSubexp() {
					return shape{}, fmt.Errorf("%q has no group %s: it has %d", p.Text, args[2].fixed, re.NumSubexp())
				}
			}
		}
		return shape{kind: data.Text}, nil
	},
	of: func(args []data.Value) data.Value {
		re, group := compiled(args[1].Text), 0
		if len(args) > 2 {
			group = number(args[2])
		}
		if re == nil || group < 0 || group > re.NumSubexp() {
			return data.Value{}
		}
		s := args[0].String()
		at := re.FindStringSubmatchIndex(s)
		if at == nil || at[2*group] < 0 {
			return data.Value{}
		}
		return data.TextValue(s[at[2*group]:at[2*group+1]])
	},
}

// pattern is a text with its regular expression. The expression is nil if the text is not valid.
type pattern struct {
	text string
	re   *regexp.Regexp
}

var lastPattern atomic.Pointer[pattern]

// compiled compiles a text as a regular expression, or returns nil if the text is not valid. It keeps the expression in
// case the next call has the same text.
func compiled(text string) *regexp.Regexp {
	if p := lastPattern.Load(); p != nil && p.text == text {
		return p.re
	}
	re, err := query.Pattern(text, false)
	if err != nil {
		re = nil
	}
	lastPattern.Store(&pattern{text, re})
	return re
}

var numberIn = giving(data.Float, also(ofText("number", "the first number in the text: 1,234.5 with or "+
	"without signs between the thousands, with a currency or a unit, (5) or 5- for -5, 45% for 0.45; null where "+
	"there is none, or several readings", "number('EUR 1,234.50') is 1234.5",
	func(s string, _ []data.Value) data.Value {
		f, ok := firstNumber(s)
		if !ok {
			return data.Value{}
		}
		return data.FloatValue(f)
	}), "value", "to_number", "parse_number"))

// firstNumber reads the first number in a text. If the text can be read in several ways, it returns false. In 3,5 and
// 0,125 and 1.234,5 the comma could be a decimal comma, and 12 345 could be two numbers. It also returns false for
// dates, times and ranges, such as 2024-01-31, 12:30 and 10 - 20, and for 2½.
func firstNumber(s string) (float64, bool) {
	start := strings.IndexAny(s, "0123456789")
	if start < 0 {
		return 0, false
	}
	point := start > 0 && s[start-1] == '.'
	if point {
		start--
	}
	before, rest := s[:start], s[start:]
	var digits strings.Builder
	if !point {
		rest = takeDigits(&digits, rest)
		for first := true; ; first = false { // groups of thousands
			sign, size := utf8.DecodeRuneInString(rest)
			if !strings.ContainsRune(",'’\u00a0\u202f\u2009", sign) || first && (digits.Len() > 3 || s[start] == '0') ||
				leading(rest[size:]) != 3 {
				break
			}
			rest = takeDigits(&digits, rest[size:])
		}
	}
	if len(rest) > 1 && rest[0] == '.' && leading(rest[1:]) > 0 {
		digits.WriteByte('.')
		rest = takeDigits(&digits, rest[1:])
	}
	rest = takeExponent(&digits, rest)
	if another(rest) {
		return 0, false
	}
	f, err := strconv.ParseFloat(digits.String(), 64)
	if err != nil {
		return 0, false
	}
	if strings.HasPrefix(strings.TrimLeft(rest, " )\u00a0\u202f"), "%") {
		// 45% is parsed as 45e-2, which is more exact than 45 / 100
		if percent, err := strconv.ParseFloat(digits.String()+"e-2", 64); err == nil {
			f = percent
		} else { // the number has an exponent already
			f /= 100
		}
	}
	below, sure := negative(before, rest, s)
	if below {
		f = -f
	}
	return f, sure
}

// leading returns the number of digits at the beginning of a text.
func leading(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

func takeDigits(to *strings.Builder, s string) string {
	n := leading(s)
	to.WriteString(s[:n])
	return s[n:]
}

// takeExponent appends the exponent at the beginning of s, such as e5, E-5 or e+5, to `to`, and returns the rest of s.
// If a letter follows the exponent, it appends nothing and returns s.
func takeExponent(to *strings.Builder, s string) string {
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return s
	}
	sign := len(s[1:]) - len(strings.TrimLeft(s[1:], "+-"))
	n := 0
	if sign < 2 {
		n = leading(s[1+sign:])
	}
	end := 1 + sign + n
	if after, _ := utf8.DecodeRuneInString(s[end:]); n == 0 || unicode.IsLetter(after) {
		return s
	}
	to.WriteString(s[:end])
	return s[end:]
}

// another reports whether s, the text after a number, begins with something that could belong to the number: further
// digits, or a fraction such as ½.
func another(s string) bool {
	sign, size := utf8.DecodeRuneInString(s)
	gap := strings.TrimLeftFunc(s, unicode.IsSpace)
	after := strings.TrimLeftFunc(gap, isDash)
	next, _ := utf8.DecodeRuneInString(gap)
	ranges := after != gap && leading(strings.TrimLeftFunc(after, unicode.IsSpace)) > 0
	return ranges || unicode.Is(unicode.No, next) || strings.ContainsRune(".,:/'’ \u00a0\u202f\u2009", sign) &&
		leading(s[size:]) > 0
}

func isDash(r rune) bool { return strings.ContainsRune("-−–", r) }

func isMoney(r rune) bool { return unicode.Is(unicode.Sc, r) }

func isMoneyOrBlank(r rune) bool { return isMoney(r) || unicode.IsSpace(r) }

// negative reports whether a number is below zero. A minus sign may be before the number, before or after a currency,
// or at the end. Brackets around the whole text also mean minus. sure is false if two of these signs occur. It is false
// if a dash is between blanks, as in "item - 5", or after a word, as in "item- 5". It is also false if words come
// before a number with a sign at the end.
func negative(before, rest, whole string) (below, sure bool) {
	whole = strings.TrimFunc(whole, func(r rune) bool { return r == '%' || isMoneyOrBlank(r) })
	if strings.HasPrefix(whole, "(") && strings.HasSuffix(whole, ")") {
		return true, strings.Count(whole, "(") == 1
	}
	ahead, end := strings.TrimRightFunc(before, isMoneyOrBlank), strings.TrimFunc(rest, isMoneyOrBlank)
	if end != "" && strings.TrimLeftFunc(end, isDash) == "" {
		return true, ahead == ""
	}
	if inside := strings.TrimRight(ahead, "("); inside != ahead {
		sign, _ := utf8.DecodeLastRuneInString(inside)
		return false, !isDash(sign)
	}
	sign, size := utf8.DecodeLastRuneInString(ahead)
	if !isDash(sign) {
		return false, true
	}
	ahead = ahead[:len(ahead)-size]
	last, _ := utf8.DecodeLastRuneInString(ahead)
	if strings.TrimRightFunc(ahead, isMoneyOrBlank) == "" || isMoney(last) {
		return true, true
	}
	return unicode.IsSpace(last), !isDash(last) && strings.HasSuffix(strings.TrimRightFunc(before, isMoney),
		string(sign))
}
