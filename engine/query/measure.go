package query

import (
	"fmt"
	"strings"
)

// Adds reports whether a measure's figures of some rows add up to that of all of them.
func (m Measure) Adds() bool { return m.Func.Describe().Adds }

// IsNumber reports whether the figures of a measure are numbers, where its column holds numbers or not.
func (m Measure) IsNumber(numeric bool) bool {
	switch m.Func.Describe().Result {
	case List:
		return false
	case OfColumn:
		return numeric
	}
	return true
}

// Measure is an aggregate of a column on the Values shelf. Measures compare with ==.
type Measure struct {
	Func   Func
	Column string // "" for count(), and where Expr is set
	Expr   string // of a Formula; else arithmetic over the columns of a row, which is aggregated in place of a column
	Other  string // of ratio and corr
	Param  string // of p and top, as it was written
	Show   Show
	Name   string // the title that a person gave the measure; "": none
	Number string // the number format that a person gave it, as Excel writes number formats; "": none
}

// Figure is the measure as what is computed: without how it is shown, its name and its number format.
func (m Measure) Figure() Measure {
	m.Show, m.Name, m.Number = Show{}, "", ""
	return m
}

// String is the measure without how it is shown, its name and its number format: sum(revenue), p(delay, 0.9).
func (m Measure) String() string {
	switch {
	case m.Func == Formula:
		return m.Expr
	case m.Column == "" && m.Expr == "":
		return string(m.Func) + "()"
	}
	args := m.Expr
	if args == "" {
		args = quoteName(m.Column)
	}
	switch {
	case m.Other != "":
		args += ", " + quoteName(m.Other)
	case m.Param != "":
		args += ", " + m.Param
	}
	return string(m.Func) + "(" + args + ")"
}

// measure is an aggregate, or arithmetic over some.
func (p *parser) measure() (Measure, error) {
	a, err := p.arith(p.aggregate)
	switch {
	case err != nil:
		return Measure{}, err
	case a.Measure != nil:
		return *a.Measure, nil
	case len(a.Measures()) == 0:
		return Measure{}, fmt.Errorf("%s is no measure: it aggregates nothing", a)
	}
	return Measure{Func: Formula, Expr: a.String()}, nil
}

// call is one aggregate with its arguments.
func (p *parser) call() (Measure, error) {
	t := p.peek()
	if t.kind != word || len(p.tokens) < 2 || p.tokens[1].text != "(" {
		return Measure{}, p.unexpected("an aggregate such as sum(column) or count()")
	}
	p.next()
	p.next()
	m := Measure{Func: Func(strings.ToLower(t.text))}
	a := defined[m.Func]
	if a == nil {
		return m, fmt.Errorf("no aggregate %q; there are %s", t.text, FuncNames())
	}
	if p.take(")") {
		if !a.NoColumn {
			return m, fmt.Errorf("%s needs a column: %s(name)", t.text, t.text)
		}
		return m, nil
	}
	of, err := p.arith(p.column)
	switch {
	case err != nil:
		return m, err
	case of.Op == 0 && of.Column != "":
		m.Column = of.Column
	case len(of.Columns()) == 0:
		return m, fmt.Errorf("%s(%s) names no column", t.text, of)
	default:
		m.Expr = of.String()
	}
	switch {
	case a.Pair:
		if !p.take(",") {
			return m, fmt.Errorf("%s takes two columns: %s(a, b)", t.text, t.text)
		}
		if m.Other, err = p.name(); err != nil {
			return m, err
		}
	case a.Number != nil:
		if !p.take(",") {
			return m, fmt.Errorf("%s takes a column and a number, such as %s", t.text, a.Number.Example)
		}
		m.Param = p.next().text
		if err = a.Number.Check(m); err != nil {
			return m, err
		}
	}
	return m, p.expect(")")
}
