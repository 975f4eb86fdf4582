package query

import (
	"fmt"
	"strings"
)

// ParseFilter reads an expression: region in ("EU", "US") and price > 3, not (city like 'A%' or city is null),
// year(date) between 2001 and 2003, name icontains 'co', date in last 30 days. A text may be in single or double
// quotes. A name with spaces or special characters must be in double quotes.
func ParseFilter(s string) (*Expr, error) {
	if strings.TrimSpace(s) == "" {
		return nil, nil
	}
	return parse(s, (*parser).rowCondition)
}

// maxDepth limits how deeply brackets are nested, so that a hostile text cannot exhaust the stack.
const maxDepth = 200

func (p *parser) or(depth int) (*Expr, error) {
	return p.chain(Or, "or", func() (*Expr, error) {
		return p.chain(And, "and", func() (*Expr, error) { return p.not(depth) })
	})
}

// chain reads one or more terms between keywords.
func (p *parser) chain(op Op, keyword string, term func() (*Expr, error)) (*Expr, error) {
	first, err := term()
	if err != nil {
		return nil, err
	}
	args := []*Expr{first}
	for p.accept(keyword) {
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
	if p.accept("not") {
		e, err := p.not(depth + 1)
		return &Expr{Op: Not, Args: []*Expr{e}}, err
	}
	if p.peek().text == "(" && p.peek().kind == mark && !p.isOperand() {
		p.next()
		e, err := p.or(depth + 1)
		if err != nil {
			return nil, err
		}
		return e, p.expect(")")
	}
	return p.comparison()
}

var comparisons = map[string]Op{"=": Eq, "==": Eq, "<>": Ne, "!=": Ne, "<": Lt, "<=": Le, ">": Gt, ">=": Ge}

// textOps maps words to comparisons of texts. With an i before the word, case does not matter.
var textOps = map[string]Op{"like": Like, "contains": Contains, "begins": Begins, "ends": Ends, "matches": Matches,
	"equals": Eq}

// textOp returns the comparison that a token names; anyCase is true if case does not matter.
func textOp(t token) (op Op, anyCase, ok bool) {
	if t.kind != word {
		return 0, false, false
	}
	name := strings.ToLower(t.text)
	if op, ok = textOps[name]; ok {
		return op, false, true
	}
	bare, anyCase := strings.CutPrefix(name, "i")
	op, ok = textOps[bare]
	return op, anyCase, ok && anyCase
}

func (p *parser) comparison() (*Expr, error) {
	f, of, err := p.side()
	if err != nil {
		return nil, err
	}
	return p.parseRightSide(&Expr{Field: f, Of: of})
}

// parseRightSide reads the operator and the right side of a comparison into e.
func (p *parser) parseRightSide(e *Expr) (_ *Expr, err error) {
	if p.accept("is") {
		e.Op = IsNull
		inverted := p.accept("not")
		if err := p.expect("null"); err != nil {
			return nil, err
		}
		return invert(e, inverted), nil
	}
	inverted := p.accept("not")
	t := p.peek()
	op, anyCase, named := textOp(t)
	switch {
	case p.accept("in"):
		if e.Op = In; p.isPeriod() {
			e.Op = Within
			e.Period, err = p.period()
			break
		}
		e.Values, err = p.set()
	case named:
		p.next()
		e.Op, e.AnyCase = op, anyCase
		e.Values, err = p.textLiteral(op)
	case p.accept("between"):
		return p.between(e, inverted)
	case !inverted && t.kind == mark && comparisons[t.text] != 0:
		p.next()
		e, err = p.compare(e, comparisons[t.text])
	case !inverted && p.bare:
		return &Expr{Op: IsTrue, Of: e.left()}, nil
	default:
		return nil, p.unexpected("a comparison: =, <>, <, <=, >, >=, in, between, is null, contains, begins, ends, " +
			"like or matches")
	}
	return invert(e, inverted), err
}

func invert(e *Expr, inverted bool) *Expr {
	if inverted {
		return &Expr{Op: Not, Args: []*Expr{e}}
	}
	return e
}

func (p *parser) between(e *Expr, inverted bool) (*Expr, error) {
	lo, err := p.compare(e, Ge)
	if err != nil {
		return nil, err
	}
	if err := p.expect("and"); err != nil {
		return nil, err
	}
	hi, err := p.compare(e, Le)
	if err != nil {
		return nil, err
	}
	return invert(&Expr{Op: And, Args: []*Expr{lo, hi}}, inverted), nil
}

// textLiteral reads the text operand of a comparison.
func (p *parser) textLiteral(op Op) ([]Literal, error) {
	values, err := p.literal()
	switch {
	case err != nil:
	case values[0].Null:
		err = fmt.Errorf("null is no text: write \"is null\" in place of the comparison: %s", p.src)
	case op == Matches:
		_, err = Pattern(values[0].Text, false)
	}
	return values, err
}

func (p *parser) set() ([]Literal, error) {
	if !p.accept("(") {
		return nil, p.unexpected(`"(" and values, or days as in "last 30 days"`)
	}
	if p.accept(")") {
		return nil, nil
	}
	var out []Literal
	for {
		one, err := p.literal()
		if err != nil {
			return nil, err
		}
		out = append(out, one...)
		if !p.accept(",") {
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
	case t.kind == word:
		return nil, fmt.Errorf("%w; a text stands in quotes: '%s'", p.unexpected("a number, a quoted text, true, "+
			"false or null"), t.text)
	default:
		return nil, p.unexpected("a number, a quoted text, true, false or null")
	}
	p.next()
	return []Literal{l}, nil
}
