package duckdb

import "errors"

var errDamaged = errors.New("the DuckDB database is damaged or cut off; copy or download it again")

// method is how the values of a segment are compressed. The numbers are those of the format (CompressionType).
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
	empty        method = 14 // of validity: the values themselves say which are null
	dictFSST     method = 15
)

// physical is how a value is stored.
type physical uint8

const (
	bits  physical = iota // one a row: whether it has a value
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

// segment is values of one column that follow each other, at most as many as a row group has.
type segment struct {
	kind   physical
	method method
	rows   int
	// from where the segment begins to the end of its block, without the block's checksum; nil where the
	// segment has no block, as of a constant
	data []byte

	// Of the statistics: the least value as it is stored (of texts unused), and whether some row is null, and
	// some is not.
	least           []byte
	hasNull, hasAny bool

	// block is the content of another block, without its checksum: long texts lie there.
	block func(id int64) ([]byte, error)
	// more are further blocks of the segment, which its state names.
	more []int64
}
