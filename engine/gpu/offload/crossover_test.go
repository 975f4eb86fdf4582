package offload

import (
	"math"
	"testing"
	"time"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
)

// racer returns a machine whose card is nearly as fast as the processor.
func racer() cost.Machine {
	return cost.Machine{
		KeyNs: 0.8, AccNs: 0.6, HashNs: 7, PartNs: 6, InsertNs: 70, MissNs: 5, DistinctNs: 14, RoomNs: 1.7, JoinNs: 2,
		MergeNs: 3.5, SampleNs: 33, NodeNs: 130, CacheBytes: 1 << 20,
		StartMS: 0.05, WakeMS: 0.3, ForkMS: 0.02, Contention: 0.05, MemoryContention: 0.17,
		GPU: map[string]cost.DeviceCosts{"discrete": {RoundTripMS: 0.3, SendMS: 0.15, UploadNs: 0.2, LaunchMS: 0.1,
			WorkgroupNs: 0.02, GlobalNs: 0.15, SlotNs: 5, ReadNs: 1, KeyNs: 0.5}},
	}
}

// TestCrossovers finds where another tier or strategy becomes the fastest by the costs alone.
func TestCrossovers(t *testing.T) {
	for name, c := range map[string]struct {
		machine    cost.Machine
		rows       int
		upload     int64
		crossovers int
	}{
		"resident":             {cost.DefaultMachine, 500_000, 0, 3},
		"to be sent":           {racer(), 10_000_000, 160e6, 1},
		"a near race":          {racer(), 200_000, 800_000, 3},
		"the GPU cannot catch": {cost.DefaultMachine, 10_000_000, 160e6, 1},
	} {
		q := question{Shape: cost.Shape{Rows: c.rows, Upload: c.upload, Absent: int(min(2, c.upload)), Keys: 2, Accs: 2,
			Words: 3, Groups: 1, Slots: 1, Domain: 1, Threads: 2, Limit: 1024}, Device: Card{Class: "discrete"},
			Cores: 2}
		offers := q.offers(&c.machine)
		offers[2].Hold = nil
		counts := dispatch.Crossovers(offers, 1, c.rows)
		if len(counts) != c.crossovers {
			t.Errorf("%s: crossovers %v, want %d", name, counts, c.crossovers)
		}
		regret := time.Duration(0)
		for _, n := range counts {
			if fastest(offers, n) == fastest(offers, n+n/64+1) {
				t.Errorf("%s: the same is the fastest at %d and a little more", name, n)
			}
			regret = max(regret, dispatch.Regret(offers, n))
		}
		if len(counts) > 0 && regret <= 0 {
			t.Errorf("%s: nothing hangs on the crossovers %v", name, counts)
		}
		if got := dispatch.Crossovers(offers, 1, 1); got != nil {
			t.Errorf("one group has crossovers %v", got)
		}
	}
}

// TestFlat wants the time of a measured card independent of the number of groups if it answers with every slot, and
// only then.
func TestFlat(t *testing.T) {
	for name, c := range map[string]struct {
		machine       cost.Machine
		slots, domain int
		flat          bool
	}{
		"every slot is answered": {racer(), 5000, 5000, true},
		"slots are ranked":       {racer(), 5000, 0, false},
		"keys are hashed":        {racer(), 0, 0, false},
		"a class not measured":   {cost.DefaultMachine, 5000, 5000, false},
		"no card":                {cost.Machine{}, 5000, 5000, true},
	} {
		q := question{Shape: cost.Shape{Rows: 100_000, Keys: 2, Accs: 2, Groups: 1, Slots: c.slots, Domain: c.domain,
			Threads: 2, Limit: 1024}, Device: Card{Class: "discrete"}, Cores: 2}
		o := q.offers(&c.machine)[2]
		if got := o.Flat(1, 5000); got != c.flat {
			t.Errorf("%s: flat: %v", name, got)
		}
		if c.flat {
			least, _ := o.Cost(1, "")
			if most, _ := o.Cost(5000, ""); most != least {
				t.Errorf("%s: %v ms of one group and %v of every slot", name, least, most)
			}
		}
	}
}

// fastest names the tier and the strategy of the least cost.
func fastest(offers []*dispatch.Offer, groups int) string {
	best, least := "", math.Inf(1)
	for _, o := range offers {
		if ms, strategy := o.Cost(groups, ""); ms < least {
			best, least = o.Tier.Name+" "+strategy, ms
		}
	}
	return best
}
