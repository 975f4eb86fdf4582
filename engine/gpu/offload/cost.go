package offload

import (
	"cmp"
	"math"

	"cardinal/engine/choice/cost"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// Stages of a run on the device.
const (
	stageUpload    = "upload"
	stageCompile   = "compile"
	stageMap       = "hash" // or "compose", "remap", "learn"
	stageKernel    = "kernel"
	stageRoundTrip = "round trip"
	stageMerge     = "merge"
)

// model predicts the times of the stages of a run on a device of class Shape.Class.
var model = cost.Model{
	Stages: []string{stageUpload, stageCompile, stageMap, stageKernel, stageRoundTrip, stageMerge},
	Parts: map[string][]string{stageUpload: {"load"}, stageMap: {"compose", "remap", "learn"},
		stageRoundTrip: {"plan", "read back"}},
	Once:  []string{"load", stageUpload, stageCompile, "compose", "remap", "learn", stageMap},
	Sends: []string{"load", stageUpload},
	Terms: func(m *cost.Machine, s *cost.Shape, stage string) cost.Terms {
		t := terms(m, s, stage)
		if s.Pairs != nil {
			for _, pairs := range s.Pairs(s.Groups) {
				for i, units := range terms(m, &pairs, stage) {
					t[i] += units
				}
			}
		}
		return t
	},
}

// Sending a column takes longer at first: each of the first aheadBytes counts 1 + aheadTimes times. The copies between
// the app, its GPU process and the device do not overlap yet.
const (
	aheadBytes = 2 << 20
	aheadTimes = 4
)

// madeNs is the time in which a core makes a byte of a computed column. BenchmarkWords took 0.5 to 0.6 ns a byte for
// two, three and four words of ten million floats.
const madeNs = 0.5

// largeAnswer is the largest number of slots whose answer comes through a pipe. A larger answer comes in memory that
// both processes share. On a card, shared memory costs one more round trip; with llvmpipe it costs softwareLarge of a
// round trip, 0.2 to 0.4 ms.
const (
	largeAnswer   = 1 << 13
	softwareLarge = 0.2
)

// partitionStarts is the time to start the three kernels that partition rows (count, place, aggregate), in starts of
// one kernel. It is less than three, because the later kernels wait on the device. A software device runs one kernel
// instead.
const partitionStarts = 2

// furtherShare is the share of a request's fixed times that each tile or load after the first adds. It is less than 1,
// because the columns of a tile are assembled and sent while the device works on the previous tile. Measured on an H100
// with 20 million rows, as a share of the sum of the requests' separate times: 0.3 to 0.6 with 344 requests and more,
// 0.4 to 0.7 with 86 to 240, and 0.6 to 1.0 with fewer.
const furtherShare = 0.5

// terms returns the terms of a stage. They depend on the number of groups and the number of passes, in which time is
// not linear.
func terms(m *cost.Machine, s *cost.Shape, stage string) (t cost.Terms) {
	const ns = 1e-6
	tiles, loads := split(s)
	sent := float64(max(1, tiles+loads))
	requests := 1 + furtherShare*(sent-1)
	accs := float64(s.Accs + s.Distinct) // a set counts as one accumulator, the least that it would cost on a device
	slots := max(s.Groups, s.Domain)
	cells := float64(slots) * ns
	switch stage {
	case stageUpload:
		switch {
		case tiles > 0: // nothing stays, and the copies overlap from tile to tile
			t[cost.SendMS], t[cost.UploadNs] = float64(s.Columns)*requests, float64(s.Bytes)*ns*sent/float64(tiles)
		case s.Upload > 0:
			head := min(s.Upload, int64(s.Absent)*aheadBytes)
			t[cost.SendMS], t[cost.UploadNs] = float64(s.Absent), float64(s.Upload+aheadTimes*head)*ns
			t[cost.KnownMS] = madeNs * float64(s.Made) * ns / float64(max(1, s.Threads))
		}
	case stageCompile: // while the columns are sent
		if s.CompileWait != nil {
			upload := terms(m, s, stageUpload)
			v := m.Values(s.Class)
			t[cost.KnownMS] = max(0, s.CompileWait(s.Groups)-upload.Dot(&v))
		}
	case stageMap: // the mapping of the keys stays on the device with the columns
		if work := keyWork(s); (s.Unmapped || tiles > 0) && work > 0 {
			t[cost.MapMS] = composing * requests
			if isHashed(s) || loads > 0 {
				t[cost.MapMS] = requests
			}
			t[cost.DeviceKeyNs] = work * ns
		}
	case stageKernel:
		t = kernel(m, s, slots)
		t[cost.LaunchMS] *= requests
	case stageRoundTrip:
		t[cost.RoundTripMS] = float64(max(1, s.Chunks))
		if loads > 0 { // without loads, the tiles of a request follow one another on the device
			t[cost.RoundTripMS] *= requests
		}
		switch {
		case slots <= largeAnswer:
		case s.Class == gpu.Software:
			t[cost.RoundTripMS] += softwareLarge
		default:
			t[cost.RoundTripMS]++
		}
		words := float64(s.Words)
		if s.Words == 0 {
			words = accs
		}
		t[cost.SlotNs] = cells * words
	case stageMerge:
		key := slotKey
		if isHashed(s) {
			key = rowKey
		}
		figures := accs + key*float64(s.Keys)
		readers := min(max(1, s.Threads), 1+slots/cpu.FewGroups)
		t[cost.KnownMS] = m.Waking(readers) + float64(readers-1)*m.ForkMS*(readPasses+accumulatorPasses*accs)
		if loads > 0 { // the cores copy the rows to their partitions
			cells += float64(s.Rows) * ns
		}
		t[cost.ReadNs] = cells * figures / float64(readers)
	}
	return t
}

// split returns the tiles and the loads of the shape, or zeros if it is not split. It counts half of the loads, since
// the cores process about as many as the device.
func split(s *cost.Shape) (tiles, loads int) {
	if s.Split == nil {
		return 0, 0
	}
	tiles, loads = s.Split(s.Groups)
	return tiles, (loads + 1) / 2
}

// isHashed reports whether the groups of a group-by are found in a hash table, because its keys have no slot numbers.
func isHashed(s *cost.Shape) bool { return s.Slots == 0 && s.Domain == 0 }

// The time to read out one key of a group, in units of the time to read out an accumulator. It is slotKey if the key is
// decoded from the group's slot, and rowKey if the key is read from a row of the group.
const slotKey, rowKey = 0.5, 2.0

// readPasses is how often an answer starts the threads that read it out: to fill the accumulators, to find the slots
// with rows (twice), and to decode the keys. accumulatorPasses is how often each accumulator starts them: to make its
// memory, and to drop slots without rows.
const readPasses, accumulatorPasses = 4, 2

// composing is the fixed time of composing or ranking slots, as a share of the fixed time of hashing. It is less than
// 1, because no table is read back.
const composing = 0.25

// keyWork returns the work for the keys when the device first sees them. The unit is the work of hashing one row if
// there is only one group. A hash table of more groups misses caches more often. The slots of a wide domain are ranked:
// one pass reads a bitmap of the slots, and each row looks its slot up in the bitmap. A lookup in a large bitmap misses
// caches. Composed slots of two or four bytes are written to new memory, which takes longer to allocate than to fill.
func keyWork(s *cost.Shape) (work float64) {
	rows, p := float64(s.Rows), keyProportions[s.Class]
	groups := math.Log2(1 + float64(s.Groups)/nearGroups)
	if isHashed(s) {
		return rows * (1 + groups/2)
	}
	if s.Keys > 1 {
		work = p.composed * rows
		if max(s.Slots, s.Domain) > math.MaxUint8 {
			work = p.composedWide * rows
		}
	}
	if s.Domain == 0 {
		work += rows*(p.ranked+p.rankedWide*math.Log2(1+float64(s.Slots)/nearSlots)+p.rankedMany*groups) +
			p.rankedSlot*float64(s.Slots)
	}
	return work
}

// keyCosts is the costs of keys, in units of hashing a row.
type keyCosts struct {
	composed, composedWide float64 // composing a row's slot of one byte, and a wider slot
	ranked                 float64 // ranking a row, without cache misses
	// additional cost of the row for each doubling of the slots beyond nearSlots, or of the groups beyond nearGroups
	rankedWide, rankedMany float64
	rankedSlot             float64 // ranking, for each slot of the domain
}

// keyProportions has the costs by class of device. The costs on cards were measured on an H100 with 20,000 to 100
// million rows and domains of 10 million to a billion slots. With llvmpipe on two cores, the hash of a row took 45 to
// 70 ns, a composed slot 4 to 7 ns, and a ranked slot 0.6 to 0.9 ns. A ranked row took 3 ns with 300 groups, 30 ns with
// a million groups and 50 ns with 6 million.
var keyProportions = map[string]keyCosts{
	gpu.Discrete:   {composed: 0.05, composedWide: 0.6, ranked: 1, rankedWide: 0.25, rankedSlot: 0.05},
	gpu.Integrated: {composed: 0.05, composedWide: 0.6, ranked: 1, rankedWide: 0.25, rankedSlot: 0.05},
	gpu.Software:   {composed: 0.1, composedWide: 0.1, rankedMany: 0.15, rankedSlot: 0.012},
}

const (
	nearGroups = 1 << 16 // groups whose hash table stays in the caches
	nearSlots  = 1 << 23 // slots whose bitmap stays in the caches
	// Kernels that partition rows also clear, find and write the totals of the slots. This takes as long as
	// spread*sqrt(rows*slots) further rows. On an H100, 100 million rows took 3.5 ms with 50,000 slots, 6.8 ms with 10
	// million and 15 ms with 43 million. 20 million rows with 18 million slots took 3.5 ms.
	spread = 4
)

// The kernels of a software GPU have other proportions. A row takes as long as its accumulators and softwareRow further
// accumulators. In registers a row takes privateShare of its time in workgroup memory; the planner keeps up to
// privateAccs accumulators in registers. Rows are not partitioned but added to global memory, where softwareSpread
// replaces spread. With llvmpipe on two cores and 10 million rows, a row of two, three and four accumulators took 12,
// 19 and 24 ns in workgroup memory. In registers a row of two and three took 5 and 7 ns. In global memory of 10,000 to
// a million slots an accumulator took 10 to 18 ns.
const softwareRow, privateShare, privateAccs, softwareSpread = 1, 0.35, 3, 1

// kernel returns the terms of the kernel that ran or, before a run, of the cheaper of two kernels. One kernel
// aggregates in workgroup memory, and walks over the rows once for each range of slots that fits. The other kernel
// partitions the rows.
func kernel(m *cost.Machine, s *cost.Shape, slots int) cost.Terms {
	var workgroup, partition cost.Terms
	limit := cmp.Or(s.Limit, 1024)
	rows := float64(s.Rows) * 1e-6
	accs := rows * float64(s.Accs+s.Distinct)
	added, each, slotted, starts := accs, float64(max(1, (slots+limit-1)/limit)), float64(spread),
		float64(partitionStarts)
	if s.Class == gpu.Software {
		added, slotted, starts = accs+softwareRow*rows, softwareSpread, 1
		if s.Kernel == plan.Private.Name || s.Kernel == "" && slots <= plan.Private.MaxSlots && s.Accs <= privateAccs {
			each = privateShare
		}
	}
	workgroup[cost.LaunchMS], workgroup[cost.WorkgroupNs] = 1, added*each
	partition[cost.LaunchMS], partition[cost.GlobalNs] = starts,
		accs*(1+slotted*math.Sqrt(float64(slots)/float64(max(1, s.Rows))))
	v := m.Values(s.Class)
	switch few := s.Kernel == plan.Private.Name || s.Kernel == plan.Workgroup.Name; {
	case few, s.Kernel == "" && workgroup.Dot(&v) <= partition.Dot(&v):
		return workgroup
	}
	return partition
}
