package plan

import (
	"math/bits"
	"slices"
	"strings"

	"cardinal/engine/gpu"
)

// ChunkRows is how many rows of a column one buffer holds: as many as one storage binding may cover, at most 1 GiB
// so that an allocation stays easy to place. A multiple of 64 rows, so that bitmaps split at word boundaries.
func ChunkRows(maxBinding uint64) int {
	return int(min(maxBinding, 1<<30) / 4 / 64 * 64)
}

// Chunks is the number of buffers that hold rows.
func Chunks(rows, perChunk int) int { return (rows + perChunk - 1) / perChunk }

// Chunk is the number of rows in the i-th of them.
func Chunk(i, rows, perChunk int) int { return min(perChunk, rows-i*perChunk) }

const (
	MaxGroups       = 65535 // workgroups a side of a grid that every WebGPU device takes
	KeysPerCompose  = 4     // code columns of one compose dispatch
	Invocations     = 256   // every WebGPU device takes them
	rowsAComposer   = 16    // rows an invocation of compose loops over
	SmallestStorage = 16 << 10
	privateSlots    = 8 // the slots that the private kernel spells out
	privateMeasures = 3
	rankSlots       = 1 << 31 // a bit tells slots from ranks
)

// ComposeGroups is the grid of a compose dispatch.
func ComposeGroups(rows int) uint32 {
	return uint32(min(Ceil(rows, Invocations*rowsAComposer), MaxGroups))
}

// layout of a pass that aggregates in workgroup memory.
type cells struct {
	Words  int // u32 words of workgroup memory
	Span   int // slots whose accumulators it holds
	Copies int // of each
}

// LayCells lays out accumulators of so many words for so many slots: the smallest step of memory that holds them all,
// so that as many workgroups as possible share a core, and as many copies as it has room for.
func LayCells(words, slots int, a gpu.Adapter) cells {
	storage := SmallestStorage
	for storage < largestStorage(a) && 4*words*slots > storage {
		storage += 16 << 10
	}
	c := cells{Words: storage / 4}
	c.Span = min(slots, c.Words/words)
	c.Copies = min(32, 1<<(bits.Len(uint(c.Words/words/c.Span))-1))
	return c
}

// Tuned takes the copies that tuning asks for, as far as there is room for them.
func (c cells) Tuned(t gpu.Tuning) cells {
	if t.Copies != 0 {
		c.Copies = min(int(t.Copies), c.Copies)
	}
	return c
}

// largestStorage is the most workgroup memory that is asked of a device: three steps of 16 KiB, the first of which
// every WebGPU device has.
func largestStorage(a gpu.Adapter) int {
	return max(SmallestStorage, min(48<<10, int(a.WorkgroupBytes)/SmallestStorage*SmallestStorage))
}

// Spans is how often the workgroup kernel walks the columns.
func Spans(words, slots int, a gpu.Adapter) int { return Ceil(slots, LayCells(words, slots, a).Span) }

// Planned is a pass with what the planner decided.
type Planned struct {
	Pass
	Strategy string
	Offset   int64 // bytes, of its accumulators among those of the job
}

// Bytes is the size of a pass's accumulators.
func (p Pass) Bytes(slots int) int64 { return 4 * int64(p.Words) * int64(slots) }

// Of groups the aggregates of a job into passes and chooses how each runs.
func Of(j *Job, a gpu.Adapter) []Planned {
	var list []Planned
	offset := int64(0)
	for _, p := range Passes(j, a) {
		list = append(list, Planned{p, StrategyFor(p, j, a), offset})
		offset += (p.Bytes(j.Slots) + BindingAlign - 1) / BindingAlign * BindingAlign
	}
	return list
}

// StrategyOf names the strategies of a plan.
func StrategyOf(plan []Planned) string {
	var names []string
	for _, p := range plan {
		if !slices.Contains(names, p.Strategy) {
			names = append(names, p.Strategy)
		}
	}
	return strings.Join(names, "+")
}

// StrategyFor chooses how a pass runs: the cheapest of those that can, or the one that tuning asks for.
func StrategyFor(p Pass, j *Job, a gpu.Adapter) string {
	able := map[string]bool{
		gpu.Private:   j.Slots <= privateSlots && len(p.Measures) <= privateMeasures && !p.has(gpu.Product),
		gpu.Workgroup: Spans(p.Words, j.Slots, a) <= MaxGroups,
		gpu.Sort:      sortable(j, a),
		gpu.Ranks:     j.Slots <= rankSlots,
		gpu.Global:    true,
	}
	_, able[gpu.Partition] = LayPartitions(p, j, a)
	if able[j.Tuning.Strategy] {
		return j.Tuning.Strategy
	}
	best := gpu.Global
	for _, s := range []string{gpu.Private, gpu.Workgroup, gpu.Partition, gpu.Sort, gpu.Ranks} {
		if s == gpu.Sort && j.Slots <= ManySlots { // never the cheapest there, and the longest to price
			continue
		}
		if able[s] && price(s, p, j, a) < price(best, p, j, a) {
			best = s
		}
	}
	return best
}

func (p Pass) has(op gpu.Op) bool {
	for _, m := range p.Measures {
		if m.Op == op {
			return true
		}
	}
	return false
}

// LayRanks is the places of the set in workgroup memory, each with a slot and so many words, beside one word: a power of two.
func LayRanks(words int) int { return 1 << (bits.Len(uint((SmallestStorage/4-1)/(1+words))) - 1) }

// cost is what a pass costs with the strategy that is chosen for it.
func cost(p Pass, j *Job, a gpu.Adapter) float64 { return price(StrategyFor(p, j, a), p, j, a) }

func Ceil(n, by int) int { return (n + by - 1) / by }

const (
	// ManyRows is from where on it pays to look at a column once to learn what it is like.
	ManyRows = 1 << 20
	// ManySlots is from where on the order of the rows counts.
	ManySlots = 4096
)
