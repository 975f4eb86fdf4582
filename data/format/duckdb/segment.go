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
	empty        method = 14 // of validity: the values themselves tell which rows are null
	dictFSST     method = 15
)

// physical is the form in which a value is stored.
type physical uint8

const (
	bits  physical = iota // one bit for each row: whether the row has a value
	int8s                 // a byte, also a truth value
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
	intervals // months and days of 32 bits, microseconds of 64
	texts     // and other bytes
)

// segment is a run of values of one column, at most as many as a row group has.
type segment struct {
	kind   physical
	method method
	rows   int
	// from the segment's beginning to the end of its block, without the block's checksum; nil if the segment has no
	// block, as for a constant
	data []byte

	// From the statistics: the least value in stored form (not used for texts), whether some row is null, and whether
	// some row is not null.
	least           []byte
	hasNull, hasAny bool

	// block returns the content of another block, without its checksum. Long texts lie in other blocks.
	block func(id int64) ([]byte, error)
	// more lists further blocks of the segment, which its state names.
	more []int64
}
