package profiler

import (
	"testing"

	"cardinal/internal/separators"
)

var (
	serial  = Tier{Name: "serial", Noun: "one core"}
	workers = Tier{Name: "workers", Noun: "all cores", Plural: true}
	device  = Tier{Name: "gpu", Noun: "the GPU"}
)

func TestNewComparison(t *testing.T) {
	cpu := func(one, all float64) []Trial {
		return []Trial{{Tier: serial, MS: one, Runs: 3}, {Tier: workers, MS: all, Runs: 3},
			{Tier: device, Trouble: "there is none"}}
	}
	withGPU := func(one, all, gpu float64) []Trial {
		trials := cpu(one, all)
		trials[2] = Trial{Tier: device, MS: gpu, Runs: 1}
		return trials
	}
	for _, c := range []struct {
		chosen           string
		trials           []Trial
		fastest, verdict string
	}{
		{"workers", cpu(21, 10), "workers", "All cores were the right choice: one core took 2.1 times as long."},
		{"serial", cpu(1, 1.05), "serial", "A tie: one core took 1.00 ms, and all cores 1.05 ms."},
		{"serial", cpu(1.05, 1), "workers", "A tie: one core took 1.05 ms, and all cores 1.00 ms."},
		{"workers", cpu(1.75, 1.89), "serial", "A tie: all cores took 1.89 ms, and one core 1.75 ms."},
		{"serial", cpu(0.26, 0.21), "workers", "All cores would have saved 50.0 µs, which nobody feels."},
		{"serial", cpu(8, 5), "workers", "All cores would have been the better choice: one core took 1.6 times as " +
			"long, 3.00 ms more."},
		{"workers", withGPU(300, 150, 2), "gpu", "The GPU would have been the better choice: all cores took 75 times " +
			"as long, 148 ms more."},
		{"gpu", withGPU(300, 150, 2), "gpu", "The GPU was the right choice: all cores took 75 times as long."},
		{"gpu", cpu(2, 1), "workers", "The GPU could not be measured again."},
		{"workers", []Trial{{Tier: serial}, {Tier: workers, MS: 1, Runs: 1}}, "workers", "There was no choice: " +
			"nothing but all cores can run this pivot."},
	} {
		if got := NewComparison(c.chosen, c.trials, nil); got.Fastest != c.fastest || got.Verdict != c.verdict {
			t.Errorf("%s: %s\nwant %s: %s", got.Fastest, got.Verdict, c.fastest, c.verdict)
		}
	}
}

// TestVerdictInALocale writes the numbers of a verdict with the signs of the process.
func TestVerdictInALocale(t *testing.T) {
	separators.Use(separators.Separators{Thousands: ".", Decimal: ","})
	defer separators.Use(separators.Plain)
	got := NewComparison("workers", []Trial{{Tier: serial, MS: 0.5, Runs: 3}, {Tier: workers, MS: 0.75, Runs: 3}},
		nil).Verdict
	if want := "One core would have been the better choice: all cores took 1,5 times as long, 250 µs more."; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestAgreement(t *testing.T) {
	for want, c := range map[string]*Comparison{
		"Every figure was the same everywhere.": NewComparison("serial", nil, nil),
		"The figures of all cores and of the GPU differ from those of the answer: this is a fault in Cardinal, please report it.": NewComparison("serial", []Trial{{Tier: workers}, {Tier: device}}, []string{"workers", "gpu"}),
	} {
		if got := c.Agreement(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
