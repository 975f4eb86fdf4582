package query

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// Until is a limit for a top, instead of a number of labels. A share such as 80% keeps the fewest labels that make up
// this share of the total of all labels. A sum such as "sum 1000" keeps the fewest labels that add up to at least this
// sum. The zero Until is no limit. Untils can be compared with ==.
type Until string

const sumWord = "sum "

// Share reports whether the limit is a share of the total.
func (u Until) Share() bool { return strings.HasSuffix(string(u), "%") }

// Amount returns the share, 0.8 for 80%, or the sum.
func (u Until) Amount() *big.Rat {
	text, percent := strings.CutSuffix(strings.TrimPrefix(string(u), sumWord), "%")
	amount, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("BUG: a top goes up to " + string(u))
	}
	if percent {
		amount.Quo(amount, big.NewRat(100, 1))
	}
	return amount
}

// Suits returns an error if a measure's figures do not add up, since shares and sums need a total.
func (u Until) Suits(by Measure) error {
	if u == "" || by.Adds() {
		return nil
	}
	return fmt.Errorf("a top of %s goes by a sum or a count, whose figures add up to a total, and %s does not: keep "+
		"a number of labels, such as 10", u, by)
}

// Limits reports whether the top leaves labels out.
func (t TopN) Limits() bool { return t.N > 0 || t.Until != "" }

// Amount returns how much is kept, in the syntax of ParseTop: 10, 80% or sum 1000.
func (t TopN) Amount() string {
	if t.Until != "" {
		return string(t.Until)
	}
	return strconv.Itoa(t.N)
}

// AmountTitle returns how much is kept, for people: 1,000, 80% or sum 1,000.
func (t TopN) AmountTitle() string {
	if number, sum := strings.CutPrefix(t.Amount(), sumWord); sum {
		return sumWord + separators.Show(separators.Group(number))
	}
	if t.Until != "" {
		return separators.Show(string(t.Until))
	}
	return separators.Count(t.N)
}

// errAmount returns the error for an amount that a top cannot keep.
func errAmount(text string) error {
	return fmt.Errorf("%q is not a number of labels: write 10, or 80%% for the labels that make up 80%% of the "+
		"total, or sum 1000 for those that add up to 1,000, as in 10 of city by sum(revenue)", text)
}

// amounts matches the numbers of a top, with or without commas between thousands.
var amounts = lazyregexp.New(`^([0-9]+|[0-9]{1,3}(,[0-9]{3})+)([.][0-9]+)?$`)

// SetAmount sets how much is kept: 10, 80% or sum 1,000. The number 0 keeps all labels.
func (t *TopN) SetAmount(text string) error {
	t.N, t.Until = 0, ""
	number := strings.ToLower(strings.TrimSpace(text))
	percent, share := strings.CutSuffix(number, "%")
	sum, of := strings.CutPrefix(number, sumWord)
	if of {
		number = sum
	} else if share {
		number = percent
	}
	if number = strings.TrimSpace(number); !amounts().MatchString(number) || share && of {
		return errAmount(text)
	}
	number = strings.ReplaceAll(number, ",", "")
	if !share && !of {
		n, err := strconv.Atoi(number)
		if err != nil {
			return errAmount(text)
		}
		t.N = n
		return nil
	}
	switch amount, _ := new(big.Rat).SetString(number); {
	case share && (amount.Sign() <= 0 || amount.Cmp(big.NewRat(100, 1)) > 0):
		return fmt.Errorf("%s%% is no share of a total: write one above 0%% and up to 100%%", number)
	case amount.Sign() <= 0:
		return fmt.Errorf("labels cannot be kept until their sum is %s: write a sum above zero", number)
	}
	if t.Until = Until(sumWord + number); share {
		t.Until = Until(number + "%")
	}
	return nil
}
