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
	sampled        = 1024          // size of the sample that shows whether a column of numbers repeats values
	mostCodes      = 8 * batchRows // largest number of distinct texts of a column whose codes are written
	mostDictionary = 1<<20 - 1<<10 // bytes of the texts of a row group: the library drops larger dictionaries
)

// seldomRepeats reports whether nearly all numbers in a sample of the rows are distinct. A dictionary would then cost
// time without saving space.
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

// bytesOf returns the bytes of a text. For an empty text they are empty but not nil, since statistics ignore nil.
func bytesOf(text string) parquet.ByteArray {
	if text == "" {
		return parquet.ByteArray{}
	}
	return unsafe.Slice(unsafe.StringData(text), len(text))
}

// writeCodes writes the texts of rows as a dictionary and codes. It translates the codes of the column, so that no text
// must be looked up in the dictionary. If the dictionary is too large, it writes nothing and returns false.
func writeCodes(w *chunks.ByteArrayColumnChunkWriter, c *data.Column, rows []int, levels []int16) (bool, error) {
	encoder, ok := w.CurrentEncoder().(interface {
		PutDictionary(values arrow.Array) error
	})
	if !ok || len(c.Dict.Values) > mostCodes || len(rows) == 0 {
		return false, nil
	}
	texts := array.NewStringBuilder(memory.DefaultAllocator)
	defer texts.Release()
	known := make([]int32, len(c.Dict.Values)) // the index in the dictionary plus one; 0: not in it
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
	// not UpdateFromArrow, which ignores the empty text
	if s, ok := w.PageStatistics().(*metadata.ByteArrayStatistics); ok {
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
