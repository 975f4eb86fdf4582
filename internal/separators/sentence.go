package separators

import (
	"fmt"
	"strconv"
	"strings"
)

// Count writes a whole number with signs between its thousands: 3,000.
func Count[N int | int32 | int64 | uint32 | uint64](n N) string {
	return Show(Group(strconv.FormatInt(int64(n), 10)))
}

// Plural returns one if n is 1. Otherwise it returns many, with n in place of %d.
func Plural[N int | int64](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return strings.Replace(many, "%d", Count(n), 1)
}

// Join joins words as a sentence does, with a word before the last one: a, b and c.
func Join(words []string, and string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + and + " " + words[last]
}

// Counted writes a number of things: 1 row, 3,000 rows.
func Counted[N int | int64](n N, thing string) string { return Plural(n, "1 "+thing, "%d "+thing+"s") }

// Sprintf formats as fmt.Sprintf does, for sentences that people read. Whole numbers of %d have the signs of this
// process, as in 16,384.
func Sprintf(format string, args ...any) string {
	wrapNumbers(args)
	return fmt.Sprintf(format, args...)
}

// Errorf formats an error as fmt.Errorf does, with the numbers of Sprintf.
func Errorf(format string, args ...any) error {
	wrapNumbers(args)
	return fmt.Errorf(format, args...)
}

// wrapNumbers replaces whole numbers among arguments by values that write themselves with signs.
func wrapNumbers(args []any) {
	for i, a := range args {
		switch n := a.(type) {
		case int:
			args[i] = whole{a, int64(n)}
		case int32:
			args[i] = whole{a, int64(n)}
		case int64:
			args[i] = whole{a, n}
		case uint32:
			args[i] = whole{a, int64(n)}
		}
	}
}

// whole is an argument of fmt that %d writes with separators. With any other verb, a width or a flag, the plain number
// is written.
type whole struct {
	arg any
	n   int64
}

// Format implements fmt.Formatter.
func (w whole) Format(f fmt.State, verb rune) {
	if format := fmt.FormatString(f, verb); format != "%d" {
		fmt.Fprintf(f, format, w.arg)
		return
	}
	fmt.Fprint(f, Count(w.n))
}
