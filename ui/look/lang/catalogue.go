package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed catalogue
var files embed.FS

// Language is a language of the window.
type Language struct {
	Tag  string // as in BCP 47
	Name string // in the language itself
}

// languages are those that the window may have.
var languages = []Language{{"en", "English"}, {"de", "Deutsch"}, {"fr", "Français"}, {"es", "Español"},
	{"ja", "日本語"}}

// Languages returns the languages that have a catalogue, and English.
func Languages() []Language {
	return slices.DeleteFunc(slices.Clone(languages), func(l Language) bool {
		_, err := files.Open(l.file())
		return l.Tag != "en" && err != nil
	})
}

func (l Language) file() string { return "catalogue/" + l.Tag + ".json" }

// catalogue has the texts of a language by their keys.
type catalogue struct {
	tag   language.Tag
	texts map[string]message
}

// message is a text in the forms that the numbers of its language need. A text without a number has the form other.
type message struct {
	forms map[string]string
	tag   language.Tag
}

// used is the catalogue of the window's language; nil is English.
var used atomic.Pointer[catalogue]

// Use translates from now on into the language of a locale such as de-AT, or into English if no catalogue suits.
func Use(locale string) error {
	offered := Languages()
	tags := make([]language.Tag, len(offered))
	for i, l := range offered {
		tags[i] = language.Make(l.Tag)
	}
	_, best, sure := language.NewMatcher(tags).Match(language.Make(locale))
	if best == 0 || sure == language.No {
		used.Store(nil)
		return nil
	}
	c, err := read(offered[best])
	if err == nil {
		used.Store(c)
	}
	return err
}

// read reads the catalogue of a language.
func read(l Language) (*catalogue, error) {
	data, err := files.ReadFile(l.file())
	if err != nil {
		return nil, fmt.Errorf("cannot read the texts of %s: %w", l.Name, err)
	}
	var raw map[string]message
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("cannot read the texts of %s: %w", l.Name, err)
	}
	c := &catalogue{tag: language.Make(l.Tag), texts: raw}
	return c, nil
}

// UnmarshalJSON reads a text, or an object of forms: {"one": "{{.N}} Zeile", "other": "{{.N}} Zeilen"}.
func (m *message) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		m.forms = map[string]string{"other": text}
		return nil
	}
	return json.Unmarshal(data, &m.forms)
}

// IsEnglish reports whether the window is in English.
func IsEnglish() bool { return used.Load() == nil }

// translation returns the text of a key in the language of the window; ok is false if it is English.
func translation(key string) (m message, ok bool) {
	c := used.Load()
	if c == nil {
		return message{}, false
	}
	m, ok = c.texts[key]
	m.tag = c.tag
	return m, ok
}

// formNames are the names that catalogues have for the forms of plurals.
var formNames = map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few",
	plural.Many: "many", plural.Other: "other"}

// of returns the form for a number.
func (m message) of(n int64) string {
	if n > 9_999_999 { // the rules look at the last six digits, and whether there are more
		n = n%1_000_000 + 1_000_000
	}
	if text, ok := m.forms[formNames[plural.Cardinal.MatchPlural(m.tag, int(n), 0, 0, 0, 0)]]; ok {
		return text
	}
	return m.forms["other"]
}
