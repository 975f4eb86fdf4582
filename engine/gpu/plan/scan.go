package plan

import "cardinal/shaders"

const (
	scanGroups = 256 // the most workgroups that share a prefix sum

	// ScanBytes is the room for the sums of these workgroups.
	ScanBytes = 4 * scanGroups
)

// ScanGrid is how many words each workgroup of a prefix sum of n words takes, and how many workgroups there are.
func ScanGrid(n int) (each, groups int) {
	const block = 4 * Invocations
	each = Ceil(Ceil(n, scanGroups), block) * block
	return each, Ceil(n, each)
}

// ScanStages are the constants of the dispatches of a prefix sum: one that sums the parts of the workgroups
// where there are several, and one that scans them. what says what is summed: the words where it is nil.
func ScanStages(groups int, what shaders.Constants) (list []shaders.Constants) {
	usual := shaders.Constants{"BITS": 0, "SAMPLE": 1}.With(what)
	if groups > 1 {
		list = append(list, usual.With(shaders.Constants{"STAGE": 0}))
	}
	return append(list, usual.With(shaders.Constants{"STAGE": 1}))
}

// ScanBits sums the bits that are set.
var ScanBits = shaders.Constants{"BITS": 1}

// ScanSample sums the room that the counts of one block of rows in so many call for.
func ScanSample(sample int) shaders.Constants { return shaders.Constants{"SAMPLE": uint32(sample)} }

// ScanTiles sums the tiles of so many records in each partition.
func ScanTiles(tile int) shaders.Constants { return shaders.Constants{"TILE": uint32(tile)} }

// scanPrograms are those of a prefix sum of n words.
func scanPrograms(n int, what shaders.Constants) (list []Program) {
	_, groups := ScanGrid(n)
	for _, constants := range ScanStages(groups, what) {
		list = append(list, ProgramOf(shaders.Scan, constants, nil))
	}
	return list
}
