package query

import (
	"cmp"
	"fmt"
	"strings"
)

// Adds reports whether the figures of disjoint sets of rows add up to the figure of all rows.
func (m Measure) Adds() bool { return m.Func.Describe().Adds }

// IsNumber reports whether the figures of a measure are numbers. numeric says whether the values of its column, or the
// results of its formula, are numbers.
func (m Measure) IsNumber(numeric bool) bool {
	of := Texts
	if numeric {
		of = Numbers
	}
	return m.Figures(of) == Numbers
}

// Figures returns the type of a measure's figures, given the type of its column or of its formula's results.
func (m Measure) Figures(of ColumnTypes) ColumnTypes {
	switch result := m.Func.Describe().Result; {
	case result == List:
		return Texts
	case result == OfColumn || m.Func == Formula:
		return of
	}
	return Numbers
}

// Measure is an aggregate of a column on the Values shelf. Measures can be compared with ==.
type Measure struct {
	Func   Func
	Column string // "" for count(), and if Expr is set
	Expr   string // a Formula's text; else arithmetic over columns, which is aggregated instead of a column
	Other  string // the second column of ratio and corr
	Param  string // the number of p or top, as it was written
	Show   Show
	Name   string // the title that a person gave, or ""
	Number string // the number format that a person gave, in Excel's syntax, or ""
	Marks  Marks  // the conditional formats of the figures
	// totals and subtotals of the measure are blank, because they mean nothing
	NoTotals bool
	Where    string // only rows for which this condition holds are aggregated; "": all rows. A Formula has no condition
}

// Figure returns the measure without its show, name, formats and NoTotals, so that only what is computed is left.
func (m Measure) Figure() Measure {
	m.Show, m.Name, m.Number, m.Marks, m.NoTotals = Show{}, "", "", Marks{}, false
	return m
}

// IsSameFigure reports whether both measures compute the same figures, such as median(x) and p(x, 0.5).
func (m Measure) IsSameFigure(o Measure) bool {
	m, o = m.Figure(), o.Figure()
	quantile := func(m *Measure) bool { return m.Func == Median || m.Func == Quantile }
	if quantile(&m) && quantile(&o) {
		a, b, err := m.Share()
		c, d, wrong := o.Share()
		if err == nil && wrong == nil && a == c && b == d {
			m.Func, m.Param = o.Func, o.Param
		}
	}
	return m == o
}

// String writes the measure without its show, name and formats: sum(revenue), p(delay, 0.9), count() where price > 3.
func (m Measure) String() string {
	if m.Where != "" {
		return m.unfiltered() + " where " + m.Where
	}
	return m.unfiltered()
}

// unfiltered writes the measure without its condition.
func (m Measure) unfiltered() string {
	switch {
	case m.Func == Formula:
		return m.Expr
	case m.Column == "" && m.Expr == "":
		return string(m.Func) + "()"
	}
	args := cmp.Or(m.Expr, quoteName(m.Column))
	switch {
	case m.Other != "":
		args += ", " + quoteName(m.Other)
	case m.Param != "":
		args += ", " + m.Param
	}
	return string(m.Func) + "(" + args + ")"
}

// measure reads an aggregate, or arithmetic over aggregates.
func (p *parser) measure() (Measure, error) {
	a, err := p.expression(true)
	switch {
	case err != nil:
		return Measure{}, err
	case a.Measure != nil:
		return *a.Measure, nil
	case len(a.Measures()) == 0:
		return Measure{}, fmt.Errorf("%s is no measure: it aggregates nothing", a)
	case a.If != nil:
		return Measure{}, fmt.Errorf("%s is true or false, and a measure is a figure: write if(%[1]s, 1, 0)", a)
	}
	return Measure{Func: Formula, Expr: a.String()}, nil
}

// call reads one aggregate with its arguments and its condition.
func (p *parser) call() (Measure, error) {
	t := p.peek()
	if t.kind != word || !p.calls() {
		return Measure{}, p.unexpected("an aggregate such as sum(column) or count()")
	}
	p.next()
	p.next()
	m := Measure{Func: funcNamed(t.text)}
	a := defined[m.Func]
	switch {
	case a == nil && isPart(t.text):
		return m, fmt.Errorf("%s labels the rows, and a measure is made of many: put it on the rows or columns, or "+
			"aggregate it, as in distinct(%[1]s(…))", t.text)
	case a == nil:
		return m, unknownName("aggregate", t.text, aggregateNames())
	}
	if err := p.callArguments(&m, a); err != nil {
		return m, err
	}
	if !p.accept("where") {
		return m, nil
	}
	where, err := p.rowCondition()
	if err == nil {
		m.Where = where.String()
	}
	return m, err
}

// callArguments reads the text between the brackets of an aggregate.
func (p *parser) callArguments(m *Measure, a *Aggregate) error {
	if a.NoColumn && p.accept("*") { // count(*)
		return p.expect(")")
	}
	if p.accept(")") {
		if !a.NoColumn {
			return fmt.Errorf("%s needs a column: %s(name)", m.Func, m.Func)
		}
		return nil
	}
	// count(distinct x)
	if p.peek().kind == word && p.tokens[1].kind != mark && m.Func == Count && p.accept("distinct") {
		m.Func = Distinct
	}
	of, err := p.expression(false)
	switch {
	case err != nil:
		return err
	case of.If != nil && conditional(m.Func, of) != "":
		return fmt.Errorf("a condition stands behind the bracket of the aggregate, and both stand in brackets within "+
			"a formula: (%s)", conditional(m.Func, of))
	case of.Op == 0 && of.Column != "":
		m.Column = of.Column
	case of.Literal != nil && of.Literal.Quoted:
		m.Column = of.Literal.Text
	case len(of.Columns()) == 0:
		return fmt.Errorf("%s(%s) names no column", m.Func, of)
	default:
		m.Expr = of.String()
	}
	switch {
	case a.Pair:
		if !p.accept(",") {
			return fmt.Errorf("%s takes two columns: %s(a, b)", m.Func, m.Func)
		}
		if m.Other, err = p.name(); err != nil {
			return err
		}
	case a.Number != nil:
		if !p.accept(",") {
			return fmt.Errorf("%s takes a column and a number, such as %s", m.Func, a.Number.Example)
		}
		m.Param = p.next().text
		if err = a.Number.Check(*m); err != nil {
			return err
		}
	}
	return p.expect(")")
}

// conditional returns the correct text if a person wrote a condition within the brackets, as in sum(price where region
// = 'EU'). In the correct text the condition follows the brackets. In other cases it returns "".
func conditional(f Func, of *Arith) string {
	text := of.String()
	for _, name := range of.Columns() {
		if column, where, is := strings.Cut(name, " where "); is {
			if strings.HasPrefix(text, "("+quoteName(name)) { // several conditions
				text = text[1 : len(text)-1]
			}
			return fmt.Sprintf("%s(%s", f, strings.Replace(text, quoteName(name), quoteName(column)+") where "+
				quoteName(where), 1))
		}
	}
	return ""
}

// rowCondition reads a condition that each row fulfils or not.
func (p *parser) rowCondition() (*Expr, error) {
	aggregates, bare := p.aggregates, p.bare
	p.aggregates, p.bare = false, true
	e, err := p.or(0)
	p.aggregates, p.bare = aggregates, bare
	return e, err
}

// ParseRowCondition reads the condition of a measure: a filter, or a single column of yes and no.
func ParseRowCondition(s string) (*Expr, error) {
	return parse(s, (*parser).rowCondition)
}

// otherNames maps further names of aggregates to the standard name, which replaces them when a measure is written.
var otherNames = map[string]Func{
	"mean": Avg, "average": Avg, "nunique": Distinct, "count_distinct": Distinct, "countd": Distinct,
	"std": Stddev, "stdev": Stddev, "variance": Var, "quantile": Quantile, "percentile": Quantile,
}

// funcNamed returns the aggregate with a name.
func funcNamed(name string) Func {
	name = strings.ToLower(name)
	if f, ok := otherNames[name]; ok {
		return f
	}
	return Func(name)
}
