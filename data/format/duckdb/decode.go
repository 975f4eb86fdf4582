package duckdb

import (
	"fmt"
	"slices"
)

// width returns the size of a value in bytes, or 0 if the kind has no fixed size.
func (k physical) width() int {
	switch k {
	case int8s, uint8s:
		return 1
	case int16s, uint16s:
		return 2
	case int32s, uint32s, float32s:
		return 4
	case int64s, uint64s, float64s:
		return 8
	case int128s, uint128s, intervals:
		return 16
	}
	return 0
}

// isInteger reports whether values of the kind are integers.
func (k physical) isInteger() bool { return k >= int8s && k <= uint128s }

// isFloat reports whether values of the kind are floating-point numbers.
func (k physical) isFloat() bool { return k == float32s || k == float64s }

// fixed decodes values of a fixed size into `out`, in little-endian order. The values of null rows are arbitrary.
func (s *segment) fixed(out []byte) error {
	width := s.kind.width()
	if width == 0 || len(out) != s.rows*width {
		panic("BUG: a segment is decoded into a buffer that is not of its values")
	}
	if len(out) == 0 {
		return nil
	}
	switch s.method {
	case uncompressed:
		return s.copyPlain(out)
	case constant:
		return s.fillConstant(out)
	case runLength:
		return s.decodeRuns(out)
	case bitPacking:
		return s.decodeBitPacked(out)
	case alp:
		return s.decodeALP(out)
	case alpRD:
		return s.decodeALPRD(out)
	case chimp:
		return s.decodeChimp(out)
	case patas:
		return s.decodePatas(out)
	case roaring:
		return s.decodeBools(out)
	}
	return s.methodError()
}

// valid decodes validity bits: it sets out[i] to true if row i has a value.
func (s *segment) valid(out []bool) error {
	if s.kind != bits || len(out) != s.rows {
		panic("BUG: a segment is decoded into a buffer that is not of its values")
	}
	if len(out) == 0 {
		return nil
	}
	switch s.method {
	case uncompressed:
		return mask(out, s.data)
	case constant:
		fill(out, !s.hasNull)
		return nil
	case empty:
		fill(out, true)
		return nil
	case roaring:
		return s.decodeRoaring(out)
	}
	return s.methodError()
}

// strings appends the texts or byte strings of the segment.
func (s *segment) strings(out *rowTexts) error {
	if s.kind != texts {
		panic("BUG: a segment without texts is decoded into texts")
	}
	if s.rows == 0 {
		return nil
	}
	out.rows = slices.Grow(out.rows, s.rows)
	switch s.method {
	case uncompressed:
		return s.plainTexts(out)
	case constant:
		return s.appendNulls(out)
	case dictionary:
		return s.dictionaryTexts(out)
	case fsst:
		return s.fsstTexts(out)
	case dictFSST:
		return s.dictFSSTTexts(out)
	case zstandard:
		return s.zstandardTexts(out)
	}
	return s.methodError()
}

// appendNulls appends the rows of a constant segment. Such a segment stores no text, so all rows are null.
func (s *segment) appendNulls(out *rowTexts) error {
	if s.hasAny {
		return errDamaged
	}
	for range s.rows {
		out.null()
	}
	return nil
}

// methodError returns the error for a method that does not apply to the segment's kind.
func (s *segment) methodError() error {
	if s.method == automatic || s.method == deltaOfDelta || s.method > dictFSST {
		return fmt.Errorf("a column is compressed by DuckDB's method %d, which Cardinal does not know: write the "+
			"table from DuckDB as Parquet, by COPY … TO 'table.parquet'", s.method)
	}
	return errDamaged
}

// rowTexts has the texts of rows. Rows share a text if the file stores it once for all of them.
type rowTexts struct {
	ends  []int64 // end of each text in bytes
	bytes []byte
	// number of each row's text, from 1 on; 0: null according to the compression
	rows []uint32
}

// add appends a row with its own text.
func (o *rowTexts) add(text []byte) {
	o.bytes = append(o.bytes, text...)
	o.end()
}

// end adds a row whose text is the bytes that were appended to o.bytes since the last text.
func (o *rowTexts) end() {
	o.ends = append(o.ends, int64(len(o.bytes)))
	o.rows = append(o.rows, uint32(len(o.ends)))
}

func (o *rowTexts) null() { o.rows = append(o.rows, 0) }

// appendCoded appends rows whose packed numbers refer to the last count-1 texts. Number 0 is null.
func (o *rowTexts) appendCoded(packed []byte, rows, width, count int) error {
	before := uint64(len(o.ends) - (count - 1))
	return eachPacked(packed, rows, width, func(entry uint64) error {
		switch {
		case entry >= uint64(count):
			return errDamaged
		case entry == 0:
			o.null()
		default:
			o.rows = append(o.rows, uint32(before+entry))
		}
		return nil
	})
}

func fill(out []bool, with bool) {
	for i := range out {
		out[i] = with
	}
}
