package pushdown

import (
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// measure writes a measure.
func (s *statement) measure(m query.Measure) (term, error) {
	if m.Func == query.Formula {
		a, err := query.ParseFormula(m.Expr)
		if err != nil {
			return term{}, err
		}
		return s.arith(a)
	}
	var where string
	if m.Where != "" {
		e, err := query.ParseRowCondition(m.Where)
		if err != nil {
			return term{}, err
		}
		var rest *query.Expr
		if where, rest = s.w.Where(e); rest != nil {
			return term{}, unsaid("the condition of %s has no SQL that passes the same rows", m)
		}
	}
	if m.Column+m.Expr == "" {
		if where != "" {
			return term{"count(case when " + where + " then 1 end)", data.Int, 0, true}, nil
		}
		return term{"count(*)", data.Int, 0, true}, nil
	}
	x, err := s.column(m.Column)
	if m.Expr != "" {
		var a *query.Arith
		if a, err = query.ParseArith(m.Expr); err == nil {
			x, err = s.arith(a)
		}
	}
	if err != nil {
		return x, err
	}
	if where != "" {
		x.sql = "case when " + where + " then " + x.sql + " end"
	}
	return s.aggregate(m, x)
}

// spreads maps the measures of spread to their names in SQL.
var spreads = map[query.Func]string{query.Stddev: "stddev_samp", query.StddevPop: "stddev_pop", query.Var: "var_samp",
	query.VarPop: "var_pop"}

// aggregate writes the aggregate of x.
func (s *statement) aggregate(m query.Measure, x term) (term, error) {
	form := s.w.sql.forms
	none := unsaid("%s has no SQL that gives the same figure", m)
	old := s.w.old()
	numeric := x.typ.Numeric()
	switch {
	case m.Func == query.Count:
		return term{"count(" + x.sql + ")", data.Int, 0, true}, nil
	case m.Func == query.Distinct:
		if x.typ == data.Float {
			x.sql = fmt.Sprintf(form.distinct, x.sql)
		}
		x.sql = "count(DISTINCT " + x.sql + ")"
		if old { // old servers return null instead of 0
			x.sql = "ifNull(" + x.sql + ", 0)"
		}
		return term{x.sql, data.Int, 0, true}, nil
	case m.Func == query.Min, m.Func == query.Max:
		return s.extreme(m, x)
	case !numeric:
		return x, none
	case m.Func == query.Sum:
		return s.sum(x), nil
	case m.Func == query.Avg && x.typ == data.Float:
		return term{"avg(" + x.sql + ")", data.Float, 0, false}, nil
	case m.Func == query.Avg:
		return term{fmt.Sprintf(form.average, s.sum(x).sql, x.sql), data.Float, 0, x.exact}, nil
	case m.Func == query.Ratio:
		y, err := s.column(m.Other)
		if err != nil || !y.typ.Numeric() || m.Where != "" {
			return y, none
		}
		out := s.quotient(s.sum(x), s.sum(y))
		out.sql = "(" + out.sql + ")"
		return out, nil
	case m.Func == query.Median || m.Func == query.Quantile:
		share := "0.5"
		if m.Func == query.Quantile {
			share = m.Param
		}
		if _, _, ok := query.Decimal(share); !ok || form.quantile == "" || old || x.typ == data.Float {
			return x, none
		}
		return term{fmt.Sprintf(form.quantile, s.double(x), share), data.Float, 0, false}, nil
	case spreads[m.Func] != "" && !old && x.typ != data.Float:
		return term{form.spread(s.w, spreads[m.Func], x.sql), data.Float, 0, false}, nil
	}
	return x, none
}

// sum writes the sum of x. It widens whole numbers, since their sum may need more bits than the numbers.
func (s *statement) sum(x term) term {
	if x.typ == data.Int {
		x.sql = fmt.Sprintf(s.w.sql.forms.exact, x.sql)
	}
	x.sql = "sum(" + x.sql + ")"
	return x
}

// extreme writes the least or the greatest value. Databases order NaN in different ways, so the greatest float is NaN
// only if the group has no other value.
func (s *statement) extreme(m query.Measure, x term) (term, error) {
	if x.typ == data.Bool || x.typ == data.Float && s.w.Kind == remote.ClickHouse {
		return x, unsaid("%s has no SQL that gives the same figure", m)
	}
	form := string(m.Func) + "(%s)"
	if x.typ == data.Float && m.Func == query.Max && s.w.Kind != remote.MySQL {
		form = "coalesce(max(nullif(%[1]s, " + fmt.Sprintf(s.w.sql.forms.double, "'NaN'") + ")), max(%[1]s))"
	}
	x.sql = fmt.Sprintf(form, x.sql)
	return x, nil
}

// double writes a term as a float of 64 bits.
func (s *statement) double(x term) string {
	if x.typ == data.Float {
		return x.sql
	}
	return fmt.Sprintf(s.w.sql.forms.double, x.sql)
}

// quotient divides x by y. A division by zero gives NULL.
func (s *statement) quotient(x, y term) term {
	return term{s.double(x) + " / nullif(" + s.double(y) + ", 0)", data.Float, 0, false}
}

// number writes a number. The term is exact if the number has at most 9 places.
func (s *statement) number(text string) (t term, ok bool) {
	n, scale, exact := query.Decimal(strings.TrimSpace(text))
	if !exact {
		return term{}, false
	}
	c := remote.Column{Type: data.Int}
	if scale > 0 {
		c = remote.Column{Type: data.Decimal, Scale: scale}
	}
	sql, ok := s.w.literal(c, n)
	if n < 0 {
		sql = "(" + sql + ")"
	}
	return term{sql, c.Type, scale, true}, ok
}

// mostPlaces is the largest number of places of an exact product.
const mostPlaces = 9

// arith writes an expression over columns, or over aggregates.
func (s *statement) arith(a *query.Arith) (term, error) {
	none := unsaid("%s has no SQL that gives the same figure", a)
	switch {
	case a.Measure != nil:
		return s.measure(*a.Measure)
	case a.Op == 0 && a.Column != "":
		x, err := s.column(a.Column)
		if err == nil && x.typ == data.Int {
			x.sql = fmt.Sprintf(s.w.sql.forms.exact, x.sql)
		}
		return x, err
	case a.Op == 0 && a.Number != "":
		if t, ok := s.number(a.Number); ok {
			return t, nil
		}
		return term{}, none
	case !strings.ContainsRune("+-*/~", rune(a.Op)) || a.Op == 0:
		return term{}, none
	}
	args := make([]term, len(a.Args))
	for i, arg := range a.Args {
		var err error
		if args[i], err = s.arith(arg); err != nil {
			return term{}, err
		}
		if !args[i].typ.Numeric() {
			return term{}, none
		}
		if arg.Op != 0 {
			args[i].sql = "(" + args[i].sql + ")"
		}
	}
	x, y := args[0], args[len(args)-1]
	switch {
	case a.Op == '~':
		x.sql = "-" + x.sql
		return x, nil
	case a.Op == '/':
		return s.quotient(x, y), nil
	}
	out := term{"", data.Int, max(x.scale, y.scale), x.exact && y.exact}
	if a.Op == '*' {
		out.scale = x.scale + y.scale
	}
	switch {
	case x.typ == data.Float || y.typ == data.Float || out.scale > mostPlaces:
		x.sql, y.sql = s.double(x), s.double(y)
		out = term{"", data.Float, 0, false}
	case out.scale > 0 && s.w.old(): // old servers compute some decimals with wrong places
		return term{}, none
	case out.scale > 0:
		out.typ = data.Decimal
	}
	out.sql = x.sql + " " + string(a.Op) + " " + y.sql
	return out, nil
}
