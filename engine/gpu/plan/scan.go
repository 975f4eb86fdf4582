package plan

import "cardinal/shaders"

const (
	scanGroups = 256 // the largest number of workgroups that share a prefix sum

	// ScanBytes is the size of the buffer for one sum of each of these workgroups.
	ScanBytes = 4 * scanGroups
)

// ScanGrid returns the number of words of each workgroup in a prefix sum of n words, and the number of workgroups.
func ScanGrid(n int) (each, groups int) {
	const block = 4 * Invocations
	each = Ceil(Ceil(n, scanGroups), block) * block
	return each, Ceil(n, each)
}

// ScanStages returns the constants of the dispatches of a prefix sum. With several workgroups, the first dispatch sums
// the words of each workgroup. The last dispatch scans the words. The constants in what select the summands; nil
// selects the words themselves.
func ScanStages(groups int, what shaders.Constants) (list []shaders.Constants) {
	usual := shaders.Constants{"BITS": 0, "SAMPLE": 1}.With(what)
	if groups > 1 {
		list = append(list, usual.With(shaders.Constants{"STAGE": 0}))
	}
	return append(list, usual.With(shaders.Constants{"STAGE": 1}))
}

// ScanBits has the constants for a sum of bits that are set.
var ScanBits = shaders.Constants{"BITS": 1}

// ScanSample returns the constants for prefix sums of the room of partitions. The room is predicted from counts of the
// rows in one of `sample` blocks.
func ScanSample(sample int) shaders.Constants { return shaders.Constants{"SAMPLE": uint32(sample)} }

// ScanTiles returns the constants for prefix sums of the number of tiles, of `tile` records each, in each partition.
func ScanTiles(tile int) shaders.Constants { return shaders.Constants{"TILE": uint32(tile)} }

// scanPrograms returns the programs of a prefix sum of n words.
func scanPrograms(n int, what shaders.Constants) (list []Program) {
	_, groups := ScanGrid(n)
	for _, constants := range ScanStages(groups, what) {
		list = append(list, ProgramOf(shaders.Scan, constants, nil))
	}
	return list
}
