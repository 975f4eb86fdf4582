package plan

import (
	"math/bits"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Sort sorts rows by slot and adds up the runs of equal slots.
//
// Source: a radix sort by key (Merrill and Grimshaw), then the reduction of runs (Karnagel, Mueller and Lohman).
// Changed: the most significant digit goes first. A sort that begins with the least significant digit needs a stable
// pass over the rows for every digit, and ranks that keep the order of rows are expensive without subgroups. With the
// most significant digit first, the rows of a partition need no order. Two digits of up to 11 bits each are sorted
// through memory. After them a partition has so few rows that the last digit is sorted in workgroup memory, where the
// runs are added up. Each row is written twice, whatever the number of slots.
var Sort = &Kernel{
	Name:     shaders.Sort,
	Words:    "Sorted by group on the GPU, then rows of one group are added up",
	MinSlots: ManySlots + 1, // with fewer slots it is never the cheapest, and its price takes longest to compute
	MaxSlots: recordSlots,
	Applies:  func(_ Pass, _ *Job, a gpu.Adapter) bool { return Scatters(a) },
	Price: func(p Pass, j *Job, a gpu.Adapter) float64 {
		r, s := classRates[a.Class], LaySort(p, j, a)
		// per slot: its totals are loaded and stored, its counter is cleared, summed and read
		write := float64(j.Slots) * (float64(p.Words)*8 + 6*r.atomic)
		// Sort counts all rows, whereas Partition counts one in eight blocks of rows.
		return 12*r.dispatch + write + float64(j.Rows)*(5+p.bytesARow(j)+s.price(p, a))
	},
	Records: func(p Pass, j *Job, a gpu.Adapter) RecordRoom {
		s := LaySort(p, j, a)
		return RecordRoom{s.Second() + int64(4*s.Parts+4), max(s.Coarse.Words, s.Fine.Words), func(rows int) [2]int64 {
			return [2]int64{4 * int64(rows) * int64(s.Coarse.Words), 4 * int64(rows) * int64(s.Fine.Words)}
		}}
	},
	Programs: func(p Pass, j *Job, a gpu.Adapter) []Program {
		s := LaySort(p, j, a)
		tiles := func(parts, tile int) []Program { return scanPrograms(parts, ScanTiles(tile)) }
		list := append(scatterPrograms(p, j, s.Coarse, a), tiles(s.Coarse.Parts, s.RefineTile(a))...)
		list = append(list, ProgramOf(shaders.Digits, s.DigitsConstants(p, a), nil))
		list = append(list, scanPrograms(s.Parts, nil)...)
		list = append(list, ProgramOf(shaders.Refine, s.RefineConstants(p, a), nil))
		list = append(list, tiles(s.Parts, s.Tile())...)
		return append(list, ProgramOf(shaders.Sort, s.SortConstants(p), nil))
	},
}

// Digits is the layout of rows that are sorted by slot.
type Digits struct {
	Coarse      Partitions // by the first digit
	Fine        Partitions // by the second digit; Parts is the number of partitions within one partition of Coarse
	Parts       int        // number of all partitions of the second level
	Counters    int        // the largest number of slots of a partition of the second level
	Invocations int        // invocations of a sorting workgroup; each sorts four records
	staged      int        // words of a record in workgroup memory
}

var (
	// LongRun is the largest run of records that one invocation adds up; a team of invocations shares a longer run.
	LongRun = int(shaders.Const(shaders.Sort, "LONG"))

	team = int(shaders.Const(shaders.Sort, "TEAM"))
)

// LaySort chooses the digits of a pass that Sort can run. The last digit has as many values as workgroup memory has
// counters, or fewer: the rows of an average partition must fit seven eighths of a tile.
func LaySort(p Pass, j *Job, a gpu.Adapter) Digits {
	rows := RecordRows(j, p.recordWords(), a)
	counters := 1 << (bits.Len(uint(largestStorage(a)/16)) - 1)
	last := func(shift int) Digits {
		s := Digits{Counters: counters, Parts: Ceil(j.Slots, 1<<shift)}
		s.Fine = Partitions{Shift: shift, Spans: 1, Words: p.recordWords()}.packRecords(p, j)
		s.staged = s.Fine.sortedWords(p)
		s.Invocations = s.workgroup(a, j.TuningOf(shaders.Sort))
		return s
	}
	shift := bits.Len(uint(counters)) - 1
	for shift > 0 && rows/last(shift).Parts > 4*last(shift).Invocations/8*7 {
		shift--
	}
	for ; ; shift++ { // the largest shift has digits for recordSlots
		if s, ok := last(shift).split(p, j, a); ok {
			return s
		}
	}
}

// split divides the bits above the last digit into two digits, such that the price is the least.
func (s Digits) split(p Pass, j *Job, a gpu.Adapter) (best Digits, ok bool) {
	least := 0.0
	for shift := s.Fine.Shift; shift < 29; shift++ {
		s.Coarse = Partitions{Shift: shift, Parts: Ceil(j.Slots, 1<<shift), Spans: 1, Words: p.recordWords(),
			exact: true}.packRecords(p, j)
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

// price returns the cost of a row. The row is written as a record of the first level, counted, and written as a record
// of the second level. Then it is sorted in workgroup memory, and read there once per measure.
func (s Digits) price(p Pass, a gpu.Adapter) float64 {
	r, once, twice := classRates[a.Class], 4*float64(s.Coarse.Words), 4*float64(s.Fine.Words)
	inside := r.atomic * float64(1+2*s.staged+len(p.Measures))
	return scatterPrice(s.Coarse, a) + once + 2 + once + scatterPrice(s.Fine, a) + 1.5*twice + r.arrange + inside
}

// sortedWords returns the number of words of a record that is sorted in workgroup memory: its values, and its bitmap
// bits if it has any.
func (l Partitions) sortedWords(p Pass) int {
	if l.Value > 0 {
		return 1
	}
	return [...]int{0, 1, 3, 3}[len(p.Columns)] + min(1, len(p.Bitmaps))
}

// workgroup returns the invocations of a sorting workgroup: the usual number, or fewer if workgroup memory is too
// small, but at least a team.
func (s Digits) workgroup(a gpu.Adapter, t gpu.Tuning) int {
	n := max(team, int(Width(CellsWidth(a), a, t)))
	for n > team && s.bytes(n) > largestStorage(a) {
		n /= 2
	}
	return n
}

// bytes returns the workgroup memory in which `invocations` invocations sort.
func (s Digits) bytes(invocations int) int {
	records := 4 * invocations
	return 4*(s.Counters+1) + 8*invocations + 4*records*s.staged + 16*max(1, records/LongRun) + 32
}

// Tile returns the number of records that a workgroup sorts at a time.
func (s Digits) Tile() int { return 4 * s.Invocations }

// RefineTile returns the number of records that a workgroup moves to the second level at a time.
func (s Digits) RefineTile(a gpu.Adapter) int { return 4 * LayScatter(s.Fine, a).Invocations }

// tileConstants returns the constants of kernels that read records of the first level.
func (s Digits) tileConstants(p Pass, a gpu.Adapter) shaders.Constants {
	tile := uint32(s.RefineTile(a))
	return s.Coarse.RecordConstants(p).With(shaders.Constants{"INVOCATIONS": tile / 4, "TILE": tile})
}

// DigitsConstants returns the constants of the kernel that counts the records of partitions of the second level.
func (s Digits) DigitsConstants(p Pass, a gpu.Adapter) shaders.Constants {
	return s.tileConstants(p, a).With(shaders.Constants{"CELLS": MaxParts})
}

// RefineConstants returns the constants of the kernel that moves records to the second level.
func (s Digits) RefineConstants(p Pass, a gpu.Adapter) shaders.Constants {
	refine := LayScatter(s.Fine, a)
	return s.tileConstants(p, a).With(shaders.Constants{
		"DIGITS": uint32(refine.Parts), "EACH": uint32(Ceil(refine.Parts, refine.Invocations)),
		"OUT": uint32(s.Fine.Words), "PACKED": uint32(s.Fine.Value),
		"TILE1": uint32(refine.Tile(2, s.Fine)), "TILE2": uint32(refine.Tile(4, s.Fine)),
	})
}

// SortConstants returns the constants of the kernel that sorts records and adds up runs.
func (s Digits) SortConstants(p Pass) shaders.Constants {
	tile := uint32(s.Tile())
	array := func(needed bool) uint32 {
		if needed {
			return tile
		}
		return 1
	}
	return s.Fine.RecordConstants(p).With(p.MeasureConstants()).With(shaders.Constants{
		"INVOCATIONS": uint32(s.Invocations), "TILE": tile, "SLOTS": uint32(s.Counters + 1),
		"LONGS": max(1, tile/uint32(LongRun)),
		"TAGS":  array(s.Fine.Value > 0 || len(p.Bitmaps) > 0), "TILE1": array(s.Fine.Words > 1),
		"TILE2": array(s.Fine.Words > 2),
	})
}

// Second returns the offset in bytes of the second level's counters, which follow the counters of the first level. The
// offset is aligned so that a binding may begin there.
func (s Digits) Second() int64 { return align(int64(4*s.Coarse.Parts + 4)) }
