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

// Where writes the part of a condition that the server decides exactly as Cardinal does. A row passes only if it
// fulfils both sql and rest. rest is the remaining condition, which Cardinal must decide on the columns that it reads;
// nil: nothing remains.
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
	return strings.Join(said, " AND "), query.AllOf(left...)
}

// decision is a condition as two SQL conditions: yes holds for the rows for which it is true, and no for the rows for
// which it is false. For all other rows the condition is unknown. On ClickHouse neither yes nor no is ever null: since
// version 18, ClickHouse rewrites a chain of comparisons and loses unknown results.
type decision struct{ yes, no string }

// decide returns the decision of a comparison of c, which is unknown if c is null. On PostgreSQL it is the plain
// comparison, which is never true for null and can use an index.
func (w *Writer) decide(c remote.Column, sql string) decision {
	d := decision{sql, "(NOT " + sql + ")"}
	switch {
	case w.Held(c) != "":
		return decision{"(" + d.yes + " AND " + w.Held(c) + ")", "(" + d.no + " AND " + w.Held(c) + ")"}
	case !c.Nullable:
		return d
	}
	return decision{fmt.Sprintf(w.sql.known, d.yes), fmt.Sprintf(w.sql.known, d.no)}
}

// nullTest returns a condition that is true for null and for values that are read as null.
func (w *Writer) nullTest(c remote.Column) decision {
	name := w.name(c.Name)
	if w.Held(c) != "" {
		name = w.Value(c)
	}
	return decision{"(" + name + " IS NULL)", "(" + name + " IS NOT NULL)"}
}

// allOf returns a condition that is true if all parts are true.
func allOf(parts []decision) decision {
	var yes, no []string
	for _, p := range parts {
		yes, no = append(yes, p.yes), append(no, p.no)
	}
	return decision{"(" + strings.Join(yes, " AND ") + ")", "(" + strings.Join(no, " OR ") + ")"}
}

func (d decision) not() decision { return decision{d.no, d.yes} }

// anyOf returns a condition that is true if at least one part is true.
func anyOf(parts []decision) decision {
	for i := range parts {
		parts[i] = parts[i].not()
	}
	return allOf(parts).not()
}

func (w *Writer) condition(e *query.Expr) (d decision, ok bool) {
	switch e.Op {
	case query.And, query.Or, query.Not:
		parts := make([]decision, len(e.Args))
		for i, arg := range e.Args {
			if parts[i], ok = w.condition(arg); !ok {
				return d, false
			}
		}
		switch e.Op {
		case query.And:
			return allOf(parts), true
		case query.Or:
			return anyOf(parts), true
		}
		return parts[0].not(), true
	}
	c, err := w.column(e.Field.Column)
	if err != nil || e.Of != nil || e.With != nil || e.AnyCase {
		return d, false
	}
	if e.Field != (query.Field{Column: e.Field.Column}) {
		return w.onPart(c, e) // for a statement; in questions Cardinal decides such conditions
	}
	var sql string
	switch {
	case e.Op == query.IsNull:
		return w.nullTest(c), true
	case e.Op == query.In:
		return w.listCondition(e)
	case e.Op == query.Within:
		sql, ok = w.periodCondition(c, e)
	case len(e.Values) == 1 && !e.Values[0].Null:
		sql, ok = w.comparison(c, e)
	}
	return w.decide(c, sql), ok
}

// mostListed is the largest number of values in the list of a condition.
const mostListed = 500

// listCondition writes the condition that a value is in a list. For null, the condition is true if the list has null,
// else unknown.
func (w *Writer) listCondition(e *query.Expr) (decision, bool) {
	var parts []decision
	for _, v := range e.Values {
		one := &query.Expr{Op: query.Eq, Field: e.Field, Values: []query.Literal{v}}
		if v.Null {
			one = &query.Expr{Op: query.IsNull, Field: e.Field}
		}
		part, ok := w.condition(one)
		if !ok || len(e.Values) > mostListed {
			return decision{}, false
		}
		parts = append(parts, part)
	}
	return anyOf(parts), len(parts) > 0
}

func (w *Writer) comparison(c remote.Column, e *query.Expr) (string, bool) {
	switch c.Type {
	case data.Int, data.Decimal, data.Date, data.Timestamp:
		if slices.Contains([]query.Op{query.Eq, query.Ne, query.Lt, query.Le, query.Gt, query.Ge}, e.Op) {
			lo, hi, outside, err := filter.Interval(&data.Column{Name: c.Name, Type: c.Type, Scale: c.Scale,
				Zone: c.Zone}, e)
			if err != nil {
				return "", false
			}
			return w.rangeCondition(c, lo, hi, outside)
		}
	case data.Float:
		return w.floatComparison(c, e)
	case data.Text:
		return w.textComparison(c, e)
	}
	return "", false
}

// rangeCondition writes a condition that is true for values from lo to hi or, if outside is set, for all other values.
// For null, the condition is unknown.
func (w *Writer) rangeCondition(c remote.Column, lo, hi int64, outside bool) (string, bool) {
	side := w.comparand(c)
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

// periodCondition writes the condition that a date lies in a period. The anchor of the period must be a known day.
func (w *Writer) periodCondition(c remote.Column, e *query.Expr) (string, bool) {
	first, last, err := filter.Stretch(&data.Column{Name: c.Name, Type: c.Type, Scale: c.Scale}, e)
	if e.Period.Of == "" || err != nil {
		return "", false
	}
	return w.rangeCondition(c, first, last, false)
}

var operators = map[query.Op]string{query.Eq: " = ", query.Ne: " <> ", query.Lt: " < ", query.Le: " <= ",
	query.Gt: " > ", query.Ge: " >= "}

// floatComparison compares floats. NaN counts as greater than every number. If the column becomes floats only when
// Cardinal reads it, the server cannot compare it, and ok is false.
func (w *Writer) floatComparison(c remote.Column, e *query.Expr) (string, bool) {
	name := w.name(c.Name)
	v, err := strconv.ParseFloat(strings.TrimSpace(e.Values[0].Text), 64)
	if err != nil || operators[e.Op] == "" || c.Found || math.IsNaN(v) || math.IsInf(v, 0) {
		return "", false
	}
	sql := w.sql.floats(name, c, e.Op, v)
	return sql, sql != ""
}

// textComparison compares texts by their bytes.
func (w *Writer) textComparison(c remote.Column, e *query.Expr) (string, bool) {
	name, of := w.name(c.Name), e.Values[0].Text
	if number, whole := w.digits(c, of); whole && (e.Op == query.Eq || e.Op == query.Ne) {
		return "(" + name + operators[e.Op] + number + ")", true // the server can use an index
	}
	literal, ok := w.sql.text(of)
	bytes, can := w.sql.bytes(w, c)
	switch {
	case !ok || !can:
	case e.Op == query.Eq:
		return w.equalText(c, bytes, of, literal), true
	case e.Op == query.Ne && w.sql.padded:
		return "(NOT " + w.equalText(c, bytes, of, literal) + ")", true
	case operators[e.Op] != "" && w.sql.padded:
	case operators[e.Op] != "":
		return "(" + bytes + operators[e.Op] + literal + ")", true
	case of == "":
	case e.Op == query.Contains:
		return fmt.Sprintf(w.sql.holds, bytes, literal), true
	case e.Op == query.Begins:
		return fmt.Sprintf(w.sql.begins, bytes, literal, len(of)), true
	}
	return "", false
}

// equalText writes the condition that the values of a column have the same bytes as a text.
func (w *Writer) equalText(c remote.Column, bytes, text, literal string) string {
	same := bytes + " = " + literal
	if w.sql.index != nil {
		same = JoinConditions(w.sql.index(w, c, text), same)
	}
	return "(" + same + ")"
}
