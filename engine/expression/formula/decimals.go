package formula

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"

	"cardinal/data"
	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// decimals says which sign is the decimal sign of a number in a text, as far as the number shows.
type decimals uint8

const (
	silent      decimals = iota
	eitherPoint          // as in 1.234: a decimal point, or a point between thousands
	eitherComma          // as in 1,234: a decimal comma, or a comma between thousands
	point                // as in 3.5 and 1,234,567: a decimal point
	comma                // as in 3,5 and 1.234.567: a decimal comma
)

// forms are the forms of numbers that show the decimal sign. If signs stand between thousands, each group has three
// digits, and at most three digits come before the first sign.
var forms = []struct {
	says decimals
	form func() *regexp.Regexp
}{
	{eitherPoint, lazyregexp.New(`^[1-9]\d{0,2}\.\d{3}$`)},
	{eitherComma, lazyregexp.New(`^[1-9]\d{0,2},\d{3}$`)},
	{point, lazyregexp.New(`^(\d*\.\d+|\d{1,3}(,\d{3})+\.\d+|\d{1,3}(,\d{3}){2,})$`)},
	{comma, lazyregexp.New(`^(\d*,\d+|\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,})$`)},
}

// decimalsOf finds the decimal sign of the first number in a text, as far as the number shows it.
func decimalsOf(s string) decimals {
	const signs = ".,'’\u00a0\u202f\u2009"
	start := strings.IndexAny(s, "0123456789")
	if start < 0 {
		return silent
	}
	number := s[start:]
	if end := strings.IndexFunc(number, func(r rune) bool {
		return (r < '0' || r > '9') && !strings.ContainsRune(signs, r)
	}); end >= 0 {
		number = number[:end]
	}
	number = strings.TrimRight(number, signs)
	number = strings.NewReplacer("'", "", "’", "", "\u00a0", "", "\u202f", "", "\u2009", "").Replace(number)
	if start > 0 && strings.IndexByte(".,", s[start-1]) >= 0 {
		number = s[start-1:start] + number
	}
	for _, f := range forms {
		if f.form().MatchString(number) {
			return f.says
		}
	}
	return silent
}

// settleNumbers decides about texts whose number can be read in two ways, such as 1.234 kg. Such a number becomes null
// if another text of the column has a decimal comma. It also becomes null if a person said that the file has decimal
// commas, unless a text of the column has a decimal point. The texts of other columns are not considered, because a
// command reads only the columns that it needs.
//
// settleNumbers adds notes to the column: how many texts have no number because nothing shows their decimal sign, and
// how many whole numbers are rounded.
func (e *evaluator) settleNumbers(texts, numbers vector) (vector, error) {
	if texts.kind == data.Null {
		return numbers, nil
	}
	n, zeros := e.n, e.byZero
	if texts.constant() {
		n, zeros = 1, nil
	}
	if texts.kind == data.Text {
		says := each.Of(texts.dict, decimalsOf)
		var of tally
		err := e.run(n, zeros, func(b *batch) {
			l := texts.rows(b)
			of.add(b, &texts, &l, func(i int) int { return int(says[l.codes[i]]) })
		})
		if err != nil {
			return numbers, err
		}
		chosen := e.Table != nil && e.Table.Reading.Decimal == "comma"
		switch {
		case of.n[comma] > 0 || of.n[point] == 0 && chosen && of.n[eitherPoint]+of.n[eitherComma] > 0:
			all := numbers
			numbers.few = nil
			numbers.rows = func(b *batch) lanes {
				l, t := all.rows(b), texts.rows(b)
				sure := b.marks(func(i int) bool {
					return t.has(i) && says[t.codes[i]] != eitherPoint && says[t.codes[i]] != eitherComma
				})
				l.valid = b.both(l.valid, sure)
				return l
			}
		case of.n[point] == 0 && of.n[eitherPoint] > 0:
			all := of.n[silent] + of.n[eitherPoint] + of.n[eitherComma]
			e.note(separators.Sprintf("number(…) reads the point before three digits as a decimal point in %d of %d "+
				"texts, such as %q, and no other text says whether it stands between thousands: if it does, write "+
				"replace(…, '.', '')", of.n[eitherPoint], all, of.text[eitherPoint]))
		}
	}
	var of tally
	err := e.run(n, zeros, func(b *batch) {
		t, l := texts.rows(b), numbers.rows(b)
		of.add(b, &texts, &t, func(i int) int {
			switch v := texts.value(&t, i); {
			case !l.has(i):
				return unread
			case isRounded(v, l.floats[i]):
				return roundedOff
			}
			return read
		})
	})
	if n := of.n[unread]; n > 0 {
		e.note(separators.Sprintf("number(…) finds no number, or several readings, in %d of %d texts, such as %q", n,
			n+of.n[read]+of.n[roundedOff], of.text[unread]))
	}
	if n := of.n[roundedOff]; n > 0 {
		e.note(fmt.Sprintf("number(…) rounds %s to the 16 digits of a float, such as %q",
			separators.Counted(n, "number"), of.text[roundedOff]))
	}
	return numbers, err
}

// The classes of texts that settleNumbers counts for its notes.
const (
	read = iota
	unread
	roundedOff
)

// tally counts texts by class, and has the first text of each class.
type tally struct {
	mu   sync.Mutex
	n    [comma + 1]int
	row  [comma + 1]int
	text [comma + 1]string
}

// add counts the texts of a batch that are not null.
func (t *tally) add(b *batch, texts *vector, l *lanes, class func(i int) int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range b.n {
		if !l.has(i) {
			continue
		}
		k := class(i)
		if t.n[k]++; t.n[k] == 1 || b.lo+i < t.row[k] {
			t.row[k], t.text[k] = b.lo+i, texts.value(l, i).String()
		}
	}
}

// note adds a note on the column.
func (e *evaluator) note(text string) {
	if text != "" && !slices.Contains(e.notes, text) {
		e.notes = append(e.notes, text)
	}
}

// wholeFloats is the number above which floats skip whole numbers.
const wholeFloats = 1 << 53

// isRounded reports whether the whole part of the number in a text has more digits than a float can represent.
func isRounded(v data.Value, f float64) bool {
	if math.Abs(f) < wholeFloats || math.IsInf(f, 0) {
		return false
	}
	text := v.String()
	if scaledNumber().MatchString(text) {
		return false
	}
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune(",'’\u00a0\u202f\u2009", r) {
			return -1
		}
		return r
	}, text)
	written, ok := new(big.Rat).SetString(leadingNumber().FindString(digits))
	return ok && written.Cmp(new(big.Rat).SetFloat64(math.Abs(f))) != 0
}

// scaledNumber is a number with an exponent or a per cent sign.
var scaledNumber = lazyregexp.New(`[0-9][eE][+-]?[0-9]|%`)

// leadingNumber is the first number in a text that has no signs between thousands.
var leadingNumber = lazyregexp.New(`[0-9]+(\.[0-9]+)?`)
