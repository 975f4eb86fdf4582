package gpu

import "math"

// table is a hash table of row numbers, and how it is filled.
type table struct {
	method string
	small  int // places of the first of two phases, else 0
	large  int // places of the rest
}

func (t table) places() int { return t.small + t.large }

const (
	leastTable = 1 << 10
	tableSeed  = 0x9E3779B9

	electMembers = 2048 // MEMBERS of elect.wgsl
)

// layTable sizes a table for so many keys in a room of so many places: half full where that fits (SEEDS E2), else as large as
// the room, and chooses how to fill it at the least price. Both ways to fill it end in the same mapping.
func layTable(j *job, keys, room int, a Adapter) table {
	whole := func(n int) int { return max(leastTable, ceil(min(n, room), 64)*64) }
	linear := table{method: Linear, large: whole(2 * keys)}
	elect := table{method: Elect, large: linear.large}
	phases := table{method: Phases, large: whole(min(keys, room/4*3))}
	phases.small = ceil(phases.large/3, 64) * 64
	best := linear
	for _, t := range []table{linear, elect, phases} {
		if t.method == j.Tuning.Mapping {
			return t
		}
		if mappingPrice(t, j, keys, a) < mappingPrice(best, j, keys, a) {
			best = t
		}
	}
	return best
}

// mappingPrice is what it costs to map the rows of a job, in bytes of memory traffic that take as long.
func mappingPrice(t table, j *job, keys int, a Adapter) float64 {
	r := classRates[a.Class]
	walk := 4.0 // the place
	for _, k := range j.Keys {
		walk += float64(j.kind(k.ID)) / 8
	}
	look := float64(len(j.Keys)) * r.look // at a place, and at the row that stands there
	load := float64(keys) / float64(t.large)
	rows := float64(j.Rows)
	switch t.method {
	case Phases:
		first := (1 - math.Exp(-load)) / (3 * load) // of the keys, Poisson many in a place of a third of all
		return rows*(2*walk+look*(first+(1-first)*linearProbes(load*(1-first)))) + 4*float64(t.places())
	case Elect:
		known := math.Min(1, electMembers/2/float64(keys))
		return rows*(walk+4*r.rank+(1-known)*look*linearProbes(load)) + 4*float64(t.places())
	}
	crowd := r.crowd / float64(keys) // rows of few keys queue for their places
	return rows*(walk+look*linearProbes(load)+crowd) + 4*float64(t.places())
}

// linearProbes is the mean number of places that a key looks at (Knuth, volume 3, 6.4).
func linearProbes(load float64) float64 {
	if load >= 1 {
		return math.Inf(1)
	}
	return (1 + 1/(1-load)) / 2
}
