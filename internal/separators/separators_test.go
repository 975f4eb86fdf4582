package separators_test

import (
	"strings"
	"testing"

	"cardinal/internal/separators"
)

func TestSeparators(t *testing.T) {
	defer separators.Use(separators.Plain)
	for _, c := range []struct{ locale, shown, typed, read string }{
		{"en", "-1,234,567.5%", "-1,234,567.5%", "-1,234,567.5%"},
		{"en-IN", "-1,234,567.5%", "10 to 2,000.5", "10 to 2,000.5"},
		{"de", "-1.234.567,5%", "> 1.234,5", "> 1,234.5"},
		{"de", "-1.234.567,5%", "1.5", "1,5"}, // no number: the readers refuse it
		{"de_DE.UTF-8", "-1.234.567,5%", "10 to 2.000", "10 to 2,000"},
		{"fr", "-1\u00a0234\u00a0567,5%", "> 1 234 567,5", "> 1,234,567.5"},
		{"fr", "-1\u00a0234\u00a0567,5%", "10 to 2\u202f000", "10 to 2,000"},
		{"fr", "-1\u00a0234\u00a0567,5%", "1.5", "1.5"},
		{"de-CH", "-1’234’567.5%", "1'234.5", "1,234.5"},
		{"es", "-1.234.567,5%", "0,5", "0.5"},
	} {
		s, err := separators.Of(c.locale)
		if err != nil {
			t.Fatal(err)
		}
		separators.Use(s)
		if got := separators.Show(separators.Group("-1234567.5") + "%"); got != c.shown {
			t.Errorf("%s shows %q, want %q", c.locale, got, c.shown)
		}
		if got := separators.Read(c.typed); got != c.read {
			t.Errorf("%s reads %q as %q, want %q", c.locale, c.typed, got, c.read)
		}
		for _, number := range []string{"0", "12", "123", "-1,234", "1,234,567.891", "0.001", "12.5%",
			"1,000 - 2,000"} {
			if got := separators.Read(separators.Show(number)); got != number {
				t.Errorf("%s reads what it shows, %q, as %q, want %q", c.locale, separators.Show(number), got, number)
			}
		}
	}
}

func TestNoLocale(t *testing.T) {
	for _, name := range []string{"", "C", "POSIX", "und", "german", "xx-yy"} {
		if s, err := separators.Of(name); err == nil {
			t.Errorf("%q is a locale with %q", name, s)
		}
	}
}

func TestReadInt(t *testing.T) {
	defer separators.Use(separators.Plain)
	separators.Use(separators.Separators{Thousands: ".", Decimal: ","})
	if n, err := separators.ReadInt(" 1.234 "); n != 1234 || err != nil {
		t.Error(n, err)
	}
	for _, text := range []string{"1,5", "1.5", "", "x"} {
		if n, err := separators.ReadInt(text); err == nil {
			t.Errorf("%q is %d", text, n)
		}
	}
}

func TestReadList(t *testing.T) {
	defer separators.Use(separators.Plain)
	for _, c := range []struct {
		locale, typed, read string
		doubtful            bool
	}{
		{"en", "0, 10, 100", "0 10 100", false},
		{"en", "0,10,100", "0 10 100", false},
		{"en", "0;10; 100;", "0 10 100", false},
		{"en", " 0 10  100 ", "0 10 100", false},
		{"en", "1,000", "1000", false},
		{"en", "0, 1,000, 2,500.5", "0 1000 2500.5", false},
		{"en", "0; 1,000", "0 1000", false},
		{"en", "-1,000 0 1,000", "-1000 0 1000", false},
		{"en", "−5, 0, 5,", "-5 0 5", false},
		{"en", "0,1,000,2,500,10,000", "0 1000 2500 10000", false},
		{"en", "100,1,000", "100 1000", false},
		{"en", "0,100,200", "0 100 200", false},
		{"en", "10,20,1500", "10 20 1500", false},
		{"en", "1,500", "1500", true},
		{"en", "100,200,300", "100200300", true},
		{"en", "0.5,1.5", "0.5 1.5", false},
		{"en", "0, 5,10", "0 5 10", false},
		{"en", "0,5; 1", "0,5 1", false}, // no number: the readers refuse it
		{"en", "", "", false},
		{"en", "a, b", "a b", false},
		{"de", "0; 0,5; 1.000", "0 0.5 1000", false},
		{"de", "0 0,5 1.000", "0 0.5 1000", false},
		{"de", "0, 10, 100", "0 10 100", false},
		{"de", "1.500", "1500", false},
		{"fr", "0; 1 000; 2 500,5", "0 1000 2500.5", false},
		{"fr", "0 1 000 2 500", "0 1000 2500", false},
		{"fr", "0 100 200", "0 100 200", false},
		{"de-CH", "0,100,1’500", "0 100 1500", false},
	} {
		s, err := separators.Of(c.locale)
		if err != nil {
			t.Fatal(err)
		}
		separators.Use(s)
		numbers, doubtful := separators.ReadList(c.typed)
		if got := strings.Join(numbers, " "); got != c.read || doubtful != c.doubtful {
			t.Errorf("%s reads %q as %q, doubtful: %v, want %q, %v", c.locale, c.typed, got, doubtful,
				c.read, c.doubtful)
		}
	}
}
