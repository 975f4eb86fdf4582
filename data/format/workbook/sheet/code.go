package sheet

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardinal/internal/lazyregexp"
)

// codeFormat is a number format that shows integers as codes: 00000 for ZIP codes, 000-00-0000, ###-#### for phones. It
// has the format's sections up to the first section without a condition.
type codeFormat []codeSection

// codeSection is a section of a number format.
type codeSection struct {
	compare string   // <, <=, >, >=, = or <>: the section shows numbers that compare so with `limit`; "": no condition
	limit   float64  // of the condition
	parts   []string // digit placeholders, and texts that are shown unchanged; nil: the section shows no codes
}

// Digit placeholders among the parts of a section. If a number has too few digits, zeroPlace shows 0, and openPlace
// shows nothing.
const (
	zeroPlace = ""
	openPlace = "\x00"
)

func isPlace(part string) bool { return part == zeroPlace || part == openPlace }

// parseCode parses a number format. It returns nil if no section shows codes.
func parseCode(format string) (f codeFormat) {
	codes := false
	for _, text := range strings.Split(format, ";") {
		s := codeSection{parts: codeParts(text)}
		s.compare, s.limit = condition(text)
		f, codes = append(f, s), codes || s.parts != nil
		if s.compare == "" {
			break
		}
	}
	if !codes {
		return nil
	}
	return f
}

// codeParts returns the parts of a section that shows codes. Such a section has at least two zeros, or a hyphen between
// placeholders. It ends with a placeholder, and has no other characters of number formats. codeParts returns nil for
// other sections, such as 0, 00.0, 00" kg", # ##0, and $00.
func codeParts(section string) (parts []string) {
	zeros, hyphens := 0, false
	for rest := section; rest != ""; {
		literal, size, isText := nextLiteral(rest)
		switch c := rest[0]; {
		case !isText && c == '0':
			parts = append(parts, zeroPlace)
			zeros++
		case !isText && c == '#':
			parts = append(parts, openPlace)
		case isText && literal == "": // a colour or a condition
		case isText, strings.ContainsRune("-() ", rune(c)):
			if isCurrency(strings.TrimSpace(literal)) {
				return nil
			}
			hyphens = hyphens || strings.Contains(literal, "-") && slices.ContainsFunc(parts, isPlace)
			parts = append(parts, literal)
		default:
			return nil
		}
		rest = rest[size:]
	}
	if zeros < 2 && !hyphens || !isPlace(parts[len(parts)-1]) {
		return nil
	}
	return parts
}

// sectionCondition matches the condition of a section, as in [<=99999]00000.
var sectionCondition = lazyregexp.New(`\[(<=|>=|<>|<|>|=)(-?[0-9.]+)\]`)

// condition returns the condition of a section.
func condition(section string) (compare string, limit float64) {
	if m := sectionCondition().FindStringSubmatch(section); m != nil {
		if limit, err := strconv.ParseFloat(m[2], 64); err == nil {
			return m[1], limit
		}
	}
	return "", 0
}

// holds reports whether a section shows a number, because the number meets its condition.
func (s *codeSection) holds(n float64) bool {
	switch s.compare {
	case "<":
		return n < s.limit
	case "<=":
		return n <= s.limit
	case ">":
		return n > s.limit
	case ">=":
		return n >= s.limit
	case "=":
		return n == s.limit
	case "<>":
		return n != s.limit
	}
	return true
}

// text returns the code that a cell shows for a number, or "" if the cell shows just the digits of the number. If a
// number has more digits than the section has placeholders, the first placeholder shows all further digits.
func (f codeFormat) text(n float64) string {
	at := slices.IndexFunc(f, func(s codeSection) bool { return s.holds(n) })
	if n < 0 || n != math.Trunc(n) || n >= 1e15 || at < 0 || f[at].parts == nil {
		return ""
	}
	plain := strconv.FormatFloat(n, 'f', -1, 64)
	rest, out, first := plain, "", slices.IndexFunc(f[at].parts, isPlace)
	for i, part := range slices.Backward(f[at].parts) {
		switch {
		case !isPlace(part):
			out = part + out
		case i == first && rest != "":
			out = rest + out
		case rest != "":
			out, rest = rest[len(rest)-1:]+out, rest[:len(rest)-1]
		case part == zeroPlace:
			out = "0" + out
		}
	}
	if out == plain {
		return ""
	}
	return out
}

// shownCode matches digits with a leading zero, or with hyphens between them, also with blanks and parentheses.
var shownCode = lazyregexp.New(`^\(?(0[0-9]|[0-9]+[0-9) ]*-[0-9])[0-9() -]*$`)

// ShownCode returns the shown text of a cell with a number if the text is a code. It returns "" for any other text.
func ShownCode(n float64, shown []byte) string {
	if len(shown) > 30 || !shownCode().Match(shown) {
		return ""
	}
	digits := bytes.Map(func(r rune) rune {
		if r < '0' {
			return -1
		}
		return r
	}, shown)
	if is, err := strconv.ParseFloat(string(digits), 64); err != nil || is != n {
		return ""
	}
	return string(shown)
}
