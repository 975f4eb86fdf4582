package plan

import (
	"math/bits"

	"cardinal/engine/gpu"
)

// sorting is the layout of rows that are sorted by slot.
//
// Source: SEEDS E7, a radix sort by key (Merrill and Grimshaw), then the reduction of runs. Changed from it: the most significant
// digit goes first. A sort that begins with the least needs as many passes over the rows as there are digits, each of them
// stable, and ranks that keep the order of rows are dear without subgroups; by the most significant first, rows need no order
// within a partition. Two digits, of up to 11 bits each, are sorted by through memory; after them, a partition has so few rows
// that the last digit is sorted by within workgroup memory, where the runs are added up. So each row is written twice,
// however many slots there are.
type sorting struct {
	Coarse      Partitions // by the first digit
	Fine        Partitions // by the second; its parts are those within one of the first
	Parts       int        // of the second level, in all
	Counters    int        // slots of one of them, at most
	Invocations int        // of a workgroup that sorts, each with four records
	staged      int        // words of a record that it keeps in workgroup memory
}

// fewest is how small a workgroup that sorts may be: a team of sort.wgsl.
const fewest = 32

// LongRun is LONG of sort.wgsl.
const LongRun = 256

// sortable says whether rows can be sorted: their slots fit the records, and the device binds as many buffers as scatter does.
func sortable(j *Job, a gpu.Adapter) bool {
	return j.Slots <= partSlots && a.StorageBuffers >= ScatterBinds
}

// LaySort chooses the digits of a pass that can be sorted: the last as large as workgroup memory has counters for, but no larger
// than that seven eighths of a tile hold the rows of a partition, were all as full.
func LaySort(p Pass, j *Job, a gpu.Adapter) sorting {
	rows := RecordRows(j, p.recordWords(), a)
	counters := 1 << (bits.Len(uint(largestStorage(a)/16)) - 1)
	last := func(shift int) sorting {
		s := sorting{Counters: counters, Parts: Ceil(j.Slots, 1<<shift)}
		s.Fine = Partitions{Shift: shift, Spans: 1, Words: p.recordWords()}.packed(p, j)
		s.staged = s.Fine.sorted(p)
		s.Invocations = s.sorters(a, j.TuningOf(gpu.Sort))
		return s
	}
	shift := bits.Len(uint(counters)) - 1
	for shift > 0 && rows/last(shift).Parts > 4*last(shift).Invocations/8*7 {
		shift--
	}
	for ; ; shift++ { // the largest has digits for 28 bits
		if s, ok := last(shift).digits(p, j, a); ok {
			return s
		}
	}
}

// digits splits what the last digit leaves of a slot in two at the least price.
func (s sorting) digits(p Pass, j *Job, a gpu.Adapter) (best sorting, ok bool) {
	least := 0.0
	for shift := s.Fine.Shift; shift < 29; shift++ {
		s.Coarse = Partitions{Shift: shift, Parts: Ceil(j.Slots, 1<<shift), Spans: 1, Words: p.recordWords(), exact: true}.packed(p, j)
		s.Fine.Parts = 1 << (shift - s.Fine.Shift)
		if s.Fine.Parts > mostParts(a) || ok && s.Coarse.Parts < fewParts {
			break
		}
		if s.Coarse.Parts > mostParts(a) {
			continue
		}
		if price := s.price(p, a); !ok || price < least {
			best, least, ok = s, price, true
		}
	}
	return best, ok
}

// sorted is the words of a record that is sorted in workgroup memory: its values, and its bits where it has any.
func (l Partitions) sorted(p Pass) int {
	if l.Value > 0 {
		return 1
	}
	return [...]int{0, 1, 3, 3}[len(p.Columns)] + min(1, len(p.Bitmaps))
}

// sorters is the size of a workgroup that sorts: the usual one, or the largest that workgroup memory has room for.
func (s sorting) sorters(a gpu.Adapter, t gpu.Tuning) int {
	n := max(fewest, int(Width(CellsWidth(a), a, t)))
	for n > fewest && s.bytes(n) > largestStorage(a) {
		n /= 2
	}
	return n
}

// bytes is the workgroup memory that so many invocations sort in.
func (s sorting) bytes(invocations int) int {
	records := 4 * invocations
	return 4*(s.Counters+1) + 8*invocations + 4*records*s.staged + 16*max(1, records/LongRun) + 32
}

// tables is the bytes of the counters of both levels; those of the second begin where a binding may.
func (s sorting) tables() int64 { return s.Second() + int64(4*s.Parts+4) }

func (s sorting) Second() int64 { return int64(Ceil(4*s.Coarse.Parts+4, BindingAlign)) * BindingAlign }
