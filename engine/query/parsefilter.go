package query

import "strings"

// ParseFilter reads an expression: region in ("EU", "US") and price > 3, not (city like 'A%' or city is null),
// year(date) between 2001 and 2003. Strings take either quote; a name with odd characters stands in double quotes.
func ParseFilter(s string) (*Expr, error) {
	if strings.TrimSpace(s) == "" {
		return nil, nil
	}
	p, err := newParser(s)
	if err != nil {
		return nil, err
	}
	e, err := p.or(0)
	if err != nil {
		return nil, err
	}
	return e, p.done()
}

// maxDepth of nested brackets keeps a hostile text from exhausting the stack.
const maxDepth = 200

func (p *parser) or(depth int) (*Expr, error) {
	return p.chain(Or, "or", func() (*Expr, error) {
		return p.chain(And, "and", func() (*Expr, error) { return p.not(depth) })
	})
}

// chain reads one or more terms joined by a keyword.
func (p *parser) chain(op Op, keyword string, term func() (*Expr, error)) (*Expr, error) {
	first, err := term()
	if err != nil {
		return nil, err
	}
	args := []*Expr{first}
	for p.take(keyword) {
		e, err := term()
		if err != nil {
			return nil, err
		}
		args = append(args, e)
	}
	if len(args) == 1 {
		return first, nil
	}
	return &Expr{Op: op, Args: args}, nil
}

func (p *parser) not(depth int) (*Expr, error) {
	if depth > maxDepth {
		return nil, p.unexpected("fewer nested brackets")
	}
	if p.take("not") {
		e, err := p.not(depth + 1)
		return &Expr{Op: Not, Args: []*Expr{e}}, err
	}
	if p.take("(") {
		e, err := p.or(depth + 1)
		if err != nil {
			return nil, err
		}
		return e, p.expect(")")
	}
	return p.comparison()
}

var comparisons = map[string]Op{"=": Eq, "<>": Ne, "!=": Ne, "<": Lt, "<=": Le, ">": Gt, ">=": Ge}

func (p *parser) comparison() (*Expr, error) {
	f, err := p.field()
	if err != nil {
		return nil, err
	}
	e := &Expr{Field: f}
	if p.take("is") {
		e.Op = IsNull
		inverted := p.take("not")
		if err := p.expect("null"); err != nil {
			return nil, err
		}
		return invert(e, inverted), nil
	}
	inverted := p.take("not")
	switch t := p.peek(); {
	case p.take("in"):
		e.Op = In
		e.Values, err = p.set()
	case p.take("like"):
		e.Op = Like
		e.Values, err = p.literal()
	case p.take("between"):
		return p.between(f, inverted)
	case !inverted && t.kind == mark:
		op, ok := comparisons[t.text]
		if !ok {
			return nil, p.unexpected("a comparison")
		}
		p.next()
		e.Op = op
		e.Values, err = p.literal()
	default:
		return nil, p.unexpected("a comparison: =, <>, <, <=, >, >=, in, like, between or is null")
	}
	return invert(e, inverted), err
}

func invert(e *Expr, inverted bool) *Expr {
	if inverted {
		return &Expr{Op: Not, Args: []*Expr{e}}
	}
	return e
}

func (p *parser) between(f Field, inverted bool) (*Expr, error) {
	lo, err := p.literal()
	if err != nil {
		return nil, err
	}
	if err := p.expect("and"); err != nil {
		return nil, err
	}
	hi, err := p.literal()
	if err != nil {
		return nil, err
	}
	return invert(&Expr{Op: And, Args: []*Expr{{Op: Ge, Field: f, Values: lo}, {Op: Le, Field: f, Values: hi}}}, inverted), nil
}

func (p *parser) set() ([]Literal, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	if p.take(")") {
		return nil, nil
	}
	var out []Literal
	for {
		one, err := p.literal()
		if err != nil {
			return nil, err
		}
		out = append(out, one...)
		if !p.take(",") {
			return out, p.expect(")")
		}
	}
}

func (p *parser) literal() ([]Literal, error) {
	l := Literal{}
	switch t := p.peek(); {
	case t.kind == word && strings.EqualFold(t.text, "null"):
		l.Null = true
	case t.kind == word && (strings.EqualFold(t.text, "true") || strings.EqualFold(t.text, "false")), t.kind == number:
		l.Text = t.text
	case t.kind == quoted:
		l.Text, l.Quoted = t.text, true
	default:
		return nil, p.unexpected("a number, a quoted text, true, false or null")
	}
	p.next()
	return []Literal{l}, nil
}
