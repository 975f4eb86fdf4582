package outofcore

import (
	"fmt"
	"sort"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// Split is how a request that does not fit the device is answered. Its zero value stands for one that fits.
type Split struct {
	Tiles      int   // that the rows are sent in
	Partitions int   // of their groups, as expected; 0: all accumulators stay on the device, and nothing is merged
	Bytes      int64 // of memory that the groups of the tiles take here, as expected

	tile int // rows
	Room int // partial groups that the device merges at a time
}

// String says what happens to the rows and their groups.
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

// What decides how many partitions there are and how they are loaded, in shares of the room for groups. The hash table is
// half full when the room is full, so that all of it may be.
const (
	loadMin = 0.5 // with more groups than that, a partition of which some is left counts as too large
	loadMax = 1.0
	// overflow is the probability that hashing alone makes any partition too large.
	overflow = 1e-6
)

// leastTile is how few rows are worth sending.
const leastTile = 64

// SplitOf is how a device answers the request whose buffers hold so many rows. The error is ErrMemory where the device has too
// little memory for tiles, too.
func SplitOf(r *gpu.Request, a gpu.Adapter, chunk int) (Split, error) {
	j := plan.JobOf(r)
	lays := j.Form != gpu.Dense || j.CheckAccumulators(a) == nil
	if j.DeviceBytes() <= a.ResidentBudget && lays && (j.Form != gpu.Hashed || j.Rows <= chunk) {
		return Split{}, nil
	}
	b := newExecution(nil, *r, Split{})
	s := Split{
		tile: largest(r.Rows, a, chunk, func(rows int) *plan.Job { t := b.tile(0, rows); return plan.JobOf(&t) }),
		Room: largest(r.Rows, a, chunk, func(rows int) *plan.Job { l := b.load(0, rows, nil); return plan.JobOf(&l) }),
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

// Most is how many groups a partition may have so that the device can finish it, whatever its rows are.
func (s Split) Most() int { return int(loadMin * float64(s.Room)) }

// largest is how many rows a job may have, a multiple of 64, so that it fits the device whatever its groups are, and beside it
// the columns of the job that comes after it.
func largest(rows int, a gpu.Adapter, chunk int, of func(rows int) *plan.Job) int {
	steps := min(plan.Ceil(rows, 64), chunk/64)
	return 64 * sort.Search(steps, func(n int) bool {
		j := of(64 * (n + 1))
		j.Expected, j.Slots = j.Rows, j.Rows
		fits := j.CheckAccumulators(a) == nil && uint64(8*j.Rows) <= a.MaxBindingBytes // of the hash table
		return !fits || j.DeviceBytes()+j.SourceBytes()+recordBytes*int64(j.Rows) > a.ResidentBudget
	})
}

// recordBytes are those of a partitioned row, at most, with the room of guesses.
const recordBytes = 20
