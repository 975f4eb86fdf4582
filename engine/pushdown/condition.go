package pushdown

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/expression/filter"
	"cardinal/engine/query"
)

// Where writes the parts of a condition that the server decides exactly as Cardinal does, all of which a row
// must hold. The rest of the condition is to be decided here, on the columns that it reads; nil: nothing is
// left.
func (w *Writer) Where(e *query.Expr) (sql string, rest *query.Expr) {
	if e == nil {
		return "", nil
	}
	parts := []*query.Expr{e}
	if e.Op == query.And {
		parts = e.Args
	}
	var said []string
	var left []*query.Expr
	for _, part := range parts {
		if d, ok := w.condition(part); ok {
			said = append(said, d.yes)
		} else {
			left = append(left, part)
		}
	}
	switch len(left) {
	case 0:
	case 1:
		rest = left[0]
	default:
		rest = &query.Expr{Op: query.And, Args: left}
	}
	return strings.Join(said, " AND "), rest
}

// decided is a condition in two halves: the rows for which it is true, and those for which it is false. Neither
// half is ever null on ClickHouse, because version 18 rewrites a chain of comparisons and loses what is
// unknown.
type decided struct{ yes, no string }

// decide is a comparison that is null for a null of c. PostgreSQL needs no more than a comparison that is not
// true of null, and finds it by an index.
func (w *Writer) decide(c remote.Column, sql string) decided {
	d := decided{sql, "(NOT " + sql + ")"}
	switch {
	case w.Held(c) != "":
		return decided{"(" + d.yes + " AND " + w.Held(c) + ")", "(" + d.no + " AND " + w.Held(c) + ")"}
	case !c.Nullable || w.postgres():
		return d
	}
	return decided{"ifNull(" + d.yes + ", 0)", "ifNull(" + d.no + ", 0)"}
}

// missing is true of null, and of what is read as null.
func (w *Writer) missing(c remote.Column) decided {
	name := w.name(c.Name)
	if w.Held(c) != "" {
		name = w.Value(c)
	}
	return decided{"(" + name + " IS NULL)", "(" + name + " IS NOT NULL)"}
}

// all is true where all of some conditions are.
func all(parts []decided) decided {
	var yes, no []string
	for _, p := range parts {
		yes, no = append(yes, p.yes), append(no, p.no)
	}
	return decided{"(" + strings.Join(yes, " AND ") + ")", "(" + strings.Join(no, " OR ") + ")"}
}

func (d decided) not() decided { return decided{d.no, d.yes} }

// some is true where one of some conditions is.
func some(parts []decided) decided {
	for i := range parts {
		parts[i] = parts[i].not()
	}
	return all(parts).not()
}

func (w *Writer) condition(e *query.Expr) (d decided, ok bool) {
	switch e.Op {
	case query.And, query.Or, query.Not:
		parts := make([]decided, len(e.Args))
		for i, arg := range e.Args {
			if parts[i], ok = w.condition(arg); !ok {
				return d, false
			}
		}
		switch e.Op {
		case query.And:
			return all(parts), true
		case query.Or:
			return some(parts), true
		}
		return parts[0].not(), true
	}
	c, err := w.column(e.Field.Column)
	if err != nil || e.Of != nil || e.With != nil || e.AnyCase || e.Field != (query.Field{Column: e.Field.Column}) {
		return d, false
	}
	var sql string
	switch {
	case e.Op == query.IsNull:
		return w.missing(c), true
	case e.Op == query.In:
		return w.in(e)
	case e.Op == query.Within:
		sql, ok = w.within(c, e)
	case len(e.Values) == 1 && !e.Values[0].Null:
		sql, ok = w.comparison(c, e)
	}
	return w.decide(c, sql), ok
}

// mostListed is the greatest number of values that a condition lists.
const mostListed = 500

// in is true of a null where the list names null, and unknown where it does not.
func (w *Writer) in(e *query.Expr) (decided, bool) {
	var parts []decided
	for _, v := range e.Values {
		one := &query.Expr{Op: query.Eq, Field: e.Field, Values: []query.Literal{v}}
		if v.Null {
			one = &query.Expr{Op: query.IsNull, Field: e.Field}
		}
		part, ok := w.condition(one)
		if !ok || len(e.Values) > mostListed {
			return decided{}, false
		}
		parts = append(parts, part)
	}
	return some(parts), len(parts) > 0
}

func (w *Writer) comparison(c remote.Column, e *query.Expr) (string, bool) {
	switch c.Type {
	case data.Int, data.Decimal, data.Date, data.Timestamp:
		if slices.Contains([]query.Op{query.Eq, query.Ne, query.Lt, query.Le, query.Gt, query.Ge}, e.Op) {
			lo, hi, outside, err := filter.Interval(&data.Column{Name: c.Name, Type: c.Type, Scale: c.Scale}, e)
			if err != nil {
				return "", false
			}
			return w.between(c, lo, hi, outside)
		}
	case data.Float:
		return w.float(c, e)
	case data.Text:
		return w.textual(c, e)
	}
	return "", false
}

// between is true of the values from lo to hi, or of the others where outside, and unknown of null.
func (w *Writer) between(c remote.Column, lo, hi int64, outside bool) (string, bool) {
	side := w.compared(c)
	if lo > hi {
		lo, hi, outside = math.MinInt64, math.MaxInt64, !outside
	}
	var parts []string
	for _, bound := range []struct {
		op    string
		n     int64
		given bool
	}{{" >= ", lo, lo != math.MinInt64}, {" <= ", hi, hi != math.MaxInt64}} {
		if !bound.given {
			continue
		}
		literal, ok := w.literal(c, bound.n)
		if !ok {
			return "", false
		}
		parts = append(parts, side+bound.op+literal)
	}
	sql := "(" + strings.Join(parts, " AND ") + ")"
	if len(parts) == 0 {
		sql = "(" + side + " = " + side + ")"
	}
	if outside {
		sql = "(NOT " + sql + ")"
	}
	return sql, true
}

// within is a stretch of days that is counted from a day that is known.
func (w *Writer) within(c remote.Column, e *query.Expr) (string, bool) {
	first, last, err := filter.Stretch(&data.Column{Name: c.Name, Type: c.Type, Scale: c.Scale}, e)
	if e.Period.Of == "" || err != nil {
		return "", false
	}
	return w.between(c, first, last, false)
}

var operators = map[query.Op]string{query.Eq: " = ", query.Ne: " <> ", query.Lt: " < ", query.Le: " <= ", query.Gt: " > ", query.Ge: " >= "}

// float compares floats. NaN is above every number. Numbers that become floats here are compared here.
func (w *Writer) float(c remote.Column, e *query.Expr) (string, bool) {
	op, name := operators[e.Op], w.name(c.Name)
	v, err := strconv.ParseFloat(strings.TrimSpace(e.Values[0].Text), 64)
	if err != nil || op == "" || c.Found || math.IsNaN(v) || math.IsInf(v, 0) {
		return "", false
	}
	if w.postgres() {
		return fmt.Sprintf("(%s%s'%s'::float8)", name, op, strconv.FormatFloat(v, 'g', -1, 64)), true
	}
	literal := fmt.Sprintf("reinterpretAsFloat64(reinterpretAsString(toUInt64(%d)))", math.Float64bits(v))
	switch e.Op {
	// New versions of ClickHouse turn a chain of equations into IN, which tells -0 from 0.
	case query.Eq:
		return fmt.Sprintf("(%s >= %s AND %[1]s <= %[2]s)", name, literal), true
	case query.Ne:
		return fmt.Sprintf("(NOT (%s >= %s AND %[1]s <= %[2]s))", name, literal), true
	// Old versions take unknown OR unknown for false, so that NaN is told by what it is not below.
	case query.Gt:
		return "(NOT " + name + " <= " + literal + ")", true
	case query.Ge:
		return "(NOT " + name + " < " + literal + ")", true
	}
	return "(" + name + op + literal + ")", true
}

// textual compares texts by their bytes.
func (w *Writer) textual(c remote.Column, e *query.Expr) (string, bool) {
	name, kind := w.Value(c), declared(c)
	literal, ok := w.text(e.Values[0].Text)
	if number, whole := w.digits(c, e.Values[0].Text); whole && (e.Op == query.Eq || e.Op == query.Ne) {
		return "(" + w.name(c.Name) + operators[e.Op] + number + ")", true // which an index of the server finds
	}
	if !ok || !c.AsText && kind != "String" && kind != "text" && !strings.HasPrefix(kind, "character varying") && !strings.HasPrefix(kind, "varchar") {
		return "", false
	}
	if w.postgres() {
		name += ` COLLATE "C"`
	}
	if op := operators[e.Op]; op != "" {
		return "(" + name + op + literal + ")", true
	}
	switch {
	case e.Values[0].Text == "":
	case e.Op == query.Contains && w.postgres():
		return "(strpos(" + name + ", " + literal + ") > 0)", true
	case e.Op == query.Contains:
		return "(position(" + name + ", " + literal + ") > 0)", true
	case e.Op == query.Begins && w.postgres():
		return "starts_with(" + name + ", " + literal + ")", true
	case e.Op == query.Begins:
		return fmt.Sprintf("(substring(%s, 1, %d) = %s)", name, len(e.Values[0].Text), literal), true
	}
	return "", false
}
