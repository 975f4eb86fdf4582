package cpu

import (
	"math"

	"cardinal/engine/cost"
)

// Stages of a run on the processor.
const (
	stageAggregate = "aggregate"
	stageMerge     = "merge"
)

// model is what the stages of a run by s.Threads workers take. Some strategies split the aggregation into parts.
var model = cost.Model{
	Stages: []string{stageAggregate, stageMerge},
	Parts:  map[string][]string{stageAggregate: {"partition", "number", "sort", "decode", "compact", "given up"}},
	Terms: func(m *cost.Machine, s *cost.Shape, stage string) cost.Terms {
		if stage == stageAggregate {
			return aggregateTerms(m, s, max(1, s.Threads))
		}
		return mergeTerms(m, s, max(1, s.Threads))
	},
}

// strategyOf names the strategy of a shape with so many threads: dense where there are slots, else tables of keys, unless the
// shape says what is chosen.
func strategyOf(s *cost.Shape, threads int) string {
	switch {
	case s.Strategy != nil:
		return s.Strategy(s.Groups, threads)
	case s.Slots > 0:
		return "dense"
	}
	return "independent"
}

// speedup is how many times one thread's work some threads do together: of arithmetic, and of making and moving memory.
func speedup(m *cost.Machine, threads int) (arithmetic, memory float64) {
	n := float64(threads)
	return n / (1 + m.Contention*(n-1)), n / (1 + m.MemoryContention*(n-1))
}

// aggregateTerms are of the pass over the rows, and of what every worker makes before and beside it. Cores that rest are at
// work only after WakeMS. Until then the first one works alone.
func aggregateTerms(m *cost.Machine, s *cost.Shape, threads int) (t cost.Terms) {
	if threads > 1 {
		t = aggregateTerms(m, s, 1)
		v := m.Values("")
		if t.Dot(&v) <= m.WakeMS {
			t[cost.ForkMS] = float64(threads - 1)
			return t
		}
		t = cost.Terms{cost.WakeMS: 1 - 1/float64(threads)}
	}
	speed, memory := speedup(m, threads)
	rows, accs := float64(s.Rows)*1e-6/speed, float64(s.Accs)
	keys, updates := steps(s, threads)
	t[cost.StartMS], t[cost.ForkMS] = 1, float64(threads-1)
	t[cost.KeyNs], t[cost.AccNs], t[cost.DistinctNs] = rows*keys, rows*updates, rows*float64(s.Distinct)
	if s.Scanned > 0 {
		t[cost.KeyNs] += pickKeys*rows + scanKeys*float64(s.Scanned)*1e-6/speed
	}
	slots := float64(max(s.Slots, s.Groups))
	state, misses := 8*(accs+1), 1.0
	switch strategyOf(s, threads) {
	case "runs": // a look-up and an update a run
		return t
	case "partition", "plat": // the groups of a partition fit the cache
		t[cost.ForkMS] *= partitionPasses
		t[cost.PartNs] = (float64(s.Rows)/memory + partitionStart) * 1e-6 * (1 + accs/4)
		if s.Slots == 0 { // keys are found sooner than in a table that does not fit
			t[cost.HashNs], t[cost.InsertNs] = rows, float64(s.Groups)*1e-6/speed/2
		}
		t[cost.RoomNs] = slots * accs * 1e-6 / memory
		t[cost.MergeNs] = share(m, &t, threads, slots, decodePasses)
		return t
	case "dense":
		t[cost.RoomNs] = slots * accs * 1e-6 * float64(threads) / memory
		state *= slots
	default:
		t[cost.HashNs], t[cost.InsertNs] = rows, float64(tableGroupsOf(s, threads))*1e-6
		state = (state + 24) * float64(s.Groups)
		if s.Skewed {
			misses = skewedMisses
		}
	}
	if state > m.CacheBytes { // every doubling leaves more to slower caches and to fewer entries of the page table's
		t[cost.MissNs] = misses * rows * (updates + 1) * math.Log2(state/m.CacheBytes)
	}
	return t
}

// skewedMisses is the part of the misses of a table that are left where most rows meet the few keys that stay in the cache.
const skewedMisses = 0.5

// Listing a row that passes a filter and gathering what is known of it takes as long as so many keys, and going over the rows that
// it is listed from as long as so many.
const pickKeys, scanKeys = 2.5, 2

// talliedRows are needed of every slot on a worker for accumulators that share words to be worth taking apart, as
// packed.New has it.
const talliedRows = 5

// steps are the passes over key columns that number a row, and the accumulators that are updated.
func steps(s *cost.Shape, threads int) (keys, updates float64) {
	keys, updates = float64(s.Keys), float64(s.Accs)
	if strategyOf(s, threads) != "dense" {
		return keys, updates
	}
	if s.Updates > 0 && s.Rows >= talliedRows*threads*s.Slots {
		updates = s.Updates
	}
	switch {
	case s.Direct:
		keys = 0
	case s.Keys > 1: // two are read in one pass
		keys--
	}
	return keys, updates
}

// tableGroupsOf is about how many groups are in the table of a worker.
func tableGroupsOf(s *cost.Shape, threads int) int { return min(s.Groups, (s.Rows+threads-1)/threads) }

// partitionStart is how many rows are written in the time that it takes to make room for them.
const partitionStart = 20_000

// Workers are woken pass by pass: to count, write, number and aggregate partitions; to add groups up; to find which are
// used, and to decode them.
const (
	partitionPasses = 5
	decodePasses    = 4
	// alone is how many visits to groups are worth a worker.
	alone = 1 << 15
)

// mergeTerms are of merging the workers' states, and of dropping what no row fell into.
func mergeTerms(m *cost.Machine, s *cost.Shape, threads int) (t cost.Terms) {
	accs := float64(s.Accs)
	visit := func(visits, passes float64) float64 { return share(m, &t, threads, visits, passes) }
	slots := float64(max(s.Slots, s.Groups))
	switch strategyOf(s, threads) {
	case "partition", "plat": // no two partitions share a group
	case "dense", "runs":
		if threads > 1 {
			t[cost.JoinNs] = visit(slots*accs*float64(threads), 1)
		}
		t[cost.MergeNs] = visit(slots, decodePasses)
	default:
		if threads > 1 {
			entries := visit(float64(threads*tableGroupsOf(s, threads)), 2)
			t[cost.JoinNs], t[cost.InsertNs] = entries*accs, entries
		}
		t[cost.MergeNs] = visit(float64(s.Groups), 1)
	}
	return t
}

// share is the part of visits to groups, in milliseconds a nanosecond each, that takes a worker longest, where they are
// shared by as many as they are worth to be woken for, so many times.
func share(m *cost.Machine, t *cost.Terms, threads int, visits, passes float64) float64 {
	woken := math.Min(float64(threads-1), math.Floor(visits/alone))
	t[cost.ForkMS] += woken * passes
	return visits * 1e-6 * (1 + m.Contention*woken) / (woken + 1)
}
