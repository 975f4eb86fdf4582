package data

import (
	"math"
	"math/bits"
	"sync"

	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/data/store/spill"
	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
)

// Names returns the names of columns.
func Names(columns []*Column) []string {
	return each.Of(columns, func(c *Column) string { return c.Name })
}

// Column is one immutable, typed column.
//
// Integers (Int, Decimal, Date, Timestamp, and Bool as 0 and 1) within 32 bits of each other are stored by frame of
// reference: row i is Base + Codes.At(i), in the narrowest width. If the column has nulls, code 0 is null and Base is
// Min-1. The code 2^32-1 does not occur. Wide holds integers of a wider range, with 0 in null rows. Text has codes
// into Dict, and len(Dict.Values) is the code of null. Floats has 0 in null rows.
type Column struct {
	Name  string
	Type  Type
	Scale int  // Decimal: places after the point; Timestamp: digits of the fraction of a second
	UTC   bool // Timestamp: an instant, not a local time of day
	// Timestamp: the IANA name of a zone, "" if none is known. If UTC is set, it is the zone that the file names for
	// the instants; otherwise the values are wall times of this zone
	Zone string
	// Date, Timestamp in seconds: each value is the period that starts then; 0: the day or the instant itself
	Unit calendar.Unit

	Format   NumberFormat // how the file wrote the numbers
	Role     Role         // what a person said about the meaning of whole numbers
	Answered bool         // a server's query returned the values: maybe each only once, and not in the table's order

	Codes  Codes
	Base   int64
	Wide   []int64
	Floats []float64
	Dict   *Dictionary

	Valid Bitmap // nil: no nulls
	Nulls int
	Rows  int

	Min, Max           int64   // range of the integers that are not null; 0, 0 if all are null
	MinFloat, MaxFloat float64 // range of the Floats without null and NaN; +Inf, -Inf if none is left

	// Every finite value of Floats is a multiple of 2^LowBit and less than 2^HighBit in magnitude. Both are 0 if no
	// finite value differs from 0.
	LowBit, HighBit int
	Finite          bool // no value of Floats is NaN or infinite

	Note string // what the values lost when they were read; "" if nothing

	Repeated bool // a look-up repeated values, so that a figure may count a value of the file several times

	// identifies a computed column among others; "" for a column of a file
	Computed string
	// of a computed column: the rows without a value because a divisor is zero; nil: no such row
	ByZero Bitmap

	// Compute is set if the values are computed whenever they are read, and not stored. Each goroutine calls Compute
	// once, and gets a function that writes the codes, or the floats, of the rows from lo on. lo is a multiple of 64.
	// No value is null. All values lie between Min and Max, or MinFloat and MaxFloat, but these ranges may be wider
	// than the values.
	Compute func() func(lo int, codes []uint32, floats []float64)
}

// NewInts makes a column of the type t: Int, Decimal, Date or Timestamp. It takes ownership of values and valid
// (nil: no nulls).
func NewInts[T int8 | int16 | int32 | int64](name string, t Type, scale int, values []T, valid Bitmap) *Column {
	c := &Column{Name: name, Type: t, Scale: scale, Rows: len(values)}
	c.setValid(valid)
	c.Min, c.Max = rangeOf(values, c.Valid, c.Nulls)
	c.Base = c.Min
	codes := uint64(c.Max) - uint64(c.Min) + 1 // 0 if the range is all of 64 bits
	if c.Valid != nil {
		c.Base--
		codes++
	}
	if codes-1 >= math.MaxUint32 || c.Base > c.Min {
		c.Base = 0
		for i := range c.Valid.nulls(c.Rows) {
			values[i] = 0
		}
		c.Wide = widen(values)
		return c
	}
	switch {
	case codes <= 1<<8:
		c.Codes.U8 = offsets[uint8](c, values)
	case codes <= 1<<16:
		c.Codes.U16 = offsets[uint16](c, values)
	default:
		c.Codes.U32 = offsets[uint32](c, values)
	}
	return c
}

// widen returns the values as 64-bit integers.
func widen[T int8 | int16 | int32 | int64](values []T) []int64 {
	if wide, ok := any(values).([]int64); ok {
		return wide
	}
	return cast[int64](values)
}

// NewOffsets does what NewInts does for the values base + codes.At(i). It takes ownership of codes and valid. It
// returns nil if NewInts would choose another base or width.
func NewOffsets(name string, t Type, scale int, base int64, codes Codes, valid Bitmap) *Column {
	c := &Column{Name: name, Type: t, Scale: scale, Rows: codes.Len(), Base: base, Codes: codes}
	c.setValid(valid)
	if c.Nulls == c.Rows {
		return nil
	}
	least, most := codes.rangeOf(c.Valid, c.Nulls)
	return c.setRange(least, most)
}

// NewOffsetsBetween does what NewOffsets does, given the least and the greatest code of the rows that are not null.
func NewOffsetsBetween(least, most int64, name string, t Type, scale int, base int64, codes Codes,
	valid Bitmap) *Column {
	c := &Column{Name: name, Type: t, Scale: scale, Rows: codes.Len(), Base: base, Codes: codes}
	c.setValid(valid)
	return c.setRange(least, most)
}

// setRange sets the range of a column of offsets, given its least and its greatest code. It returns nil if NewInts
// would choose another base or width.
func (c *Column) setRange(least, most int64) *Column {
	codes := c.Codes
	narrowest := codes.U8 != nil || codes.U16 != nil && most > math.MaxUint8 || codes.U32 != nil &&
		most > math.MaxUint16 && most < math.MaxUint32
	first := int64(0) // the code of the least value
	if c.Valid != nil {
		first = 1
	}
	if least != first || !narrowest {
		return nil
	}
	c.Min, c.Max = c.Base+least, c.Base+most
	return c
}

// rangeOf returns the least and the greatest of the values that are not null, or 0 and 0 if all are null.
func rangeOf[T integer](values []T, valid Bitmap, nulls int) (least, most int64) {
	if nulls == len(values) {
		return 0, 0
	}
	least, most = math.MaxInt64, math.MinInt64
	var mu sync.Mutex
	forStretchesOf(values, func(from, to int) {
		low, high := endsOf(values[from:to], valid.from(from))
		mu.Lock()
		defer mu.Unlock()
		least, most = min(least, low), max(most, high)
	})
	return least, most
}

// endsOf returns the least and the greatest of the values that are not null. If all are null, it returns MaxInt64 and
// MinInt64.
func endsOf[T integer](values []T, valid Bitmap) (least, most int64) {
	if valid == nil {
		return minMax(values)
	}
	least, most = math.MaxInt64, math.MinInt64
	for w, word := range valid[:(len(values)+63)/64] {
		some := values[w*64 : min(w*64+64, len(values))]
		if word == ^uint64(0) {
			low, high := minMax(some)
			least, most = min(least, low), max(most, high)
			continue
		}
		for ; word != 0; word &= word - 1 {
			v := int64(some[bits.TrailingZeros64(word)])
			least, most = min(least, v), max(most, v)
		}
	}
	return least, most
}

// Ends returns the least and the greatest integer, or code of a text, of the rows in [from, to). Nulls do not count; if
// all rows are null, the least is above the greatest. from is a multiple of 64. The column must not be of floats.
func (c *Column) Ends(from, to int) (least, most int64) {
	valid := c.Valid.from(from)
	switch {
	case c.Wide != nil:
		return endsOf(c.Wide[from:to], valid)
	case c.Codes.U8 != nil:
		least, most = endsOf(c.Codes.U8[from:to], valid)
	case c.Codes.U16 != nil:
		least, most = endsOf(c.Codes.U16[from:to], valid)
	default:
		least, most = endsOf(c.Codes.U32[from:to], valid)
	}
	if least <= most {
		least, most = least+c.Base, most+c.Base
	}
	return least, most
}

func offsets[C uint8 | uint16 | uint32, T int8 | int16 | int32 | int64](c *Column, values []T) []C {
	out := spill.Reuse[C](values)
	convertInPlace(values, out, func(from, to int) {
		for i, v := range values[from:to] {
			out[from+i] = C(int64(v) - c.Base)
		}
	})
	spill.Done(out)
	for i := range c.Valid.nulls(c.Rows) {
		out[i] = 0
	}
	return out
}

// Int returns row i of a column of integers. The row must not be null.
func (c *Column) Int(i int) int64 {
	if c.Wide != nil {
		return c.Wide[i]
	}
	return c.Base + int64(c.Codes.At(i))
}

// NewText makes a Text column whose row i has the text values[codes[i]]. It takes ownership of all three slices. Rows
// that valid does not mark may hold any code.
func NewText(name string, codes []uint32, values []string, valid Bitmap) *Column {
	return NewCoded(name, PackCodes(codes, len(values)+1), values, valid)
}

// NewCoded does what NewText does, for codes whose width already suits len(values)+1 different codes.
func NewCoded(name string, codes Codes, values []string, valid Bitmap) *Column {
	c := &Column{Name: name, Type: Text, Rows: codes.Len(), Dict: NewDictionary(values), Codes: codes}
	c.setValid(valid)
	for i := range c.Valid.nulls(c.Rows) {
		codes.set(i, uint32(len(values)))
	}
	return c
}

// NewBools makes a Bool column of zeros and ones. It takes ownership of values and valid.
func NewBools(name string, values []uint8, valid Bitmap) *Column {
	c := &Column{Name: name, Type: Bool, Rows: len(values), Codes: Codes{U8: values}, Max: 1}
	c.setValid(valid)
	if c.Valid != nil {
		c.Base = -1
		for i := range values {
			if c.Valid.Get(i) {
				values[i]++
			} else {
				values[i] = 0
			}
		}
	}
	return c
}

func (c *Column) setValid(valid Bitmap) {
	if valid == nil {
		return
	}
	// A bitmap that has no bits set after the last row is not changed, because another column may share it.
	if rest := c.Rows & 63; rest != 0 && valid[len(valid)-1]>>rest != 0 {
		valid[len(valid)-1] &= 1<<rest - 1
	}
	if c.Nulls = c.Rows - valid.Count(); c.Nulls > 0 {
		c.Valid = valid
	}
}

// Value returns row i.
func (c *Column) Value(i int) Value {
	if !c.Valid.Get(i) {
		return Value{}
	}
	switch c.Type {
	case Float:
		return Value{Type: Float, Float: c.Floats[i]}
	case Text:
		return Value{Type: Text, Text: c.Dict.Values[c.Codes.At(i)]}
	}
	return c.IntValue(c.Int(i))
}

// IntValue returns an integer as a Value with the column's type, scale and zone.
func (c *Column) IntValue(v int64) Value {
	return Value{Type: c.Type, Int: int128.From(v), Scale: c.Scale, UTC: c.UTC, Unit: c.Unit}
}

// Bytes returns the memory in bytes of the values, the texts of the dictionary and the bitmap.
func (c *Column) Bytes() int {
	n := 8*len(c.Wide) + 8*len(c.Floats) + c.Codes.Bytes() + 8*len(c.Valid)
	if c.Dict != nil {
		for _, s := range c.Dict.Values {
			n += 16 + len(s)
		}
	}
	return n
}

// NumberFormat says how the file writes the numbers of a column, apart from their digits. The zero NumberFormat adds
// nothing.
type NumberFormat struct {
	Currency string // a symbol or a code; "": none
	After    bool   // the currency follows the number
	Spaced   bool   // a blank separates the number and the currency
	Percent  bool   // the number 0.3 is written 30%
	Grouped  bool   // thousands are grouped
	Parens   bool   // the number -100 is written (100)
	Plus     bool   // the number 10 is written +10
	Edges    bool   // texts are the edges of bins: 0 - 2,000
	Signed   bool   // some of these edges are negative, so -10 - -5 is shown as -10 to -5
	Names    bool   // texts are names of months or of weekdays
	Duration bool   // the number of days 1.5 is written 36:00:00
	Fraction int    // of a Duration: digits of the fraction of a second
}

// AddNote adds a sentence to what the values lost.
func (c *Column) AddNote(note string) {
	if c.Note != "" {
		note = c.Note + "; " + note
	}
	c.Note = note
}

// edged matches the label of a bin.
var edged = lazyregexp.New(`^(below )?-?[\d,.]+(e[-+]\d+)?( - -?[\d,.]+(e[-+]\d+)?)?( and above)?$`)

// Edged reports whether a text of the column gives the edges of a bin. Other texts are names of groups of bins.
func (f NumberFormat) Edged(v Value) bool {
	return f.Edges && v.Type == Text && edged().MatchString(v.Text)
}
