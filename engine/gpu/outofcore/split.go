package outofcore

import (
	"fmt"
	"sort"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// Split is how a request that does not fit the device is answered. The zero Split stands for a request that fits.
type Split struct {
	Tiles      int   // that the rows are sent in
	Partitions int   // of their groups, at most; 0: all accumulators stay on the device, and nothing is merged
	Bytes      int64 // of main memory that the groups of the tiles take, as expected
	Room       int   // partial groups that the device merges at a time

	tile int // rows
}

// String says, as a part of a sentence, what happens to the rows and their groups.
func (s Split) String() string {
	rows := fmt.Sprintf("the rows are streamed in %d tiles", s.Tiles)
	if s.Tiles == 1 {
		rows = "only the groups that occur get memory"
	}
	switch {
	case s.Partitions < 1 || s.Tiles == 1:
		return rows
	case s.Partitions == 1:
		return rows + " and their groups merged in one partition"
	}
	return fmt.Sprintf("%s and their groups merged in %d partitions at most", rows, s.Partitions)
}

const (
	loadMin   = 0.5  // share of the room for groups; a partition with more groups and a rest is too large for the device
	loadMax   = 1.0  // share of the room for groups that a load may fill: the hash table is then half full
	overflow  = 1e-6 // the probability that hashing alone makes any partition too large
	leastTile = 64   // rows

	recordBytes = 20 // of a partitioned row, at most, with the excess of a sample
)

// SplitOf is how a device answers a request. A buffer of the device holds chunk rows. The error is gpu.ErrMemory where the
// device has too little memory for tiles, too.
func SplitOf(r *gpu.Request, a gpu.Adapter, chunk int) (Split, error) {
	j := plan.JobOf(r)
	lays := j.Form != gpu.Dense || j.CheckAccumulators(a) == nil
	if j.DeviceBytes() <= a.ResidentBudget && lays && (j.Form != gpu.Hashed || j.Rows <= chunk) {
		return Split{}, nil
	}
	e := newExecution(nil, *r, Split{})
	s := Split{
		tile: largest(r.Rows, a, chunk, func(rows int) *plan.Job { t := e.tile(0, rows); return plan.JobOf(&t) }),
		Room: largest(r.Rows, a, chunk, func(rows int) *plan.Job { l := e.load(0, rows, nil); return plan.JobOf(&l) }),
	}
	if rows, err := plan.TileRows(j, a.ResidentBudget); j.Form == gpu.Dense && lays && err == nil && rows >= s.tile {
		return Split{Tiles: plan.Ceil(r.Rows, rows)}, nil
	}
	if s.tile < leastTile || s.Room < leastTile {
		return s, fmt.Errorf("%w: %d rows do not fit a budget of %d bytes", gpu.ErrMemory, leastTile, a.ResidentBudget)
	}
	s.Tiles, s.Partitions = plan.Ceil(r.Rows, s.tile), 1
	groups := j.Groups()
	if s.Tiles > 1 && groups > s.Most() {
		s.Partitions = binsFor(groups, s.Most()+1, overflow)
	}
	s.Bytes = int64(s.Tiles) * (int64(min(s.tile, groups))*int64(4+4*stateWords(r)) + 8*int64(s.Partitions))
	return s, nil
}

// Most is how many groups a partition may have so that the device can always finish it.
func (s Split) Most() int { return int(loadMin * float64(s.Room)) }

// largest is the most rows, a multiple of 64, with which a job fits the device whatever its groups are, beside the columns of
// the job that follows.
func largest(rows int, a gpu.Adapter, chunk int, of func(rows int) *plan.Job) int {
	steps := min(plan.Ceil(rows, 64), chunk/64)
	return 64 * sort.Search(steps, func(n int) bool {
		j := of(64 * (n + 1))
		j.Expected, j.Slots = j.Rows, j.Rows
		fits := j.CheckAccumulators(a) == nil && uint64(8*j.Rows) <= a.MaxBindingBytes // of the hash table
		return !fits || j.DeviceBytes()+j.SourceBytes()+recordBytes*int64(j.Rows) > a.ResidentBudget
	})
}
