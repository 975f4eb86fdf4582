package plan

import "cardinal/engine/gpu"

// Limits that every WebGPU device keeps, and sizes of dispatches.
const (
	MaxGroups      = 65535 // workgroups along one side of a grid that every WebGPU device takes
	Invocations    = 256   // of one workgroup that every WebGPU device takes
	BindingAlign   = 256   // bytes; every device takes such a multiple as the offset of a binding
	KeysPerCompose = 4     // code columns of one dispatch of compose.wgsl

	composeRows = 16 // rows of one invocation of compose.wgsl
)

// Ceil divides and rounds up.
func Ceil(n, by int) int { return (n + by - 1) / by }

// align rounds a size or offset up to BindingAlign.
func align(bytes int64) int64 { return (bytes + BindingAlign - 1) / BindingAlign * BindingAlign }

// ComposeGroups is the number of workgroups of a compose dispatch over so many rows.
func ComposeGroups(rows int) uint32 {
	return uint32(min(Ceil(rows, Invocations*composeRows), MaxGroups))
}

// RowGrid is how many workgroups share rows: enough to fill the device a few times over, and few enough that
// the fixed work of a workgroup, worth so many rows, stays small. A tuning may name the number.
func RowGrid(rows, fixed int, a gpu.Adapter, t gpu.Tuning) uint32 {
	if t.Groups != 0 {
		return min(t.Groups, MaxGroups)
	}
	fill := map[string]int{gpu.Discrete: 264, gpu.Integrated: 256, gpu.Software: max(16, rows>>18)}[a.Class]
	return uint32(max(1, min(Ceil(rows, max(4096, fixed)), fill)))
}

// Width is the invocations of a workgroup: the usual number, or the one that a tuning names, within the device's limit.
func Width(usual uint32, a gpu.Adapter, t gpu.Tuning) uint32 {
	if t.Invocations != 0 {
		usual = t.Invocations
	}
	return min(usual, a.MaxInvocations)
}

// CellsWidth is the usual number of invocations of a workgroup with accumulators in workgroup memory. On a card
// it is the largest, since few such workgroups share a core.
func CellsWidth(a gpu.Adapter) uint32 {
	if a.Class == gpu.Discrete {
		return 4 * Invocations
	}
	return Invocations
}

// ChunkRows is how many rows of a column one buffer holds: as many as a storage binding of so many bytes
// covers, at most 1 GiB of four-byte codes. It is a multiple of 64, so that bitmaps split at word boundaries.
func ChunkRows(maxBinding uint64) int {
	return int(min(maxBinding, 1<<30) / 4 / 64 * 64)
}

// Chunk is the number of rows in the i-th chunk of so many rows.
func Chunk(i, rows, perChunk int) int { return min(perChunk, rows-i*perChunk) }

// Piece is the rows of one dispatch, within one chunk.
type Piece struct {
	Chunk int // number of the chunk
	Start int // first row within the chunk, a multiple of 64
	Rows  int
}

// Pieces cuts rows into pieces of at most so many rows, but no fewer than 64.
func Pieces(rows, perChunk, most int) (list []Piece) {
	most = max(64, most/64*64)
	for i := range Ceil(rows, perChunk) {
		n := Chunk(i, rows, perChunk)
		for start := 0; start < n; start += most {
			list = append(list, Piece{i, start, min(most, n-start)})
		}
	}
	return list
}
