package cpu

import (
	"context"
	"fmt"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/choice/tier"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/profiler"
)

// The tiers of the processor by name.
const (
	Serial  = "serial"
	Workers = "workers"
)

// OneCore returns the serial tier.
func OneCore() tier.Tier {
	return processorTier(profiler.Tier{Name: Serial, Title: "One core", Noun: "one core", Subject: "one core"},
		func(int) int { return 1 }, func(int, int) []int { return []int{1} })
}

// AllCores returns the tier of the workers, with the number of cores that is expected to be the fastest.
func AllCores() tier.Tier {
	return processorTier(profiler.Tier{Name: Workers, Title: "All cores", Noun: "all cores", Plural: true,
		Subject: "the workers"}, func(cores int) int { return cores }, trials)
}

// processorTier returns a tier that uses `of` cores of the processor.
func processorTier(words profiler.Tier, of func(cores int) int, trials func(_, cores int) []int) tier.Tier {
	words.Host, words.Hardware = true, "the processor"
	return tier.Tier{
		Tier: words, Model: model, Trials: trials,
		Strategies: each.Of(Strategies, func(s *Strategy) tier.Strategy {
			return tier.Strategy{Name: s.Name, Words: s.Words}
		}),
		Offer: func(_ context.Context, g *tier.GroupBy) *tier.Offer { return offer(words, g, of(g.Cores)) },
	}
}

// trials returns the numbers of workers that a calibration measures: all cores and, if there are eight or more, a
// quarter of them.
func trials(_, cores int) []int {
	if cores >= 8 {
		return []int{cores, cores / 4}
	}
	return []int{cores}
}

// offer returns the offer for a group-by on at most `cores` cores.
func offer(words profiler.Tier, g *tier.GroupBy, cores int) *tier.Offer {
	base := g.Shape(0)
	base.Skewed, base.Locality = Skewed(g.Clustering), g.Clustering.Locality
	base.Threads = workersFor(g.Selected, cores)
	base.Moved = func() float64 { return g.Moved }
	if Indexable(g.Key.Slots, g.Selected) {
		base.Slots = int(g.Key.Slots)
	}
	named := g.Strategy
	if g.Forced != "" && g.Forced != Serial && g.Forced != Workers {
		named = "" // the person named a strategy of another tier, which this tier replaces
	}
	task := Task{Key: g.Key, Select: g.Select, Selected: g.Selected, Plan: g.Measures, Clustering: g.Clustering,
		Strategy: named, Morsel: g.Morsel, ListRows: g.ListRows, Progress: g.Progress}
	base.Strategy = func(groups, threads int) string {
		if named != "" {
			return named
		}
		t := task
		t.Threads, t.Groups = threads, groups
		return Choose(&t)
	}
	settled := 0
	if cores > 1 {
		settled = g.Workers
	}
	o := OfferFor(words, g.Machine, base, g.Cores, settled)
	o.Flat = func(_, high int) bool {
		t := task
		t.Threads = base.Threads
		return t.isFlat(high)
	}
	return &tier.Offer{
		Offer: *o,
		Shape: func(p dispatch.Plan) cost.Shape {
			s := base
			s.Groups, s.Threads = p.Groups, p.Workers
			return s
		},
		Run: func(ctx context.Context, p dispatch.Plan) (*tier.Outcome, error) {
			t := task
			t.Threads, t.Groups, t.Strategy, t.Chosen = p.Workers, p.Groups, p.Strategy, named == ""
			t.Budget = g.Budget
			return Run(ctx, t)
		},
	}
}

// OfferFor returns the offer of a processor's tier for group-bys of a shape on at most s.Threads threads. The machine
// has `cores` usable cores. The run must use `settled` workers, or the fastest number if settled is 0.
func OfferFor(words profiler.Tier, m *cost.Machine, s cost.Shape, cores, settled int) *dispatch.Offer {
	most := max(1, s.Threads)
	o := &dispatch.Offer{
		Tier: words,
		Cost: func(groups int, strategy string) (float64, string) {
			s := s.At(groups)
			if strategy != "" {
				s.Strategy = func(int, int) string { return strategy }
			}
			workers, ms := fastestWorkers(m, s)
			return ms, strategyName(&s, workers)
		},
		Plan: func(_, groups int) dispatch.Plan {
			s := s
			s.Groups = groups
			workers, _ := fastestWorkers(m, s)
			s.Threads = workers
			predicted := model.Predict(m, &s)
			if settled > 0 {
				workers = min(settled, most)
			}
			return dispatch.Plan{Groups: groups, Strategy: strategyName(&s, workers), Workers: workers,
				Predicted: predicted}
		},
	}
	if words.Name == Workers {
		o.Worth = func(p dispatch.Plan, ms, serial float64) (bool, string) {
			return gainsEnough(ms, serial, s.Rows, most, cores, p.Workers)
		}
	}
	return o
}

// fastestWorkers returns the number of workers, at most s.Threads, with the shortest time, and the milliseconds. Waking
// a further worker can cost more than the worker saves. fastestWorkers tries powers of two and s.Threads.
func fastestWorkers(m *cost.Machine, s cost.Shape) (workers int, ms float64) {
	most := max(1, s.Threads)
	s.Threads = most
	workers, ms = most, model.Total(m, &s)
	for n := 2; n < most; n *= 2 {
		s.Threads = n
		if t := model.Total(m, &s); t < ms {
			workers, ms = n, t
		}
	}
	return workers, ms
}

// littleMS is about the time until other cores begin to work.
const littleMS = 0.2

// worthwhile is a speed-up: if workers save less than littleMS, they must be this many times as fast as one core.
// noticedMS is the least time that they must save in any case. For less, the cores are left to other programs, or to
// sleep.
const worthwhile, noticedMS = 1.1, 0.1

// gainsEnough reports whether workers that take ms gain enough over one core that takes serial, and says why. The rows
// allow at most `threads` threads.
func gainsEnough(ms, serial float64, rows, threads, cores, workers int) (bool, string) {
	gain := serial - ms
	one, several := dispatch.Millis(serial), dispatch.Millis(ms)
	switch {
	case threads > 1 && gain >= noticedMS && (gain >= littleMS || serial > worthwhile*ms):
		return true, fmt.Sprintf("%s are expected on %s and %s on one", several, coresOf(workers), one)
	case cores <= 1:
		return false, one + " are expected on one core, and there is no other to use"
	case serial < littleMS:
		return false, "one core is done with " + profiler.Counted(rows, "row") + " before others could start"
	case threads <= 1:
		return false, one + " are expected on one core, and so few rows are not shared"
	case serial <= ms:
		return false, fmt.Sprintf("%s are expected on one core and no less on %s", one, coresOf(workers))
	}
	return false, fmt.Sprintf("%s are expected on one core and %s on %s, which gains too little", one, several,
		coresOf(workers))
}

func coresOf(n int) string { return separators.Plural(n, "one core", "%d cores") }
