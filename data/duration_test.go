package data

import "testing"

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]string{
		"36:00": "3/2", "36:00:00": "3/2", "-0:59:59": "-3599/86400", "0:00:00.5": "1/172800", "1234:30": "823/16", " 0:15 ": "1/96", "0:00:00,5": "1/172800",
		"36": "", "36:60": "", "1:2:3": "", "12:30:60": "", "": "", "x:00": "",
	} {
		days, ok := ParseDuration(text)
		if got := ""; ok {
			if got = days.RatString(); got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		} else if want != "" {
			t.Errorf("%s is not read", text)
		}
	}
}
