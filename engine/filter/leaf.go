package filter

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// bindLeaf makes the predicate of one comparison. Numbers and times are compared row by row. Everything that has labels (texts,
// booleans, date parts, bins) is compared once for each code.
func bindLeaf(t *data.Table, e *query.Expr, encode func(query.Field) (*key.Column, error)) (predicate, error) {
	c, err := t.Column(e.Field.Column)
	if err != nil {
		return nil, err
	}
	if e.Field.Part == query.Whole {
		if e.Op == query.IsNull {
			return func(lo, rows int, yes, unknown []uint64) {
				clear(unknown)
				nulls(c, lo, yes)
			}, nil
		}
		switch c.Type {
		case data.Float:
			return floatLeaf(c, e)
		case data.Int, data.Decimal, data.Date, data.Timestamp:
			if e.Op != query.Like {
				return intLeaf(c, e)
			}
		}
	}
	k, err := encode(e.Field)
	if err != nil {
		return nil, err
	}
	return codeLeaf(k, c, e)
}

func intLeaf(c *data.Column, e *query.Expr) (predicate, error) {
	if e.Op == query.In {
		return intSet(c, e)
	}
	b, err := bounds(c, e.Values[0])
	if err != nil {
		return nil, err
	}
	lo, hi, outside := interval(e.Op, b)
	return withNulls(c, false, between(c, lo, hi, outside)), nil
}

// interval is the integers for which op holds against a literal at b: those from lo to hi, or the others where outside.
func interval(op query.Op, b bound) (lo, hi int64, outside bool) {
	lo, hi = math.MinInt64, math.MaxInt64
	if b.beyond != 0 {
		return lo, hi, !holds(op, -b.beyond)
	}
	switch op {
	case query.Lt:
		return lo, b.atLeast - 1, b.atLeast == math.MinInt64
	case query.Le:
		return lo, b.atMost, false
	case query.Gt:
		return b.atMost + 1, hi, b.atMost == math.MaxInt64
	case query.Ge:
		return b.atLeast, hi, false
	}
	if b.atLeast != b.atMost { // a fraction, which no integer equals
		return lo, hi, op == query.Eq
	}
	return b.atMost, b.atMost, op == query.Ne
}

func intSet(c *data.Column, e *query.Expr) (predicate, error) {
	values, withNull, err := literals(e, func(l query.Literal) (bound, error) { return bounds(c, l) })
	if err != nil {
		return nil, err
	}
	set := map[int64]bool{}
	for _, b := range values {
		if b.beyond == 0 && b.atLeast == b.atMost {
			set[b.atLeast] = true
		}
	}
	return withNulls(c, withNull, func(lo, rows int, yes []uint64) {
		fill(lo, rows, yes, func(i int) bool { return set[c.Int(i)] })
	}), nil
}

// withNulls makes a predicate of a test whose bits for null rows mean nothing. Null rows pass where nullPasses, because a set
// names null.
func withNulls(c *data.Column, nullPasses bool, test func(lo, rows int, yes []uint64)) predicate {
	return func(lo, rows int, yes, unknown []uint64) {
		test(lo, rows, yes)
		nulls(c, lo, unknown)
		for i := range yes {
			if nullPasses {
				yes[i] |= unknown[i]
			} else {
				yes[i] &^= unknown[i]
			}
		}
		if nullPasses {
			clear(unknown)
		}
	}
}

// codeLeaf makes the predicate of a comparison that is decided once for every code.
func codeLeaf(k *key.Column, c *data.Column, e *query.Expr) (predicate, error) {
	pass, null := make([]bool, k.Card), make([]bool, k.Card)
	test, err := labelTest(c, e)
	if err != nil {
		return nil, err
	}
	for code := range pass {
		v := k.Label(uint32(code))
		switch {
		case !v.IsNull():
			pass[code] = test(v)
		case e.Op == query.IsNull:
			pass[code] = true
		case e.Op == query.In:
			for _, l := range e.Values {
				pass[code] = pass[code] || l.Null
			}
			null[code] = !pass[code]
		default:
			null[code] = true
		}
	}
	passes := lookup(k.Codes, pass)
	isNull := func(_, _ int, unknown []uint64) { clear(unknown) }
	if slices.Contains(null, true) {
		isNull = lookup(k.Codes, null)
	}
	return func(lo, rows int, yes, unknown []uint64) {
		passes(lo, rows, yes)
		isNull(lo, rows, unknown)
	}, nil
}

// labelTest is the comparison of a label that is not null with the literals of e.
func labelTest(c *data.Column, e *query.Expr) (func(data.Value) bool, error) {
	if e.Op == query.IsNull {
		return func(data.Value) bool { return false }, nil
	}
	if e.Op == query.Like {
		pattern := []rune(e.Values[0].Text)
		return func(v data.Value) bool { return like([]rune(v.String()), pattern) }, nil
	}
	labelType := data.Int
	if e.Field.Part == query.Whole {
		labelType = c.Type
	}
	values, _, err := literals(e, func(l query.Literal) (data.Value, error) { return value(labelType, e.Field, l) })
	if err != nil {
		return nil, err
	}
	if e.Op == query.In {
		return func(v data.Value) bool {
			return slices.ContainsFunc(values, func(o data.Value) bool { return data.Compare(v, o) == 0 })
		}, nil
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("%s: compare with null by %q", e, e.Field.String()+" is null")
	}
	return func(v data.Value) bool { return holds(e.Op, data.Compare(v, values[0])) }, nil
}

func holds(op query.Op, cmp int) bool {
	switch op {
	case query.Eq:
		return cmp == 0
	case query.Ne:
		return cmp != 0
	case query.Lt:
		return cmp < 0
	case query.Le:
		return cmp <= 0
	case query.Gt:
		return cmp > 0
	}
	return cmp >= 0
}

// like matches s against a pattern of % and _. It backtracks to the last % only, so that it takes at most len(s)*len(pattern) steps.
func like(s, pattern []rune) bool {
	i, j, star, mark := 0, 0, -1, 0
	for i < len(s) {
		switch {
		case j < len(pattern) && pattern[j] == '%':
			star, mark = j, i
			j++
		case j < len(pattern) && (pattern[j] == '_' || pattern[j] == s[i]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = mark, star+1
		default:
			return false
		}
	}
	return strings.Trim(string(pattern[j:]), "%") == ""
}
