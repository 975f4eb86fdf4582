package gpu

import (
	"math/bits"
	"slices"
	"strings"
)

// chunkRows is how many rows of a column one buffer holds: as many as one storage binding may cover, at most 1 GiB
// so that an allocation stays easy to place. A multiple of 64 rows, so that bitmaps split at word boundaries.
func chunkRows(maxBinding uint64) int {
	return int(min(maxBinding, 1<<30) / 4 / 64 * 64)
}

// chunks is the number of buffers that hold rows.
func chunks(rows, perChunk int) int { return (rows + perChunk - 1) / perChunk }

// chunk is the number of rows in the i-th of them.
func chunk(i, rows, perChunk int) int { return min(perChunk, rows-i*perChunk) }

const (
	maxGroups       = 65535 // workgroups a side of a grid that every WebGPU device takes
	keysPerCompose  = 4     // code columns of one compose dispatch
	invocations     = 256   // every WebGPU device takes them
	rowsAComposer   = 16    // rows an invocation of compose loops over
	smallestStorage = 16 << 10
	privateSlots    = 8 // the slots that the private kernel spells out
	privateMeasures = 3
	rankSlots       = 1 << 31 // a bit tells slots from ranks
)

// composeGroups is the grid of a compose dispatch.
func composeGroups(rows int) uint32 {
	return uint32(min(ceil(rows, invocations*rowsAComposer), maxGroups))
}

// layout of a pass that aggregates in workgroup memory.
type cells struct {
	words  int // u32 words of workgroup memory
	span   int // slots whose accumulators it holds
	copies int // of each
}

// layCells lays out accumulators of so many words for so many slots: the smallest step of memory that holds them all,
// so that as many workgroups as possible share a core, and as many copies as it has room for.
func layCells(words, slots int, a Adapter) cells {
	storage := smallestStorage
	for storage < largestStorage(a) && 4*words*slots > storage {
		storage += 16 << 10
	}
	c := cells{words: storage / 4}
	c.span = min(slots, c.words/words)
	c.copies = min(32, 1<<(bits.Len(uint(c.words/words/c.span))-1))
	return c
}

// tuned takes the copies that tuning asks for, as far as there is room for them.
func (c cells) tuned(t Tuning) cells {
	if t.Copies != 0 {
		c.copies = min(int(t.Copies), c.copies)
	}
	return c
}

// largestStorage is the most workgroup memory that is asked of a device: three steps of 16 KiB, the first of which
// every WebGPU device has.
func largestStorage(a Adapter) int {
	return max(smallestStorage, min(48<<10, int(a.WorkgroupBytes)/smallestStorage*smallestStorage))
}

// spans is how often the workgroup kernel walks the columns.
func spans(words, slots int, a Adapter) int { return ceil(slots, layCells(words, slots, a).span) }

// planned is a pass with what the planner decided.
type planned struct {
	pass
	strategy string
	offset   int64 // bytes, of its accumulators among those of the job
}

// bytes is the size of a pass's accumulators.
func (p pass) bytes(slots int) int64 { return 4 * int64(p.words) * int64(slots) }

// plan groups the aggregates of a job into passes and chooses how each runs.
func plan(j *job, a Adapter) []planned {
	var list []planned
	offset := int64(0)
	for _, p := range passes(j, a) {
		list = append(list, planned{p, strategyFor(p, j, a), offset})
		offset += (p.bytes(j.Slots) + bindingAlign - 1) / bindingAlign * bindingAlign
	}
	return list
}

// strategyOf names the strategies of a plan.
func strategyOf(plan []planned) string {
	var names []string
	for _, p := range plan {
		if !slices.Contains(names, p.strategy) {
			names = append(names, p.strategy)
		}
	}
	return strings.Join(names, "+")
}

// strategyFor chooses how a pass runs: the cheapest of those that can, or the one that tuning asks for.
func strategyFor(p pass, j *job, a Adapter) string {
	able := map[string]bool{
		Private:   j.Slots <= privateSlots && len(p.measures) <= privateMeasures && !p.has(Product),
		Workgroup: spans(p.words, j.Slots, a) <= maxGroups,
		Sort:      sortable(j, a),
		Ranks:     j.Slots <= rankSlots,
		Global:    true,
	}
	_, able[Partition] = layPartitions(p, j, a)
	if able[j.Tuning.Strategy] {
		return j.Tuning.Strategy
	}
	best := Global
	for _, s := range []string{Private, Workgroup, Partition, Sort, Ranks} {
		if s == Sort && j.Slots <= manySlots { // never the cheapest there, and the longest to price
			continue
		}
		if able[s] && price(s, p, j, a) < price(best, p, j, a) {
			best = s
		}
	}
	return best
}

func (p pass) has(op Op) bool {
	for _, m := range p.measures {
		if m.op == op {
			return true
		}
	}
	return false
}

// layRanks is the places of the set in workgroup memory, each with a slot and so many words, beside one word: a power of two.
func layRanks(words int) int { return 1 << (bits.Len(uint((smallestStorage/4-1)/(1+words))) - 1) }

// cost is what a pass costs with the strategy that is chosen for it.
func cost(p pass, j *job, a Adapter) float64 { return price(strategyFor(p, j, a), p, j, a) }

func ceil(n, by int) int { return (n + by - 1) / by }
