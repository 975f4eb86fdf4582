package profiler

import "testing"

func TestWhere(t *testing.T) {
	for want, r := range map[string]Record{
		"one core": {Tier: "serial", Threads: 1, Cores: 16}, "4 of 16 cores": {Tier: "workers", Threads: 4, Cores: 16},
		"all cores": {Tier: "workers", Threads: 16, Cores: 16}, "the GPU": {Tier: "gpu", Cores: 16},
	} {
		for _, t := range []Tier{serial, workers, device} {
			r.Tiers = append(r.Tiers, TierTime{Tier: t})
		}
		if got := r.Where(); got != want {
			t.Errorf("%s on %d of %d: %q, want %q", r.Tier, r.Threads, r.Cores, got, want)
		}
	}
}
