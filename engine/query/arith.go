package query

import (
	"fmt"
	"strings"
)

// Arith is arithmetic over aggregates, or over the columns of a row: max(a) - min(b), (charged - tax) / total. Exactly
// one of Measure, Column and Number is set in a leaf.
type Arith struct {
	Op   byte // + - * / ^, or ~ for a minus sign in front; 0 for a leaf
	Args []*Arith

	Measure *Measure
	Column  string
	Number  string
}

var binding = map[byte]int{'+': 1, '-': 1, '*': 2, '/': 2, '~': 3, '^': 4}

// String writes the expression so that the parser reads the same one back.
func (a *Arith) String() string {
	switch {
	case a.Measure != nil:
		return a.Measure.String()
	case a.Op == 0 && a.Number != "":
		return a.Number
	case a.Op == 0:
		return quoteName(a.Column)
	case a.Op == '~':
		return "-" + a.Args[0].within(binding['~'])
	}
	// operators of one strength group from the left, powers from the right
	left, right := binding[a.Op], binding[a.Op]+1
	if a.Op == '^' {
		left, right = right, left
	}
	return a.Args[0].within(left) + " " + string(a.Op) + " " + a.Args[1].within(right)
}

func (a *Arith) within(strength int) string {
	if a.Op != 0 && binding[a.Op] < strength {
		return "(" + a.String() + ")"
	}
	return a.String()
}

// arith reads an expression whose leaves, beside numbers, leaf reads.
func (p *parser) arith(leaf func() (*Arith, error)) (*Arith, error) {
	return p.sum(leaf, 0)
}

func (p *parser) sum(leaf func() (*Arith, error), depth int) (*Arith, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("brackets nest more than %d deep: %s", maxDepth, p.src)
	}
	left, err := p.term(leaf, depth)
	for err == nil {
		op := byte('+')
		switch t := p.peek(); {
		case p.take("+"):
		case p.take("-"):
			op = '-'
		case t.kind == number && (t.text[0] == '-' || t.text[0] == '+'): // a -1
			op = t.text[0]
			p.tokens[0].text = t.text[1:]
		default:
			return left, nil
		}
		var right *Arith
		if right, err = p.term(leaf, depth); err == nil {
			left = &Arith{Op: op, Args: []*Arith{left, right}}
		}
	}
	return nil, err
}

func (p *parser) term(leaf func() (*Arith, error), depth int) (*Arith, error) {
	left, err := p.factor(leaf, depth)
	for err == nil {
		op := byte('*')
		switch {
		case p.take("*"):
		case p.take("/"):
			op = '/'
		default:
			return left, nil
		}
		var right *Arith
		if right, err = p.factor(leaf, depth); err == nil {
			left = &Arith{Op: op, Args: []*Arith{left, right}}
		}
	}
	return nil, err
}

func (p *parser) factor(leaf func() (*Arith, error), depth int) (*Arith, error) {
	if depth++; depth > maxDepth {
		return nil, fmt.Errorf("the expression nests more than %d deep: %s", maxDepth, p.src)
	}
	if p.take("-") {
		arg, err := p.factor(leaf, depth)
		return &Arith{Op: '~', Args: []*Arith{arg}}, err
	}
	var base *Arith
	var err error
	switch t := p.peek(); {
	case p.take("("):
		if base, err = p.sum(leaf, depth); err == nil {
			err = p.expect(")")
		}
	case t.kind == number:
		p.next()
		base = &Arith{Number: strings.TrimPrefix(t.text, "+")}
	default:
		base, err = leaf()
	}
	if err != nil || !p.take("^") {
		return base, err
	}
	exponent, err := p.factor(leaf, depth)
	return &Arith{Op: '^', Args: []*Arith{base, exponent}}, err
}

// column is a leaf of arithmetic within a row.
func (p *parser) column() (*Arith, error) {
	name, err := p.name()
	return &Arith{Column: name}, err
}

// aggregate is a leaf of arithmetic over aggregates.
func (p *parser) aggregate() (*Arith, error) {
	m, err := p.call()
	return &Arith{Measure: &m}, err
}

// Measures lists the aggregates of an expression.
func (a *Arith) Measures() []*Measure {
	if a.Measure != nil {
		return []*Measure{a.Measure}
	}
	var out []*Measure
	for _, arg := range a.Args {
		out = append(out, arg.Measures()...)
	}
	return out
}

// Columns lists the columns of an expression.
func (a *Arith) Columns() []string {
	if a.Column != "" {
		return []string{a.Column}
	}
	var out []string
	for _, arg := range a.Args {
		out = append(out, arg.Columns()...)
	}
	return out
}

// ParseFormula reads the text of a Formula measure.
func ParseFormula(s string) (*Arith, error) {
	p, err := newParser(s)
	if err != nil {
		return nil, err
	}
	a, err := p.arith(p.aggregate)
	if err != nil {
		return nil, err
	}
	return a, p.done()
}

// ParseArith reads the text of a measure's expression over the columns of a row.
func ParseArith(s string) (*Arith, error) {
	p, err := newParser(s)
	if err != nil {
		return nil, err
	}
	a, err := p.arith(p.column)
	if err != nil {
		return nil, err
	}
	return a, p.done()
}
