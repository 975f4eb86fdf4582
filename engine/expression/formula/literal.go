package formula

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

// literal parses a number. It returns a float if the text has an exponent or too many digits, else an integer or a
// decimal. If the text is no number, it returns null.
func literal(s string) data.Value {
	whole, frac, _ := strings.Cut(s, ".")
	n, ok := new(big.Int).SetString(whole+frac, 10)
	if !ok || !n.IsInt64() || len(frac) > maxScale {
		v, err := strconv.ParseFloat(s, 64)
		if errors.Is(err, strconv.ErrSyntax) {
			return data.Value{}
		}
		return data.FloatValue(v)
	}
	v := data.IntValue(n.Int64())
	if len(frac) > 0 {
		v.Type, v.Scale = data.Decimal, len(frac)
	}
	return v
}

// literalValue returns the value of a literal other than a number. A literal in quotes is a text. If a literal without
// quotes looks like a date but is not one, it returns an error.
func literalValue(l *query.Literal) (data.Value, error) {
	switch {
	case l.Null:
		return data.Value{}, nil
	case l.Quoted:
		return data.TextValue(l.Text), nil
	case l.Text == "true" || l.Text == "false":
		return data.BoolValue(l.Text == "true"), nil
	case len(l.Text) < 10 || l.Text[4] != '-':
		if strings.Trim(l.Text, "+-.0123456789eE") == "" {
			return literal(strings.TrimPrefix(l.Text, "+")), nil
		}
		return data.TextValue(l.Text), nil // such as the unit of a function
	}
	at, err := time.Parse(time.DateOnly, l.Text)
	if err == nil {
		return data.DateValue(at.Unix() / calendar.DaySeconds), nil
	}
	if v, ok := instant(l.Text); ok {
		return v, nil
	}
	return data.Value{}, fmt.Errorf("%s is no date", l.Text)
}

// instant reads the time of a literal. The scale of the time is the number of digits of its fraction of a second.
func instant(text string) (v data.Value, ok bool) {
	whole := strings.TrimSuffix(text, "Z")
	at, err := time.Parse("2006-01-02T15:04:05", whole)
	if err != nil {
		at, err = time.Parse("2006-01-02T15:04", whole)
	}
	unit := int64(1) // units in a second
	for ; int64(at.Nanosecond())%(1e9/unit) != 0; unit *= 10 {
		v.Scale++
	}
	v.Type, v.UTC = data.Timestamp, whole != text
	v.Int = int128.Mul(at.Unix(), unit).Add(int128.From(int64(at.Nanosecond()) / (1e9 / unit)))
	return v, err == nil
}

// beside converts a literal of a condition to the type of v, the value with which the literal is compared. In a
// condition, a date or a number may be in quotes.
func beside(v data.Value, l *query.Literal) data.Value {
	bare := query.Literal{Text: strings.TrimSpace(l.Text)}
	switch {
	case l.Null:
		return data.Value{}
	case v.Type.Temporal():
		bare.Text = strings.Replace(bare.Text, " ", "T", 1)
	case v.Type == data.Bool:
		bare.Text = strings.ToLower(bare.Text)
	case v.Type.Numeric():
		return literal(strings.TrimPrefix(bare.Text, "+"))
	default:
		bare = query.Literal{Text: l.Text, Quoted: true}
	}
	w, _ := literalValue(&bare)
	return w
}
