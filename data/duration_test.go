package data

import (
	"math"
	"testing"
)

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]string{
		"36:00": "3/2", "36:00:00": "3/2", "-0:59:59": "-3599/86400", "0:00:00.5": "1/172800", "1234:30": "823/16",
		" 0:15 ": "1/96", "0:00:00,5": "1/172800",
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

func TestFormatDuration(t *testing.T) {
	for _, c := range []struct {
		days     float64
		fraction int
		want     string
	}{
		{36.25 / 24, 0, "36:15:00"}, {-36.25 / 24, 0, "-36:15:00"}, {0, 0, "0:00:00"}, {-1e-9, 0, "0:00:00"},
		{59.9995 / 86400, 3, "0:01:00.000"}, {1.5 / 86400, 3, "0:00:01.500"}, {1e300, 0, ""}, {math.NaN(), 0, ""},
		{math.Inf(-1), 0, ""},
	} {
		if got, ok := FormatDuration(c.days, c.fraction); got != c.want || ok != (c.want != "") {
			t.Errorf("%v days are %q, %v, want %q", c.days, got, ok, c.want)
		}
	}
}
