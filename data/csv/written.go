package csv

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"
)

// written is a number as people write it: signs, a currency, per cent, brackets around what is negative.
type written struct {
	body     []byte // digits and the signs between them; ' stands for any blank that does not break a line
	currency []byte
	negative bool
	before   bool // the currency stands before the number
	spaced   bool // a blank stands between the number and the currency
	percent  bool
	parens   bool
	plus     bool
}

// longestWritten is how many bytes a number may take.
const longestWritten = 64

// parseWritten takes a number apart. The digits and the signs between them are not looked at.
func parseWritten(b []byte) (w written, ok bool) {
	if len(b) > longestWritten {
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
		// The sign may stand behind the currency.
		trimmed := bytes.TrimRight(front, "-+\u2212")
		var rest []byte
		if rest, _ = w.takeSign(front[len(trimmed):]); len(rest) > 0 {
			return w, false
		}
		front = trimmed
	}
	if n := len(front); n > 0 && front[n-1] == '(' && len(back) > 0 && back[0] == ')' && !w.parens && !w.negative && !w.plus {
		w.parens, w.negative = true, true
		front, back = front[:n-1], back[1:]
	}
	if !w.takeUnit(front, true) || !w.takeUnit(back, false) {
		return w, false
	}
	w.body = plainBlanks(b[first : last+1])
	return w, true
}

// takeParens removes brackets around the whole number.
func (w *written) takeParens(b []byte) []byte {
	if n := len(b); n > 2 && b[0] == '(' && b[n-1] == ')' {
		w.parens, w.negative = true, true
		return bytes.TrimSpace(b[1 : n-1])
	}
	return b
}

// takeSign removes one sign from the start.
func (w *written) takeSign(b []byte) (rest []byte, signed bool) {
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

// takeUnit takes in what stands before or behind the number: nothing, a currency, or a per cent sign.
func (w *written) takeUnit(b []byte, before bool) bool {
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

// isCurrency reports whether b is a sign of a currency, alone or with letters as in US$, or a code such as EUR.
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

// plainBlanks writes ' for every blank that does not break a line and for the apostrophe of typography.
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

// figures is what the digits of a number are, if its decimal sign is a certain one.
type figures struct {
	whole, places int  // digits
	group         byte // what groups thousands, 0 for nothing
}

// read looks at the digits with a point or a comma as the decimal sign, and reports whether they are a number then.
func (w *written) read(sign byte) (f figures, ok bool) {
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
	return f, true
}

// fits reports whether a group of so many digits can stand before others: three at most in the first one, three in the
// others, or two as in India.
func fits(digits, groups int) bool {
	if groups == 0 {
		return digits >= 1 && digits <= 3
	}
	return digits == 3 || digits == 2
}

// decimal is the number as an integer of 10^-scale. A number in per cent is so many hundredths.
func (w *written) decimal(sign byte, scale int) (int64, bool) {
	f, ok := w.read(sign)
	places := f.places
	if w.percent {
		places += 2
	}
	if !ok || places > scale || f.whole+f.places > 18 {
		return 0, false
	}
	v := int64(0)
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

// plain is the number as strconv reads it.
func (w *written) plain(sign byte) []byte {
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

// seeWritten takes in a number with more to it than digits and a decimal sign.
func (f *facts) seeWritten(b []byte) shape {
	w, ok := parseWritten(b)
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
	f.forms.see(&w)
	return shapeWritten
}

// phone reports whether a number with a plus sign may be that of a telephone.
func phone(f figures) bool { return f.whole >= 9 && f.places == 0 && f.group != '.' && f.group != ',' }

// reading is what the numbers of a column are, if their decimal sign is a certain one.
type reading struct {
	no      bool // one of them is no number then
	digits  int  // most before the decimal sign
	places  int  // most behind it
	grouped bool // another sign groups thousands
	signs   bool // that sign is a point or a comma
	blanks  bool // it is a blank
}

func (r *reading) see(f figures, ok bool) {
	if !ok {
		r.no = true
		return
	}
	r.digits, r.places = max(r.digits, f.whole), max(r.places, f.places)
	r.grouped = r.grouped || f.group != 0
	r.signs = r.signs || f.group == '.' || f.group == ','
	r.blanks = r.blanks || f.group == ' '
}

func (r *reading) merge(o *reading) {
	r.no, r.grouped, r.signs, r.blanks = r.no || o.no, r.grouped || o.grouped, r.signs || o.signs, r.blanks || o.blanks
	r.digits, r.places = max(r.digits, o.digits), max(r.places, o.places)
}

// forms counts what stands around the numbers of a column.
type forms struct {
	currency             string
	several              bool // more than one currency
	currencies, percents int  // numbers with one
	parens, pluses       bool
	before, after        bool // where the currency stands
	spaced               bool
}

func (f *forms) see(w *written) {
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

func (f *forms) take(currency string) {
	if f.currency == "" {
		f.currency = currency
	}
	f.several = f.several || currency != "" && currency != f.currency
}

func (f *forms) merge(g *forms) {
	f.take(g.currency)
	f.several = f.several || g.several
	f.currencies, f.percents = f.currencies+g.currencies, f.percents+g.percents
	f.parens, f.pluses = f.parens || g.parens, f.pluses || g.pluses
	f.before, f.after, f.spaced = f.before || g.before, f.after || g.after, f.spaced || g.spaced
}
