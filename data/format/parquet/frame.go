package parquet

import (
	"math"
	"slices"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// frame is the range of a column of integers, from the statistics of its row groups. Values are read as offsets in
// the frame, in the width that the table keeps, so that no array of 64-bit values is filled and narrowed. Each value
// is compared with the frame. A value outside the frame means that the statistics are wrong, and the column is read
// again without a frame.
//
// Floats have a frame if the first floats are decimals, which are integers with a scale. A later float that is no
// decimal of this scale also ends the frame.
type frame struct {
	typ   data.Type
	scale int
	min   int64
	span  uint64 // the greatest value less min
	nulls bool   // some row is null and has offset 0

	lowest, highest int // row groups with the least and with the greatest value
}

// first returns the offset of min.
func (f *frame) first() uint64 {
	if f.nulls {
		return 1
	}
	return 0
}

// base returns the value of offset 0.
func (f *frame) base() int64 { return f.min - int64(f.first()) }

// frameOf returns the frame of a column. It returns nil if the statistics do not give it, if some rows of a row group
// are not read, or if an offset does not fit 32 bits.
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

// codes returns the number of different offsets.
func (f *frame) codes() int { return int(f.most()) + 1 }

// most returns the greatest offset.
func (f *frame) most() uint64 { return f.span + f.first() }

// isTight reports whether the least and the greatest value of the frame really occur in the column. It looks only at
// the row groups that have these values by the statistics, which costs less than a look at all rows.
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
