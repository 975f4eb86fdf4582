package query

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"if", "round", "abs", "mod", "sqrt", "upper", "lower", "replace", "year"}
	for word, want := range map[string]string{
		"rond": "round", "RUOND": "round", "yeer": "year", "sqr": "sqrt", "uper": "upper", "cbrt": "", "sqqt": "sqrt",
		"lowper": "lower", "x": "", "": "", "nothing": "", "ab": "abs", strings.Repeat("é", 300): "",
	} {
		if got := strings.Join(nearest(names, word), " "); got != want {
			t.Errorf("%s is near %q, not %q", word, got, want)
		}
	}
}

// TestEdits holds the distance against a search over all edits of short words.
func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	word := func() string {
		b := make([]byte, r.IntN(5))
		for i := range b {
			b[i] = "abc"[r.IntN(3)]
		}
		return string(b)
	}
	for range 3000 {
		a, b := word(), word()
		d := editDistance(a, b)
		if d != editDistance(b, a) || d == 0 != (a == b) || d > max(len(a), len(b)) ||
			d < max(len(a), len(b))-min(len(a), len(b)) {
			t.Errorf("%s and %s: %d, and back %d", a, b, d, editDistance(b, a))
		}
		if len(a) < 2 {
			continue
		}
		i := r.IntN(len(a) - 1)
		for _, once := range []string{a[:i] + a[i+1:], a[:i] + "d" + a[i:], a[:i] + "d" + a[i+1:],
			a[:i] + string(a[i+1]) + string(a[i]) + a[i+2:]} {
			if got := editDistance(a, once); got > 1 || got == 0 && a != once {
				t.Errorf("%s and %s: %d", a, once, got)
			}
		}
	}
}

// TestUnknownNames names the nearest ones, and the help.
func TestUnknownNames(t *testing.T) {
	for text, want := range map[string]string{
		"summ(x)":    `no aggregate "summ"; the nearest is sum; `,
		"medain(x)":  `no aggregate "medain"; the nearest is median; `,
		"zzzzzzz(x)": `no aggregate "zzzzzzz"; the help, cardinal pivot --help, lists all`,
	} {
		if _, err := ParseMeasures(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := ParseFields("yeer(date)"); err == nil ||
		!strings.Contains(err.Error(), `no date part or bin "yeer"; the nearest is year; `) {
		t.Error(err)
	}
}
