package calendar

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/goodsign/monday"
	"golang.org/x/text/language"
)

// Language has the names of the months and weekdays that people read in a language. Its zero value is English.
type Language struct {
	Tag          string // such as de or pt-BR
	names, short map[string]string
}

var used atomic.Pointer[Language]

// Use makes l the language of this process: Shown gives its names.
func Use(l Language) { used.Store(&l) }

// Shown is the name that people read for one of MonthNames and WeekdayNames, in the language of this process.
// Any other text stays.
func Shown(name string) string {
	if l := used.Load(); l != nil {
		if own, ok := l.names[name]; ok {
			return own
		}
	}
	return name
}

// Months are the names of the months in the language, January first.
func (l Language) Months() []string { return l.own(MonthNames[:]) }

// Weekdays are the names of the weekdays in the language, Monday first.
func (l Language) Weekdays() []string { return l.own(WeekdayNames[:]) }

func (l Language) own(names []string) []string {
	own := slices.Clone(names)
	for i, name := range names {
		if in, ok := l.names[name]; ok {
			own[i] = in
		}
	}
	return own
}

// Languages are the languages whose names are known, English first. Where countries share the names, one of the
// countries stands for all.
var Languages = sync.OnceValue(func() []Language {
	languages := []Language{{Tag: "en"}}
	for _, locale := range monday.ListLocales() {
		l := Language{names: map[string]string{}, short: map[string]string{}}
		for m, name := range MonthNames {
			first := time.Date(2024, time.Month(m+1), 1, 0, 0, 0, 0, time.UTC)
			l.names[name], l.short[name] = monday.Format(first, "January", locale), monday.Format(first, "Jan", locale)
		}
		for d, name := range WeekdayNames { // the first of January 2024 is a Monday
			day := time.Date(2024, time.January, d+1, 0, 0, 0, 0, time.UTC)
			l.names[name], l.short[name] = monday.Format(day, "Monday", locale), monday.Format(day, "Mon", locale)
		}
		l.Tag, _, _ = strings.Cut(string(locale), "_")
		again := func(o Language) bool { return o.Tag == l.Tag }
		if slices.ContainsFunc(languages, again) {
			l.Tag = strings.ReplaceAll(string(locale), "_", "-")
		}
		same := func(o Language) bool {
			return slices.Equal(o.Months(), l.Months()) && slices.Equal(o.Weekdays(), l.Weekdays())
		}
		if !slices.ContainsFunc(languages, same) {
			languages = append(languages, l)
		}
	}
	return languages
})

// LanguageOf is the language of a locale such as de, de-CH or fr_FR.UTF-8, and English where the names of the
// locale's language are not known.
func LanguageOf(locale string) Language {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "@")
	tag, err := language.Parse(name)
	if err != nil {
		return Language{Tag: "en"}
	}
	tags := make([]language.Tag, len(Languages()))
	for i, l := range Languages() {
		tags[i] = language.Make(l.Tag)
	}
	if _, i, how := language.NewMatcher(tags).Match(tag); how >= language.High {
		return Languages()[i]
	}
	return Language{Tag: "en"}
}
