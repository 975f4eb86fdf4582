package plan

import (
	"math"

	"cardinal/engine/gpu"
)

// Table is a hash table of row numbers, and how it is filled.
type Table struct {
	Method string
	Small  int // places of the first of two phases, else 0
	Large  int // places of the rest
}

func (t Table) Places() int { return t.Small + t.Large }

const (
	LeastTable = 1 << 10
	TableSeed  = 0x9E3779B9

	electMembers = 2048 // MEMBERS of elect.wgsl
)

// LayTable sizes a table for so many keys in a room of so many places: half full where that fits (SEEDS E2), else as large as
// the room, and chooses how to fill it at the least price. Both ways to fill it end in the same mapping.
func LayTable(j *Job, keys, room int, a gpu.Adapter) Table {
	whole := func(n int) int { return max(LeastTable, Ceil(min(n, room), 64)*64) }
	linear := Table{Method: gpu.Linear, Large: whole(2 * keys)}
	elect := Table{Method: gpu.Elect, Large: linear.Large}
	phases := Table{Method: gpu.Phases, Large: whole(min(keys, room/4*3))}
	phases.Small = Ceil(phases.Large/3, 64) * 64
	best := linear
	for _, t := range []Table{linear, elect, phases} {
		if t.Method == j.Tuning.Mapping {
			return t
		}
		if MappingPrice(t, j, keys, a) < MappingPrice(best, j, keys, a) {
			best = t
		}
	}
	return best
}

// MappingPrice is what it costs to map the rows of a job, in bytes of memory traffic that take as long.
func MappingPrice(t Table, j *Job, keys int, a gpu.Adapter) float64 {
	r := classRates[a.Class]
	walk := 4.0 // the place
	for _, k := range j.Keys {
		walk += float64(j.Kind(k.ID)) / 8
	}
	look := float64(len(j.Keys)) * r.look // at a place, and at the row that stands there
	load := float64(keys) / float64(t.Large)
	rows := float64(j.Rows)
	switch t.Method {
	case gpu.Phases:
		first := (1 - math.Exp(-load)) / (3 * load) // of the keys, Poisson many in a place of a third of all
		return rows*(2*walk+look*(first+(1-first)*linearProbes(load*(1-first)))) + 4*float64(t.Places())
	case gpu.Elect:
		known := math.Min(1, electMembers/2/float64(keys))
		return rows*(walk+4*r.rank+(1-known)*look*linearProbes(load)) + 4*float64(t.Places())
	}
	crowd := r.crowd / float64(keys) // rows of few keys queue for their places
	return rows*(walk+look*linearProbes(load)+crowd) + 4*float64(t.Places())
}

// linearProbes is the mean number of places that a key looks at (Knuth, volume 3, 6.4).
func linearProbes(load float64) float64 {
	if load >= 1 {
		return math.Inf(1)
	}
	return (1 + 1/(1-load)) / 2
}
