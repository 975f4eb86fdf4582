package gpu

import (
	"math/bits"

	"cardinal/shaders"
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
	rowsAComposer   = 4     // rows an invocation of compose loops over
	smallestStorage = 16 << 10
)

// composeGroups is the grid of a compose dispatch.
func composeGroups(rows int) uint32 {
	return uint32(min(ceil(rows, invocations*rowsAComposer), maxGroups))
}

// strategy chooses where the accumulators of a request live. Reading the columns once a span costs bandwidth only,
// so on a card several spans still beat one global atomic a row; a software device computes each of them anew.
func strategy(ops []Op, slots int, a Adapter, t Tuning) string {
	most := 4
	if a.Class == Software {
		most = 1
	}
	switch t.Strategy {
	case Global:
		return Global
	case Workgroup:
		most = maxGroups // what a grid can hold
	}
	for _, op := range ops {
		if ceil(slots, cells(op, largestStorage(a))) > most {
			return Global
		}
	}
	return Workgroup
}

// dispatch is how one aggregate runs over one chunk.
type dispatch struct {
	kernel      string // of package shaders
	op          Op
	invocations uint32
	cells       uint32 // low words in workgroup memory; 0 for the global kernel
	span        uint32 // slots a workgroup serves
	copies      uint32 // cells a slot
	groups      uint32 // workgroups that share the rows
	spans       uint32 // workgroups side by side, each with its span of slots
}

// planAggregate lays out one aggregate over a chunk of rows.
func planAggregate(where string, op Op, rows, slots int, a Adapter, t Tuning) dispatch {
	d := dispatch{kernel: shaders.Global, op: op, invocations: invocations, span: 1, copies: 1, spans: 1}
	if where == Workgroup {
		d.kernel = shaders.Workgroup
		storage := storageFor(op, slots, a)
		if storage > smallestStorage && a.Class == Discrete && a.MaxInvocations >= 512 {
			d.invocations = 512 // fewer workgroups fit a core at a time: each brings more threads
		}
		d.cells = uint32(cells(op, storage))
		d.span = uint32(min(slots, int(d.cells)))
		d.spans = uint32(ceil(slots, int(d.span)))
		d.copies = min(32, uint32(1)<<(bits.Len32(d.cells/d.span)-1))
	}
	if t.Invocations != 0 {
		d.invocations = min(t.Invocations, a.MaxInvocations)
	}
	if t.Copies != 0 && where == Workgroup {
		d.copies = min(t.Copies, d.copies)
	}
	d.groups = rowGroups(d, rows, a)
	if t.Groups != 0 {
		d.groups = min(t.Groups, maxGroups)
	}
	return d
}

// rowGroups is how many workgroups share the rows: enough to fill the device a few times over, few enough that a
// workgroup's flush is small beside its rows.
func rowGroups(d dispatch, rows int, a Adapter) uint32 {
	if d.kernel == shaders.Global {
		return uint32(min(ceil(rows, int(d.invocations)*8), maxGroups))
	}
	fill := map[string]int{Discrete: 1024, Integrated: 256, Software: 16}[a.Class]
	each := max(4096, 4*int(d.span))
	return uint32(max(1, min(ceil(rows, each), fill/int(d.spans))))
}

// storageFor is the workgroup memory an aggregate asks for: the smallest step that holds all slots, so that as many
// workgroups as possible share a core.
func storageFor(op Op, slots int, a Adapter) int {
	for storage := smallestStorage; storage < largestStorage(a); storage += 16 << 10 {
		if slots <= cells(op, storage) {
			return storage
		}
	}
	return largestStorage(a)
}

// largestStorage is the most workgroup memory that is asked of a device: three steps of 16 KiB, the first of which
// every WebGPU device has.
func largestStorage(a Adapter) int {
	return max(smallestStorage, min(48<<10, int(a.WorkgroupBytes)/smallestStorage*smallestStorage))
}

// cells is the number of accumulators of an operation in so much workgroup memory. One word stays free for the high
// words that operations other than a sum do not use but must declare.
func cells(op Op, storage int) int {
	if op == Sum {
		return storage / 8
	}
	return storage/4 - 1
}

func ceil(n, by int) int { return (n + by - 1) / by }
