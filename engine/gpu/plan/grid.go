package plan

import "cardinal/engine/gpu"

// RowGrid is how many workgroups share rows: enough to fill the device a few times over, few enough that what a
// workgroup does besides its rows, worth so many of them, stays small.
func RowGrid(rows, each int, a gpu.Adapter, t gpu.Tuning) uint32 {
	if t.Groups != 0 {
		return min(t.Groups, MaxGroups)
	}
	fill := map[string]int{gpu.Discrete: 264, gpu.Integrated: 256, gpu.Software: max(16, rows>>18)}[a.Class]
	return uint32(max(1, min(Ceil(rows, max(4096, each)), fill)))
}

// Width is the size of a workgroup.
func Width(usual uint32, a gpu.Adapter, t gpu.Tuning) uint32 {
	if t.Invocations != 0 {
		usual = t.Invocations
	}
	return min(usual, a.MaxInvocations)
}

// CellsWidth is the usual size of a workgroup that holds accumulators: on a card, as large as they come, since few
// such workgroups fit a core at a time.
func CellsWidth(a gpu.Adapter) uint32 {
	if a.Class == gpu.Discrete {
		return 4 * Invocations
	}
	return Invocations
}

// Piece is a stretch of rows that a dispatch takes: a part of one chunk.
type Piece struct {
	Chunk int
	Start int // row of the chunk, a multiple of 64
	Rows  int
}

// Pieces cuts rows into stretches of at most so many, which do not cross chunks.
func Pieces(rows, perChunk, most int) (list []Piece) {
	most = max(64, most/64*64)
	for i := range Chunks(rows, perChunk) {
		n := Chunk(i, rows, perChunk)
		for start := 0; start < n; start += most {
			list = append(list, Piece{i, start, min(most, n-start)})
		}
	}
	return list
}
