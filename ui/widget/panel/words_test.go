package panel

import (
	"testing"

	"cardinal/profiler"
)

// TestTimeInShort holds the words on the time in the status bar.
func TestTimeInShort(t *testing.T) {
	for _, c := range []struct {
		predicted, took float64
		want            string
	}{
		{14, 15.7, "15.7 ms on serial, as predicted"},
		{9, 15.7, "15.7 ms on serial, about as predicted"},
		{50, 15.7, "15.7 ms on serial, faster than predicted"},
		{2.97, 0.857, "857 µs on serial"},
		{5.03, 15.7, "15.7 ms on serial, 5.03 ms predicted"},
	} {
		r := &profiler.Record{TotalMS: c.took, Tier: "serial",
			Stages: []profiler.Stage{{Name: "aggregate", MS: c.took, PredictedMS: c.predicted}}}
		if got := TimeInShort(r); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
