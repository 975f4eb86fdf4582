package filter

import (
	"strings"
	"unicode"

	"cardinal/engine/query"
)

// textTest returns a function that compares a text with the pattern of e. Several goroutines may call the function.
func textTest(e *query.Expr) (func(string) bool, error) {
	pattern, fold := e.Values[0].Text, func(s string) string { return s }
	if e.Op == query.Matches {
		re, err := query.Pattern(pattern, e.AnyCase)
		if err != nil {
			return nil, err
		}
		return re.MatchString, nil
	}
	if e.AnyCase {
		fold = foldCase
		pattern = foldCase(pattern)
	}
	switch e.Op {
	case query.Like:
		runes := []rune(pattern)
		return func(s string) bool { return like([]rune(fold(s)), runes) }, nil
	case query.Contains:
		return func(s string) bool { return strings.Contains(fold(s), pattern) }, nil
	case query.Begins:
		return func(s string) bool { return strings.HasPrefix(fold(s), pattern) }, nil
	case query.Ends:
		return func(s string) bool { return strings.HasSuffix(fold(s), pattern) }, nil
	}
	return func(s string) bool { return fold(s) == pattern }, nil
}

// foldCase replaces each character by the least character that is the same except for case. So two texts that differ
// only in case become equal. The flag i of a regular expression uses the same method, Unicode's simple case folding.
func foldCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case r < unicode.MaxASCII:
			return r
		}
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, s)
}

// like matches s against a pattern of % and _. It only backtracks to the last %, so that it takes at most
// len(s)*len(pattern) steps.
func like(s, pattern []rune) bool {
	i, j, star, mark := 0, 0, -1, 0
	for i < len(s) {
		switch {
		case j < len(pattern) && pattern[j] == '%':
			star, mark = j, i
			j++
		case j < len(pattern) && (pattern[j] == '_' || pattern[j] == s[i]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = mark, star+1
		default:
			return false
		}
	}
	return strings.Trim(string(pattern[j:]), "%") == ""
}
