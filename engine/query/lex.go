package query

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// token is a word, a quoted string, a number or a mark of punctuation.
type token struct {
	text   string
	kind   tokenKind
	offset int // in bytes, for error messages
}

type tokenKind uint8

const (
	end tokenKind = iota
	word
	quoted // "..." or '...'; a quote inside is doubled
	number
	mark
)

func lex(s string) ([]token, error) {
	if !utf8.ValidString(s) {
		return nil, fmt.Errorf("not valid UTF-8: %q", s)
	}
	var out []token
	for i := 0; i < len(s); {
		c := s[i]
		start := i
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '"' || c == '\'':
			text, n, ok := unquote(s[i:], c)
			if !ok {
				return nil, fmt.Errorf("the quote opened at character %d is not closed: %s", i+1, s)
			}
			i += n
			out = append(out, token{text, quoted, start})
		case isDate(s[i:]):
			for i += 10; i < len(s) && (s[i] >= '0' && s[i] <= '9' || strings.IndexByte("T:.Z", s[i]) >= 0); i++ {
			}
			out = append(out, token{s[start:i], quoted, start})
		case c >= '0' && c <= '9' || (c == '-' || c == '.' || c == '+') && i+1 < len(s) &&
			(s[i+1] >= '0' && s[i+1] <= '9' || s[i+1] == '.'):
			for i++; i < len(s) && (s[i] >= '0' && s[i] <= '9' || strings.IndexByte(".eE", s[i]) >= 0 ||
				strings.IndexByte("+-", s[i]) >= 0 && strings.IndexByte("eE", s[i-1]) >= 0); i++ {
			}
			out = append(out, token{s[start:i], number, start})
		case strings.HasPrefix(s[i:], "<=") || strings.HasPrefix(s[i:], ">=") || strings.HasPrefix(s[i:], "<>") ||
			strings.HasPrefix(s[i:], "!=") || strings.HasPrefix(s[i:], "==") || strings.HasPrefix(s[i:], "||"):
			i += 2
			out = append(out, token{s[start:i], mark, start})
		case strings.IndexByte("(),=<>+-*/^&", c) >= 0:
			i++
			out = append(out, token{s[start:i], mark, start})
		default:
			for j, r := range s[i:] {
				if !isWord(r, j == 0) {
					break
				}
				i += len(string(r))
			}
			if i == start {
				if c == ';' {
					return nil, fmt.Errorf("character %d, ';', means nothing here: %s; a comma stands between the "+
						"arguments of a function, and a column name that has it stands in double quotes: \"Cost;\"",
						start+1, s)
				}
				if c == '%' {
					return nil, fmt.Errorf("character %d, '%%', means nothing here: %s; "+divided+
						", and a column name that has it stands in double quotes: \"Cost %%\"", start+1, s)
				}
				return nil, fmt.Errorf("character %d, %s, means nothing here: %s; a column name that has it stands "+
					"in double quotes: \"Cost $\"", start+1, strconv.QuoteRune(rune(s[start])), s)
			}
			out = append(out, token{s[start:i], word, start})
		}
	}
	return append(out, token{"", end, len(s)}), nil
}

// isDate reports whether s starts with a bare date: 2024-12-31, or 2024-12-31T18:30:00.
func isDate(s string) bool {
	if len(s) < 10 {
		return false
	}
	for i, c := range []byte(s[:10]) {
		if i == 4 || i == 7 {
			if c != '-' {
				return false
			}
		} else if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// unquote reads a quoted string at the start of s, and returns how many bytes of s it has, with its quotes.
func unquote(s string, quote byte) (text string, n int, ok bool) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] != quote {
			b.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == quote {
			b.WriteByte(quote)
			i++
			continue
		}
		return b.String(), i + 1, true
	}
	return "", 0, false
}

// parser walks the tokens of one text.
type parser struct {
	src    string
	tokens []token
	passed token // the token before tokens[0]

	aggregates bool // leaves of expressions are aggregates, not columns
	bare       bool // a condition may be a single value
	depth      int  // of nested expressions
}

func newParser(s string) (*parser, error) {
	tokens, err := lex(s)
	return &parser{src: s, tokens: tokens}, err
}

func (p *parser) peek() token { return p.tokens[0] }

func (p *parser) next() token {
	t := p.tokens[0]
	if p.passed = t; t.kind != end {
		p.tokens = p.tokens[1:]
	}
	return t
}

// accept skips the next token if it is the given mark or keyword, and reports whether it was.
func (p *parser) accept(text string) bool {
	t := p.peek()
	if t.kind == mark && t.text == text || t.kind == word && strings.EqualFold(t.text, text) {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(text string) error {
	if !p.accept(text) {
		return p.unexpected(fmt.Sprintf("%q", text))
	}
	return nil
}

func (p *parser) unexpected(want string) error {
	t := p.peek()
	got := "the end"
	if t.kind != end {
		got = fmt.Sprintf("%q", t.text)
	}
	err := fmt.Errorf("expected %s and found %s at character %d of: %s", want, got, t.offset+1, p.src)
	if p.passed.kind == word && isKeyword(p.passed.text) && t.kind == word || t.kind == word && isKeyword(t.text) {
		err = fmt.Errorf("%w; a column name with the word in, is, or the like stands in double quotes: \"Cost in EUR\"",
			err)
	}
	return err
}

func (p *parser) done() error {
	t := p.peek()
	if t.text == "," && p.passed.kind == number && p.tokens[1].kind == number && p.tokens[1].offset == t.offset+1 {
		return fmt.Errorf("%w; a number has a decimal point: %s.%s", p.unexpected("the end"), p.passed.text,
			p.tokens[1].text)
	}
	if t.kind != end {
		return withHint(p.unexpected("the end"), p.peek().text)
	}
	return nil
}
