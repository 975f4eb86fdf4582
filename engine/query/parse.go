package query

import (
	"slices"
	"strings"
)

// ParseFields reads a list of fields: region, year(date), bin(price, 10), "unit price".
func ParseFields(s string) ([]Field, error) {
	return parseList(s, (*parser).listed)
}

// ParseMeasures reads a list of measures: sum(revenue), count(), avg("unit price").
func ParseMeasures(s string) ([]Measure, error) {
	return parseList(s, (*parser).measure)
}

func parseList[T any](s string, one func(*parser) (T, error)) ([]T, error) {
	if strings.TrimSpace(s) == "" {
		return nil, nil
	}
	return parse(s, func(p *parser) (out []T, err error) {
		for {
			v, err := one(p)
			if err != nil {
				return nil, err
			}
			if out = append(out, v); !p.accept(",") {
				return out, nil
			}
		}
	})
}

// parse parses a whole text.
func parse[T any](s string, one func(*parser) (T, error)) (v T, err error) {
	p, err := newParser(s)
	if err != nil {
		return v, err
	}
	if v, err = one(p); err == nil {
		err = p.done()
	}
	return v, err
}

func (p *parser) name() (string, error) {
	t := p.peek()
	if t.kind != word && t.kind != quoted {
		return "", p.unexpected("a column name")
	}
	p.next()
	// A plain name may hold spaces or digits on the command line: flight date, 2024 total.
	for t.kind == word && (p.peek().kind == word || p.peek().kind == number &&
		strings.IndexByte("+-", p.peek().text[0]) < 0) && !isKeyword(p.peek().text) && !p.atTextOp() {
		t.text += " " + p.next().text
	}
	return t.text, nil
}

// atTextOp reports whether a comparison word such as contains comes next, followed by an operand. Without an operand,
// the word may belong to the name of a column: trip ends.
func (p *parser) atTextOp() bool {
	if _, _, named := textOp(p.peek()); !named {
		return false
	}
	after := p.tokens[1]
	_, _, named := textOp(after)
	return after.kind == quoted || after.kind == number || after.kind == word && !named && (!isKeyword(after.text) ||
		strings.EqualFold(after.text, "null"))
}

func isKeyword(s string) bool {
	switch strings.ToLower(s) {
	case "and", "or", "not", "in", "like", "is", "null", "asc", "desc", "between":
		return true
	}
	return false
}

func indexOf(values []Measure, m Measure) int {
	return slices.IndexFunc(values, func(v Measure) bool { return v.String() == m.String() })
}
