package lang

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"cardinal/internal/separators"
)

// With has the values of a template by their names.
type With map[string]any

// L returns the translation of an English text, with the values in place.
func L(text string, with ...With) string { return X(text, text, with...) }

// X returns the translation of an English text that has a key of its own. Texts that are equal in English
// need such keys if their translations differ.
func X(key, text string, with ...With) string {
	if m, ok := translation(key); ok {
		text = m.forms["other"]
	}
	return fill(text, with)
}

// N returns the translation of a text about a number of things. one is the English text for 1, and many for other
// numbers; many is the key. The template has the number as {{.N}}.
func N[I int | int64](one, many string, n I, with ...With) string {
	text := many
	if n == 1 {
		text = one
	}
	if m, ok := translation(many); ok {
		text = m.of(int64(n))
	}
	return fill(text, append(with, With{"N": separators.Show(separators.Group(strconv.FormatInt(int64(n), 10)))}))
}

// Key marks an English text as a key. The text is translated where it is shown.
func Key(text string) string { return text }

// fill puts values into a template.
func fill(template string, with []With) string {
	if len(with) == 0 || !strings.Contains(template, "{{") {
		return template
	}
	var pairs []string
	for _, values := range with {
		for name, value := range values {
			pairs = append(pairs, "{{."+name+"}}", fmt.Sprint(value))
		}
	}
	return strings.NewReplacer(pairs...).Replace(template)
}

// InSentence returns a text in the form that it has within a sentence: its first letter becomes a small letter. German
// nouns keep the capital.
func InSentence(text string) string {
	if c := used.Load(); c != nil && c.tag == language.German {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}
