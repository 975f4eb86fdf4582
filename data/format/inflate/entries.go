package inflate

// An entry of a table describes a symbol, from the lowest bit on:
//
//	6 bits    the number of bits that it takes: its code word, and the extra bits behind it
//	2 bits    the number of literals, 1 or 2; 0 for other symbols
//	4 bits    the length of its code word
//	4 bits    the four marks below
//	16 bits   the payload: one literal or two; the base of a length (9 bits) and the mask of its extra
//	          bits (7 bits); the base of a distance; the index of a subtable
//	32 bits   the mask of the extra bits of a distance
const (
	bitsMask = 1<<6 - 1
	literals = 6
	wordAt   = 8
	wordMask = 1<<4 - 1
	payload  = 16
	extraAt  = payload + 9 // of a length
	baseMask = 1<<9 - 1

	wordBits = 1 + 1<<wordAt // is multiplied by the length of the code word
)

// The four marks.
const (
	literal     = 1 << 15
	exceptional = 1 << 14 // no literal, length or distance; invalid without one of the next two
	subtable    = 1 << 13
	endOfBlock  = 1 << 12

	invalid = exceptional
)

const (
	lengthRoot   = 11
	lengthSize   = 1 << 12 // at most 143 subtables of 16
	distanceRoot = 9
	distanceSize = 1 << 11 // at most 15 subtables of 64
	metaRoot     = 7
)

const (
	maxLengths   = 286 // literals, the end of a block, and lengths
	maxDistances = 30
	maxMatch     = 258
	windowSize   = 32 << 10
)

// lengthEntries, distanceEntries and metaEntries are the entries of the symbols, still without the lengths of their
// code words.
var (
	lengthEntries   = newLengthEntries()
	distanceEntries = newDistanceEntries()
	metaEntries     = newMetaEntries()
)

func newLengthEntries() (e [288]uint32) {
	for s := range 256 {
		e[s] = uint32(s)<<payload | literal | 1<<literals
	}
	e[256] = exceptional | endOfBlock
	base := uint32(3)
	for s := 257; s < 285; s++ {
		extra := uint32(max(0, s-261) / 4)
		e[s] = base<<payload | (1<<extra-1)<<extraAt | extra
		base += 1 << extra
	}
	e[285] = maxMatch << payload
	e[286], e[287] = invalid, invalid
	return e
}

func newDistanceEntries() (e [32]uint64) {
	base := uint64(1)
	for s := range maxDistances {
		extra := uint64(max(0, s-2) / 2)
		e[s] = base<<payload | (1<<extra-1)<<32 | extra
		base += 1 << extra
	}
	e[30], e[31] = invalid, invalid
	return e
}

func newMetaEntries() (e [19]uint32) {
	for s := range e {
		e[s] = uint32(s) << payload
	}
	return e
}
