package parquet

import (
	"math"
	"slices"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// frame is the range of a column of integers, according to the statistics of its row groups. Values are read as offsets
// from its beginning, in the width that the table uses. So no array of 64-bit values needs to be filled and narrowed.
// Each value is compared with the frame. If a value is outside, the statistics are wrong, and the column is read again
// without a frame.
//
// A column of floats has a frame if its first floats are decimals, that is integers with a scale. If a later float is
// no decimal of this scale, the column is read again, too.
type frame struct {
	typ   data.Type
	scale int
	min   int64
	span  uint64 // the greatest value minus `min`
	nulls bool   // some row is null; nulls have offset 0

	lowest, highest int // the row groups with the least and with the greatest value
}

// first returns the offset of `min`.
func (f *frame) first() uint64 {
	if f.nulls {
		return 1
	}
	return 0
}

// base returns the value of offset 0.
func (f *frame) base() int64 { return f.min - int64(f.first()) }

// frameOf returns the frame of a column. It returns nil if the statistics lack the range, if some rows of a row group
// are not read, or if an offset would not fit into 32 bits.
func (l *loader) frameOf(c *column) *frame {
	if l.list != "" || l.parts != nil || l.most > 0 || l.rows() == 0 {
		return nil
	}
	f, most, ends := &frame{typ: c.as.typ, scale: c.as.scale, min: math.MaxInt64}, int64(math.MinInt64), c.ends
	switch {
	case c.as.ints != nil && (c.physical == parquet.Types.Int32 || c.physical == parquet.Types.Int64):
	case c.as.floats != nil && c.physical == parquet.Types.Double && l.rows() >= manyFloats:
		if s, err := l.statistics(c, 0); err != nil || s == nil || !s.HasMinMax() {
			return nil
		}
		scale, ok := l.scaleOf(c)
		if !ok {
			return nil
		}
		if f.typ, f.scale = data.Decimal, scale; scale == 0 {
			f.typ = data.Int
		}
		ends = func(s metadata.TypedStatistics) (least, most int64, ok bool) { return c.decimalEnds(s, scale) }
	default:
		return nil
	}
	for g := range l.meta.RowGroups {
		s, err := l.statistics(c, g)
		if err != nil || s == nil || !s.HasNullCount() && c.maxDef > 0 {
			return nil
		}
		f.nulls = f.nulls || s.NullCount() > 0
		if s.NullCount() == int64(l.declaredCount(c, g)) {
			continue
		}
		low, high, ok := ends(s)
		if !ok {
			return nil
		}
		if low < f.min {
			f.min, f.lowest = low, g
		}
		if high > most {
			most, f.highest = high, g
		}
	}
	if f.span = uint64(most) - uint64(f.min); most < f.min || f.span >= math.MaxUint32-1 || f.base() > f.min {
		return nil
	}
	return f
}

// codes returns the number of possible offsets.
func (f *frame) codes() int { return int(f.most()) + 1 }

// most returns the greatest offset.
func (f *frame) most() uint64 { return f.span + f.first() }

// isTight reports whether the least and the greatest value of the frame really occur in the column. It only searches
// the row groups that have these values according to their statistics, which is faster than searching all rows.
func (l *loader) isTight(c *column) bool {
	f := c.frame
	return l.contains(c, f.lowest, f.first()) && l.contains(c, f.highest, f.most())
}

func (l *loader) contains(c *column, g int, offset uint64) bool {
	from, to := l.starts[g], l.starts[g+1]
	switch {
	case c.offsets.U8 != nil:
		return slices.Contains(c.offsets.U8[from:to], uint8(offset))
	case c.offsets.U16 != nil:
		return slices.Contains(c.offsets.U16[from:to], uint16(offset))
	}
	return slices.Contains(c.offsets.U32[from:to], uint32(offset))
}

// frameSink returns the sink for the rows in [from, to).
func (c *column) frameSink(from, to int) sink {
	switch {
	case c.offsets.U8 != nil:
		return &numbers[uint8]{decode: plainOffsets[uint8](c), out: c.offsets.U8[from:to]}
	case c.offsets.U16 != nil:
		return &numbers[uint16]{decode: plainOffsets[uint16](c), out: c.offsets.U16[from:to]}
	}
	return &numbers[uint32]{decode: plainOffsets[uint32](c), out: c.offsets.U32[from:to]}
}

// plainOffsets reads plain-encoded values of a column as offsets.
func plainOffsets[T uint8 | uint16 | uint32](c *column) func(src []byte, dst []T) error {
	if c.as.ints == nil {
		return plainDecimals[T](c.frame)
	}
	least, span, first, width, decode := c.frame.min, c.frame.span, c.frame.first(), c.width, c.as.ints
	return func(src []byte, dst []T) error {
		if len(src)/width < len(dst) {
			return errShort
		}
		var values [1 << 9]int64
		for len(dst) > 0 {
			some := values[:min(len(values), len(dst))]
			if err := decode(src, some); err != nil {
				return err
			}
			for i, v := range some {
				offset := uint64(v) - uint64(least)
				if offset > span {
					return errTooWide
				}
				dst[i] = T(offset + first)
			}
			src, dst = src[len(some)*width:], dst[len(some):]
		}
		return nil
	}
}
