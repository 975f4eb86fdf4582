package query

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/separators"
)

// expression reads an expression whose leaves are aggregates, or the columns of a row.
func (p *parser) expression(aggregates bool) (*Arith, error) {
	before := p.aggregates
	p.aggregates = aggregates
	defer func() { p.aggregates = before }()
	if aggregates {
		return p.operand()
	}
	return p.value()
}

// value reads an expression or a condition.
func (p *parser) value() (*Arith, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	before := p.bare
	p.bare = true
	e, err := p.or(0)
	p.bare = before
	switch {
	case err != nil:
		return nil, err
	case e.Op == IsTrue:
		return e.Of, nil
	}
	return &Arith{If: e}, nil
}

// enter counts one more level of nesting, until leave is called. If the level is more than maxDepth, it returns an
// error.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return separators.Errorf("the expression has more than %d levels of brackets and functions: %.100s", maxDepth,
			p.src)
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

// operand reads arithmetic without a comparison.
func (p *parser) operand() (*Arith, error) {
	return p.chainOperands(p.sum, func() byte {
		if p.accept("&") || p.accept("||") {
			return '&'
		}
		return 0
	})
}

func (p *parser) sum() (*Arith, error) {
	return p.chainOperands(p.term, func() byte {
		switch t := p.peek(); {
		case p.accept("+"):
			return '+'
		case p.accept("-"):
			return '-'
		case t.kind == number && (t.text[0] == '-' || t.text[0] == '+'): // a -1
			p.tokens = slices.Clone(p.tokens)
			p.tokens[0].text = t.text[1:]
			return t.text[0]
		}
		return 0
	})
}

func (p *parser) term() (*Arith, error) {
	return p.chainOperands(p.factor, func() byte {
		switch {
		case p.accept("*"):
			return '*'
		case p.accept("/"):
			return '/'
		}
		return 0
	})
}

// chainOperands reads operands and operators of one precedence. operator consumes an operator and returns it, or 0.
func (p *parser) chainOperands(operand func() (*Arith, error), operator func() byte) (*Arith, error) {
	left, err := operand()
	for err == nil {
		op := operator()
		if op == 0 {
			return left, nil
		}
		var right *Arith
		right, err = operand()
		left = &Arith{Op: op, Args: []*Arith{left, right}}
	}
	return nil, err
}

func (p *parser) factor() (*Arith, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if p.accept("-") {
		arg, err := p.factor()
		return &Arith{Op: '~', Args: []*Arith{arg}}, err
	}
	base, err := p.primary()
	if err != nil || !p.accept("^") {
		return base, err
	}
	exponent, err := p.factor()
	return &Arith{Op: '^', Args: []*Arith{base, exponent}}, err
}

func (p *parser) primary() (*Arith, error) {
	switch t := p.peek(); {
	case p.accept("("):
		a, err := p.value()
		if err == nil {
			err = p.expect(")")
		}
		return a, err
	case t.kind == number:
		p.next()
		return &Arith{Number: strings.TrimPrefix(t.text, "+")}, nil
	case t.kind == quoted && p.src[t.offset] != '"':
		p.next()
		return &Arith{Literal: &Literal{Text: t.text, Quoted: p.src[t.offset] == '\''}}, nil
	case t.kind == word && p.calls():
		return p.function()
	case t.kind == word && isConstant(t.text):
		p.next()
		return &Arith{Literal: constant(t.text)}, nil
	}
	return p.leaf()
}

// calls reports whether the next word is followed by an opening bracket.
func (p *parser) calls() bool {
	return len(p.tokens) > 1 && p.tokens[1].kind == mark && p.tokens[1].text == "("
}

func isConstant(s string) bool {
	return strings.EqualFold(s, "true") || strings.EqualFold(s, "false") || strings.EqualFold(s, "null")
}

func constant(s string) *Literal {
	if strings.EqualFold(s, "null") {
		return &Literal{Null: true}
	}
	return &Literal{Text: strings.ToLower(s)}
}

// function reads the call of a function, of a part of a date, or of an aggregate if aggregates are leaves.
func (p *parser) function() (*Arith, error) {
	name := strings.ToLower(p.peek().text)
	if defined[funcNamed(name)] != nil && p.aggregates {
		return p.leaf()
	}
	if f := FunctionNamed(name); f != nil {
		p.next()
		p.next()
		return p.arguments(f)
	}
	switch {
	case !p.aggregates && isPart(name):
		p.next()
		p.next()
		return p.partOf(name)
	case p.aggregates:
		return p.leaf()
	case defined[funcNamed(name)] != nil:
		return nil, fmt.Errorf("%s is computed from many rows, so a calculated field cannot use it: put it on "+
			"Values, or in a formula of aggregates", name)
	}
	return nil, unknownName("function", name, functionNames())
}

// arguments reads the arguments of a function, after its opening bracket.
func (p *parser) arguments(f *Function) (*Arith, error) {
	a := &Arith{Call: f.Name}
	for i := 0; !p.accept(")"); i++ {
		if i > 0 && !p.accept(",") {
			return nil, p.unexpected(`"," or ")"`)
		}
		arg, err := p.argument(f.argument(i))
		if err != nil {
			return nil, err
		}
		a.Args = append(a.Args, arg)
	}
	return a, f.check(len(a.Args))
}

func (p *parser) argument(of *Argument) (*Arith, error) {
	if of == nil || len(of.Words) == 0 {
		return p.value()
	}
	t := p.peek()
	text := strings.ToLower(t.text)
	if !slices.Contains(of.Words, text) {
		return nil, p.unexpected("one of " + strings.Join(of.Words, ", "))
	}
	p.next()
	return &Arith{Literal: &Literal{Text: text}}, nil
}

// isPart reports whether a word names a part of a date or bins.
func isPart(name string) bool {
	return slices.Contains(partNames(), strings.ToLower(name))
}

// partOf reads the arguments of a part: an expression, and the part's own argument if it takes one.
func (p *parser) partOf(name string) (*Arith, error) {
	of, err := p.value()
	if err != nil {
		return nil, err
	}
	a := &Arith{Call: name, Args: []*Arith{of}}
	for p.accept(",") {
		t := p.next()
		a.Args = append(a.Args, &Arith{Literal: &Literal{Text: t.text, Quoted: t.kind == quoted}})
	}
	if err := p.expect(")"); err != nil {
		return nil, err
	}
	_, err = a.PartOf("x")
	return a, err
}

// PartOf returns the field of a call of a part, such as year(date), if the first argument is the given column. If a is
// anything else, it returns an error.
func (a *Arith) PartOf(column string) (Field, error) {
	text := a.Call + "(" + quoteName(column)
	for _, arg := range a.Args[1:] {
		text += ", " + arg.String()
	}
	fields, err := ParseFields(text + ")")
	if err != nil {
		return Field{}, err
	}
	return fields[0], nil
}

// IsPart reports whether a calls a part of a date or bins.
func (a *Arith) IsPart() bool { return a.Call != "" && FunctionNamed(a.Call) == nil }

// leaf reads an aggregate or a column.
func (p *parser) leaf() (*Arith, error) {
	if p.aggregates {
		m, err := p.call()
		return &Arith{Measure: &m}, err
	}
	name, err := p.name()
	return &Arith{Column: name}, err
}
