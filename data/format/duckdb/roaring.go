package duckdb

import (
	"encoding/binary"

	"cardinal/internal/each"
)

// Constants of the roaring method. A container has roarRows rows. If it has at least manyInArray values or manyRuns
// runs, it also has roarParts counts, each for 256 rows. A row number then takes one byte instead of two.
const (
	roarRows    = 2048
	roarParts   = roarRows / 256
	manyInArray = 8
	manyRuns    = 4
	bitsetMark  = 249 // as the number of values: the container is a mask
)

// decodeBools decodes truth values, which are stored as bits: a set bit is true.
func (s *segment) decodeBools(out []byte) error {
	if s.kind != int8s && s.kind != uint8s {
		return errDamaged
	}
	set := make([]bool, s.rows)
	if err := s.decodeRoaring(set); err != nil {
		return err
	}
	for i, v := range set {
		out[i] = 0
		if v {
			out[i] = 1
		}
	}
	return nil
}

// containers reads the containers of a segment.
type containers struct {
	cursor
	data []byte // from the first container on
}

// align moves to the next multiple of `to` bytes.
func (c *containers) align(to int) {
	at := len(c.data) - len(c.rest)
	c.take(align(at, to) - at)
}

// decodeRoaring decodes bits in containers of 2048 rows (Lemire et al.: Roaring bitmaps, 2016). A container has one
// of four forms:
//
//	array           the rows that are set
//	inverted array  the rows that are not set
//	runs            the runs of rows that are not set
//	mask            a bit for each row
//
// The kinds and sizes of the containers lie behind the containers.
func (s *segment) decodeRoaring(out []bool) error {
	head := cursor{rest: s.data}
	at := head.u64()
	if head.err != nil {
		return head.err
	}
	about := cursorAt(head.rest, at)
	kinds := make([]uint64, (len(out)+roarRows-1)/roarRows)
	if err := about.unpack(kinds, 2); err != nil {
		return err
	}
	ofRuns := each.Sum(kinds, func(kind uint64) int { return int(kind >> 1) })
	runs := make([]uint64, ofRuns)
	if err := about.unpack(runs, 7); err != nil {
		return err
	}
	sizes := about.take(len(kinds) - ofRuns)
	if about.err != nil {
		return about.err
	}
	c := containers{head, head.rest}
	for _, kind := range kinds {
		rows := out[:min(roarRows, len(out))]
		out = out[len(rows):]
		var err error
		if kind>>1 == 1 {
			err = c.runs(rows, int(runs[0]))
			runs = runs[1:]
		} else {
			err = c.array(rows, int(sizes[0]), kind&1 == 1)
			sizes = sizes[1:]
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unpack reads packed numbers.
func (c *cursor) unpack(values []uint64, width int) error {
	packed := c.take(packedBytes(len(values), width))
	if c.err != nil {
		return c.err
	}
	return unpack(values, packed, width)
}

// array decodes the rows that are set, or that are not set if `inverted` is true. If `count` is bitsetMark, it decodes
// a mask.
func (c *containers) array(rows []bool, count int, inverted bool) error {
	if count == bitsetMark {
		c.align(8)
		bits := c.take(align(len(rows), 64) / 8)
		if c.err != nil {
			return c.err
		}
		return mask(rows, bits)
	}
	fill(rows, inverted)
	place := c.places(count, count >= manyInArray, 2)
	for range count {
		at := place()
		if c.err != nil || at >= len(rows) {
			return errDamaged
		}
		rows[at] = !inverted
	}
	return nil
}

// runs decodes runs of rows that are not set.
func (c *containers) runs(rows []bool, count int) error {
	fill(rows, true)
	many := count >= manyRuns
	place := c.places(2*count, many, 4)
	for range count {
		from, to := place(), place()
		if !many {
			to += from + 1 // the stored length does not count the first row
		}
		// DuckDB stores a run that reaches the end of the container as one row longer.
		if c.err != nil || from > to || from > len(rows) || to > len(rows)+1 {
			return errDamaged
		}
		fill(rows[from:min(to, len(rows))], false)
	}
	return nil
}

// places returns a function that returns the next of `count` numbers. The numbers have 16 bits and begin at a multiple
// of `to` bytes. If counted is set, only the low 8 bits of each number are stored. Counts before them say how many
// numbers have the high bits 0, 1 … 7.
func (c *containers) places(count int, counted bool, to int) (next func() int) {
	if !counted {
		c.align(to)
		stored := c.take(2 * count)
		return func() int {
			if len(stored) < 2 {
				return 0
			}
			at := int(binary.LittleEndian.Uint16(stored))
			stored = stored[2:]
			return at
		}
	}
	counts, stored := c.take(roarParts), c.take(count)
	part, used := 0, byte(0)
	return func() int {
		for part < len(counts) && used >= counts[part] {
			part, used = part+1, 0
		}
		used++
		if len(stored) == 0 {
			return 0
		}
		at := part<<8 + int(stored[0])
		stored = stored[1:]
		return at
	}
}
