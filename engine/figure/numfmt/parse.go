package numfmt

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardinal/internal/separators"
)

// kind is what an item of a format stands for.
type kind uint8

const (
	literal         kind = iota
	digit                // 0, # or ?
	point                // between the whole digits and the fraction
	exponent             // E+ or E-
	general              // the number with all its digits
	textItem             // @
	datePart             // yyyy, mmm, hh
	elapsed              // [h], hours since the first day
	secondsFraction      // .000 after seconds
	halfDay              // AM/PM
)

// item is a part of a section. text is a literal, or the letters of the format.
type item struct {
	kind kind
	text string
}

// section is the format of some numbers. Semicolons separate the sections of a format.
type section struct {
	items     []item
	when      string // <, <=, >, >=, = or <>; "": no condition
	limit     number // the number of the condition
	dates     bool
	percent   int  // number of per cent signs
	thousands int  // how often the number is divided by 1,000
	grouped   bool // has commas between thousands
}

// maxCode is the largest length of a number format in Excel, in bytes.
const maxCode = 255

// Parse reads a number format. Its errors say in words what cannot be read.
func Parse(code string) (*Format, error) {
	if strings.TrimSpace(code) == "" {
		return nil, errors.New("the number format is empty: write one such as #,##0.00")
	}
	if !utf8.ValidString(code) {
		return nil, fmt.Errorf("the number format %q is not valid UTF-8", code)
	}
	if len(code) > maxCode {
		return nil, separators.Errorf("a number format has at most %d characters, and this one %d", maxCode, len(code))
	}
	p := parser{rest: code}
	f := &Format{}
	for more := true; more; {
		s, err := p.section()
		if err != nil {
			return nil, fmt.Errorf("the number format %s cannot be read: %w", code, err)
		}
		f.sections = append(f.sections, s)
		more = strings.HasPrefix(p.rest, ";")
		if more {
			p.rest = p.rest[1:]
			p.code.WriteByte(';')
		}
	}
	if n := len(f.sections) - 1; n == 3 || slices.ContainsFunc(f.sections[n].items, func(i item) bool {
		return i.kind == textItem
	}) {
		f.text, f.sections = &f.sections[n], f.sections[:n]
	}
	if len(f.sections) > 3 {
		return nil, fmt.Errorf("the number format %s cannot be read: it has more than four sections between semicolons",
			code)
	}
	if len(f.sections) == 0 {
		f.sections = []section{{items: []item{{general, ""}}}}
	}
	f.code = p.code.String()
	return f, nil
}

// parser walks a code, and writes it as Excel reads it.
type parser struct {
	rest string
	code strings.Builder
}

// consume removes n bytes from the rest of the code and returns them.
func (p *parser) consume(n int) string {
	text := p.rest[:n]
	p.rest = p.rest[n:]
	p.code.WriteString(text)
	return text
}

func (p *parser) section() (section, error) {
	var s section
	for p.rest != "" && p.rest[0] != ';' {
		if err := p.item(&s); err != nil {
			return s, err
		}
	}
	return s, s.interpret()
}

// item reads one item of a section.
func (p *parser) item(s *section) error {
	add := func(k kind, text string) error {
		s.items = append(s.items, item{k, text})
		return nil
	}
	r := []rune(p.rest)[0]
	size := len(string(r))
	switch {
	case r == '"':
		end := strings.IndexByte(p.rest[1:], '"')
		if end < 0 {
			return errors.New(`a quote is not closed`)
		}
		return add(literal, strings.Trim(p.consume(end+2), `"`))
	case r == '\\' || r == '_' || r == '*':
		next := []rune(p.rest[1:])
		if len(next) == 0 {
			return fmt.Errorf("a character must follow %c", r)
		}
		p.consume(1)
		text := p.consume(len(string(next[0])))
		return add(literal, map[rune]string{'\\': text, '_': " "}[r])
	case r == '[':
		return p.bracket(s)
	case strings.ContainsRune("0#?", r):
		return add(digit, p.consume(1))
	case r == '.':
		if n := len(s.items); n > 0 && s.items[n-1].kind == datePart && s.items[n-1].text[0] == 's' &&
			strings.HasPrefix(p.rest, ".0") {
			zeros := len(p.rest[1:]) - len(strings.TrimLeft(p.rest[1:], "0"))
			return add(secondsFraction, p.consume(1+zeros))
		}
		return add(point, p.consume(1))
	case r == ',':
		p.consume(1)
		return add(digit, ",")
	case r == '%':
		s.percent++
		return add(literal, p.consume(1))
	case r == '@':
		return add(textItem, p.consume(1))
	case hasPrefix(p.rest, "general"):
		return add(general, p.consume(len("general")))
	case hasPrefix(p.rest, "am/pm"):
		return add(halfDay, p.consume(len("am/pm")))
	case hasPrefix(p.rest, "a/p"):
		return add(halfDay, p.consume(len("a/p")))
	case hasPrefix(p.rest, "e+") || hasPrefix(p.rest, "e-"):
		return add(exponent, p.consume(2))
	case strings.ContainsRune("ymdhsYMDHS", r):
		n := len(p.rest) - len(strings.TrimLeft(strings.ToLower(p.rest), strings.ToLower(string(r))))
		return add(datePart, strings.ToLower(p.consume(n)))
	case strings.ContainsRune("eEgGbBnN", r):
		return fmt.Errorf("%c means something of its own: put letters in quotes, as in 0.0 %q", r, string(r))
	case unicode.IsLetter(r) && r < unicode.MaxASCII:
		p.code.WriteByte('\\')
	}
	return add(literal, p.consume(size))
}

// bracket reads a condition, a colour, a currency or elapsed time. Only Excel shows colours.
func (p *parser) bracket(s *section) error {
	end := strings.IndexByte(p.rest, ']')
	if end < 0 {
		return errors.New("a bracket is not closed")
	}
	text := p.rest[1:end]
	lower := strings.ToLower(text)
	switch {
	case text != "" && strings.ContainsRune("<>=", rune(text[0])):
		limit := strings.TrimLeft(text, "<>=")
		s.when = text[:len(text)-len(limit)]
		var ok bool
		if s.limit, ok = parseNumber(strings.TrimSpace(limit)); !ok ||
			!slices.Contains([]string{"<", "<=", ">", ">=", "=", "<>"}, s.when) {
			return fmt.Errorf("[%s] is no condition such as [>=1000]", text)
		}
	case strings.HasPrefix(text, "$"):
		currency, _, _ := strings.Cut(text[1:], "-")
		s.items = append(s.items, item{literal, currency})
	case lower != "" && (strings.Trim(lower, "h") == "" || strings.Trim(lower, "m") == "" ||
		strings.Trim(lower, "s") == ""):
		s.items = append(s.items, item{elapsed, lower})
	case slices.Contains([]string{"black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"}, lower) ||
		strings.HasPrefix(lower, "color") && strings.Trim(lower[len("color"):], "0123456789 ") == "":
	default:
		return fmt.Errorf("[%s] is neither a condition, nor a colour, nor a currency such as [$EUR]", text)
	}
	p.consume(end + 1)
	return nil
}

// hasPrefix reports whether a text begins with a word, in any case.
func hasPrefix(text, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}

// interpret finds what a section formats, and what its commas and letters m mean.
func (s *section) interpret() error {
	var digits, points, exponents, others int
	for i, it := range s.items {
		switch it.kind {
		case digit:
			if it.text != "," {
				digits++
			}
		case point:
			points++
		case exponent:
			exponents++
			if i+1 == len(s.items) || s.items[i+1].kind != digit || s.items[i+1].text == "," {
				return fmt.Errorf("digits must follow %s, as in 0.00E+00", it.text)
			}
		case general:
			others++
		case datePart, elapsed, halfDay:
			s.dates = true
		}
	}
	switch {
	case s.dates && digits > 0:
		return errors.New("it has digits and parts of a date: put letters such as M in quotes, as in 0.0,, \"M\"")
	case s.dates && others > 0:
		return errors.New("it has General and parts of a date")
	case !s.dates && points > 1 || exponents > 1:
		return errors.New("it has two points or exponents")
	case s.fraction():
		return errors.New("fractions are not known: write decimals, as in 0.00")
	case points > 0 && digits == 0 && !s.dates:
		return errors.New("it has a point without digits")
	case s.dates:
		for i, it := range s.items {
			if it.kind == point {
				s.items[i].kind = literal
			}
		}
		s.minutes()
	}
	s.commas()
	return nil
}

// fraction reports whether the section has a slash between digits: # ?/?.
func (s *section) fraction() bool {
	for i := 1; i+1 < len(s.items); i++ {
		if s.items[i] == (item{literal, "/"}) && s.items[i-1].kind == digit && s.items[i+1].kind == digit {
			return true
		}
	}
	return false
}

// minutes turns months after hours or before seconds into minutes.
func (s *section) minutes() {
	last := -1
	for i, it := range s.items {
		if it.kind != datePart && it.kind != elapsed {
			continue
		}
		switch {
		case it.text[0] == 's' && last >= 0 && s.items[last].text[0] == 'm' && len(s.items[last].text) <= 2:
			s.items[last].text = strings.ReplaceAll(s.items[last].text, "m", "n")
		case it.kind == datePart && it.text[0] == 'm' && len(it.text) <= 2 && last >= 0 && s.items[last].text[0] == 'h':
			s.items[i].text = strings.ReplaceAll(it.text, "m", "n")
		}
		last = i
	}
}

// commas distinguishes commas between digits, which group them, from commas after the last digit, each of which
// divides by 1,000. It removes both.
func (s *section) commas() {
	whole := len(s.items) // end of the digits before the point or the exponent
	for i, it := range s.items {
		if it.kind == point || it.kind == exponent {
			whole = i
			break
		}
	}
	lastWhole, last := -1, -1
	for i, it := range s.items {
		if it.kind == digit && it.text != "," {
			last = i
			if i < whole {
				lastWhole = i
			}
		}
	}
	seen := false
	kept := s.items[:0:0]
	for i, it := range s.items {
		switch {
		case it.kind != digit || it.text != ",":
			seen = seen || it.kind == digit
			kept = append(kept, it)
		case !seen || s.dates:
			kept = append(kept, item{literal, ","})
		case i < lastWhole:
			s.grouped = true
		case i > last || i > lastWhole && i < whole:
			s.thousands++
		}
	}
	s.items = kept
}

// holds reports whether a number meets the condition of the section.
func (s *section) holds(n number) bool {
	c := n.compare(s.limit)
	return c < 0 && strings.Contains(s.when, "<") || c > 0 && strings.Contains(s.when, ">") || c == 0 &&
		strings.Contains(s.when, "=")
}

// negativeOnly reports whether the condition of the section admits only negative numbers.
func (s *section) negativeOnly() bool {
	return s.when == "<" && (s.limit.negative() || s.limit.zero()) || (s.when == "<=" || s.when == "=") &&
		s.limit.negative()
}
