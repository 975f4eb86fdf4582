package plan

import (
	"maps"
	"math/bits"
	"sync"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Partition writes rows to partitions by slot range, and aggregates each partition in workgroup memory (Ye, Ross and
// Vesdapunt).
var Partition = &Kernel{
	Name:     shaders.Partition,
	Words:    "Split by group into partitions that fit the fast memory of the GPU's cores, then added up there",
	MaxSlots: recordSlots,
	Applies: func(p Pass, j *Job, a gpu.Adapter) bool {
		_, ok := LayPartitions(p, j, a)
		return ok
	},
	Price: func(p Pass, j *Job, a gpu.Adapter) float64 {
		l, _ := LayPartitions(p, j, a)
		flush := float64(j.Slots) * float64(p.Words) * 8 // writing totals, and clearing the cells of every partition
		return 6*classRates[a.Class].dispatch + flush + float64(j.Rows)*(p.bytesARow(j)+partitionPrice(p, l, a))
	},
	Records: func(p Pass, j *Job, a gpu.Adapter) RecordRoom {
		l, _ := LayPartitions(p, j, a)
		return RecordRoom{int64(4*l.Parts + 4), l.Words, func(rows int) [2]int64 {
			return [2]int64{l.records(rows) * 4 * int64(l.Words), 0}
		}}
	},
	Programs: func(p Pass, j *Job, a gpu.Adapter) []Program {
		l, _ := LayPartitions(p, j, a)
		return append(scatterPrograms(p, j, l, a), ProgramOf(shaders.Partition, PartitionConstants(p, j, l, a), nil))
	},
	TuneSlots: []int{1 << 20, 1 << 22},
	WarmSlots: map[string][]int{gpu.Discrete: {100_000}, gpu.Integrated: {100_000}},
}

// Partitions is the layout of rows that are written to partitions as records.
type Partitions struct {
	Shift int  // a partition holds 2^Shift slots
	Parts int  // number of partitions
	Spans int  // workgroups that share the slots of a partition, a power of two
	Words int  // u32 words of a record
	Value int  // the first bit of the value in a packed record; 0: records are not packed
	exact bool // all rows are counted, so that each partition gets exactly the room that it needs
	bare  bool // a record has only the number of its row
}

// MaxParts is the largest number of partitions whose counters fit 16 KiB of workgroup memory.
const MaxParts = 4096

const (
	fewParts    = 64      // workgroups would contend for the counters of fewer partitions
	recordSlots = 1 << 28 // a record has three of its 32 bits for bitmaps, and needs one slot without rows
)

var (
	scatterBuffers = sync.OnceValue(func() uint32 { return shaders.StorageBuffers(shaders.Scatter) })
	sampleExcess   = int(shaders.Const(shaders.Scan, "APART"))

	// SampleRows is the number of neighbouring rows in one block of a sample.
	SampleRows = int(4 * shaders.Const(shaders.Histogram, "STRETCH"))
)

// SampleStep is the step of a sample: one in SampleStep blocks of rows is counted.
const SampleStep = 8

// Scatters reports whether a device can bind as many buffers as the scatter kernel needs.
func Scatters(a gpu.Adapter) bool { return a.StorageBuffers >= scatterBuffers() }

// Sample returns SampleStep if the room of the partitions is predicted from one in SampleStep blocks of rows, or 1 if
// all rows are counted. Predicted partitions get excess room, since a prediction may be too low. All rows are counted
// if the excess would be more than a sixteenth of the rows.
func (l Partitions) Sample(rows int) int {
	if l.exact || rows/16 < SampleStep*sampleExcess*l.Parts {
		return 1
	}
	return SampleStep
}

// records returns the number of records for which the partitions of `rows` rows have room, including excess room.
func (l Partitions) records(rows int) int64 {
	s := l.Sample(rows)
	if s == 1 {
		return int64(rows)
	}
	counted := int64(Ceil(rows, s) + SampleRows)
	return int64(s) * (counted + counted/16 + int64(sampleExcess*l.Parts))
}

// mostParts returns the largest number of partitions to which one scatter kernel writes. Each partition takes three
// words, and all partitions take at most half of workgroup memory. The rest has the rows of a tile.
func mostParts(a gpu.Adapter) int { return 1 << (bits.Len(uint(largestStorage(a)/24)) - 1) }

// LayPartitions splits the slots of a pass into partitions at the least cost. If partitions are few, records are
// written in longer runs, but more workgroups read each record. ok is false if the device lacks the kernel, or if the
// slots need too many partitions.
func LayPartitions(p Pass, j *Job, a gpu.Adapter) (best Partitions, ok bool) {
	if j.Slots > recordSlots || !Scatters(a) {
		return best, false
	}
	least := 0.0
	held := 1 << (bits.Len(uint(largestStorage(a)/4/p.Words)) - 1) // the slots whose accumulators a workgroup holds
	for shift := 0; shift < 29; shift++ {
		l := Partitions{Shift: shift, Parts: Ceil(j.Slots, 1<<shift), Spans: max(1, 1<<shift/held),
			Words: p.recordWords()}
		if l.Parts > mostParts(a) || l.Spans > MaxGroups {
			continue
		}
		if ok && l.Parts < fewParts {
			break
		}
		l = l.packRecords(p, j)
		if price := partitionPrice(p, l, a); !ok || price < least {
			best, least, ok = l, price, true
		}
	}
	return best, ok
}

// packRecords packs a narrow value and its slot within the partition into one word.
func (l Partitions) packRecords(p Pass, j *Job) Partitions {
	if len(p.Columns) == 1 && !isRowNumbers(p.Columns[0]) {
		if value := l.Shift + len(p.Bitmaps); value > 0 && value+j.width(p.Columns[0]) <= 32 {
			l.Words, l.Value = 1, value
		}
	}
	return l
}

// partitionPrice returns the cost of writing a row as a record and reading the record again.
func partitionPrice(p Pass, l Partitions, a gpu.Adapter) float64 {
	r, record := classRates[a.Class], 4*float64(l.Words)
	return scatterPrice(l, a) + float64(l.Spans)*(1.5*record+r.atomic*float64(p.Words))
}

// scatterPrice returns the cost of writing a row as a record.
func scatterPrice(l Partitions, a gpu.Adapter) float64 {
	r := classRates[a.Class]
	tile := float64(4*LayScatter(l, a).Invocations) / 4096
	return r.scatter + 4*float64(l.Words) + r.partition*float64(l.Parts)/tile
}

// tileWords returns the number of words per row that the scatter kernel keeps in workgroup memory.
func (l Partitions) tileWords() int {
	if l.Value > 0 || l.bare {
		return 2
	}
	return l.Words
}

// Scatter is the size of a workgroup of the scatter kernel, which moves a tile of rows to their partitions.
type Scatter struct {
	Parts       int // counters in workgroup memory
	Invocations int // each moves four rows
}

// LayScatter sizes a workgroup of the scatter kernel, as large as workgroup memory allows beside the counters. In a
// larger tile more rows belong to the same partition, so that the kernel writes fuller cache lines.
func LayScatter(l Partitions, a gpu.Adapter) Scatter {
	s := Scatter{Parts: max(fewParts, 1<<bits.Len(uint(l.Parts-1)))}
	room := largestStorage(a) - 12*s.Parts - 16
	s.Invocations = min(1<<(bits.Len(uint(room/(16*l.tileWords())))-1), int(a.MaxInvocations))
	return s
}

// scatterPrograms returns the programs that write all rows of a job to their partitions.
func scatterPrograms(p Pass, j *Job, l Partitions, a gpu.Adapter) []Program {
	sample := l.Sample(j.Rows)
	list := []Program{ProgramOf(shaders.Histogram, HistogramConstants(sample), map[int]gpu.Kind{1: j.SlotKind()})}
	list = append(list, scanPrograms(l.Parts, ScanSample(sample))...)
	return append(list, rowProgram(shaders.Scatter, p, j, ScatterConstants(p, l, sample, a)))
}

// HistogramConstants returns the constants of the kernel that counts the rows of each partition in one of `sample`
// blocks of rows.
func HistogramConstants(sample int) shaders.Constants {
	return shaders.Constants{"COLUMNS": 0, "CELLS": MaxParts, "INVOCATIONS": Invocations, "SAMPLE": uint32(sample)}
}

// ScatterConstants returns the constants of the kernel that moves rows to their partitions.
func ScatterConstants(p Pass, l Partitions, sample int, a gpu.Adapter) shaders.Constants {
	c, s := p.RowConstants(), LayScatter(l, a)
	c["INVOCATIONS"], c["PARTS"], c["EACH"] = uint32(s.Invocations), uint32(s.Parts),
		uint32(Ceil(s.Parts, s.Invocations))
	c["SAMPLED"], c["WIDTH"], c["SHIFT"], c["BARE"] = flag(sample > 1), uint32(l.Words), uint32(l.Value), flag(l.bare)
	c["TILE"], c["TILE1"], c["TILE2"] = uint32(s.Tile(1, l)), uint32(s.Tile(2, l)), uint32(s.Tile(4, l))
	return c
}

// RecordConstants returns the constants of records.wgsl.
func (l Partitions) RecordConstants(p Pass) shaders.Constants {
	return shaders.Constants{"WIDTH": uint32(l.Words), "SHIFT": uint32(l.Value), "BITMAPS": uint32(len(p.Bitmaps))}
}

// Span returns the number of slots whose accumulators a workgroup holds.
func (l Partitions) Span() int { return 1 << l.Shift / l.Spans }

// PartitionConstants returns the constants of the kernel that aggregates partitions.
func PartitionConstants(p Pass, j *Job, l Partitions, a gpu.Adapter) shaders.Constants {
	c := p.MeasureConstants()
	maps.Copy(c, l.RecordConstants(p))
	c["INVOCATIONS"], c["CELLS"] = Width(CellsWidth(a), a, j.TuningOf(shaders.Partition)),
		uint32(LayCells(p.Words, l.Span(), a).Words)
	return c
}

// Tile returns the size of an array of workgroup memory, four rows per invocation. Only records of at least `words`
// words need the array; for narrower records its size is 1.
func (s Scatter) Tile(words int, l Partitions) int {
	if l.tileWords() < words {
		return 1
	}
	return 4 * s.Invocations
}

// RecordRoom is the device memory for the records of a pass.
type RecordRoom struct {
	Tables int64 // bytes of the counters of the partitions
	Words  int   // u32 words of the widest record
	// the bytes of the records of some rows: on the first level, and on the second level of a sort
	Bytes func(rows int) [2]int64
}

// RecordRows returns how many rows of a job become records at a time if memory is not the limit. The limit is then a
// binding, which must hold their records of `words` words each, and the excess room.
func RecordRows(j *Job, words int, a gpu.Adapter) int {
	most := min(int64(a.MaxBindingBytes), int64(a.MaxBufferBytes)) / int64(4*words) / 8 * 7 / 64 * 64
	return int(min(int64(j.Rows+63)/64*64, most))
}

// LeastRecords is the least number of rows that is worth a round of partitioning.
const LeastRecords = 1 << 16
