package formula

import (
	"cmp"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/engine/expression/filter"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// Derive makes the column of a computed side of a condition. name is the name that the column is to have.
type Derive func(name string, a *query.Arith) (*data.Column, error)

// Lower replaces the computed sides of a condition by columns, which derive makes, so that package filter can
// evaluate it. It returns the condition over t with these columns.
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
	names   map[string]string // of the columns, by their expressions
}

func (l *lowering) expr(e *query.Expr) (*query.Expr, error) {
	out := *e
	out.Args, out.Of, out.With = make([]*query.Expr, len(e.Args)), nil, nil
	for i, arg := range e.Args {
		var err error
		if out.Args[i], err = l.expr(arg); err != nil {
			return nil, err
		}
	}
	var err error
	switch {
	case e.With != nil: // both sides are columns: their comparison is a column of its own
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

// field is the column of a computed value.
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

// condition is true, false or null for every row.
func (e *evaluator) condition(x *query.Expr) (vector, error) {
	if x.With != nil {
		args, err := e.all([]*query.Arith{x.Of, x.With})
		if err != nil {
			return vector{}, err
		}
		v, err := e.compare(x.Op, args[0], args[1])
		return folded(v, err, args...)
	}
	yes, err := e.rowsWhere(x)
	if err != nil {
		return vector{}, err
	}
	no, err := e.rowsWhere(&query.Expr{Op: query.Not, Args: []*query.Expr{x}})
	if err != nil {
		return vector{}, err
	}
	out := vector{shape: shape{kind: data.Bool}, hi: 1, ints: memory.Make[int64](e.n), valid: yes}
	for i := range out.ints {
		if yes.Get(i) {
			out.ints[i] = 1
		}
	}
	for i, w := range no {
		out.valid[i] |= w
	}
	return out, nil
}

// rowsWhere is the rows that hold a condition.
func (e *evaluator) rowsWhere(x *query.Expr) (data.Bitmap, error) {
	base := e.Table
	if base == nil {
		base = &data.Table{Rows: e.n}
	}
	made := map[string]*data.Column{}
	t, lowered, err := Lower(base, x.On(Today().Time()), func(name string, a *query.Arith) (*data.Column, error) {
		v, err := e.eval(a)
		if err == nil && v.kind == data.Null {
			err = fmt.Errorf("%s is null in every row", a)
		}
		if err != nil {
			return nil, err
		}
		c := v.column(name, e.n)
		made[name] = c
		return c, nil
	})
	if err != nil {
		return nil, err
	}
	found, err := filter.Select(e.ctx, t, lowered, filter.Options{Threads: cores(), Encode: func(f query.Field) (*key.Column, error) {
		if c := made[f.Column]; c != nil || e.Key == nil {
			return key.Encode(e.ctx, t, f)
		}
		return e.Key(f)
	}})
	return found.Rows, err
}

// compare compares two values in every row. Numbers compare exactly, except with floats.
func (e *evaluator) compare(op query.Op, x, y vector) (vector, error) {
	if x.kind == data.Null || y.kind == data.Null {
		return vector{}, fmt.Errorf("compare with null by \"is null\"")
	}
	order, err := e.order(x, y)
	if err != nil {
		return vector{}, err
	}
	n := e.rows(x, y)
	out := vector{shape: shape{kind: data.Bool}, hi: 1, ints: memory.Make[int64](n), valid: both(x.valid, y.valid)}
	return out, e.each(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if out.valid.Get(i) && op.Holds(order(i)) {
				out.ints[i] = 1
			}
		}
	})
}

// order returns what compares the values of a row.
func (e *evaluator) order(x, y vector) (func(i int) int, error) {
	xs, ys := 1, 1
	if x.len() == 1 {
		xs = 0
	}
	if y.len() == 1 {
		ys = 0
	}
	switch numbers := x.kind.Numeric() && y.kind.Numeric(); {
	case numbers && (x.kind == data.Float || y.kind == data.Float):
		fx, err := x.asFloats(e)
		if err != nil {
			return nil, err
		}
		fy, err := y.asFloats(e)
		return func(i int) int { return compareFloats(fx[i*xs], fy[i*ys]) }, err
	case x.kind == data.Text && y.kind == data.Text:
		return func(i int) int { return strings.Compare(x.dict[x.codes[i*xs]], y.dict[y.codes[i*ys]]) }, nil
	case numbers && x.scale == y.scale, x.kind == y.kind && x.scale == y.scale:
		return func(i int) int { return cmp.Compare(x.ints[i*xs], y.ints[i*ys]) }, nil
	case numbers, x.kind.Temporal() && y.kind.Temporal():
		fx, fy := factor(x, max(x.scale, y.scale)), factor(y, max(x.scale, y.scale))
		return func(i int) int {
			p, _ := int128.From(fx[0]).MulFits(x.ints[i*xs])
			q, _ := int128.From(fy[0]).MulFits(y.ints[i*ys])
			if len(fx) > 1 {
				p, _ = p.MulFits(fx[1])
			}
			if len(fy) > 1 {
				q, _ = q.MulFits(fy[1])
			}
			return p.Cmp(q)
		}, nil
	}
	return nil, fmt.Errorf("%s and %s cannot be compared%s", words[x.kind], words[y.kind], quotedDate(x.kind, y.kind))
}

// quotedDate is the end of an error where one of two values is a text and the other a date or a time, "" for
// all other types. The text is often a date in quotes.
func quotedDate(a, b data.Type) string {
	if a == data.Text && b.Temporal() || a.Temporal() && b == data.Text {
		return "; a date stands without quotes: 2024-03-01"
	}
	return ""
}

// factor is what gives the integers of v a scale of so many places: numbers to multiply by, one or two.
func factor(v vector, scale int) []int64 {
	power := int64(1)
	for range scale - v.scale {
		power *= 10
	}
	if v.kind == data.Date { // as seconds; compared with a time
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
