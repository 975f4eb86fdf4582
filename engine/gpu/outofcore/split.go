package outofcore

import (
	"fmt"
	"sort"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// Split says how a request that does not fit the device is divided. A request that fits has the zero Split.
type Split struct {
	Tiles int // number of tiles in which the rows are sent
	// largest number of partitions of the rows, or 1 if groups are merged; 0: all accumulators stay on the device
	Partitions int
	Loads      int   // expected number of loads of partitions, or of the tiles' groups
	Bytes      int64 // expected main memory of the tiles' groups, or of the partitions
	Room       int   // partial groups that the device merges at a time, or rows of a partition that it groups at a time

	tile   int  // rows of a tile
	byRows bool // the rows are partitioned; else the groups of the tiles are merged
}

// String says, in the form of a clause, what happens to the rows and their groups.
func (s Split) String() string {
	rows := fmt.Sprintf("the rows are streamed in %d tiles", s.Tiles)
	if s.Tiles == 1 {
		rows = "only the groups that occur get memory"
	}
	switch {
	case s.Partitions < 1 || s.Tiles == 1:
		return rows
	case s.byRows:
		return fmt.Sprintf("the rows are split by the hash of their keys in %d tiles, and grouped in %d partitions "+
			"at most", s.Tiles, s.Partitions)
	}
	return rows + " and the groups of the tiles merged"
}

const (
	// share of Room: with more merged groups, the device may be unable to merge the remaining partial groups
	loadMin   = 0.5
	loadMax   = 1.0  // share of Room that a load may fill: the hash table is then half full
	overflow  = 1e-6 // the probability that hashing alone makes any partition too large
	leastTile = 64   // rows

	recordBytes = 20 // largest size of the record of a row, including excess room (plan.Partitions.Sample)

	coreRanges   = 4  // least number of ranges of hashes in a partition, to occupy several cores
	counterShare = 64 // bytes of the budget that allow one range; the counters of a range take 12
)

// SplitOf returns how a device answers a request. A buffer of the device holds `chunk` rows. The error is
// gpu.ErrMemory if the device has too little memory even for tiles.
func SplitOf(r *gpu.Request, a gpu.Adapter, chunk int) (Split, error) {
	j := plan.JobOf(r)
	lays := j.Form != gpu.Dense || j.CheckAccumulators(a) == nil
	if j.DeviceBytes() <= a.ResidentBudget && lays && (j.Form != gpu.Hashed || j.Rows <= chunk) {
		return Split{}, nil
	}
	if r.HasTies() {
		return Split{}, fmt.Errorf("%w: least and greatest values of 64 bits need all rows on the device at once",
			gpu.ErrMemory)
	}
	e := newExecution(nil, *r, Split{})
	s := Split{
		tile: mostRows(r.Rows, a, chunk, func(rows int) *plan.Job { t := e.tile(0, rows); return plan.JobOf(&t) }),
		Room: mostRows(r.Rows, a, chunk, func(rows int) *plan.Job { l := e.load(0, rows, nil); return plan.JobOf(&l) }),
	}
	if rows, err := plan.TileRows(j, a.ResidentBudget); j.Form == gpu.Dense && lays && err == nil && rows >= s.tile {
		return Split{Tiles: plan.Ceil(r.Rows, rows)}, nil
	}
	if s.tile < leastTile || s.Room < leastTile {
		return s, fmt.Errorf("%w: %d rows do not fit a budget of %d bytes", gpu.ErrMemory, leastTile, a.ResidentBudget)
	}
	s.Tiles, s.Partitions = plan.Ceil(r.Rows, s.tile), 1
	groups := j.Groups()
	if s.Tiles > 1 && groups > s.Most() && plan.Scatters(a) {
		return e.splitRows(a, chunk)
	}
	if s.Tiles > 1 {
		s.Loads = plan.Ceil(s.Tiles*min(s.tile, groups), s.Room)
	}
	s.Bytes = int64(s.Tiles) * int64(min(s.tile, groups)) * int64(4+4*stateWords(r))
	return s, nil
}

// splitRows returns the split of a request whose tiles have too many groups to merge.
func (e *execution) splitRows(a gpu.Adapter, chunk int) (Split, error) {
	s := Split{byRows: true, Room: mostRows(e.r.Rows, a, chunk, func(rows int) *plan.Job {
		r := e.row
		r.Rows = rows
		return plan.JobOf(&r)
	})}
	s.Partitions = max(1, min(coreRanges*binsFor(e.r.Rows, max(2, s.Room+1), overflow), plan.MostParts(a),
		int(a.ResidentBudget/counterShare)))
	s.tile = mostRows(e.r.Rows, a, chunk, func(rows int) *plan.Job {
		t := e.partitionTile(0, rows, s.Partitions)
		return plan.JobOf(&t)
	})
	if s.tile < leastTile || s.Room < leastTile {
		return s, fmt.Errorf("%w: %d rows do not fit a budget of %d bytes", gpu.ErrMemory, leastTile, a.ResidentBudget)
	}
	s.Tiles, s.Loads = plan.Ceil(e.r.Rows, s.tile), plan.Ceil(e.r.Rows, s.Room)
	bytes := int64(4)
	for _, source := range plan.JobOf(&e.row).Sources() {
		bytes += int64(max(1, source.Kind/8))
	}
	s.Bytes = int64(e.r.Rows) * bytes
	return s, nil
}

// Most returns the largest number of groups of all tiles that the device can certainly merge.
func (s Split) Most() int { return int(loadMin * float64(s.Room)) }

// mostRows returns the largest number of rows, a multiple of 64, with which a job fits the device together with the
// columns of the next job. It assumes that every row is a group.
func mostRows(rows int, a gpu.Adapter, chunk int, of func(rows int) *plan.Job) int {
	steps := min(plan.Ceil(rows, 64), chunk/64)
	return 64 * sort.Search(steps, func(n int) bool {
		j := of(64 * (n + 1))
		j.Expected = j.Rows
		if j.Form != gpu.Partitioned {
			j.Slots = j.Rows
		}
		fits := j.CheckAccumulators(a) == nil && uint64(8*j.Rows) <= a.MaxBindingBytes // the hash table fits a binding
		return !fits || j.DeviceBytes()+j.SourceBytes()+recordBytes*int64(j.Rows) > a.ResidentBudget
	})
}
