package wording

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cardinal/internal/lazyregexp"
)

// These remarks end the keys of clauses, and of words and phrases that stand for a value of a clause.
const (
	clause = " (note)"
	phrase = " (in a note)"
)

// numbered matches a value in the key of a clause or a phrase.
var numbered = lazyregexp.New(`\{\{\.\d\}\}`)

// pattern recognises the English texts of a key with values.
type pattern struct {
	key    string
	parts  []string // what stands before, between and behind the values
	behind bool     // names and other clauses may stand before the text, and belong to no value
}

// values returns the values of a text; ok is false if it is a text of another key.
func (p pattern) values(text string) (values []string, ok bool) {
	last := len(p.parts) - 1
	text, ok = strings.CutPrefix(text, p.parts[0])
	for i := 1; ok && i < last; i++ {
		var v string
		v, text, ok = strings.Cut(text, p.parts[i])
		values = append(values, v)
	}
	text, ends := strings.CutSuffix(text, p.parts[last])
	values = append(values, text)
	if p.behind && p.parts[0] == "" {
		ok = ok && !strings.Contains(values[0], ": ") && !strings.Contains(values[0], "; ")
	}
	return values, ok && ends
}

// Sentence returns the translation of English clauses that were written by a package without words, such as a note of
// a table or an error; clauses that a catalogue lacks stay English. A key has the values of a clause by their numbers:
// "{{.1}} of {{.2}} numbers without {{.3}} (note)". A translation that writes {{say .1}} also translates the value. The
// name of a column or a file may stand before the clauses:
// "price: numbers with a decimal comma; 2 values read as null: n/a, -".
// A key that ends with a colon is the beginning of a sentence, such as "cannot open {{.1}}: (note)".
func (w *Words) Sentence(text string) string {
	if w == nil {
		return text
	}
	for at := 0; ; {
		if said, ok := w.clauses(text[at:]); ok {
			return text[:at] + said
		}
		for end, colon := at, 0; colon >= 0; end += colon + len(": ") {
			if colon = strings.Index(text[end:], ": "); colon < 0 {
				break
			}
			if said, ok := w.match(text[at:end+colon+1], clause); ok {
				return text[:at] + said + " " + w.Sentence(text[end+colon+len(": "):])
			}
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

// Phrase returns the translation of a word or a phrase that stands for a value, such as 3 rows or 24 MB.
func (w *Words) Phrase(text string) string {
	if w == nil {
		return text
	}
	return w.value(text)
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
			return said + w.L("; ") + w.Sentence(text[at+len("; "):]), true
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
		values, ok := p.values(text)
		if !ok {
			continue
		}
		var pairs []string
		for i, v := range values {
			pairs = append(pairs, fmt.Sprintf("{{.%d}}", i+1), v, fmt.Sprintf("{{say .%d}}", i+1), w.value(v))
		}
		m, _ := w.translation(p.key)
		return strings.NewReplacer(pairs...).Replace(m.of(w.tag, leading(values[0]))), true
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
	if m, ok := w.translation(text + phrase); ok {
		return m["other"]
	}
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
	for key := range w.texts {
		for _, remark := range []string{clause, phrase} {
			if text, is := strings.CutSuffix(key, remark); is && strings.Contains(text, "{{.1}}") {
				p := pattern{key, numbered().Split(text, -1), remark == clause}
				w.patterns[remark] = append(w.patterns[remark], p)
			}
		}
	}
	own := func(p pattern) int { return len(strings.Join(p.parts, "")) }
	for _, all := range w.patterns {
		slices.SortFunc(all, func(a, b pattern) int {
			return cmp.Or(cmp.Compare(own(b), own(a)), strings.Compare(a.key, b.key))
		})
	}
}
