package wording

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// These remarks end the keys of clauses, and of words and phrases that stand for a value of a clause.
const (
	clause = " (note)"
	phrase = " (in a note)"
)

// pattern recognises the English sentences of a key with numbered values.
type pattern struct {
	key  string
	expr *regexp.Regexp
}

// Sentence returns the translation of English clauses that were written by a package without words, such as a note of
// a table; clauses that a catalogue lacks stay English. A key has the values of a clause by their numbers:
// "{{.1}} of {{.2}} numbers without {{.3}} (note)". A translation that writes {{say .1}} also translates the value. The
// name of a column or a file may stand before the clauses:
// "price: numbers with a decimal comma; 2 values read as null: n/a, -".
func (w *Words) Sentence(text string) string {
	if w == nil {
		return text
	}
	for at := 0; ; {
		if said, ok := w.clauses(text[at:]); ok {
			before, _ := w.match(strings.TrimSuffix(text[:at], " "), clause)
			return before + text[len(strings.TrimSuffix(text[:at], " ")):at] + said
		}
		next := strings.IndexAny(text[at:], ":;")
		if next < 0 {
			return text
		}
		at += next + 1
		if strings.HasPrefix(text[at:], " ") {
			at++
		}
	}
}

// clauses translates clauses with semicolons between them; ok if the first one is known. A clause may have semicolons
// of its own.
func (w *Words) clauses(text string) (said string, ok bool) {
	for at := 0; at < len(text); at++ {
		next := strings.Index(text[at:], "; ")
		if next < 0 {
			break
		}
		at += next
		if said, ok = w.match(text[:at], clause); ok {
			return said + "; " + w.Sentence(text[at+len("; "):]), true
		}
	}
	return w.match(text, clause)
}

// match translates a text by a key that ends with a remark; ok is false, and the text remains, if no key suits.
func (w *Words) match(text, remark string) (string, bool) {
	if m, ok := w.translation(text + remark); ok {
		return m["other"], true
	}
	w.once.Do(w.compile)
	for _, p := range w.patterns[remark] {
		values := p.expr.FindStringSubmatch(text)
		if values == nil {
			continue
		}
		var pairs []string
		for i, v := range values[1:] {
			pairs = append(pairs, fmt.Sprintf("{{.%d}}", i+1), v, fmt.Sprintf("{{say .%d}}", i+1), w.value(v))
		}
		m, _ := w.translation(p.key)
		return strings.NewReplacer(pairs...).Replace(m.of(w.tag, leading(values[1]))), true
	}
	return text, false
}

// leading returns the number with which a value begins, such as 1234 of 1,234 rows. It decides on the form of plurals.
func leading(value string) (n int) {
	for _, r := range value {
		switch {
		case '0' <= r && r <= '9' && n < 1e9:
			n = 10*n + int(r-'0')
		case unicode.IsLetter(r):
			return n
		}
	}
	return n
}

// value translates a value of a clause: a list of phrases, a phrase, or a sentence.
func (w *Words) value(text string) string {
	parts := strings.Split(text, ", ")
	for i, p := range parts {
		said, ok := w.match(p, phrase)
		if !ok && p != "…" {
			if said, ok = w.match(text, phrase); ok {
				return said
			}
			return w.Sentence(text)
		}
		parts[i] = said
	}
	return strings.Join(parts, ", ")
}

// compile makes the patterns by the remarks of their keys. Those with the most text of their own come first.
func (w *Words) compile() {
	w.patterns = map[string][]pattern{}
	value := regexp.MustCompile(`\\\{\\\{\\\.\d\\\}\\\}`)
	for key := range w.texts {
		if !strings.Contains(key, "{{.1}}") {
			continue
		}
		text, remark := strings.TrimSuffix(key, clause), clause
		if cut, is := strings.CutSuffix(key, phrase); is {
			text, remark = cut, phrase
		}
		expr := value.ReplaceAllString(regexp.QuoteMeta(text), "(.*?)")
		if rest, is := strings.CutPrefix(expr, "(.*?)"); is && remark == clause {
			// no name stands before the first value
			expr = "((?:[^:]|:[^ ])*?)" + rest
		}
		w.patterns[remark] = append(w.patterns[remark], pattern{key, regexp.MustCompile("(?s)^" + expr + "$")})
	}
	for _, all := range w.patterns {
		slices.SortFunc(all, func(a, b pattern) int {
			return cmp.Or(cmp.Compare(len(value.ReplaceAllString(regexp.QuoteMeta(b.key), "")),
				len(value.ReplaceAllString(regexp.QuoteMeta(a.key), ""))), strings.Compare(a.key, b.key))
		})
	}
}
