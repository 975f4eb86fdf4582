package query

import (
	"fmt"
	"strings"

	"cardinal/internal/each"
)

// Arith is an expression over aggregates, or over the columns of a row: max(a) - min(b), if(region = 'EU',
// price, 0). A node has an operator, calls a function, is a condition, or is a leaf. Exactly one of Measure,
// Column, Number and Literal is set in a leaf.
type Arith struct {
	Op   byte   // + - * / ^ &, or ~ for a minus sign in front; 0 for any other node
	Call string // the name of a function or of a part of a date
	Args []*Arith
	If   *Expr // a condition with the value true, false or null

	Measure *Measure
	Column  string
	Number  string
	Literal *Literal // a text, true, false, null, a bare date, or a word such as the unit of a function
}

var binding = map[byte]int{'&': 1, '+': 2, '-': 2, '*': 3, '/': 3, '~': 4, '^': 5}

// String writes the expression so that the parser reads an equal expression back.
func (a *Arith) String() string {
	switch {
	case a.Measure != nil && a.Measure.Where != "":
		return "(" + a.Measure.String() + ")"
	case a.Measure != nil:
		return a.Measure.String()
	case a.Call != "":
		args := each.Of(a.Args, (*Arith).String)
		return a.Call + "(" + strings.Join(args, ", ") + ")"
	case a.If != nil:
		return a.If.String()
	case a.Literal != nil:
		return a.Literal.String()
	case a.Op == 0 && a.Number != "":
		return a.Number
	case a.Op == 0:
		return quoteName(a.Column)
	case a.Op == '~' && a.Args[0].Literal != nil: // -2024-01-31 would be a difference of three numbers
		return "-(" + a.Args[0].String() + ")"
	case a.Op == '~':
		return "-" + a.Args[0].writeWithin(binding['~'])
	}
	// operators of equal precedence group from the left, powers from the right
	left, right := binding[a.Op], binding[a.Op]+1
	if a.Op == '^' {
		left, right = right, left
	}
	return a.Args[0].writeWithin(left) + " " + string(a.Op) + " " + a.Args[1].writeWithin(right)
}

func (a *Arith) writeWithin(strength int) string {
	negative := a.Op == 0 && strings.HasPrefix(a.Number, "-") && binding['~'] < strength // (-2) ^ x
	if a.Op != 0 && binding[a.Op] < strength || a.If != nil || negative {
		return "(" + a.String() + ")"
	}
	return a.String()
}

// Visit calls do for every node of the expression, also within conditions, and field for every field that is compared
// with literals.
func (a *Arith) Visit(do func(*Arith), field func(Field)) {
	do(a)
	for _, arg := range a.Args {
		arg.Visit(do, field)
	}
	if a.If != nil {
		a.If.Visit(do, field)
	}
}

// Visit calls do for every node of the expressions that a condition compares, and field for every field that the
// condition compares with literals.
func (e *Expr) Visit(do func(*Arith), field func(Field)) {
	for _, arg := range e.Args {
		arg.Visit(do, field)
	}
	switch {
	case e.Of != nil:
		e.Of.Visit(do, field)
	case len(e.Args) == 0:
		field(e.Field)
	}
	if e.With != nil {
		e.With.Visit(do, field)
	}
}

// Columns lists the columns that a condition reads.
func (e *Expr) Columns() []string { return columnsIn(e.Visit) }

// columnsIn lists the columns of the nodes and fields that a function visits.
func columnsIn(visit func(do func(*Arith), field func(Field))) (out []string) {
	visit(func(a *Arith) {
		if a.Column != "" {
			out = append(out, a.Column)
		}
	}, func(f Field) { out = append(out, f.Column) })
	return out
}

// Measures lists the aggregates of an expression.
func (a *Arith) Measures() []*Measure {
	var out []*Measure
	a.Visit(func(a *Arith) {
		if a.Measure != nil {
			out = append(out, a.Measure)
		}
	}, func(Field) {})
	return out
}

// Columns lists the columns that an expression reads.
func (a *Arith) Columns() []string { return columnsIn(a.Visit) }

// ParseFormula reads the text of a Formula measure.
func ParseFormula(s string) (*Arith, error) { return parseArith(s, true) }

// ParseArith reads the text of an expression over the columns of a row.
func ParseArith(s string) (*Arith, error) { return parseArith(s, false) }

func parseArith(s string, aggregates bool) (*Arith, error) {
	return parse(s, func(p *parser) (*Arith, error) {
		if p.peek().kind == end {
			return nil, fmt.Errorf("nothing is written yet")
		}
		return p.expression(aggregates)
	})
}
