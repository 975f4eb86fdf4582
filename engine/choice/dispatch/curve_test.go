package dispatch

import (
	"slices"
	"testing"

	"cardinal/engine/choice/cost"
	"cardinal/profiler"
)

// linear returns an offer that takes a fixed time and a time per group, in milliseconds.
func linear(name string, host bool, fixed, each float64) *Offer {
	o := &Offer{
		Tier: profiler.Tier{Name: name, Noun: name, Host: host},
		Cost: func(groups int, _ string) (float64, string) { return fixed + each*float64(groups), "" },
	}
	o.Plan = func(_, groups int) Plan {
		ms, _ := o.Cost(groups, "")
		return Plan{Groups: groups, Predicted: cost.Prediction{"all": ms}}
	}
	return o
}

// TestCurve finds the crossing of two lines, and the decision's own prediction on them.
func TestCurve(t *testing.T) {
	q := Question{Offers: []*Offer{linear("serial", true, 10, 0), linear("gpu", false, 5, 0.001)}, Groups: 777,
		Low: 500, High: 9_000_000, Rows: 1e7}
	c := Curve(q, 20_000_000)
	if len(c.Crossovers) != 1 || c.Crossovers[0] != (profiler.Crossover{Groups: 4999, Before: "gpu", After: "serial"}) {
		t.Errorf("crossovers are %v, want one at 4,999", c.Crossovers)
	}
	if c.Groups[0] != 1 || c.Groups[len(c.Groups)-1] != 20_000_000 {
		t.Errorf("the curve goes from %d to %d", c.Groups[0], c.Groups[len(c.Groups)-1])
	}
	for i, n := range c.Groups {
		if i > 0 && n <= c.Groups[i-1] {
			t.Errorf("%d groups follow %d", n, c.Groups[i-1])
		}
		if n == 777 {
			if got := float64(c.Tiers[1].MS[i]); got != 5.777 {
				t.Errorf("777 groups take %v ms, want 5.777", got)
			}
			return
		}
	}
	t.Error("the expected number of groups is not on the curve")
}

// TestGatesAreAskedOfTheFastest wants the gates of an offer asked once, and only if it would win. If a gate is shut,
// the offer changes nothing.
func TestGatesAreAskedOfTheFastest(t *testing.T) {
	asked := 0
	card := func(fixed float64, pass bool) *Offer {
		o := linear("card", false, fixed, 0.001)
		o.Limit = 1000
		o.Gates = func(int) []profiler.Gate { asked++; return []profiler.Gate{{Name: "memory", Pass: pass}} }
		return o
	}
	for _, c := range []struct {
		name       string
		card       *Offer
		asked      int
		crossovers int
		limit      bool
	}{
		{"never the fastest", card(1e6, true), 0, 0, true},
		{"the fastest from some groups on", card(5, true), 1, 1, true},
		{"the fastest, and shut", card(5, false), 1, 0, false},
	} {
		asked = 0
		offers := []*Offer{linear("serial", true, 0, 0.01), c.card}
		if got := Crossovers(offers, 1, 100_000); len(got) != c.crossovers || asked != c.asked {
			t.Errorf("%s: crossovers %v, want %d, the gates asked %d times, want %d", c.name, got, c.crossovers,
				asked, c.asked)
		}
		if got := LimitBetween(offers, 900, 1100); got != c.limit || LimitBetween(offers, 1, 999) {
			t.Errorf("%s: the slot limit counts: %v, want %v", c.name, got, c.limit)
		}
		c.card.Flat = func(int, int) bool { return true }
		if LimitBetween(offers, 900, 1100) {
			t.Errorf("%s: the slot limit counts though the time is the same on either side", c.name)
		}
	}
}

// TestDoubt shuts a device that is the fastest at the expected number of groups alone.
func TestDoubt(t *testing.T) {
	offers := []*Offer{linear("serial", true, 10, 0), linear("gpu", false, 5, 0.001)}
	for name, c := range map[string]struct {
		groups, low, high int
		forced            string
		chosen            int
		gates             int
	}{
		"narrow":           {1000, 900, 1100, "", 1, 0},
		"wide and fine":    {1000, 100, 5000, "", 1, 1},
		"wide and not":     {1000, 100, 10_000_000, "", 0, 1},
		"asked for":        {1000, 100, 10_000_000, "gpu", 1, 0},
		"slower in itself": {9000, 100, 10_000_000, "", 0, 0},
	} {
		d := Decide(Question{Offers: offers, Rows: 1e7, Groups: c.groups, Low: c.low, High: c.high, Forced: c.forced})
		if d.Chosen != c.chosen || len(d.Gates()) != c.gates {
			t.Errorf("%s: tier %d with gates %v, want %d with %d", name, d.Chosen, d.Gates(), c.chosen, c.gates)
		}
	}
}

// TestLikely holds the numbers of groups inside their range, half of them on either side.
func TestLikely(t *testing.T) {
	counts := likelyCounts(1000, 100, 1_000_000)
	below := 0
	for _, n := range counts {
		if n < 100 || n > 1_000_000 {
			t.Errorf("%d groups are outside the range", n)
		}
		if n < 1000 {
			below++
		}
	}
	if 2*below != len(counts) {
		t.Errorf("%d of %d are below the expected number", below, len(counts))
	}
}

// TestProgramsOfThePlan wants doubt and the curve to count what the plan waits for once, and not what plans for
// other numbers of groups would wait for.
func TestProgramsOfThePlan(t *testing.T) {
	card := linear("gpu", false, 5, 0.001)
	card.Plan = func(planned, groups int) Plan {
		waits := 0.0
		if planned != 1000 {
			waits = 50
		}
		return Plan{Groups: groups, Predicted: cost.Prediction{"all": 5 + 0.001*float64(groups), "compile": waits}}
	}
	q := Question{Offers: []*Offer{linear("serial", true, 10, 0), card}, Rows: 1e7, Groups: 1000, Low: 100, High: 4000}
	if d := Decide(q); d.Choice().Tier.Name != "gpu" {
		t.Errorf("%s runs, with gates %v", d.Choice().Tier.Name, d.Gates())
	}
	for i, ms := range Curve(q, 10_000).Tiers[1].MS {
		if ms > 15 {
			t.Errorf("the curve waits for other programs at point %d: %v ms", i, ms)
		}
	}
}

// TestLeast wants an offer skipped, without asking for its time, if its lower bound is not below the best time.
func TestLeast(t *testing.T) {
	card := linear("gpu", false, 5, 0.001)
	cost, asked := card.Cost, []int{}
	card.Cost = func(groups int, strategy string) (float64, string) {
		asked = append(asked, groups)
		return cost(groups, strategy)
	}
	offers := []*Offer{linear("serial", true, 10, 0), card}
	without := Crossovers(offers, 2000, 100_000)
	card.Least = func(groups int) float64 { return 4 + 0.001*float64(groups) }
	asked = nil
	if got := Crossovers(offers, 2000, 100_000); !slices.Equal(got, without) || len(got) != 1 {
		t.Errorf("the crossovers are %v, and %v without a lower bound", got, without)
	}
	if len(asked) == 0 || slices.Max(asked) >= 6000 {
		t.Errorf("times were asked for %v groups, want those below 6,000", asked)
	}
}
