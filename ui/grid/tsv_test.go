package grid

import (
	"strings"
	"testing"
)

func TestTSV(t *testing.T) {
	s := sales()
	got := tsv(s, cellAt{6, 2}, cellAt{7, 3}, false)
	want := "-56620.85\t0.093\n393099.16\t0.635\n"
	if got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
	got = tsv(s, cellAt{6, 2}, cellAt{7, 3}, true)
	want = "year\t\t2024\t2024\n" +
		"quarter\t\tQ1\tQ1\n" +
		"region\tcity\tsum(revenue)\tavg(margin)\n" +
		"Asia Pacific\t(blank)\t-56620.85\t0.093\n" +
		"Asia Pacific total\t\t393099.16\t0.635\n"
	if got != want {
		t.Errorf("copied with headers\n%s\nwant\n%s", got, want)
	}
	if got := tsv(s, cellAt{3, 1}, cellAt{3, 2}, true); !strings.HasSuffix(got, "\nAsia Pacific\tBengaluru\t1346.23\n") {
		t.Errorf("labels in the selection are copied twice or not at all: %q", got)
	}
}

func TestField(t *testing.T) {
	for in, want := range map[string]string{
		"plain":  "plain",
		"a\tb":   "\"a\tb\"",
		"a\nb":   "\"a\nb\"",
		`"a" b`:  `"""a"" b"`,
		`5" "x"`: `5" "x"`,
	} {
		if got := field(in); got != want {
			t.Errorf("field %q is %q, want %q", in, got, want)
		}
	}
}

func TestCopyLimit(t *testing.T) {
	if err := checkCopy(copyLimit); err != nil {
		t.Error(err)
	}
	if checkCopy(copyLimit+1) == nil {
		t.Error("no limit")
	}
}
