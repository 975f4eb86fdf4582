package plan

import (
	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// LayRows returns the layout of a Partitioned job. The slot of a row is its partition, and the record of a row is the
// number of the row, counted from 1.
func LayRows(j *Job) Partitions {
	return Partitions{Parts: j.Slots, Spans: 1, Words: 1, exact: true, bare: true}
}

// RowsPass is the pass that writes row numbers to partitions. It aggregates nothing.
var RowsPass, _ = Pass{}.With(0, gpu.Aggregate{Op: gpu.First})

// MostParts returns the largest number of partitions to which a device writes rows at once.
func MostParts(a gpu.Adapter) int { return min(MaxParts, mostParts(a)) }

// SpreadProgram returns the program that finds the partition of each row of a Partitioned job.
func SpreadProgram(j *Job) Program { return keyProgram(shaders.Spread, j, nil) }

// spreadPrograms returns the programs of a Partitioned job.
func spreadPrograms(j *Job, a gpu.Adapter) []Program {
	spread := *j
	spread.Ranks = gpu.KindWords
	return append([]Program{SpreadProgram(j)}, scatterPrograms(RowsPass, &spread, LayRows(j), a)...)
}
