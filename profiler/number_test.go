package profiler

import (
	"encoding/json"
	"testing"
)

// A score never reads as 0 or as 1 where it is neither.
func TestScore(t *testing.T) {
	for v, want := range map[float64]string{
		2.1118: "2.11", 64: "64.00", 1: "1.00", 0.9996: "0.9996", 1.0004: "1.0004", 0.11: "0.11", 0.0112: "0.011",
		0.00042: "0.00042", 0: "0.00",
	} {
		if got := Score(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}

// What is not known is null, and comes back as not known.
func TestFigureAsJSON(t *testing.T) {
	text, err := json.Marshal(Factors{Cardinality: 1.042})
	if want := `{"rows":null,"cardinality":1.042,"gpu_class":null,"vendor":null,"residency":null,"buffer":null}`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	var back Factors
	if err := json.Unmarshal(text, &back); err != nil || back != (Factors{Cardinality: 1.042}) {
		t.Errorf("read back %+v, %v", back, err)
	}
}

func TestMillis(t *testing.T) {
	for ms, want := range map[float64]string{
		0: "0 ms", -1: "0 ms", 0.0004: "0.40 µs", 0.012: "12.0 µs", 0.5: "500 µs", 0.96: "0.96 ms", 1.234: "1.23 ms",
		12.34: "12.3 ms",
		123.4: "123 ms", 999.4: "999 ms", 1000: "1.00 s", 12_345: "12.3 s", 59_999: "60.0 s", 60_000: "1.0 min",
		754_000: "12.6 min",
	} {
		if got := Millis(ms); got != want {
			t.Errorf("%v: %q, want %q", ms, got, want)
		}
	}
}
