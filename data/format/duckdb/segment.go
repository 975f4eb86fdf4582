package duckdb

import "errors"

var errDamaged = errors.New("the DuckDB database is damaged or cut off; copy or download it again")

// method is the compression of a segment's values. The format defines the numbers (CompressionType).
type method uint8

const (
	automatic    method = 0
	uncompressed method = 1
	constant     method = 2
	runLength    method = 3
	dictionary   method = 4
	deltaOfDelta method = 5 // never written
	bitPacking   method = 6
	fsst         method = 7
	chimp        method = 8
	patas        method = 9
	alp          method = 10
	alpRD        method = 11
	zstandard    method = 12
	roaring      method = 13
	empty        method = 14 // for validity bits: the values themselves say which rows are null
	dictFSST     method = 15
)

// physical is the form in which a value is stored.
type physical uint8

const (
	bits  physical = iota // validity: a bit for each row, set if the row has a value
	int8s                 // also truth values
	int16s
	int32s
	int64s
	int128s
	uint8s
	uint16s
	uint32s
	uint64s
	uint128s
	float32s
	float64s
	intervals // months and days of 32 bits each, microseconds of 64
	texts     // also other bytes
)

// segment has consecutive values of one column, at most as many as a row group.
type segment struct {
	kind   physical
	method method
	rows   int
	// the rest of the block from the segment's beginning on, without the block's checksum; nil if the segment has no
	// block, as for a constant
	data []byte

	// From the statistics: the least value in its stored form (not used for texts), whether any row is null, and
	// whether any row is not null.
	least           []byte
	hasNull, hasAny bool

	// block returns the content of another block, without its checksum. Long texts are in other blocks.
	block func(id int64) ([]byte, error)
	// more has further blocks of the segment, which the segment's state lists.
	more []int64
}
