package filter

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

// bound is the position of a literal among the integers of a column. atMost is the literal rounded down to an integer,
// and atLeast is the literal rounded up. For the literal 2.5 they are 2 and 3; for an integer, both equal the literal.
// If the literal is below or above all 64-bit integers, beyond is -1 or 1.
type bound struct {
	atLeast, atMost int64
	beyond          int
}

func bounds(c *data.Column, l query.Literal) (bound, error) {
	if l.Null {
		return bound{}, fmt.Errorf("%s: write %q to compare with null", c.Name, c.Name+" is null")
	}
	if n, err := strconv.ParseInt(l.Text, 10, 64); err == nil && c.Type == data.Int && !c.Format.Duration {
		return bound{atLeast: n, atMost: n}, nil
	}
	r, err := rational(c, l)
	if err != nil {
		return bound{}, err
	}
	floor := new(big.Int).Div(r.Num(), r.Denom()) // Div rounds down, since the denominator is positive
	ceil := new(big.Int).Set(floor)
	if !r.IsInt() {
		ceil.Add(ceil, big.NewInt(1))
	}
	if floor.IsInt64() && ceil.IsInt64() {
		return bound{atLeast: ceil.Int64(), atMost: floor.Int64()}, nil
	}
	return bound{beyond: r.Sign()}, nil
}

// rational converts a literal to the unit in which the column's integers count.
func rational(c *data.Column, l query.Literal) (*big.Rat, error) {
	switch c.Type {
	case data.Date, data.Timestamp:
		at, err := l.Time()
		if err != nil {
			return nil, fmt.Errorf("%q is compared with %q, which is %s", c.Name, l.Text, notDate(c.Name, l.Text))
		}
		// the column has wall times, and the literal is an instant
		if c.Zone != "" && !c.UTC && strings.HasSuffix(strings.TrimSpace(l.Text), "Z") {
			_, offset := at.In(c.Location()).Zone()
			at = at.Add(time.Duration(offset) * time.Second)
		}
		r := new(big.Rat).SetInt64(at.Unix())
		r.Add(r, new(big.Rat).SetFrac64(int64(at.Nanosecond()), 1e9))
		if c.Type == data.Date {
			return r.Quo(r, new(big.Rat).SetInt64(86400)), nil
		}
		return r.Mul(r, power(c.Scale)), nil
	}
	r, err := numberOf(c, l)
	if err != nil {
		return nil, err
	}
	return r.Mul(r, power(c.Scale)), nil
}

// notDate says, for an error, that a text is not a date. If the text is a month or a year, it says how to compare with
// a month or a year.
func notDate(column, text string) string {
	name := query.Field{Column: column}.String()
	if _, err := time.Parse("2006-01", text); err == nil {
		return fmt.Sprintf("a month: write trunc(%s, month)", name)
	}
	if _, err := time.Parse("2006", text); err == nil {
		return fmt.Sprintf("a year: write year(%s)", name)
	}
	return "not a date like 2024-12-31 or 2024-12-31 18:30:00"
}

// maxExponent is the greatest power of ten of a literal. No column has values with greater powers.
const maxExponent = 400

// numberOf parses a literal as a number of a column. If the column has durations, it converts hours, minutes and
// seconds to days.
func numberOf(c *data.Column, l query.Literal) (*big.Rat, error) {
	if c.Format.Duration {
		if days, ok := data.ParseDuration(l.Text); ok {
			return days, nil
		}
	}
	return number(c.Name, l)
}

func number(column string, l query.Literal) (*big.Rat, error) {
	if _, exp, ok := strings.Cut(strings.ToLower(l.Text), "e"); ok {
		if n, err := strconv.Atoi(exp); err != nil || n > maxExponent || n < -maxExponent {
			return nil, fmt.Errorf("%q is compared with %q, which is no number that a column can hold", column, l.Text)
		}
	}
	r, ok := new(big.Rat).SetString(strings.TrimSpace(l.Text))
	if !ok || strings.Contains(l.Text, "/") {
		return nil, fmt.Errorf("%q is compared with %q, which is not a number", column, l.Text)
	}
	return r, nil
}

func power(scale int) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil))
}

// literals converts the literals of a comparison, except nulls. withNull is true if one of them is null.
func literals[T any](e *query.Expr, convert func(query.Literal) (T, error)) (values []T, withNull bool, err error) {
	for _, l := range e.Values {
		if l.Null {
			withNull = true
			continue
		}
		v, err := convert(l)
		if err != nil {
			return nil, false, err
		}
		values = append(values, v)
	}
	return values, withNull, nil
}

// value converts a literal to a label of the given type.
func value(t data.Type, f query.Field, l query.Literal) (data.Value, error) {
	switch t {
	case data.Text:
		return data.TextValue(l.Text), nil
	case data.Bool:
		switch strings.ToLower(l.Text) {
		case "true", "1":
			return data.BoolValue(true), nil
		case "false", "0":
			return data.BoolValue(false), nil
		}
		return data.Value{}, fmt.Errorf("%s is compared with %q, which is neither true nor false", f, l.Text)
	case data.Date:
		at, err := l.Time()
		return data.DateValue(at.Unix() / 86400), err
	}
	r, err := number(f.String(), l)
	if err != nil {
		return data.Value{}, err
	}
	if r.IsInt() && r.Num().IsInt64() {
		return data.Value{Type: data.Int, Int: int128.From(r.Num().Int64())}, nil
	}
	v, _ := r.Float64()
	return data.FloatValue(v), nil
}

// special maps the words of a filter for NaN and the infinities to their values.
var special = map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}

func (b *binder) floatLeaf(c *data.Column, e *query.Expr) (predicate, error) {
	values, withNull, err := literals(e, func(l query.Literal) (float64, error) {
		if v, ok := special[l.Text]; ok {
			return v, nil
		}
		r, err := numberOf(c, l)
		if err != nil {
			return 0, err
		}
		v, _ := r.Float64()
		return v, nil
	})
	switch {
	case err != nil:
		return nil, err
	case e.Op == query.In:
		set, withNaN := map[float64]bool{}, slices.ContainsFunc(values, math.IsNaN)
		for _, v := range values {
			set[v] = true
		}
		return withNulls(c, withNull, b.markRead(func(lo, rows int, yes []uint64) {
			fill(lo, rows, yes, func(i int) bool {
				v := c.Floats[i]
				return set[v] || withNaN && v != v
			})
		})), nil
	case withNull:
		return nil, fmt.Errorf("%s: write %q to compare with null", e, c.Name+" is null")
	}
	// NaN is above every number, as in the order of labels; -0 equals 0.
	return withNulls(c, false, b.markRead(func(lo, rows int, yes []uint64) {
		fill(lo, rows, yes, func(i int) bool {
			v := c.Floats[i]
			if v == values[0] {
				return e.Op.Holds(0)
			}
			return e.Op.Holds(data.CompareFloat(v, values[0]))
		})
	})), nil
}
