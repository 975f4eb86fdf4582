package formula

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/engine/expression/filter"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Derive makes a column, with the given name, of a computed side of a condition.
type Derive func(name string, a *query.Arith) (*data.Column, error)

// Lower replaces the computed sides of a condition by columns, which derive makes, so that package filter can evaluate
// the condition. It returns t with these columns, and the condition over this table.
func Lower(t *data.Table, e *query.Expr, derive Derive) (*data.Table, *query.Expr, error) {
	l := lowering{table: t, derive: derive, names: map[string]string{}}
	out, err := l.expr(e)
	if err != nil || len(l.columns) == 0 {
		return t, out, err
	}
	return l.table.With(l.columns...), out, nil
}

type lowering struct {
	table   *data.Table
	derive  Derive
	columns []*data.Column
	names   map[string]string // names of the derived columns, by their expressions
}

func (l *lowering) expr(e *query.Expr) (*query.Expr, error) {
	out := *e
	out.Of, out.With = nil, nil
	var err error
	if out.Args, err = each.Try(e.Args, l.expr); err != nil {
		return nil, err
	}
	switch {
	case e.With != nil: // both sides are computed: the result of their comparison becomes a column
		out.Field, err = l.field(&query.Arith{If: e})
	case e.Of != nil:
		out.Field, err = l.field(e.Of)
	default:
		return &out, nil
	}
	if err == nil && (e.With != nil || e.Op == query.IsTrue) {
		out.Op, out.Values = query.Eq, []query.Literal{{Text: "true"}}
		c := l.column(out.Field.Column)
		if c.Type != data.Bool {
			err = fmt.Errorf("%s is %s, and a condition is needed, such as %s = …", e, words[c.Type], e)
		}
	}
	return &out, err
}

func (l *lowering) column(name string) *data.Column {
	for _, c := range l.columns {
		if c.Name == name {
			return c
		}
	}
	c, err := l.table.Column(name)
	if err != nil {
		panic("BUG: a lowered column is missing: " + err.Error())
	}
	return c
}

// field returns the column of a computed value. If the value is neither a column of the table nor derived yet, field
// derives it.
func (l *lowering) field(a *query.Arith) (query.Field, error) {
	if a.Op == 0 && a.Column != "" {
		_, err := l.table.Column(a.Column)
		if err != nil {
			err = unknown(err, a)
		}
		return query.Field{Column: a.Column}, err
	}
	text := a.String()
	if name, known := l.names[text]; known {
		return query.Field{Column: name}, nil
	}
	name := text
	for l.table.Has(name) {
		name += "'"
	}
	c, err := l.derive(name, a)
	if err != nil {
		return query.Field{}, err
	}
	l.names[text] = name
	l.columns = append(l.columns, c)
	return query.Field{Column: name}, nil
}

// condition computes true, false or null for every row.
func (e *evaluator) condition(x *query.Expr) (vector, error) {
	if x.With != nil {
		args, err := each.Try([]*query.Arith{x.Of, x.With}, e.eval)
		if err != nil {
			return vector{}, err
		}
		v, err := compare(x.Op, args[0], args[1])
		return e.folded(v, err, args...)
	}
	found, err := e.rowsWhere(x)
	if err != nil {
		return vector{}, err
	}
	found.Unknown.Invert()
	all := lanes{bits: found.Rows, valid: found.Unknown}
	all.settle(e.n)
	return vector{shape: shape{kind: data.Bool}, hi: 1, rows: all.part}, nil
}

// rowsWhere selects the rows for which a condition holds.
func (e *evaluator) rowsWhere(x *query.Expr) (filter.Selection, error) {
	base := cmp.Or(e.Table, &data.Table{Rows: e.n})
	made := map[string]*data.Column{}
	t, lowered, err := Lower(base, x.On(Today().Time()), func(name string, a *query.Arith) (*data.Column, error) {
		v, err := e.eval(a)
		if err == nil && v.kind == data.Null {
			err = fmt.Errorf("%s is null in every row", a)
		}
		if err != nil {
			return nil, err
		}
		c, err := e.column(v, name)
		made[name] = c
		return c, err
	})
	if err != nil {
		return filter.Selection{}, err
	}
	encode := func(f query.Field) (*key.Column, error) {
		if c := made[f.Column]; c != nil || e.Key == nil {
			return key.Encode(e.ctx, t, f)
		}
		return e.Key(f)
	}
	return filter.Select(e.ctx, t, lowered, filter.Options{Threads: runtime.GOMAXPROCS(0), Encode: encode})
}

// compare compares two values in every row. Integers and decimals are compared exactly; if one value is a float, both
// are compared as floats.
func compare(op query.Op, x, y vector) (vector, error) {
	if x.kind == data.Null || y.kind == data.Null {
		return vector{}, fmt.Errorf("write \"is null\" to compare with null")
	}
	compared, err := comparison(op, &x, &y)
	return vector{shape: shape{kind: data.Bool}, hi: 1, rows: func(b *batch) lanes {
		p, q := x.rows(b), y.rows(b)
		valid := b.both(p.valid, q.valid)
		return lanes{bits: compared(b, &p, &q, valid), valid: valid}
	}}, err
}

// comparison returns a function that sets the bits of the rows in which x op y holds. For rows that are not valid it
// sets arbitrary bits.
func comparison(op query.Op, x, y *vector) (func(b *batch, p, q *lanes, valid []uint64) []uint64, error) {
	type rows = func(b *batch, p, q *lanes, valid []uint64) []uint64
	each := func(order func(p, q *lanes, i int) int) rows {
		return func(b *batch, p, q *lanes, valid []uint64) []uint64 {
			return b.marks(func(i int) bool { return data.Bitmap(valid).Get(i) && op.Holds(order(p, q, i)) })
		}
	}
	switch numbers := x.kind.Numeric() && y.kind.Numeric(); {
	case numbers && (x.kind == data.Float || y.kind == data.Float):
		*x, *y = x.asFloats(), y.asFloats()
		return each(func(p, q *lanes, i int) int { return compareFloats(p.floats[i], q.floats[i]) }), nil
	case x.kind == data.Text && y.kind == data.Text:
		of, with := x.dict, y.dict
		return each(func(p, q *lanes, i int) int { return strings.Compare(of[p.codes[i]], with[q.codes[i]]) }), nil
	case x.kind == data.Bool && y.kind == data.Bool:
		return each(func(p, q *lanes, i int) int {
			return cmp.Compare(p.bits[i>>6]>>(i&63)&1, q.bits[i>>6]>>(i&63)&1)
		}), nil
	case numbers && x.scale == y.scale, x.kind == y.kind && x.scale == y.scale:
		return func(b *batch, p, q *lanes, _ []uint64) []uint64 { return compareInts(b, op, p.ints, q.ints) }, nil
	case numbers, x.kind.Temporal() && y.kind.Temporal():
		scale := max(x.scale, y.scale)
		fx, fy := factor(*x, scale), factor(*y, scale)
		return each(func(p, q *lanes, i int) int { return scaledBy(fx, p.ints[i]).Cmp(scaledBy(fy, q.ints[i])) }), nil
	}
	return nil, fmt.Errorf("%s and %s cannot be compared%s", words[x.kind], words[y.kind], quotedDate(x.kind, y.kind))
}

// compareInts sets the bits of the rows in which p op q holds.
func compareInts(b *batch, op query.Op, p, q []int64) []uint64 {
	below, equal, above := mask(op.Holds(-1)), mask(op.Holds(0)), mask(op.Holds(1))
	out := b.words.take(b.width())
	for w := range out {
		from, to := w*64, min(w*64+64, len(p))
		less, more := uint64(0), uint64(0)
		block := q[from:to]
		for i, n := range p[from:to] {
			less, more = less>>1, more>>1
			if n < block[i] {
				less |= 1 << 63
			}
			if n > block[i] {
				more |= 1 << 63
			}
		}
		less, more = less>>(64-len(block)), more>>(64-len(block))
		out[w] = less&below | more&above | ^(less|more)&equal
	}
	return out
}

func mask(set bool) uint64 {
	if set {
		return ^uint64(0)
	}
	return 0
}

// scaledBy multiplies n by all factors.
func scaledBy(factors []int64, n int64) int128.Int {
	out := int128.From(n)
	for _, f := range factors {
		out, _ = out.MulFits(f)
	}
	return out
}

// quotedDate returns a hint for the end of an error if one of two values is a text and the other a date or a time. Then
// the text is often a date in quotes. For all other types it returns "".
func quotedDate(a, b data.Type) string {
	if a == data.Text && b.Temporal() || a.Temporal() && b == data.Text {
		return "; a date stands without quotes: 2024-03-01"
	}
	return ""
}

// factor returns one or two factors by which the integers of v must be multiplied to bring v to the given scale.
func factor(v vector, scale int) []int64 {
	power := int64(1)
	for range scale - v.scale {
		power *= 10
	}
	if v.kind == data.Date { // to compare a date with a time, its days become seconds
		return []int64{power, calendar.DaySeconds}
	}
	return []int64{power}
}

// compareFloats orders floats as filters do: NaN is above every number, and -0 equals 0.
func compareFloats(a, b float64) int {
	if a == b {
		return 0
	}
	return data.CompareFloat(a, b)
}
