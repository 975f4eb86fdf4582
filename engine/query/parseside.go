package query

import "strings"

// side reads one side of a comparison: a field or an expression.
func (p *parser) side() (Field, *Arith, error) {
	if p.aggregates || p.bare && p.literalStarts() {
		a, err := p.operand()
		return Field{}, a, err
	}
	before, passed := p.tokens, p.passed
	f, fault := p.field()
	if fault == nil && !p.atOperator() {
		return f, nil, nil
	}
	p.tokens, p.passed = before, passed
	a, err := p.operand()
	if err != nil && fault != nil && !p.bare && FunctionNamed(before[0].text) == nil {
		err = fault
	}
	if err == nil && a.Op == 0 && a.Column != "" {
		return Field{Column: a.Column}, nil, nil
	}
	return Field{}, a, err
}

// literalStarts reports whether a text, a number, a date, true, false or null comes next, not a column.
func (p *parser) literalStarts() bool {
	t := p.peek()
	return t.kind == number || t.kind == quoted && p.src[t.offset] != '"' || t.kind == word && isConstant(t.text) &&
		!p.calls()
}

// atOperator reports whether an arithmetic operator comes next.
func (p *parser) atOperator() bool { return p.tokens[0].operator() }

func (t token) operator() bool {
	switch t.kind {
	case mark:
		switch t.text {
		case "+", "-", "*", "/", "^", "&", "||":
			return true
		}
	case number:
		return t.text[0] == '-' || t.text[0] == '+'
	}
	return false
}

// left returns the left side of the comparison, as an expression even if it is a field.
func (e *Expr) left() *Arith {
	switch {
	case e.Of != nil:
		return e.Of
	case e.Field.Part == Whole:
		return &Arith{Column: e.Field.Column}
	}
	p, err := newParser(e.Field.String())
	if err != nil {
		panic("BUG: a field is not lexed: " + err.Error())
	}
	a, err := p.operand()
	if err != nil {
		panic("BUG: a field does not read back: " + err.Error())
	}
	return a
}

// compare reads the right side of a comparison whose left side is in e.
func (p *parser) compare(e *Expr, op Op) (*Expr, error) {
	out := &Expr{Op: op, Field: e.Field, Of: e.Of}
	var err error
	if p.peek().kind == end || p.literalNext() {
		out.Values, err = p.literal()
		return out, err
	}
	if out.With, err = p.operand(); err == nil {
		out.Field, out.Of = Field{}, e.left()
	}
	return out, err
}

// literalNext reports whether a literal without arithmetic comes next.
func (p *parser) literalNext() bool {
	t := p.peek()
	is := t.kind == number || t.kind == quoted || t.kind == word && isConstant(t.text) && !p.calls()
	return is && !p.tokens[1].operator()
}

// isOperand reports whether the next bracket encloses an operand of arithmetic or of a comparison, such as (a + b) > 3.
// If not, it encloses a condition, such as (a > 3).
func (p *parser) isOperand() bool {
	open := 0
	for i, t := range p.tokens {
		switch {
		case t.kind == mark && t.text == "(":
			open++
		case t.kind == mark && t.text == ")":
			if open--; open == 0 {
				return p.tokens[i+1].continuesOperand()
			}
		}
	}
	return false
}

// continuesOperand reports whether a token after a bracket shows that the bracket is an operand: an arithmetic operator
// or a comparison.
func (t token) continuesOperand() bool {
	if t.operator() {
		return true
	}
	if t.kind == mark {
		return comparisons[t.text] != 0
	}
	if t.kind != word {
		return false
	}
	switch strings.ToLower(t.text) {
	case "in", "between", "is", "not":
		return true
	}
	_, _, named := textOp(t)
	return named
}
