package query

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"cardinal/internal/separators"
)

// Number describes the number that an aggregate takes besides its column.
type Number struct {
	Example string                                       // a measure with a number: top(price, 3)
	Check   func(m Measure) error                        // returns an error if the number of m is invalid
	Offered []string                                     // the numbers that menus offer
	Title   func(number string) string                   // the text of a number in a menu: Top 3
	Asks    string                                       // the title of the dialog for another number: Top values of
	Unit    string                                       // the label of the number in the dialog: How many
	First   string                                       // the number with which the dialog opens
	Shown   func(number string) string                   // the text of a number in the dialog
	Read    func(text string) (number string, err error) // reads a number that a person typed in the dialog
}

// QuantileNumber describes the number of a quantile, a share from 0 to 1. People read and write it as a percentage.
var QuantileNumber = &Number{
	Example: "p(price, 0.9)",
	Check:   func(m Measure) error { _, _, err := m.Share(); return err },
	Offered: []string{"0.05", "0.25", "0.75", "0.9", "0.95", "0.99"},
	Title:   Ordinal,
	Asks:    "Percentile of ", Unit: "Percent", First: "90", Shown: func(number string) string {
		return separators.Show(Percent(number))
	}, Read: parsePercent,
}

// TopNumber describes the number of values that a top keeps.
var TopNumber = &Number{
	Example: "top(price, 3)",
	Check:   func(m Measure) error { _, err := m.TopK(); return err },
	Offered: []string{"3", "5", "10"},
	Title:   func(number string) string { return "Top " + number },
	Asks:    "Top values of ", Unit: "How many", First: "3", Shown: func(number string) string { return number },
	Read: parseTopK,
}

// Share returns the quantile of a median or a p as the fraction num/den; den is at most 10^9.
func (m Measure) Share() (num, den uint64, err error) {
	if m.Func == Median {
		return 1, 2, nil
	}
	plain := strings.Trim(m.Param, "0123456789.") == "" && len(m.Param) <= 20
	q := new(big.Rat)
	if plain {
		_, plain = q.SetString(m.Param)
	}
	if !plain || q.Sign() < 0 || q.Num().Cmp(q.Denom()) > 0 || !q.Denom().IsUint64() || q.Denom().Uint64() > 1e9 {
		return 0, 0, fmt.Errorf("%s: a quantile is a number from 0 to 1 with at most 9 places, such as 0.9, not %q",
			m, m.Param)
	}
	return q.Num().Uint64(), q.Denom().Uint64(), nil
}

// maxTopK is the largest number of values that top keeps.
const maxTopK = 100

// TopK returns how many values a top keeps, at least 1. An invalid number is an error.
func (m Measure) TopK() (int, error) {
	k, err := strconv.Atoi(m.Param)
	if err != nil || k < 1 || k > maxTopK {
		return 1, separators.Errorf("%s: top keeps 1 to %d values, not %q", m, maxTopK, m.Param)
	}
	return k, nil
}

// Percent returns the number of a quantile as a percentage without the sign: 0.999 gives 99.9.
func Percent(param string) string {
	share, ok := new(big.Rat).SetString(param)
	if !ok {
		return param
	}
	text := share.Mul(share, big.NewRat(100, 1)).FloatString(9)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Ordinal returns the number of a quantile as an ordinal percentile: 90th, 1st, 99.9th.
func Ordinal(param string) string {
	text := Percent(param)
	if !strings.Contains(text, ".") && !(len(text) > 1 && text[len(text)-2] == '1') {
		switch text[len(text)-1] {
		case '1':
			return text + "st"
		case '2':
			return text + "nd"
		case '3':
			return text + "rd"
		}
	}
	return text + "th"
}

var (
	errPercent = errors.New("write a percentage from 0 to 100 with at most 7 places")
	errTopK    = errors.New("write a whole number from 1 to 100")
)

// parsePercent reads a percentage that a person typed, 99.9 or 99.9%, and returns the number of the quantile.
func parsePercent(text string) (param string, err error) {
	text = separators.Read(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%")))
	if text == "" || len(text) > 12 || strings.Trim(text, "0123456789.") != "" {
		return "", errPercent
	}
	share, ok := new(big.Rat).SetString(text)
	if !ok {
		return "", errPercent
	}
	param = share.Quo(share, big.NewRat(100, 1)).FloatString(9)
	param = strings.TrimSuffix(strings.TrimRight(param, "0"), ".")
	again, _ := new(big.Rat).SetString(param)
	if _, _, bad := (Measure{Func: Quantile, Param: param}).Share(); bad != nil || again.Cmp(share) != 0 {
		return "", errPercent
	}
	return param, nil
}

// parseTopK reads how many values a top keeps from text that a person typed.
func parseTopK(text string) (param string, err error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	param = strconv.Itoa(n)
	if err == nil {
		_, err = Measure{Func: Top, Param: param}.TopK()
	}
	if err != nil {
		return "", errTopK
	}
	return param, nil
}
