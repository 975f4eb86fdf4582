package plan

import (
	"math/bits"

	"cardinal/engine/gpu"
)

// Partitions is the layout of partitioned rows.
type Partitions struct {
	Shift int // a partition holds 2^shift slots
	Parts int
	Spans int  // workgroups that share the slots of a partition, a power of two
	Words int  // of a record
	Value int  // the bit of a packed record where its value begins; 0: records are not packed
	exact bool // all rows are counted, so that the partitions have the room that they need
}

const (
	MaxParts     = 4096    // counters of the histogram, which fit 16 KiB of workgroup memory
	fewParts     = 64      // fewer would queue for their counters
	partSlots    = 1 << 28 // three bits of a record's slot are taken
	ScatterBinds = 13      // storage buffers of the scatter kernel
)

const (
	SampleOf    = 8   // one stretch of rows in so many is counted to guess the room that the partitions need
	sampleApart = 400 // APART of scan.wgsl
	Stretch     = 256 // rows
)

// Sample is how few of so many rows are counted: one in eight where what the partitions are then given too much is at
// most a sixteenth, else all.
func (l Partitions) Sample(rows int) int {
	if l.exact || rows/16 < SampleOf*sampleApart*l.Parts {
		return 1
	}
	return SampleOf
}

// records is the room that partitions of so many rows can be given.
func (l Partitions) records(rows int) int64 {
	s := l.Sample(rows)
	if s == 1 {
		return int64(rows)
	}
	counted := int64(Ceil(rows, s) + Stretch)
	return int64(s) * (counted + counted/16 + int64(sampleApart*l.Parts))
}

// mostParts leaves half of workgroup memory and more to the rows that are brought together, beside three words a
// partition.
func mostParts(a gpu.Adapter) int { return 1 << (bits.Len(uint(largestStorage(a)/24)) - 1) }

// LayPartitions splits the slots of a pass into partitions at the least cost: the fewer, the longer the runs that are
// written, but the more often the records are read for want of workgroup memory. More slots than the largest number of
// partitions holds have none.
func LayPartitions(p Pass, j *Job, a gpu.Adapter) (best Partitions, ok bool) {
	if j.Slots > partSlots || a.StorageBuffers < ScatterBinds {
		return best, false
	}
	held := 1 << (bits.Len(uint(largestStorage(a)/4/p.Words)) - 1) // slots whose accumulators a workgroup holds
	for shift := 0; shift < 29; shift++ {
		l := Partitions{Shift: shift, Parts: Ceil(j.Slots, 1<<shift), Spans: max(1, 1<<shift/held), Words: p.recordWords()}
		if l.Parts > mostParts(a) || l.Spans > MaxGroups {
			continue
		}
		if ok && l.Parts < fewParts {
			break
		}
		l = l.packed(p, j)
		if !ok || partitionPrice(p, l, a) < partitionPrice(p, best, a) {
			best, ok = l, true
		}
	}
	return best, ok
}

// packed lets a narrow value share a word with what is left of the slot.
func (l Partitions) packed(p Pass, j *Job) Partitions {
	if len(p.Columns) == 1 && p.Columns[0] != RowNumbers {
		if value := l.Shift + len(p.Bitmaps); value > 0 && value+j.width(p.Columns[0]) <= 32 {
			l.Words, l.Value = 1, value
		}
	}
	return l
}

// staged is the words of a row that the scatter kernel keeps in workgroup memory.
func (l Partitions) staged() int {
	if l.Value > 0 {
		return 2
	}
	return l.Words
}

// scatterLayout is a workgroup of the scatter kernel.
type scatterLayout struct {
	Parts       int // counters in workgroup memory
	Invocations int // each brings four rows
}

// LayScatter sizes a scatter workgroup: as large as workgroup memory allows beside the counters, since the more rows
// of its tile fall in one partition, the fuller are the lines that it writes.
func LayScatter(l Partitions, a gpu.Adapter) scatterLayout {
	s := scatterLayout{Parts: max(fewParts, 1<<bits.Len(uint(l.Parts-1)))}
	room := largestStorage(a) - 12*s.Parts - 16
	s.Invocations = min(1<<(bits.Len(uint(room/(16*l.staged())))-1), int(a.MaxInvocations))
	return s
}

// Tile is the room of a word of the tile's records that those of so many words, and wider ones, have.
func (s scatterLayout) Tile(has int, l Partitions) int {
	if l.staged() < has {
		return 1
	}
	return 4 * s.Invocations
}

// RecordRoom is what a pass takes whose rows become records.
type RecordRoom struct {
	Tables int64              // bytes of the counters of its partitions
	Words  int                // of the widest record
	Bytes  func(int) [2]int64 // of the records of so many rows, once and sorted further
}

// Room is what a planned pass takes for records, none where it writes none.
func (p Planned) Room(j *Job, a gpu.Adapter) (r RecordRoom, ok bool) {
	switch p.Strategy {
	case gpu.Partition:
		l, _ := LayPartitions(p.Pass, j, a)
		return RecordRoom{int64(4*l.Parts + 4), l.Words, func(rows int) [2]int64 { return [2]int64{l.records(rows) * 4 * int64(l.Words), 0} }}, true
	case gpu.Sort:
		s := LaySort(p.Pass, j, a)
		return RecordRoom{s.tables(), max(s.Coarse.Words, s.Fine.Words), func(rows int) [2]int64 {
			return [2]int64{4 * int64(rows) * int64(s.Coarse.Words), 4 * int64(rows) * int64(s.Fine.Words)}
		}}, true
	}
	return r, false
}

// RecordRows is how many rows of a pass are partitioned at a time where memory is plenty: as many as a binding holds.
func RecordRows(j *Job, words int, a gpu.Adapter) int {
	most := min(int64(a.MaxBindingBytes), int64(a.MaxBufferBytes)) / int64(4*words) / 8 * 7 / 64 * 64 // and the room of guesses
	return int(min(int64(j.Rows+63)/64*64, most))
}

// LeastRecords is how few rows are worth a round of partitioning.
const LeastRecords = 1 << 16
