package changes

import (
	"context"
	"hash/maphash"
	"math"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/text/intern"
)

// column is a column of both versions whose values are compared.
type column struct {
	split    int // the number of rows before
	versions [2]version
}

// version is a column of one version. Its texts are compared as numbers, or by their bytes.
type version struct {
	*data.Column
	same  []uint32 // of few texts, by code: the number of the text, which equal texts of both versions share
	texts []string // of many texts, by code
}

// fewTexts is the number of rows for each text of a dictionary from which on its texts are numbered.
const fewTexts = 8

// columnsOf returns columns to compare with those of the later version. A text may stand several times in a dictionary.
func columnsOf(ctx context.Context, before []*data.Column, after *data.Table) ([]column, error) {
	out := make([]column, len(before))
	return out, parallel.Do(ctx, len(before), func(_ context.Context, i int) error {
		later, err := after.Column(before[i].Name)
		if err == nil {
			out[i] = column{before[i].Rows, [2]version{{Column: before[i]}, {Column: later}}}
			out[i].numberTexts()
		}
		return err
	})
}

// numberTexts makes texts comparable whose codes are those of two dictionaries.
func (c *column) numberTexts() {
	many := false
	for i := range c.versions {
		v := &c.versions[i]
		if v.Type != data.Text {
			return
		}
		many = many || v.Rows/fewTexts < len(v.Dict.Values)
	}
	var numbers intern.Table
	for i := range c.versions {
		v := &c.versions[i]
		if v.texts = v.Dict.Values; many {
			continue
		}
		v.same, v.texts = make([]uint32, len(v.texts)), nil
		for code, text := range v.Dict.Values {
			v.same[code] = numbers.Text(text)
		}
	}
}

var seed = maphash.MakeSeed()

// hashText is a variable, so that tests can make hashes equal.
var hashText = func(text string) uint64 { return maphash.String(seed, text) }

// at returns the version that has a row of both versions, and the row's place there.
func (c *column) at(row int) (*version, int) {
	if row < c.split {
		return &c.versions[0], row
	}
	return &c.versions[1], row - c.split
}

// bits returns a value as bits that are equal for equal values; ok is false for null. Different texts that are compared
// by their bytes may have equal bits.
func (v *version) bits(row int) (bits uint64, ok bool) {
	if v.Nulls > 0 && !v.Valid.Get(row) {
		return 0, false
	}
	switch {
	case v.texts != nil:
		return hashText(v.texts[v.Codes.At(row)]), true
	case v.same != nil:
		return uint64(v.same[v.Codes.At(row)]), true
	case v.Type == data.Text:
		return uint64(v.Codes.At(row)), true
	case v.Type != data.Float:
		return uint64(v.Int(row)), true
	case math.IsNaN(v.Floats[row]):
		return math.Float64bits(math.NaN()), true
	}
	return math.Float64bits(v.Floats[row] + 0), true
}

// equal reports whether two rows of both versions have equal values.
func (c *column) equal(a, b int) bool {
	v, a := c.at(a)
	w, b := c.at(b)
	if v.texts != nil && w.texts != nil && v.Valid.Get(a) && w.Valid.Get(b) {
		return v.texts[v.Codes.At(a)] == w.texts[w.Codes.At(b)]
	}
	x, isX := v.bits(a)
	y, isY := w.bits(b)
	return x == y && isX == isY
}

// equal reports whether two rows have equal values in some columns.
func equal(columns []column, a, b int) bool {
	for i := range columns {
		if !columns[i].equal(a, b) {
			return false
		}
	}
	return true
}

// hashOf returns a hash of the values of a row in some columns.
func hashOf(columns []column, row int) (h uint64) {
	for i := range columns {
		v, at := columns[i].at(row)
		bits, ok := v.bits(at)
		if !ok {
			bits = nullBits
		}
		h = mixed(h, bits)
	}
	return h * 0xc4ceb9fe1a85ec53
}

// mixed adds a value to a hash: the multiplication and shift of MurmurHash3.
func mixed(h, v uint64) uint64 {
	h = (h ^ v) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

// nullBits stands for null. A value may have the same bits.
const nullBits = 0x9e3779b97f4a7c15

// read writes the values of rows as bits does, and nullBits for null. Reading a column at a time lets the cache misses
// of many rows overlap.
func (v *version) read(rows []int32, to []uint64) {
	switch {
	case v.Type == data.Float:
		for i, row := range rows {
			f := v.Floats[row] + 0 // -0 is 0
			if to[i] = math.Float64bits(f); f != f {
				to[i] = math.Float64bits(math.NaN())
			}
		}
	default:
		v.readInts(rows, to)
	}
	switch {
	case v.texts != nil:
		for i, code := range to[:len(rows)] {
			if code < uint64(len(v.texts)) {
				to[i] = hashText(v.texts[code])
			}
		}
	case v.same != nil:
		for i, code := range to[:len(rows)] {
			if code < uint64(len(v.same)) {
				to[i] = uint64(v.same[code])
			}
		}
	}
	if v.Nulls == 0 {
		return
	}
	for i, row := range rows {
		if !v.Valid.Get(int(row)) {
			to[i] = nullBits
		}
	}
}

// readInts writes the integers, or the codes of texts, of rows.
func (v *version) readInts(rows []int32, to []uint64) {
	switch {
	case v.Wide != nil:
		pick(v.Wide, 0, rows, to)
	case v.Codes.U8 != nil:
		pick(v.Codes.U8, v.Base, rows, to)
	case v.Codes.U16 != nil:
		pick(v.Codes.U16, v.Base, rows, to)
	default:
		pick(v.Codes.U32, v.Base, rows, to)
	}
}

func pick[T uint8 | uint16 | uint32 | int64](from []T, base int64, rows []int32, to []uint64) {
	for i, row := range rows {
		to[i] = uint64(base + int64(from[row]))
	}
}
