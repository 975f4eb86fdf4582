package calendar

import (
	"slices"
	"testing"
)

func TestLanguageOf(t *testing.T) {
	for locale, want := range map[string]string{
		"de": "Januar März Montag Sonntag", "de-CH": "Januar März Montag Sonntag",
		"de_AT.UTF-8":      "Januar März Montag Sonntag",
		"fr_FR.UTF-8@euro": "janvier mars lundi dimanche", "fr-BE": "janvier mars lundi dimanche",
		"pl":    "Styczeń Marzec Poniedziałek Niedziela",
		"pt-BR": "janeiro março segunda-feira domingo", "no": "januar mars mandag søndag", "ja-JP": "1月 3月 月曜日 日曜日",
		"en-GB": "January March Monday Sunday", "C": "January March Monday Sunday", "": "January March Monday Sunday",
		"gd": "January March Monday Sunday",
	} {
		l := LanguageOf(locale)
		months, days := l.Months(), l.Weekdays()
		if got := months[0] + " " + months[2] + " " + days[0] + " " + days[6]; got != want {
			t.Errorf("%s: %s, want %s", locale, got, want)
		}
	}
}

// TestLanguages looks for names that are missing or that stand for two months or days.
func TestLanguages(t *testing.T) {
	for _, l := range Languages() {
		for _, names := range [][]string{l.Months(), l.Weekdays()} {
			sorted := slices.Sorted(slices.Values(names))
			if slices.Contains(names, "") || len(slices.Compact(sorted)) != len(names) {
				t.Errorf("%s: %q", l.Tag, names)
			}
		}
		if got := LanguageOf(l.Tag); got.Tag != l.Tag {
			t.Errorf("%s is found as %s", l.Tag, got.Tag)
		}
	}
}
