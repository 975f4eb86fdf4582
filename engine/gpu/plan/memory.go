package plan

import (
	"fmt"

	"cardinal/engine/gpu"
	"cardinal/internal/each"
)

// DeviceBytes returns the device memory of a request while it runs. If this is more than the adapter's ResidentBudget,
// package outofcore splits the rows into tiles.
func DeviceBytes(r *gpu.Request) int64 { return JobOf(r).DeviceBytes() }

// DeviceBytes returns the device memory of the job while it runs: columns, slots, mapping and accumulators.
func (j *Job) DeviceBytes() int64 {
	total := j.TotalsBytes() + j.SourceBytes() + j.mappingBytes()
	if j.HasTies() {
		total += maxColumns * gpu.KindBits.Bytes(j.Rows)
	}
	if j.Composes() {
		total += j.SlotKind().Bytes(j.Rows)
	}
	return total
}

// SourceBytes returns the size of the columns and bitmaps that the job reads.
func (j *Job) SourceBytes() int64 {
	return each.Sum(j.Sources(), func(s JobSource) int64 { return s.Kind.Bytes(j.Rows) })
}

// mappingBytes returns the size of the memory that maps rows to groups: the ranks and the list of the groups. A Sparse
// job also needs a bit per slot, with prefix sums; a Hashed job needs a hash table that is half full.
func (j *Job) mappingBytes() int64 {
	switch j.Form {
	case gpu.Sparse:
		return gpu.KindWords.Bytes(j.Rows) + 4*int64(j.Groups()) + int64(j.Slots)/4
	case gpu.Hashed:
		return gpu.KindWords.Bytes(j.Rows) + 12*int64(j.Groups())
	case gpu.Partitioned: // the partition of each row, the rows ordered by partition, and counters
		return 2*gpu.KindWords.Bytes(j.Rows) + 12*int64(j.Slots)
	}
	return 0
}

// AccumulatorBytes returns the size of an aggregate's accumulators over `slots` slots.
func AccumulatorBytes(op gpu.Op, slots int) int64 { return int64(op.Words()) * int64(slots) * 4 }

// TotalsBytes returns an upper bound of the size of all accumulators, however the aggregates are grouped into passes.
func (j *Job) TotalsBytes() (total int64) {
	if j.Form == gpu.Partitioned {
		return 0
	}
	slots := j.Slots
	if j.Form == gpu.Hashed || j.Form == gpu.Sparse && j.Ranks == 0 {
		slots = j.Groups()
	}
	return each.Sum(j.Aggregates, func(a gpu.Aggregate) int64 { return align(AccumulatorBytes(a.Op, slots)) })
}

// CheckAccumulators returns ErrMemory, with the numbers, if no buffer of the device can hold the accumulators.
func (j *Job) CheckAccumulators(a gpu.Adapter) error {
	for _, agg := range j.Aggregates {
		if b := AccumulatorBytes(agg.Op, j.Slots); uint64(b) > a.MaxBindingBytes {
			return fmt.Errorf("%w: %s over %d slots takes %d bytes, a binding holds %d", gpu.ErrMemory, agg.Op, j.Slots,
				b, a.MaxBindingBytes)
		}
	}
	if b := j.TotalsBytes(); uint64(b) > a.MaxBufferBytes {
		return fmt.Errorf("%w: the accumulators take %d bytes, a buffer holds %d", gpu.ErrMemory, b, a.MaxBufferBytes)
	}
	return nil
}

// recordBits is the largest number of bits that the records of a row take.
const recordBits = 128

// TileRows returns the largest number of rows of a tile such that two tiles and the accumulators fit the budget. If not
// even 64 rows fit, the error is ErrMemory.
func TileRows(j *Job, budget int64) (int, error) {
	room := budget - j.TotalsBytes()
	bits := int64(recordBits)
	for _, s := range j.Sources() {
		bits += int64(s.Kind)
	}
	if j.Composes() {
		bits += int64(j.SlotKind())
	}
	rows := int(room/2*8/bits) / 64 * 64
	if rows < 64 {
		return 0, fmt.Errorf("%w: the accumulators take %d bytes, the budget is %d", gpu.ErrMemory,
			j.TotalsBytes(), budget)
	}
	return min(rows, Ceil(j.Rows, 64)*64), nil
}
