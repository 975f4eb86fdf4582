package plan

import (
	"math"

	"cardinal/engine/gpu"
)

// rates are what the steps of the strategies cost a row, in bytes of memory traffic that take as long, by class.
type rates struct {
	again    float64 // of a row that another span of slots reads again, shortly after: half of its bytes, and no less than this
	atomic   float64 // of a word in workgroup memory
	global   float64 // of a word in global memory, while the totals fit the cache
	cache    float64 // bytes
	look     float64 // of a place in a hash table, and the row that stands there
	crowd    float64 // of a row where all have one key and look it up in the table
	rank     float64 // of a row whose slot is looked up in workgroup memory
	register float64 // of a measure of eight slots in registers
	scatter  float64 // of a row that is written to its partition, beside its bytes
	order    float64 // of a row that is brought into order in workgroup memory
	part     float64 // of a partition that a row may be written to, by 4,096 rows of a tile
	step     float64 // of a dispatch, whatever its rows: bytes in all
}

// classRates are measured on an H200 for discrete cards; integrated ones have less memory bandwidth beside the same
// atomics, and on software everything is arithmetic.
var classRates = map[string]rates{
	gpu.Discrete:   {again: 4.5, atomic: 0.3, global: 60, cache: 32e6, look: 64, crowd: 1000, rank: 1, register: 4, scatter: 12, order: 30, part: 0.02, step: 20e6},
	gpu.Integrated: {again: 4.5, atomic: 0.3, global: 20, cache: 4e6, look: 64, crowd: 300, rank: 1, register: 0.5, scatter: 8, order: 20, part: 0.01, step: 1e6},
	gpu.Software:   {again: 8, atomic: 4, global: 5, cache: 1e9, look: 8, crowd: 1, rank: 8, register: 4, scatter: 20, order: 20, part: 0.01, step: 1e5},
}

// price is what a pass costs with a strategy, in bytes of memory traffic that take as long.
func price(strategy string, p Pass, j *Job, a gpu.Adapter) float64 {
	r, rows, words := classRates[a.Class], float64(j.Rows), float64(p.Words)
	walk := p.bytesARow(j)
	switch strategy {
	case gpu.Private:
		return r.step + rows*(walk+r.register*float64(len(p.Measures)))
	case gpu.Workgroup:
		again := float64(Spans(p.Words, j.Slots, a) - 1)
		return r.step + rows*(walk+again*max(r.again, walk/2)+r.atomic*words)
	case gpu.Ranks: // each run ends at the totals, or several runs of a slot in one
		return r.step + rows*(walk+r.rank+r.atomic*words+globalPrice(r, words, j.Slots)/max(1, j.Run))
	case gpu.Partition:
		l, _ := LayPartitions(p, j, a)
		flush := float64(j.Slots) * words * 8 // and the clearing of the cells of every partition
		return 6*r.step + flush + rows*(walk+partitionPrice(p, l, a))
	case gpu.Sort:
		s := LaySort(p, j, a)
		write := float64(j.Slots) * (words*8 + 6*r.atomic)     // totals are loaded and stored; counters are cleared, summed, read
		return 12*r.step + write + rows*(5+walk+s.price(p, a)) // all rows are counted, where a partition counts one in eight
	}
	return r.step + rows*(walk+globalPrice(r, words, j.Slots))
}

// globalPrice is what it costs a row to be added to totals in global memory, at random: beyond the cache up to six times as much.
func globalPrice(r rates, words float64, slots int) float64 {
	beyond := max(1, 4*words*float64(slots)/r.cache)
	return r.global * words * min(6, math.Pow(beyond, 0.8))
}

// partitionPrice is what it costs a row to be written as a record and read again.
func partitionPrice(p Pass, l Partitions, a gpu.Adapter) float64 {
	r, record := classRates[a.Class], 4*float64(l.Words)
	return scatterPrice(l, a) + float64(l.Spans)*(1.5*record+r.atomic*float64(p.Words))
}

// scatterPrice is what it costs a row to be written as a record.
func scatterPrice(l Partitions, a gpu.Adapter) float64 {
	r := classRates[a.Class]
	tile := float64(4*LayScatter(l, a).Invocations) / 4096
	return r.scatter + 4*float64(l.Words) + r.part*float64(l.Parts)/tile
}

// price is what it costs a row to become a record, to be counted and written again as one of the second level, to be brought
// into order in workgroup memory, and to be read there once a measure.
func (s sorting) price(p Pass, a gpu.Adapter) float64 {
	r, once, twice := classRates[a.Class], 4*float64(s.Coarse.Words), 4*float64(s.Fine.Words)
	inside := r.atomic * float64(1+2*s.staged+len(p.Measures))
	return scatterPrice(s.Coarse, a) + once + 2 + once + scatterPrice(s.Fine, a) + 1.5*twice + r.order + inside
}

// Speeds are the bytes of memory traffic a second that make a time of a price, by class.
var Speeds = map[string]float64{gpu.Discrete: 1e12, gpu.Integrated: 50e9, gpu.Software: 1e9}

// Seconds is about how long a device is at work for a price.
func Seconds(price float64, a gpu.Adapter) float64 { return price / Speeds[a.Class] }

// PassSeconds is about how long each pass of a plan takes, and all of them.
func PassSeconds(j *Job, plan []Planned, a gpu.Adapter) (each []float64, all float64) {
	for _, p := range plan {
		took := Seconds(price(p.Strategy, p.Pass, j, a), a)
		each, all = append(each, took), all+took
	}
	return each, all
}
