package sqlserver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// elsewhere has the functions that can hand any statement to another server.
var elsewhere = []string{"OPENQUERY", "OPENROWSET", "OPENDATASOURCE"}

// closings has the character that ends a text or a name, by the character that begins it.
var closings = map[rune]byte{'\'': '\'', '"': '"', '[': ']'}

// contained returns an error unless a query stays inside the parentheses in which Cardinal writes it. SQL Server runs
// all statements of a text, and has no session that only reads. But inside parentheses after FROM, it takes one SELECT
// and nothing else. So the query may close no parenthesis that it did not open, and it must end its quotes and
// comments. Characters that the server might read in another way are refused outside of quotes.
func contained(query string) error {
	depth, first := 0, true
	for rest := query; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		word := rest[:len(rest)-len(strings.TrimLeftFunc(rest, isWord))]
		switch upper := strings.ToUpper(word); {
		case r == 0, r == utf8.RuneError && size == 1:
			return errors.New("the query has a character that no text has: write it again")
		case strings.HasPrefix(rest, "--"):
			line, _, _ := strings.Cut(rest, "\n")
			if strings.ContainsFunc(strings.TrimSuffix(line, "\r"), isControl) {
				return errors.New("a comment of the query has a character that may end it: leave the comment out")
			}
			size = len(line)
		case strings.HasPrefix(rest, "/*"):
			if size = commentLength(rest); size == 0 {
				return errors.New("the query has a comment without an end: write */ behind it")
			}
		case r == '\'', r == '"', r == '[':
			if size = quotedLength(rest, closings[r]); size == 0 {
				return fmt.Errorf("the query has a quote without an end: %c", r)
			}
		case r == '(':
			depth++
		case r == ')' && depth == 0:
			return errors.New("the query closes a parenthesis that it did not open")
		case r == ')':
			depth--
		case r == ';':
			return errors.New("a query as a table is one SELECT: leave the semicolon and what follows out")
		case word != "" && first && upper == "WITH":
			return errors.New("SQL Server takes no query that begins with WITH as a table: make a view of it")
		case slices.Contains(elsewhere, upper):
			return fmt.Errorf("a query with %s may change another server: make a view of it", upper)
		case word != "":
			size = len(word)
		case r > unicode.MaxASCII:
			return fmt.Errorf("the query has the character %q outside of quotes: write it in quotes", r)
		}
		first = first && word == ""
		rest = rest[size:]
	}
	if depth > 0 {
		return errors.New("the query has a parenthesis without an end: write ) behind it")
	}
	return nil
}

// isWord reports whether a character is part of a name or of a word of SQL.
func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("_@#$", r)
}

// isControl reports whether some program takes a character for the end of a line.
func isControl(r rune) bool {
	return r < ' ' && r != '\t' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// commentLength returns the length of the comment at the beginning of a text. Comments may be within comments. 0: the
// comment does not end.
func commentLength(text string) int {
	depth := 0
	for i := 0; i+1 < len(text); i++ {
		switch text[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}

// quotedLength returns the length of the quoted text at the beginning of a text. The closing character, written twice,
// stands for itself. 0: the quotes do not end.
func quotedLength(text string, closing byte) int {
	for i := 1; i < len(text); i++ {
		if text[i] != closing {
			continue
		}
		if i+1 == len(text) || text[i+1] != closing {
			return i + 1
		}
		i++
	}
	return 0
}
