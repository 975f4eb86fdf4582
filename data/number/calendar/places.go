package calendar

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// mostNames is the greatest number of texts that Places looks at: months of many years, or names written in a few
// ways.
const mostNames = 500

// Places returns the place of each text in the calendar. All texts must name months, months with a year, or weekdays,
// in one language: January, JAN., janvier; Jan-24, 2024 · Jan; Mo. A week begins on FirstDay. If a text is no such
// name, Places returns nil. Two names are enough for English and for the language of the process; other languages
// need three.
func Places(texts []string) []int {
	places, _ := placesOf(texts)
	return places
}

// AreMonths reports whether the texts are names of months, with a year or without, by the rules of Places.
func AreMonths(texts []string) bool {
	_, months := placesOf(texts)
	return months
}

func placesOf(texts []string) (places []int, months bool) {
	if len(texts) < 2 || len(texts) > mostNames {
		return nil, false
	}
	tag := "en"
	if l := used.Load(); l != nil {
		tag = l.Tag
	}
	folded, years := make([]string, len(texts)), make([]int, len(texts))
	for i, text := range texts {
		folded[i], years[i] = cutYear(strings.ToLower(strings.TrimSpace(text)))
		if folded[i] = strings.TrimSuffix(folded[i], "."); (years[i] < 0) != (years[0] < 0) {
			return nil, false
		}
	}
	if !beginsName(folded[0]) {
		return nil, false
	}
	known := func(l inLanguage, places []int) bool {
		return places != nil && (l.tag == "en" || l.tag == tag || distinct(places) >= 3)
	}
	for _, l := range shortened() {
		if places := placesAmong(l.months, folded); known(l, places) {
			for i := range places {
				places[i] += 12 * max(years[i], 0)
			}
			return places, true
		}
		if places := placesAmong(l.weekdays, folded); known(l, places) && years[0] < 0 {
			for i, at := range places {
				places[i] = (at + 8 - max(FirstDay(), 1)) % 7
			}
			return places, false
		}
	}
	return nil, false
}

// betweenYear has the signs between a month and a year.
const betweenYear = " -/.'’_·\u00a0"

// cutYear cuts a year off a text: two or four digits at its end, or four at its beginning: Jan-24, Jan 2024, Jan24,
// 2024 · Jan. year is -1 if the text has none.
func cutYear(text string) (name string, year int) {
	name = strings.TrimRight(text, "0123456789")
	digits := text[len(name):]
	if digits == "" {
		name = strings.TrimLeft(text, "0123456789")
		digits = text[:len(text)-len(name)]
		if len(digits) == 2 {
			return text, -1
		}
	}
	if name = strings.Trim(name, betweenYear); len(digits) != 2 && len(digits) != 4 || name == "" {
		return text, -1
	}
	year, _ = strconv.Atoi(digits)
	if len(digits) == 2 {
		year = FullYear(year)
	}
	return name, year
}

// FullYear returns the year that two digits mean, as in Excel: 2000 to 2029, and 1930 to 1999.
func FullYear(digits int) int {
	if digits < 30 {
		return 2000 + digits
	}
	return 1900 + digits
}

func distinct(places []int) int {
	sorted := slices.Sorted(slices.Values(places))
	return len(slices.Compact(sorted))
}

// spelled has the spellings of a name in lower case: the full name first.
type spelled []string

func placesAmong(names []spelled, texts []string) []int {
	places := make([]int, len(texts))
	for i, text := range texts {
		if places[i] = placeOf(names, text); places[i] < 0 {
			return nil
		}
	}
	return places
}

// leastLetters is the least number of first letters that identify a name.
const leastLetters = 3

// placeOf returns the index of the name that a text spells. If there is none, but the text has at least three letters
// and only one name begins with it, placeOf returns the index of that name. Otherwise it returns -1.
func placeOf(names []spelled, text string) int {
	if i := slices.IndexFunc(names, func(s spelled) bool { return slices.Contains(s, text) }); i >= 0 {
		return i
	}
	found := -1
	for i, s := range names {
		if utf8.RuneCountInString(text) < leastLetters || !strings.HasPrefix(s[0], text) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// inLanguage has the names of a language as Places compares them.
type inLanguage struct {
	tag              string
	months, weekdays []spelled
}

// furtherNames has names that the tables of languages lack.
var furtherNames = map[string]map[string]string{"de": {"January": "jänner", "March": "mrz", "Saturday": "sonnabend"}}

// beginsName reports whether a text in lower case may be a name of any language, or the first letters of one. It is
// fast, because it converts to lower case only the names that begin with the same letter as the text.
func beginsName(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	long := utf8.RuneCountInString(text) >= leastLetters
	begins := func(name string) bool {
		if r, _ := utf8.DecodeRuneInString(name); unicode.ToLower(r) != first {
			return false
		}
		name = strings.TrimSuffix(strings.ToLower(name), ".")
		return name == text || long && strings.HasPrefix(name, text)
	}
	for _, names := range furtherNames {
		for _, name := range names {
			if begins(name) {
				return true
			}
		}
	}
	for name := range strings.FieldsFuncSeq(languages, func(r rune) bool { return r == '|' || r == '\n' }) {
		if begins(name) {
			return true
		}
	}
	return text == "" || slices.ContainsFunc(MonthNames[:], begins) || slices.ContainsFunc(WeekdayNames[:], begins)
}

var shortened = sync.OnceValue(func() (out []inLanguage) {
	for _, l := range Languages() {
		spell := func(names []string) (all []spelled) {
			for _, name := range names {
				s := spelled{strings.ToLower(l.translate([]string{name})[0])}
				for _, other := range []string{l.short[name], furtherNames[l.Tag][name]} {
					if other = strings.TrimSuffix(strings.ToLower(other), "."); isName(other) {
						s = append(s, other)
					}
				}
				all = append(all, s)
			}
			return all
		}
		out = append(out, inLanguage{l.Tag, spell(MonthNames[:]), spell(WeekdayNames[:])})
	}
	return out
})

// isName reports whether a short name can only be a name: it is neither a number nor a single letter of an alphabet.
func isName(short string) bool {
	r, size := utf8.DecodeRuneInString(short)
	return size < len(short) && strings.Trim(short, "0123456789") != "" || r >= '⺀'
}
