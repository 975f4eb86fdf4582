package estimate

import (
	"testing"
	"time"

	"cardinal/engine/dispatch"
)

// TestDecisionsCostLittle asks what a wrong estimate costs: the tier that the cost model as shipped picks for the estimate
// is held, at the true number of groups, against the tier it would have picked then. The columns are resident on a
// discrete GPU, where the race is closest; borders and stake come from the model, as a pivot has them.
func TestDecisionsCostLittle(t *testing.T) {
	m := dispatch.DefaultMachine
	worst, cases, turned := 1.0, 0, 0
	for _, ds := range datasets() {
		k := ds.make(t)
		truth := Count(k, nil)
		for _, c := range []struct {
			threads int
			dense   bool // slots index the accumulators; else keys are hashed, on the GPU too
		}{{2, true}, {16, true}, {2, false}, {16, false}} {
			s := dispatch.Shape{Rows: k.Rows, Keys: len(k.Cols), Accs: 2, Threads: c.threads, Limit: 2048, Groups: 1}
			if c.dense && k.Slots <= 1<<22 {
				s.Slots, s.Domain = int(k.Slots), int(k.Slots)
			}
			borders, stake := m.Borders(s, "discrete", k.Rows), time.Nanosecond
			for _, b := range borders {
				stake = max(stake, m.Stake(s, "discrete", b))
			}
			e := Request{Key: k, Rows: k.Rows, Crossovers: func() ([]int, time.Duration) { return borders, stake }}.Estimate()
			s.Groups = e.Groups
			chosen := fastest(m.Predict(s, "discrete"))
			s.Groups = truth
			then := m.Predict(s, "discrete")
			cases++
			if best := fastest(then); best != chosen {
				turned++
				regret := then[chosen].Total() / then[best].Total()
				worst = max(worst, regret)
				t.Logf("%s on %d cores: %s for %d groups, %s would be best for %d: %.2f times as long", ds.name, c.threads, chosen, e.Groups, best, truth, regret)
			}
		}
	}
	t.Logf("%d of %d decisions would be others with the truth known; the worst costs %.2f times as long", turned, cases, worst)
	if worst > 1.3 {
		t.Errorf("a wrong decision costs %.2f times as long, more than 1.3", worst)
	}
}

func fastest(of map[string]dispatch.Prediction) string {
	best := dispatch.Serial
	for _, tier := range []string{dispatch.Workers, dispatch.GPU} {
		if p, ok := of[tier]; ok && p.Total() < of[best].Total() {
			best = tier
		}
	}
	return best
}
