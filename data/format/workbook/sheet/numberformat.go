package sheet

import (
	"strings"
	"unicode"

	"golang.org/x/text/currency"

	"cardinal/data"
)

// numberFormat parses a number format such as #,##0.00 [$€-407];(#,##0.00).
func numberFormat(code string) data.NumberFormat {
	var f data.NumberFormat
	sections := strings.SplitN(code, ";", 3)
	digits, blank := false, false
	last := byte(0) // the last placeholder or comma
	for rest := sections[0]; rest != ""; {
		literal, size, isText := nextLiteral(rest)
		c := rest[0]
		rest = rest[size:]
		switch {
		case !isText && (c == '0' || c == '#' || c == '?'):
			f.Grouped = f.Grouped || last == ','
			if f.Currency != "" && !digits {
				f.Spaced = blank
			}
			digits, blank, last = true, false, c
		case !isText && c == ',' && digits:
			last = ','
		case !isText && c == '%':
			f.Percent = true
		case !isText && c == '+' && !digits:
			f.Plus = true
		case isCurrency(strings.TrimSpace(literal)) && f.Currency == "":
			f.Currency, f.After = strings.TrimSpace(literal), digits
			f.Spaced = digits && (blank || strings.HasPrefix(literal, " "))
			blank = strings.HasSuffix(literal, " ")
		case strings.TrimSpace(literal) == "" && literal != "":
			blank = true
		case !isText && c == '.':
			last = c
		}
	}
	f.Parens = len(sections) > 1 && strings.ContainsRune(sections[1], '(')
	return f
}

// nextLiteral returns the next token of a number format: a text, a section in brackets, or a character that may be a
// placeholder. size is its size in bytes.
func nextLiteral(code string) (literal string, size int, isText bool) {
	switch c := code[0]; {
	case c == '"':
		if n := strings.IndexByte(code[1:], '"'); n >= 0 {
			return code[1 : 1+n], n + 2, true
		}
	case c == '[':
		if n := strings.IndexByte(code, ']'); n >= 0 {
			symbol, isSymbol := strings.CutPrefix(code[1:n], "$")
			if symbol, _, _ = strings.Cut(symbol, "-"); isSymbol {
				return symbol, n + 1, true
			}
			return "", n + 1, true // a colour or a condition
		}
	case (c == '_' || c == '*') && len(code) > 1:
		return "", 1 + len(firstRune(code[1:])), true // a blank as wide as the character, or a fill with it
	case c == '\\' && len(code) > 1:
		next := firstRune(code[1:])
		return next, 1 + len(next), true
	}
	next := firstRune(code)
	return next, len(next), false
}

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}

// isCurrency reports whether a text in a number format is a currency: a sign, a sign with letters as in US$, or a code.
func isCurrency(s string) bool {
	signs := 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Sc, r):
			signs++
		case !unicode.IsLetter(r):
			return false
		}
	}
	if signs > 0 {
		return true
	}
	_, err := currency.ParseISO(s)
	return err == nil && s == strings.ToUpper(s)
}
