package view

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
)

// bound is one end of a range as the query language reads it.
type bound struct {
	from string // the number, or the first instant that the bound names
	to   string // the same number or instant, or, where it names a day or a year, the first instant
	past bool   // after that
}

// CheckBound says why a text is no bound of a type. No text is an open bound.
func CheckBound(text string, t data.Type) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	_, err := readBound(text, t)
	return err
}

// CheckRange says why two bounds, each of which can be read, are no range of a type.
func CheckRange(low, high string, t data.Type) error {
	a, errLow := readBound(low, t)
	b, errHigh := readBound(high, t)
	if errLow != nil || errHigh != nil {
		return nil
	}
	reversed := a.from > b.from // ISO dates
	if t.Numeric() {
		x, _ := new(big.Rat).SetString(a.from)
		y, _ := new(big.Rat).SetString(b.from)
		reversed = x.Cmp(y) > 0
	} else if b.past {
		reversed = a.from >= b.to
	}
	if reversed {
		return errors.New("the bound From is greater than To: no row would pass")
	}
	return nil
}

// readBound reads a bound as people type it and as the grid prints values: numbers with commas between thousands and
// either minus sign, dates and times in ISO 8601 with a space or a T, and the year, the month or the day alone.
func readBound(text string, t data.Type) (bound, error) {
	text = strings.TrimSpace(text)
	switch {
	case t == data.Date || t == data.Timestamp:
		return readTime(text, t)
	case t.Numeric():
		return readNumber(text)
	}
	return bound{from: text, to: text}, nil
}

var number = regexp.MustCompile(`^[+-]?((\d{1,3}(,\d{3})+|\d+)(\.\d+)?|\.\d+)([eE][+-]?\d+)?$`)

func readNumber(text string) (bound, error) {
	plain := strings.Replace(text, "−", "-", 1)
	if number.MatchString(plain) {
		plain = strings.TrimPrefix(strings.ReplaceAll(plain, ",", ""), "+")
		if _, err := strconv.ParseFloat(plain, 64); err == nil {
			return bound{from: plain, to: plain}, nil
		}
	}
	return bound{}, fmt.Errorf("“%s” is not a number like 1,234.5 or −20", text)
}

// periods are the forms of a bound that name more than an instant, and how long that lasts.
var periods = []struct {
	form          string
	years, months int
	rest          time.Duration
	ofDates       bool // dates are told apart by it
}{
	{"2006", 1, 0, 0, true},
	{"2006-01", 0, 1, 0, true},
	{time.DateOnly, 0, 0, 24 * time.Hour, false},
	{"2006-01-02 15:04", 0, 0, time.Minute, false},
}

// lastInstant is the last one that can be written with a year of four digits.
const lastInstant = "9999-12-31 23:59:59.999999999"

func readTime(text string, t data.Type) (bound, error) {
	plain := strings.TrimSuffix(strings.Replace(text, "T", " ", 1), "Z")
	form := time.DateOnly
	if t == data.Timestamp {
		form = time.DateTime
	}
	for _, p := range periods {
		at, err := time.Parse(p.form, plain)
		if err != nil {
			continue
		}
		if !p.ofDates && t == data.Date {
			return bound{from: plain, to: plain}, nil
		}
		b := bound{from: at.Format(form), to: lastInstant}
		if end := at.AddDate(p.years, p.months, 0).Add(p.rest); end.Year() <= 9999 {
			b.to, b.past = end.Format(form), true
		}
		return b, nil
	}
	if _, err := time.Parse(time.DateTime, plain); err == nil {
		return bound{from: plain, to: plain}, nil
	}
	if t == data.Timestamp {
		return bound{}, fmt.Errorf("“%s” is not a date or a time like 2024-12-31 or 2024-12-31 18:30", text)
	}
	return bound{}, fmt.Errorf("“%s” is not a date like 2024-12-31, 2024-12 or 2024", text)
}
