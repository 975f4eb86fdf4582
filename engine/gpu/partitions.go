package gpu

import "math/bits"

// partitions is the layout of partitioned rows.
type partitions struct {
	shift int // a partition holds 2^shift slots
	parts int
	spans int  // workgroups that share the slots of a partition, a power of two
	words int  // of a record
	value int  // the bit of a packed record where its value begins; 0: records are not packed
	exact bool // all rows are counted, so that the partitions have the room that they need
}

const (
	maxParts     = 4096    // counters of the histogram, which fit 16 KiB of workgroup memory
	fewParts     = 64      // fewer would queue for their counters
	partSlots    = 1 << 28 // three bits of a record's slot are taken
	scatterBinds = 13      // storage buffers of the scatter kernel
)

const (
	sampleOf    = 8   // one stretch of rows in so many is counted to guess the room that the partitions need
	sampleApart = 400 // APART of scan.wgsl
	stretch     = 256 // rows
)

// sample is how few of so many rows are counted: one in eight where what the partitions are then given too much is at
// most a sixteenth, else all.
func (l partitions) sample(rows int) int {
	if l.exact || rows/16 < sampleOf*sampleApart*l.parts {
		return 1
	}
	return sampleOf
}

// records is the room that partitions of so many rows can be given.
func (l partitions) records(rows int) int64 {
	s := l.sample(rows)
	if s == 1 {
		return int64(rows)
	}
	counted := int64(ceil(rows, s) + stretch)
	return int64(s) * (counted + counted/16 + int64(sampleApart*l.parts))
}

// mostParts leaves half of workgroup memory and more to the rows that are brought together, beside three words a
// partition.
func mostParts(a Adapter) int { return 1 << (bits.Len(uint(largestStorage(a)/24)) - 1) }

// layPartitions splits the slots of a pass into partitions at the least cost: the fewer, the longer the runs that are
// written, but the more often the records are read for want of workgroup memory. More slots than the largest number of
// partitions holds have none.
func layPartitions(p pass, j *job, a Adapter) (best partitions, ok bool) {
	if j.Slots > partSlots || a.StorageBuffers < scatterBinds {
		return best, false
	}
	held := 1 << (bits.Len(uint(largestStorage(a)/4/p.words)) - 1) // slots whose accumulators a workgroup holds
	for shift := 0; shift < 29; shift++ {
		l := partitions{shift: shift, parts: ceil(j.Slots, 1<<shift), spans: max(1, 1<<shift/held), words: p.recordWords()}
		if l.parts > mostParts(a) || l.spans > maxGroups {
			continue
		}
		if ok && l.parts < fewParts {
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
func (l partitions) packed(p pass, j *job) partitions {
	if len(p.columns) == 1 && p.columns[0] != rowNumbers {
		if value := l.shift + len(p.bitmaps); value > 0 && value+j.width(p.columns[0]) <= 32 {
			l.words, l.value = 1, value
		}
	}
	return l
}

// staged is the words of a row that the scatter kernel keeps in workgroup memory.
func (l partitions) staged() int {
	if l.value > 0 {
		return 2
	}
	return l.words
}
