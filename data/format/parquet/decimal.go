package parquet

import (
	"context"
	"math"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// maxDecimal is a limit of v*10^scale. A float below it has at least two bits behind the point. The nearest integer
// then does not depend on how halves are rounded.
const maxDecimal = 1 << 51

// plainDecimals reads plain-encoded 64-bit floats as decimals, and stores their offsets in a frame.
func plainDecimals[T uint8 | uint16 | uint32](f *frame) func(src []byte, dst []T) error {
	least, span, first, p := f.min, f.span, f.first(), math.Pow10(f.scale)
	return func(src []byte, dst []T) error {
		if len(src)/8 < len(dst) {
			return errShort
		}
		if len(dst) == 0 {
			return nil
		}
		for i, v := range arrow.GetData[float64](src)[:len(dst)] {
			n := math.RoundToEven(v * p)
			offset := uint64(int64(n)) - uint64(least)
			if n/p != v || offset > span || math.Float64bits(v) == 1<<63 { // -0 is no decimal
				return errTooWide
			}
			dst[i] = T(offset + first)
		}
		return nil
	}
}

// decimalEnds returns the least and the greatest value of floats in a row group, as decimals, from the statistics of
// the row group.
func (c *column) decimalEnds(s metadata.TypedStatistics, scale int) (least, most int64, ok bool) {
	var ends [2]float64
	if !s.HasMinMax() || c.as.floats(s.EncodeMin(), ends[:1]) != nil || c.as.floats(s.EncodeMax(), ends[1:]) != nil {
		return 0, 0, false
	}
	for i, v := range ends {
		ends[i] = math.RoundToEven(v * math.Pow10(scale))
		if !(math.Abs(ends[i]) < maxDecimal) { // also for NaN
			return 0, 0, false
		}
	}
	return int64(ends[0]), int64(ends[1]), true
}

// scaleOf returns the decimal scale of the first floats of a column. ok is false if these floats are no decimals, or if
// floats in the middle of the column need another scale.
func (l *loader) scaleOf(c *column) (scale int, ok bool) {
	var first, half []float64
	var reading sync.WaitGroup
	reading.Go(func() { half = l.firstFloats(c, len(l.meta.RowGroups)/2) })
	first = l.firstFloats(c, 0)
	scale, ok = data.DecimalScale(first)
	reading.Wait()
	if all, fit := data.DecimalScale(append(first, half...)); !ok || !fit || all != scale {
		return 0, false
	}
	return scale, true
}

// manyFloats is the least number of rows of a column for which scaleOf is called. scaleOf reads some pages twice. This
// saves time only if it prevents that a column of decimals is first filled with floats.
const manyFloats = 1 << 18

// fewFloats is the number of floats that decide the scale of a column.
const fewFloats = 1 << 14

// firstFloats returns some floats from the first page of a row group. It returns nil if the page cannot be read;
// reading the row group will return the error.
func (l *loader) firstFloats(c *column, g int) []float64 {
	s := firstValues{numbers: numbers[float64]{decode: c.as.floats, out: make([]float64, fewFloats)}}
	err := parallel.Guard(func() error {
		pages, err := l.pages(c, g)
		if err != nil {
			return err
		}
		defer pages.release()
		k := chunk{rows: l.declaredCount(c, g), most: 1, maxDef: c.maxDef, physical: c.physical,
			width: c.width, sink: &s}
		return k.read(context.Background(), pages)
	})
	if err != nil {
		return nil
	}
	return s.out[:s.n]
}

// firstValues is a sink of the first values of a page that are not null.
type firstValues struct {
	numbers[float64]
	n int
}

var _ sink = (*firstValues)(nil)

func (s *firstValues) plain(src []byte, at, n int) error {
	if at != s.n {
		return nil
	}
	n = min(n, len(s.out)-at)
	s.n += n
	return s.numbers.plain(src, at, n)
}

func (s *firstValues) index(idx []uint32, at int) error {
	if at != s.n {
		return nil
	}
	idx = idx[:min(len(idx), len(s.out)-at)]
	s.n += len(idx)
	return s.numbers.index(idx, at)
}

func (s *firstValues) indexBytes(idx []uint8, at int) error {
	if at != s.n {
		return nil
	}
	idx = idx[:min(len(idx), len(s.out)-at)]
	s.n += len(idx)
	return s.numbers.indexBytes(idx, at)
}

func (s *firstValues) expand(data.Bitmap, int, int, int) {}
