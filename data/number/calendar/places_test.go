package calendar

import (
	"slices"
	"strings"
	"testing"
)

func TestPlaces(t *testing.T) {
	defer UseFirstDay(FirstDay())
	for want, first := range map[string]int{
		"January February March April May June July August September October November December": 0,
		"Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec":                                      0,
		"JAN. feb Mar":                  0,
		"Feb Nov":                       0,
		"Janv fév. Mars juin Juil août": 0,
		"Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez": 0,
		"Jänner Februar Mrz Mai Dez":                      0,
		"gen feb mag giu":                                 0,
		"янв фев март":                                    0,
		"Mon Tue Wed Thu Fri Sat Sun":                     0,
		"Sunday Monday Saturday":                          7,
		"lun Mar mer jeu":                                 0,
		"Mo Di Mi Do Fr Sa So":                            1,
		"月 火 日":                                           0,
		"Nov-23 Dec-23 Jan-24 Feb-24":                     0,
		"Déc'99 févr_2001 Mars/2001 mai-2002 juin02":      0,
		"2023·Dec 2024-Jan 2024·Feb":                      0,
	} {
		UseFirstDay(first)
		texts := strings.Fields(want)
		shuffled := slices.Clone(texts)
		slices.Sort(shuffled)
		places := Places(shuffled)
		if places == nil {
			t.Errorf("%s: no names", want)
			continue
		}
		slices.SortStableFunc(shuffled, func(a, b string) int {
			all := Places([]string{a, b, texts[0], texts[1], texts[2%len(texts)], texts[len(texts)-1]})
			return all[0] - all[1]
		})
		if got := strings.Join(shuffled, " "); got != want {
			t.Errorf("%s: %s", want, got)
		}
	}
	for _, text := range []string{"", "Jan", "Jan Feb Total", "Jan Feb-24", "Jan Mon", "a b", "10 11 12", "set out",
		"Ma Jun Jul", "1 2 3 4", "I II III", "Mon-24 Tue-24", "Jan-123 Feb-123", "24-Jan 24-Feb", "2024Jan23 2024Feb23",
		"Ju Au"} {
		if got := Places(strings.Fields(text)); got != nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestBeginsName takes every spelling of a name for one, and so its first letters. For other texts, the names of all
// languages are not taken apart: the first pivot of a process would wait for this.
func TestBeginsName(t *testing.T) {
	for _, l := range shortened() {
		for _, s := range slices.Concat(l.months, l.weekdays) {
			for _, name := range s {
				if !beginsName(name) {
					t.Errorf("%s: %q is no name", l.tag, name)
				}
			}
			if letters := []rune(s[0]); len(letters) > leastLetters && !beginsName(string(letters[:leastLetters])) {
				t.Errorf("%s: no name begins as %q does", l.tag, s[0])
			}
		}
	}
	was := shortened
	defer func() { shortened = was }()
	shortened = func() []inLanguage {
		t.Error("all names are taken apart")
		return nil
	}
	for _, texts := range []string{"a b", "id001 id002", "Rome Oslo", "x1 x2"} {
		if got := Places(strings.Fields(texts)); got != nil {
			t.Errorf("%s: %v", texts, got)
		}
	}
}
