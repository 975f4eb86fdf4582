package calendar

import (
	_ "embed" // languages.txt
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cardinal/internal/each"

	"golang.org/x/text/language"
)

// Language has the names of the months and weekdays that people read in a language. Its zero value is English.
type Language struct {
	Tag          string // such as de or pt-BR
	names, short map[string]string
}

var used atomic.Pointer[Language]

// Use makes l the language of this process: Shown returns names of l.
func Use(l Language) { used.Store(&l) }

// Used returns the language of this process.
func Used() Language {
	if l := used.Load(); l != nil {
		return *l
	}
	return Language{}
}

// Shown returns the name that people read for an entry of MonthNames or WeekdayNames, in the language of this
// process. It returns any other text unchanged.
func Shown(name string) string {
	if l := used.Load(); l != nil {
		if own, ok := l.names[name]; ok {
			return own
		}
	}
	return name
}

// Months returns the names of the months in the language, January first.
func (l Language) Months() []string { return l.translate(MonthNames[:]) }

// Weekdays returns the names of the weekdays in the language, Monday first.
func (l Language) Weekdays() []string { return l.translate(WeekdayNames[:]) }

func (l Language) translate(names []string) []string {
	own := slices.Clone(names)
	for i, name := range names {
		if in, ok := l.names[name]; ok {
			own[i] = in
		}
	}
	return own
}

// languages has a line for each language but English. A line has the tag, the names of the months and of the
// weekdays, and the short names of both, January and Monday first.
//
//go:embed languages.txt
var languages string

// Languages returns the languages with known names, English first. If several countries share the names, one country
// stands for all.
var Languages = sync.OnceValue(func() []Language {
	const all = len(MonthNames) + len(WeekdayNames)
	out := []Language{{Tag: "en"}}
	for line := range strings.Lines(languages) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		l := Language{Tag: words[0], names: make(map[string]string, all), short: make(map[string]string, all)}
		for i, name := range slices.Concat(MonthNames[:], WeekdayNames[:]) {
			l.names[name], l.short[name] = words[1+i], words[1+all+i]
		}
		out = append(out, l)
	}
	return out
})

// LanguageOf returns the language of a locale such as de, de-CH or fr_FR.UTF-8, or English if the names of that
// language are not known.
func LanguageOf(locale string) Language {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "@")
	tag, err := language.Parse(name)
	if err != nil {
		return Language{Tag: "en"}
	}
	tags := each.Of(Languages(), func(l Language) language.Tag { return language.Make(l.Tag) })
	if _, i, how := language.NewMatcher(tags).Match(tag); how >= language.High {
		return Languages()[i]
	}
	return Language{Tag: "en"}
}
