package view

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
	"cardinal/ui/look/lang"
)

// bound is one end of a range, written as the query language reads it.
type bound struct {
	from string // the number, or the first instant of the period, e.g. 2024-01-01 for 2024
	to   string // the end of the period; for a number or an instant, the same as from
	past bool   // to is the first instant after the period, e.g. 2025-01-01
}

// Typed converts a bound that a person typed to the form in which filters keep it, without the separators of this
// process.
func (f Filter) Typed(text string) string {
	if text = strings.TrimSpace(text); f.Type.Numeric() {
		return separators.Read(text)
	}
	return text
}

// Shown converts a bound of a filter to the form in which a person reads and types it.
func (f Filter) Shown(bound string) string {
	if f.Type.Numeric() {
		return separators.Show(bound)
	}
	return bound
}

// CheckBound returns an error if a text is not a bound for the filter's column. An empty text means that the range is
// open.
func (f Filter) CheckBound(text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	_, err := f.readBound(text)
	return err
}

// CheckRange returns an error if the lower bound is greater than the upper one. It ignores bounds that cannot be
// read.
func (f Filter) CheckRange(low, high string) error {
	a, errLow := f.readBound(low)
	b, errHigh := f.readBound(high)
	if errLow != nil || errHigh != nil {
		return nil
	}
	reversed := a.from > b.from // ISO dates sort like texts
	if f.Type.Numeric() {
		x, _ := new(big.Rat).SetString(a.from)
		y, _ := new(big.Rat).SetString(b.from)
		reversed = x.Cmp(y) > 0
	} else if b.past {
		reversed = a.from >= b.to
	}
	if reversed {
		return errors.New(lang.L("the bound From is greater than To: no row would pass"))
	}
	return nil
}

// readBound reads a bound as people type it and as the grid prints values. A number may have separators between
// thousands, any minus sign, and the currency, brackets or percent sign of the column. A date or a time is written as
// in ISO 8601, with a space or a T. A year, a month or a day without a time is a bound, too.
func (f Filter) readBound(text string) (bound, error) {
	text = strings.TrimSpace(text)
	switch {
	case f.Type.Temporal():
		return readTime(text, f.Type)
	case f.Type.Numeric():
		return f.readNumber(text)
	}
	return bound{from: text, to: text}, nil
}

var number = lazyregexp.New(`^((\d{1,3}(,\d{3})+|\d+)(\.\d+)?|\.\d+)([eE]([+-]?\d+))?$`)

// maxPower is the greatest power of ten that a typed number may have. Floats in per cent need powers from -322 to 310.
const maxPower = 340

func (f Filter) readNumber(text string) (bound, error) {
	if f.Format.Duration {
		if days, ok := data.ParseDuration(separators.Read(text)); ok {
			v, _ := days.Float64()
			n := data.FloatValue(v).String()
			return bound{from: n, to: n}, nil
		}
	}
	negative, digits := f.stripFormat(text)
	digits, percent := strings.CutSuffix(digits, "%")
	mantissa, exponent, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(digits, ",", "")), "e")
	power, err := strconv.Atoi("0" + strings.TrimLeft(exponent, "+-"))
	if !number().MatchString(digits) || f.Format.Percent && !percent || err != nil || power > maxPower {
		return bound{}, errors.New(lang.L("“{{.Text}}” is not a number like {{.Example}}",
			lang.With{"Text": separators.Show(text), "Example": f.example()}))
	}
	if strings.HasPrefix(exponent, "-") {
		power = -power
	}
	if percent {
		power -= 2
	}
	if power != 0 {
		mantissa += "e" + strconv.Itoa(power)
	}
	if negative {
		mantissa = "-" + mantissa
	}
	return bound{from: mantissa, to: mantissa}, nil
}

// stripFormat removes the sign, the brackets and the currency from a number that is written in the column's format.
func (f Filter) stripFormat(text string) (negative bool, digits string) {
	if f.Format.Parens && strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		negative, text = true, text[1:len(text)-1]
	}
	for _, sign := range []string{"+", "-", "−", "–"} {
		if rest, signed := strings.CutPrefix(text, sign); signed && !negative {
			negative, text = sign != "+", rest
			break
		}
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, f.Format.Currency), f.Format.Currency)
	return negative, strings.TrimSpace(text)
}

// example returns a number in the format of the column's numbers.
func (f Filter) example() string {
	if f.Format.Percent {
		return separators.Show("12.5%")
	}
	if f.Format.Duration {
		return lang.L("36:15:00, or {{.Number}} for days", lang.With{"Number": separators.Show("1.5")})
	}
	return pivot.Format{Places: 1, NumberFormat: f.Format}.Text(data.FloatValue(1234.5))
}

// periods lists how a period can be written as a bound, and the length of each period.
var periods = []struct {
	form          string
	years, months int
	rest          time.Duration
	ofDates       bool // the period is longer than a day
}{
	{"2006", 1, 0, 0, true},
	{"2006-01", 0, 1, 0, true},
	{time.DateOnly, 0, 0, 24 * time.Hour, false},
	{"2006-01-02 15:04", 0, 0, time.Minute, false},
}

// lastInstant is the last instant whose year has four digits.
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
		return bound{}, errors.New(lang.L("“{{.Text}}” is not a date or a time like 2024-12-31 or 2024-12-31 18:30",
			lang.With{"Text": text}))
	}
	return bound{}, errors.New(lang.L("“{{.Text}}” is not a date like 2024-12-31, 2024-12 or 2024",
		lang.With{"Text": text}))
}
