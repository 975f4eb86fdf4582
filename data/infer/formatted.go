package infer

import (
	"bytes"
	"cmp"
	"strconv"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"
)

// formatted is a number with separators, a currency, a per cent sign, a plus or minus sign, or parentheses that make it
// negative.
type formatted struct {
	body     []byte // digits and separators; ' stands for any no-break blank
	currency []byte
	negative bool
	before   bool // the currency is before the number
	spaced   bool // a blank is between the number and the currency
	percent  bool
	parens   bool
	plus     bool
}

// longestFormatted is the greatest number of bytes of a formatted number.
const longestFormatted = 64

// parseFormatted splits a number into its parts. It does not check digits and separators, as read does.
func parseFormatted(b []byte) (w formatted, ok bool) {
	if len(b) > longestFormatted {
		return w, false
	}
	b = bytes.TrimSpace(b)
	b = w.takeParens(b)
	b, signed := w.takeSign(b)
	first, last := bytes.IndexAny(b, "0123456789"), bytes.LastIndexAny(b, "0123456789")
	if first < 0 {
		return w, false
	}
	if first > 0 && (b[first-1] == '.' || b[first-1] == ',') {
		first--
	}
	front, back := b[:first], b[last+1:]
	if n := len(front); n > 0 && !signed && !w.parens {
		// The sign may follow the currency.
		trimmed := bytes.TrimRight(front, "-+\u2212")
		var rest []byte
		if rest, _ = w.takeSign(front[len(trimmed):]); len(rest) > 0 {
			return w, false
		}
		front = trimmed
	}
	if n := len(front); n > 0 && front[n-1] == '(' && len(back) > 0 && back[0] == ')' && !w.parens &&
		!w.negative && !w.plus {
		w.parens, w.negative = true, true
		front, back = front[:n-1], back[1:]
	}
	// SAP writes a minus behind an amount. Behind an integer, a minus may have another meaning, as in the grade 2-.
	if len(back) > 0 && back[0] == '-' && !signed && !w.parens && !w.negative && !w.plus &&
		bytes.ContainsAny(b[first:last+1], ".,") {
		w.negative, back = true, back[1:]
	}
	if !w.takeUnit(front, true) || !w.takeUnit(back, false) {
		return w, false
	}
	w.body = plainBlanks(b[first : last+1])
	return w, true
}

// takeParens removes parentheses around the whole number.
func (w *formatted) takeParens(b []byte) []byte {
	if n := len(b); n > 2 && b[0] == '(' && b[n-1] == ')' {
		w.parens, w.negative = true, true
		return bytes.TrimSpace(b[1 : n-1])
	}
	return b
}

// takeSign removes a plus or minus sign from the start.
func (w *formatted) takeSign(b []byte) (rest []byte, signed bool) {
	switch {
	case w.parens || len(b) == 0:
		return b, false
	case b[0] == '+':
		w.plus = true
		return bytes.TrimSpace(b[1:]), true
	case b[0] == '-':
		w.negative = true
		return bytes.TrimSpace(b[1:]), true
	}
	if rest, ok := bytes.CutPrefix(b, []byte("\u2212")); ok {
		w.negative = true
		return bytes.TrimSpace(rest), true
	}
	return b, false
}

// takeUnit reads the text before or behind the number. It may be nothing, a currency, or a per cent sign.
func (w *formatted) takeUnit(b []byte, before bool) bool {
	unit := bytes.TrimSpace(b)
	switch {
	case len(unit) == 0:
		return len(b) == 0
	case len(w.currency) > 0:
		return false
	case len(unit) == 1 && unit[0] == '%':
		w.percent = !before
		return !before
	case isCurrency(unit):
		w.currency, w.before, w.spaced = unit, before, len(unit) < len(b)
		return true
	}
	return false
}

// isCurrency reports whether b is a currency: a sign, a sign with letters as in US$, or a code such as EUR.
func isCurrency(b []byte) bool {
	signs, letters := 0, 0
	for rest := b; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		rest = rest[size:]
		switch {
		case unicode.Is(unicode.Sc, r):
			signs++
		case unicode.IsLetter(r):
			letters++
		default:
			return false
		}
	}
	if signs > 0 {
		return signs == 1 && letters <= 3
	}
	switch string(b) {
	case "kr", "Kr", "zł", "Kč", "Ft", "Rs", "лв", "руб":
		return true
	}
	if len(b) != 3 || !bytes.Equal(b, bytes.ToUpper(b)) {
		return false
	}
	_, err := currency.ParseISO(string(b))
	return err == nil
}

// plainBlanks replaces every no-break blank and every typographic apostrophe by '.
func plainBlanks(b []byte) []byte {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			for _, blank := range []string{"\u00a0", "\u202f", "\u2009", "\u2019"} {
				b = bytes.ReplaceAll(b, []byte(blank), []byte("'"))
			}
			return b
		}
	}
	return b
}

// numeral describes the digits of a number, if a given sign is the decimal separator.
type numeral struct {
	whole, places int  // numbers of digits before and behind the separator
	group         byte // the thousands separator; 0: none
	beyond        bool // an integer of more than 64 bits
}

// read describes the digits, if sign is the decimal separator. ok is false if they are then no number.
func (w *formatted) read(sign byte) (f numeral, ok bool) {
	whole, rest, pointed := bytes.Cut(w.body, []byte{sign})
	for _, c := range rest {
		if c-'0' > 9 {
			return f, false
		}
	}
	f.places = len(rest)
	if pointed && f.places == 0 {
		return f, false
	}
	run, groups := 0, 0
	for _, c := range whole {
		if c-'0' < 10 {
			f.whole++
			run++
			continue
		}
		if f.group != 0 && c != f.group || c != '.' && c != ',' && c != '\'' && c != ' ' || !fits(run, groups) {
			return f, false
		}
		f.group = c
		groups++
		run = 0
	}
	if groups > 0 && run != 3 || f.whole > 1 && whole[0] == '0' || f.whole == 0 && !pointed {
		return f, false
	}
	if f.whole > maxDigits && f.places == 0 {
		_, err := strconv.ParseInt(string(w.plain(sign)), 10, 64)
		f.beyond = err != nil
	}
	return f, true
}

// fits reports whether a group of digits may precede a thousands separator. groups is the number of groups before it.
// The first group has one to three digits. Other groups have three digits, or two as in India.
func fits(digits, groups int) bool {
	if groups == 0 {
		return digits >= 1 && digits <= 3
	}
	return digits == 3 || digits == 2
}

// decimal returns the number as an integer number of 10^-scale. A per cent sign divides it by 100.
func (w *formatted) decimal(sign byte, scale int) (int64, bool) {
	f, ok := w.read(sign)
	places := f.places
	if w.percent {
		places += 2
	}
	if !ok || places > scale || f.whole+f.places > maxDigits && (f.beyond || scale > 0) {
		return 0, false
	}
	v := int64(0) // also correct for the least integer, by overflow
	for _, c := range w.body {
		if d := c - '0'; d < 10 {
			v = 10*v + int64(d)
		}
	}
	v *= pow10[scale-places]
	if w.negative {
		v = -v
	}
	return v, true
}

// plain returns the number in the form that strconv parses.
func (w *formatted) plain(sign byte) []byte {
	out := make([]byte, 0, len(w.body)+4)
	if w.negative {
		out = append(out, '-')
	}
	for _, c := range w.body {
		switch {
		case c-'0' < 10:
			out = append(out, c)
		case c == sign:
			out = append(out, '.')
		}
	}
	if w.percent {
		out = append(out, "e-2"...)
	}
	return out
}

// seeFormatted adds a number that has more than digits and a decimal separator.
func (f *stats) seeFormatted(b []byte) shape {
	w, ok := parseFormatted(b)
	if !ok {
		return shapeText
	}
	p, point := w.read('.')
	c, comma := w.read(',')
	if !point && !comma || w.plus && phone(p) {
		return shapeText
	}
	f.point.see(p, point)
	f.comma.see(c, comma)
	f.affixes.see(&w)
	return shapeFormatted
}

// phone reports whether a number with a plus sign may be a telephone number.
func phone(f numeral) bool { return f.whole >= 9 && f.places == 0 && f.group != '.' && f.group != ',' }

// reading describes the numbers of a column, if a given sign is the decimal separator.
type reading struct {
	no      bool   // some value is then no number
	digits  int    // greatest number of digits before the separator
	places  int    // greatest number of digits behind the separator
	grouped bool   // some number has thousands separators
	signs   bool   // a thousands separator is a point or a comma
	blanks  bool   // a thousands separator is a blank
	beyond  bool   // an integer has more than 64 bits, or may have
	lengths uint32 // bit n is set if some plain number has n decimal places
	padded  uint32 // the bits of `lengths` for numbers that end with 0
}

func (r *reading) see(f numeral, ok bool) {
	if !ok {
		r.no = true
		return
	}
	r.digits, r.places = max(r.digits, f.whole), max(r.places, f.places)
	r.grouped = r.grouped || f.group != 0
	r.signs = r.signs || f.group == '.' || f.group == ','
	r.blanks = r.blanks || f.group == ' '
	r.beyond = r.beyond || f.beyond
}

func (r *reading) merge(o *reading) {
	r.no, r.grouped, r.signs, r.blanks = r.no || o.no, r.grouped || o.grouped, r.signs || o.signs, r.blanks || o.blanks
	r.lengths, r.padded = r.lengths|o.lengths, r.padded|o.padded
	r.beyond, r.digits, r.places = r.beyond || o.beyond, max(r.digits, o.digits), max(r.places, o.places)
}

// affixes counts the texts before and behind the numbers of a column.
type affixes struct {
	currency             string
	several              bool // the column has several currencies
	currencies, percents int  // number of numbers with a currency, and with a per cent sign
	parens, pluses       bool
	before, after        bool // whether a currency is before, or behind, some number
	spaced               bool
}

func (f *affixes) see(w *formatted) {
	if len(w.currency) > 0 {
		f.take(string(w.currency))
		f.currencies++
		f.before, f.after, f.spaced = f.before || w.before, f.after || !w.before, f.spaced || w.spaced
	}
	if w.percent {
		f.percents++
	}
	f.parens, f.pluses = f.parens || w.parens, f.pluses || w.plus
}

func (f *affixes) take(currency string) {
	f.currency = cmp.Or(f.currency, currency)
	f.several = f.several || currency != "" && currency != f.currency
}

func (f *affixes) merge(g *affixes) {
	f.take(g.currency)
	f.several = f.several || g.several
	f.currencies, f.percents = f.currencies+g.currencies, f.percents+g.percents
	f.parens, f.pluses = f.parens || g.parens, f.pluses || g.pluses
	f.before, f.after, f.spaced = f.before || g.before, f.after || g.after, f.spaced || g.spaced
}
