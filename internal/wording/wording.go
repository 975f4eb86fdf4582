package wording

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"cardinal/internal/separators"
)

// Words translate English texts into a language. nil is English. Words are safe for use by several goroutines.
type Words struct {
	tag   language.Tag
	texts map[string]message
	said  *sync.Map // the keys of the translations so far; nil: nobody asks for them

	once     sync.Once
	patterns map[string][]pattern // of Sentence, by the remark of their keys
}

// With has the values of a template by their names.
type With map[string]any

// Read reads the catalogue of the language with a tag.
func Read(tag string, catalogue []byte) (*Words, error) {
	w := &Words{tag: language.Make(tag)}
	return w, json.Unmarshal(catalogue, &w.texts)
}

// Tag returns the tag of the language in BCP 47.
func (w *Words) Tag() string {
	if w == nil {
		return "en"
	}
	return w.tag.String()
}

// L returns the translation of an English text, with the values put into it.
func (w *Words) L(text string, with ...With) string { return w.X(text, text, with...) }

// X returns the translation of an English text that has a key of its own. Texts that are equal in English
// need such keys if their translations differ.
func (w *Words) X(key, text string, with ...With) string {
	if m, ok := w.translation(key); ok {
		text = m["other"]
	}
	return fill(text, with)
}

// N returns the translation of a text about a number of things. one is the English text for 1, and many is the English
// text for other numbers. many is also the key. The template has the number as {{.N}}.
func (w *Words) N(one, many string, n int, with ...With) string {
	text := many
	if n == 1 {
		text = one
	}
	if m, ok := w.translation(many); ok {
		text = m.of(w.tag, n)
	}
	return fill(text, append(with, With{"N": separators.Count(n)}))
}

// InSentence returns a text in the form that it has within a sentence: its first letter becomes a small letter. German
// nouns keep the capital.
func (w *Words) InSentence(text string) string {
	if w != nil && w.tag == language.German {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// And joins texts as a sentence does: a, b and c.
func (w *Words) And(texts []string) string {
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return w.L("{{.List}} and {{.Last}}", With{"List": strings.Join(texts[:last], w.L(", ")), "Last": texts[last]})
}

// translation returns the forms of a key in the language; ok is false if it is English.
func (w *Words) translation(key string) (m message, ok bool) {
	if w == nil {
		return nil, false
	}
	if m, ok = w.texts[key]; ok && w.said != nil {
		w.said.Store(key, m)
	}
	return m, ok
}

// Recorded returns the same words, but records which texts are translated from now on. Its JSON has only these texts.
func (w *Words) Recorded() *Words {
	if w == nil {
		return nil
	}
	return &Words{tag: w.tag, texts: w.texts, said: &sync.Map{}}
}

// kept are words as JSON.
type kept struct {
	Tag   string             `json:"tag"`
	Texts map[string]message `json:"texts"`
}

// MarshalJSON writes recorded words.
func (w *Words) MarshalJSON() ([]byte, error) {
	k := kept{w.Tag(), map[string]message{}}
	for key, m := range w.said.Range {
		k.Texts[key.(string)] = m.(message)
	}
	return json.Marshal(k)
}

// UnmarshalJSON reads recorded words.
func (w *Words) UnmarshalJSON(text []byte) error {
	var k kept
	err := json.Unmarshal(text, &k)
	w.tag, w.texts = language.Make(k.Tag), k.Texts
	return err
}

// message has the plural forms of a text by their names. A text without a number has only the form other.
type message map[string]string

// UnmarshalJSON reads a text, or an object of forms: {"one": "{{.N}} Zeile", "other": "{{.N}} Zeilen"}.
func (m *message) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*m = message{"other": text}
		return nil
	}
	return json.Unmarshal(data, (*map[string]string)(m))
}

// formNames are the names that catalogues have for the forms of plurals.
var formNames = map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few",
	plural.Many: "many", plural.Other: "other"}

// of returns the form for a number.
func (m message) of(tag language.Tag, n int) string {
	if n > 9_999_999 { // the rules only use the last six digits and whether there are more
		n = n%1_000_000 + 1_000_000
	}
	if text, ok := m[formNames[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]]; ok {
		return text
	}
	return m["other"]
}

// fill puts values into a template.
func fill(template string, with []With) string {
	if len(with) == 0 || !strings.Contains(template, "{{") {
		return template
	}
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{{.")
		text.WriteString(before)
		if !found {
			return text.String()
		}
		var name string
		name, template, _ = strings.Cut(rest, "}}")
		fmt.Fprint(&text, valueOf(name, with))
	}
}

// valueOf returns the value with a name in a template, or the name as the template has it if there is no value.
func valueOf(name string, with []With) any {
	for _, values := range with {
		if value, ok := values[name]; ok {
			return value
		}
	}
	return "{{." + name + "}}"
}
