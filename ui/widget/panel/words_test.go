package panel

import (
	"math"
	"testing"

	"cardinal/profiler"
)

func TestCount(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 1234567: "1,234,567", -1: "-1", -999: "-999",
		-1000: "-1,000", -123456: "-123,456",
	} {
		if got := profiler.Count(n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestRate(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0.00 rows/s", 12: "12.0 rows/s", 1500: "1.50 thousand rows/s", 480e6: "480 million rows/s",
		2.5e9:       "2.50 billion rows/s",
		math.Inf(1): "– billion rows/s",
	} {
		if got := rate(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

func TestCapital(t *testing.T) {
	for s, want := range map[string]string{"": "", "it was asked for": "It was asked for.", "Done.": "Done.",
		"ärger": "Ärger.", "3 rows": "3 rows."} {
		if got := capital(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for i, want := range []string{"One core", "All cores", "GPU"} {
		if got := tiers[i].Short(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := gateName("weather"); got != "Weather" {
		t.Errorf("a gate that nobody named is called %q", got)
	}
}
