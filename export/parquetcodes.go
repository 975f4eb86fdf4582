package export

import (
	"math"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	chunks "github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"

	"cardinal/data"
)

const (
	sampled        = 1024          // values that tell whether a column of numbers repeats them
	mostCodes      = 8 * batchRows // texts of a column whose codes are written
	mostDictionary = 1<<20 - 1<<10 // bytes of the texts in a row group: the library gives larger dictionaries up
)

// seldomRepeats reports whether nearly all numbers of a sample of the rows are distinct. A dictionary would then take
// time and save no room.
func (l *flatColumn) seldomRepeats(from, to int) bool {
	c := l.column
	if c == nil || c.Type == data.Text || c.Type == data.Bool || to-from < 4*sampled {
		return false
	}
	seen, values := make(map[int64]bool, sampled), 0
	for i := range sampled {
		row := l.row(from + i*((to-from)/sampled))
		if !c.Valid.Get(row) {
			continue
		}
		values++
		if c.Type == data.Float {
			seen[int64(math.Float64bits(c.Floats[row]))] = true
		} else {
			seen[c.Int(row)] = true
		}
	}
	return values > sampled/8 && len(seen) > values*7/8
}

// bytesOf returns the bytes of a text, which are not nil: statistics leave nil out.
func bytesOf(text string) parquet.ByteArray {
	if text == "" {
		return parquet.ByteArray{}
	}
	return unsafe.Slice(unsafe.StringData(text), len(text))
}

// writeCodes writes the texts of rows as a dictionary of these texts and their codes in it, so that no text is looked
// up. It reports false, and writes nothing, if the dictionary is too large.
func writeCodes(w *chunks.ByteArrayColumnChunkWriter, c *data.Column, rows []int, levels []int16) (bool, error) {
	encoder, ok := w.CurrentEncoder().(interface {
		PutDictionary(values arrow.Array) error
	})
	if !ok || len(c.Dict.Values) > mostCodes || len(rows) == 0 {
		return false, nil
	}
	texts := array.NewStringBuilder(memory.DefaultAllocator)
	defer texts.Release()
	known := make([]int32, len(c.Dict.Values)) // the place in the dictionary plus one
	var distinct []parquet.ByteArray
	codes, valid, bytes, next := make([]int32, len(levels)), make([]bool, len(levels)), 0, 0
	for i, level := range levels {
		if level == 0 {
			continue
		}
		code := c.Codes.At(rows[next])
		next++
		if known[code] == 0 {
			distinct = append(distinct, bytesOf(c.Dict.Values[code]))
			texts.Append(c.Dict.Values[code])
			known[code] = int32(texts.Len())
			bytes += 4 + len(c.Dict.Values[code])
		}
		codes[i], valid[i] = known[code]-1, true
	}
	if bytes > mostDictionary {
		return false, nil
	}
	dictionary := texts.NewArray()
	defer dictionary.Release()
	if err := encoder.PutDictionary(dictionary); err != nil {
		return false, err
	}
	if s, ok := w.PageStatistics().(*metadata.ByteArrayStatistics); ok { // its UpdateFromArrow forgets the empty text
		s.Update(distinct, int64(len(levels)-len(rows)))
		s.IncNumValues(int64(len(rows) - len(distinct)))
	}
	indices := array.NewInt32Builder(memory.DefaultAllocator)
	defer indices.Release()
	indices.AppendValues(codes, valid)
	all := indices.NewArray()
	defer all.Release()
	return true, w.WriteDictIndices(all, levels, nil)
}
