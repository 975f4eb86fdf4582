package calendar

import "testing"

func TestWeekStart(t *testing.T) {
	for locale, want := range map[string]int{"en-US": 7, "en_US.UTF-8": 7, "de-DE": 0, "ar-EG": 6, "zh-Hant-TW": 7,
		"pt": 0, "": 0, "dv-MV": 5, "en-GB": 0} {
		if got := WeekStart(locale); got != want {
			t.Errorf("a week in %q begins on day %d, want %d", locale, got, want)
		}
	}
}
