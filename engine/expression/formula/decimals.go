package formula

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/internal/separators"
)

// decimals is what a text says about the sign before its decimals.
type decimals uint8

const (
	silent      decimals = iota
	eitherPoint          // 1.234, where the point could stand between thousands
	eitherComma          // 1,234
	point                // 3.5 and 1,234,567: the point stands before decimals
	comma                // 3,5 and 1.234.567: the comma does
)

// The forms of numbers that say it. What is between thousands has three digits behind it, and at most three
// before the first sign.
var forms = []struct {
	says decimals
	form *regexp.Regexp
}{
	{eitherPoint, regexp.MustCompile(`^[1-9]\d{0,2}\.\d{3}$`)},
	{eitherComma, regexp.MustCompile(`^[1-9]\d{0,2},\d{3}$`)},
	{point, regexp.MustCompile(`^(\d*\.\d+|\d{1,3}(,\d{3})+\.\d+|\d{1,3}(,\d{3}){2,})$`)},
	{comma, regexp.MustCompile(`^(\d*,\d+|\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,})$`)},
}

// decimalsOf is what the first number in a text says.
func decimalsOf(s string) decimals {
	const signs = ".,'’\u00a0\u202f\u2009"
	start := strings.IndexAny(s, "0123456789")
	if start < 0 {
		return silent
	}
	number := s[start:]
	if end := strings.IndexFunc(number, func(r rune) bool { return (r < '0' || r > '9') && !strings.ContainsRune(signs, r) }); end >= 0 {
		number = number[:end]
	}
	number = strings.TrimRight(number, signs)
	number = strings.NewReplacer("'", "", "’", "", "\u00a0", "", "\u202f", "", "\u2009", "").Replace(number)
	if start > 0 && strings.IndexByte(".,", s[start-1]) >= 0 {
		number = s[start-1:start] + number
	}
	for _, f := range forms {
		if f.form.MatchString(number) {
			return f.says
		}
	}
	return silent
}

// settleNumbers takes away the numbers of the texts that could be read in two ways, such as 1.234 kg, where
// another text has a decimal comma, or the file is read with decimal commas because a person said so. (What the
// other columns have does not decide: a command reads those alone that it needs.) settleNumbers notes how many
// texts have no number, where nothing says which sign stands before decimals, and how many whole numbers are
// rounded.
func (e *evaluator) settleNumbers(texts, numbers vector) vector {
	if texts.kind == data.Text && numbers.kind == data.Float {
		says := make([]decimals, len(texts.dict))
		for code, text := range texts.dict {
			says[code] = decimalsOf(text)
		}
		var of [comma + 1]int // rows
		first := [comma + 1]int{}
		each := func(do func(i int, says decimals)) {
			for i, code := range texts.codes {
				if texts.valid.Get(i) {
					do(i, says[code])
				}
			}
		}
		each(func(i int, d decimals) {
			if of[d]++; of[d] == 1 {
				first[d] = i
			}
		})
		switch {
		case of[comma] > 0 || of[point] == 0 && e.Table != nil && e.Table.Reading.Decimal == "comma" && of[eitherPoint]+of[eitherComma] > 0:
			valid := data.NewBitmap(len(numbers.floats))
			each(func(i int, d decimals) {
				if numbers.valid.Get(i) && d != eitherPoint && d != eitherComma {
					valid.Set(i)
				}
			})
			numbers.valid = valid
		case of[point] == 0 && of[eitherPoint] > 0:
			e.note(fmt.Sprintf("number(…) reads the point before three digits as a decimal point in %s of %s texts, such as %q, and no other text says whether it stands between thousands: if it does, write replace(…, '.', '')",
				grouped(of[eitherPoint]), grouped(of[silent]+of[eitherPoint]+of[eitherComma]), texts.value(first[eitherPoint]).String()))
		}
	}
	e.note(unread(texts, numbers))
	e.note(roundedTexts(texts, numbers))
	return numbers
}

// note adds a note on the column.
func (e *evaluator) note(text string) {
	if text != "" && !slices.Contains(e.notes, text) {
		e.notes = append(e.notes, text)
	}
}

// wholeFloats is the number from which on floats leave whole numbers out.
const wholeFloats = 1 << 53

// roundedTexts says how many texts have a number with a whole part of more digits than a float holds, "" where
// none has.
func roundedTexts(texts, numbers vector) string {
	n, first := 0, 0
	for i, f := range numbers.floats {
		if math.Abs(f) < wholeFloats || !numbers.valid.Get(i) || math.IsInf(f, 0) {
			continue
		}
		text := texts.value(i).String()
		if scaledNumber.MatchString(text) {
			continue
		}
		digits := strings.Map(func(r rune) rune {
			if strings.ContainsRune(",'’\u00a0\u202f\u2009", r) {
				return -1
			}
			return r
		}, text)
		written, ok := new(big.Rat).SetString(leadingNumber.FindString(digits))
		if ok && written.Cmp(new(big.Rat).SetFloat64(math.Abs(f))) != 0 {
			if n++; n == 1 {
				first = i
			}
		}
	}
	if n == 0 {
		return ""
	}
	noun := "numbers"
	if n == 1 {
		noun = "number"
	}
	return separators.Sprintf("number(…) rounds %d %s to the 16 digits of a float, such as %q", n, noun, texts.value(first).String())
}

// scaledNumber is a number with an exponent or a per cent sign.
var scaledNumber = regexp.MustCompile(`[0-9][eE][+-]?[0-9]|%`)

// leadingNumber is the digits of the first number in a text, in which nothing stands between thousands.
var leadingNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)
