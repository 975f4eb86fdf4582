package plan

import "cardinal/engine/gpu"

// Limits that every WebGPU device guarantees, and sizes of dispatches.
const (
	MaxGroups      = 65535 // workgroups along one side of a grid; every WebGPU device takes as many
	Invocations    = 256   // invocations of a workgroup; every WebGPU device takes as many
	BindingAlign   = 256   // bytes; the offset of a binding is a multiple
	KeysPerCompose = 4     // code columns in one dispatch of compose.wgsl

	composeRows = 16 // rows per invocation of compose.wgsl
)

// Ceil divides and rounds up.
func Ceil(n, by int) int { return (n + by - 1) / by }

// align rounds a size or offset up to BindingAlign.
func align(bytes int64) int64 { return (bytes + BindingAlign - 1) / BindingAlign * BindingAlign }

// ComposeGroups returns the number of workgroups of a compose dispatch over `rows` rows.
func ComposeGroups(rows int) uint32 {
	return uint32(min(Ceil(rows, Invocations*composeRows), MaxGroups))
}

// RowGrid returns the number of workgroups that share `rows` rows. They are enough to fill the device several times
// over. But each gets at least `fixed` rows, since the fixed work of a workgroup takes as long as `fixed` rows. A
// tuning may set the number.
func RowGrid(rows, fixed int, a gpu.Adapter, t gpu.Tuning) uint32 {
	if t.Groups != 0 {
		return min(t.Groups, MaxGroups)
	}
	fill := map[string]int{gpu.Discrete: 264, gpu.Integrated: 256, gpu.Software: max(16, rows>>18)}[a.Class]
	return uint32(max(1, min(Ceil(rows, max(4096, fixed)), fill)))
}

// Width returns the number of invocations of a workgroup: the tuning's number if it has one, else the usual number, but
// at most the device's limit.
func Width(usual uint32, a gpu.Adapter, t gpu.Tuning) uint32 {
	if t.Invocations != 0 {
		usual = t.Invocations
	}
	return min(usual, a.MaxInvocations)
}

// CellsWidth returns the usual number of invocations of a workgroup with accumulators in workgroup memory. A discrete
// card gets the largest number, since few such workgroups share a core.
func CellsWidth(a gpu.Adapter) uint32 {
	if a.Class == gpu.Discrete {
		return 4 * Invocations
	}
	return Invocations
}

// ChunkRows returns the number of rows of a column in one buffer. A storage binding of maxBinding bytes must cover the
// buffer, and the buffer of a column of four-byte codes has at most 1 GiB. The number is a multiple of 64, so that
// bitmaps are cut at word boundaries.
func ChunkRows(maxBinding uint64) int {
	return int(min(maxBinding, 1<<30) / 4 / 64 * 64)
}

// Chunk returns the number of rows in chunk i of `rows` rows.
func Chunk(i, rows, perChunk int) int { return min(perChunk, rows-i*perChunk) }

// Piece is the range of rows of one dispatch, within one chunk.
type Piece struct {
	Chunk int // index of the chunk
	Start int // first row within the chunk, a multiple of 64
	Rows  int
}

// Pieces cuts rows into pieces of at most `most` rows. A limit below 64 counts as 64.
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
