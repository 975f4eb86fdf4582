package profiler

import "testing"

func TestNewComparison(t *testing.T) {
	cpu := func(serial, workers float64) []Trial {
		return []Trial{{Tier: "serial", MS: serial, Runs: 3}, {Tier: "workers", MS: workers, Runs: 3}, {Tier: "gpu", Trouble: "there is none"}}
	}
	withGPU := func(serial, workers, gpu float64) []Trial {
		trials := cpu(serial, workers)
		trials[2] = Trial{Tier: "gpu", MS: gpu, Runs: 1}
		return trials
	}
	for _, c := range []struct {
		chosen           string
		trials           []Trial
		fastest, verdict string
	}{
		{"workers", cpu(21, 10), "workers", "All cores were the right choice: one core took 2.1 times as long."},
		{"serial", cpu(1, 1.05), "serial", "One core was a good choice: all cores took about as long."},
		{"serial", cpu(1.05, 1), "workers", "One core was a good choice: all cores took about as long."},
		{"serial", cpu(0.26, 0.21), "workers", "One core was a good choice: all cores would have saved 0.05 ms."},
		{"serial", cpu(8, 5), "workers", "All cores would have been the better choice: one core took 1.6 times as long, 3 ms more."},
		{"workers", withGPU(300, 150, 2), "gpu", "The GPU would have been the better choice: all cores took 75 times as long, 148 ms more."},
		{"gpu", withGPU(300, 150, 2), "gpu", "The GPU was the right choice: all cores took 75 times as long."},
		{"gpu", cpu(2, 1), "workers", "The GPU could not be measured again."},
		{"workers", []Trial{{Tier: "serial"}, {Tier: "workers", MS: 1, Runs: 1}}, "workers", "There was no choice: nothing but all cores can run this pivot."},
	} {
		if got := NewComparison(c.chosen, c.trials, nil); got.Fastest != c.fastest || got.Verdict != c.verdict {
			t.Errorf("%s: %s\nwant %s: %s", got.Fastest, got.Verdict, c.fastest, c.verdict)
		}
	}
}

func TestTierName(t *testing.T) {
	for tier, want := range map[string]string{"serial": "one core", "workers": "all cores", "gpu": "the GPU", "quantum": "quantum"} {
		if got := TierName(tier); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestAgreement(t *testing.T) {
	for want, c := range map[string]*Comparison{
		"Every figure was the same everywhere.": NewComparison("serial", nil, nil),
		"The figures of all cores and of the GPU differ from those of the answer: this is a fault in Cardinal, please report it.": NewComparison("serial", nil, []string{"workers", "gpu"}),
	} {
		if got := c.Agreement(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
