package lang

import (
	"embed"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/text/language"

	"cardinal/internal/wording"
)

//go:embed catalogue
var files embed.FS

// Language is a language of the window.
type Language struct {
	Tag  string // as in BCP 47
	Name string // in the language itself
}

// languages are the languages that the window can have.
var languages = []Language{{"en", "English"}, {"de", "Deutsch"}, {"fr", "Français"}, {"es", "Español"},
	{"ja", "日本語"}}

// Languages returns English, and the languages that have a catalogue.
func Languages() []Language {
	return slices.DeleteFunc(slices.Clone(languages), func(l Language) bool {
		_, err := files.Open(l.file())
		return l.Tag != "en" && err != nil
	})
}

func (l Language) file() string { return "catalogue/" + l.Tag + ".json" }

// used has the words of the window's language. If it is nil, the language is English.
var used atomic.Pointer[wording.Words]

// Words returns the words of the window's language, for packages that write sentences without knowing the window.
func Words() *wording.Words { return used.Load() }

// Use sets the language of the window to that of a locale, such as de-AT. If no catalogue suits, the language is
// English.
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
	w, err := read(offered[best])
	if err == nil {
		used.Store(w)
	}
	return err
}

// read reads the catalogue of a language.
func read(l Language) (*wording.Words, error) {
	data, err := files.ReadFile(l.file())
	if err != nil {
		return nil, fmt.Errorf("cannot read the texts of %s: %w", l.Name, err)
	}
	w, err := wording.Read(l.Tag, data)
	if err != nil {
		return nil, fmt.Errorf("cannot read the texts of %s: %w", l.Name, err)
	}
	return w, nil
}

// IsEnglish reports whether the window is in English.
func IsEnglish() bool { return used.Load() == nil }
