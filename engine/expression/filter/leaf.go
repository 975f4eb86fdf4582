package filter

import (
	"context"
	"fmt"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// leaf makes the predicate of one comparison. Numbers and times are compared row by row. If the field has labels
// (texts, booleans, date parts, bins), or if values are compared as texts, the comparison is decided once for each
// code.
func (b *binder) leaf(e *query.Expr) (predicate, error) {
	c, err := b.table.Column(e.Field.Column)
	if err != nil {
		return nil, err
	}
	if e.Op == query.Within {
		return b.periodLeaf(c, e)
	}
	if e.Field == (query.Field{Column: e.Field.Column}) && !ofTexts(e) && (c.Unit == 0 || e.Op == query.IsNull) {
		if e.Op == query.IsNull {
			return func(lo, rows int, yes, unknown []uint64) {
				clear(unknown)
				nulls(c, lo, yes)
			}, nil
		}
		switch c.Type {
		case data.Float:
			return b.floatLeaf(c, e)
		case data.Int, data.Decimal, data.Date, data.Timestamp:
			return b.intLeaf(c, e)
		}
	}
	k, err := b.Encode(e.Field)
	if err != nil {
		return nil, err
	}
	return b.codeLeaf(k, c, e)
}

// ofTexts reports whether e compares values as texts, whatever their type.
func ofTexts(e *query.Expr) bool {
	return e.AnyCase || e.Op == query.Like || e.Op == query.Contains || e.Op == query.Begins || e.Op == query.Ends ||
		e.Op == query.Matches
}

func (b *binder) intLeaf(c *data.Column, e *query.Expr) (predicate, error) {
	if e.Op == query.In {
		return b.intSet(c, e)
	}
	lo, hi, outside, err := Interval(c, e)
	if err != nil {
		return nil, err
	}
	return withNulls(c, false, b.rangeTest(c, lo, hi, outside)), nil
}

// Interval returns the integers of c for which a comparison with one literal is true. They are the integers from lo to
// hi or, if outside is set, all other integers.
func Interval(c *data.Column, e *query.Expr) (lo, hi int64, outside bool, err error) {
	b, err := bounds(c, e.Values[0])
	if err != nil {
		return 0, 0, false, err
	}
	lo, hi, outside = interval(e.Op, b)
	return lo, hi, outside, nil
}

// interval returns the integers for which a comparison by op with the literal at b is true. They are the integers from
// lo to hi or, if outside is set, all other integers.
func interval(op query.Op, b bound) (lo, hi int64, outside bool) {
	lo, hi = math.MinInt64, math.MaxInt64
	if b.beyond != 0 {
		return lo, hi, !op.Holds(-b.beyond)
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
	if b.atLeast != b.atMost { // the literal is a fraction, which no integer equals
		return lo, hi, op == query.Eq
	}
	return b.atMost, b.atMost, op == query.Ne
}

func (b *binder) intSet(c *data.Column, e *query.Expr) (predicate, error) {
	values, withNull, err := literals(e, func(l query.Literal) (bound, error) { return bounds(c, l) })
	if err != nil {
		return nil, err
	}
	set, sorted := map[int64]bool{}, []int64{}
	for _, at := range values {
		if at.beyond == 0 && at.atLeast == at.atMost {
			set[at.atLeast], sorted = true, append(sorted, at.atLeast)
		}
	}
	slices.Sort(sorted)
	some := func(least, most int64) verdict {
		if at, _ := slices.BinarySearch(sorted, least); at == len(sorted) || sorted[at] > most {
			return noRow
		}
		return perhaps
	}
	if span := uint64(c.Max) - uint64(c.Base); c.Wide == nil && span < mostCodes {
		pass := make([]bool, span+1)
		for v := range set {
			if v >= c.Min && v <= c.Max {
				pass[v-c.Base] = true
			}
		}
		return withNulls(c, withNull, b.skipByZones(c, some, lookup(c.Codes, pass))), nil
	}
	return withNulls(c, withNull, b.skipByZones(c, some, func(lo, rows int, yes []uint64) {
		fill(lo, rows, yes, func(i int) bool { return set[c.Int(i)] })
	})), nil
}

// mostCodes is the largest number of possible codes of integers for which a set is a table with an entry for each code.
// A lookup in the table takes a fifth of the time of a lookup in a map.
const mostCodes = 1 << 22

// withNulls makes a predicate of a test that sets arbitrary bits for null rows. If nullPasses is true, because a set
// has null, null rows pass; else they are unknown.
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

// codesAtOnce is the number of codes for which a goroutine decides a comparison at a time.
const codesAtOnce = 4096

// codeLeaf makes the predicate of a comparison that is decided once for every code.
func (b *binder) codeLeaf(k *key.Column, c *data.Column, e *query.Expr) (predicate, error) {
	test, err := labelTest(k, c, e)
	if err != nil {
		return nil, err
	}
	pass, null := make([]bool, k.Card), make([]bool, k.Card)
	err = parallel.On(b.ctx, b.Threads, (k.Card+codesAtOnce-1)/codesAtOnce, func(_ context.Context, piece int) error {
		lo := piece * codesAtOnce
		for code := lo; code < min(lo+codesAtOnce, k.Card); code++ {
			if v := k.Label(uint32(code)); v.IsNull() {
				pass[code] = e.Op == query.IsNull || e.Op == query.In && slices.ContainsFunc(e.Values,
					func(l query.Literal) bool { return l.Null })
				null[code] = !pass[code]
			} else {
				pass[code] = test(uint32(code), v)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if c.Type == data.Text && e.Field == (query.Field{Column: e.Field.Column}) {
		return b.textLeaf(c, pass), nil
	}
	passes := b.markRead(lookup(k.Codes, pass))
	isNull := func(_, _ int, unknown []uint64) { clear(unknown) }
	if slices.Contains(null, true) {
		isNull = lookup(k.Codes, null)
	}
	return func(lo, rows int, yes, unknown []uint64) {
		passes(lo, rows, yes)
		isNull(lo, rows, unknown)
	}, nil
}

// labelTest returns a function that compares a label with the literals of e. The label must not be null. Several
// goroutines may call the function.
func labelTest(k *key.Column, c *data.Column, e *query.Expr) (func(code uint32, v data.Value) bool, error) {
	if e.Op == query.IsNull {
		return func(uint32, data.Value) bool { return false }, nil
	}
	if ofTexts(e) {
		test, err := textTest(e)
		return func(_ uint32, v data.Value) bool { return test(v.String()) }, err
	}
	if readsLabels(k) {
		return labelledTest(k, c, e)
	}
	if e.Op.Orders() && c.Dict != nil && c.Dict.Order != nil && k.Field.Part == query.Whole {
		return declaredTest(c, e)
	}
	label := data.Int
	if k.Field.Part == query.Whole {
		label = c.Type
	}
	values, _, err := literals(e, func(l query.Literal) (data.Value, error) { return value(label, e.Field, l) })
	if err != nil {
		return nil, err
	}
	if e.Op == query.In && label == data.Text {
		set := make(map[string]bool, len(values))
		for _, v := range values {
			set[v.Text] = true
		}
		return func(_ uint32, v data.Value) bool { return set[v.Text] }, nil
	}
	if e.Op == query.In {
		slices.SortFunc(values, data.Compare)
		return func(_ uint32, v data.Value) bool {
			_, found := slices.BinarySearchFunc(values, v, data.Compare)
			return found
		}, nil
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("%s: write %q to compare with null", e, e.Field.String()+" is null")
	}
	return func(_ uint32, v data.Value) bool { return e.Op.Holds(data.Compare(v, values[0])) }, nil
}
