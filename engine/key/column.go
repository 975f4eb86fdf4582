package key

import (
	"cmp"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/engine/query"
)

// Column is a key column: a code below Card for every row. Null, where the column has nulls, is a code of its own: 0,
// or of texts the one after the dictionary.
type Column struct {
	Field query.Field
	Codes data.Codes
	Card  int
	// Exact says that every code occurs in some row, so that Card is the number of groups of the column alone.
	Exact bool
	// Format is how the file wrote the numbers that the labels are.
	Format data.NumberFormat

	label  func(code uint32) data.Value
	order  func(a, b uint32) int // by label, null last
	sorted bool                  // codes ascend with their labels, but for a null of code 0
	nulls  bool                  // of a sorted column: code 0 is null

	source *data.Column // whose values the labels are, of a column that was not derived: texts and integers
	values []uint64     // by code, of a column that was hashed; codes from 1 on where 0 is null
	joined *Composite   // the columns that this one stands for: its values are their packed keys

	once sync.Once
	rank []uint32
}

// Label is the value that a code stands for.
func (c *Column) Label(code uint32) data.Value { return c.label(code) }

// Labels is the column of the values that codes stand for.
func (c *Column) Labels(codes data.Codes) *data.Column {
	switch {
	case c.source != nil && c.source.Dict == nil && !c.sorted:
		return c.wholeNumbers(codes)
	case c.source != nil:
		return c.source.WithCodes(codes)
	}
	values := make([]data.Value, codes.Len())
	for i := range values {
		values[i] = c.Label(codes.At(i))
	}
	return data.FromValues(c.Field.String(), values)
}

// wholeNumbers is Labels of a hashed column of whole numbers.
func (c *Column) wholeNumbers(codes data.Codes) *data.Column {
	first := c.Card - len(c.values) // null has the code before
	if c.source.Wide == nil {
		own := make([]uint32, codes.Len()) // of the source; of null 0
		for i := range own {
			if code := int(codes.At(i)); code >= first {
				own[i] = uint32(c.values[code-first])
			}
		}
		return c.source.WithCodes(data.Codes{U32: own})
	}
	values, null := make([]int64, codes.Len()), make([]uint32, codes.Len())
	for i := range values {
		if code := int(codes.At(i)); code >= first {
			values[i], null[i] = int64(c.values[code-first]), 1
		}
	}
	var valid data.Bitmap
	if first > 0 {
		valid = data.NotEqual(null, 0)
	}
	out := data.NewWide(c.source.Name, c.source.Type, c.source.Scale, values, valid)
	out.UTC = c.source.UTC
	return out
}

// Compare orders two codes by their labels, null last.
func (c *Column) Compare(a, b uint32) int {
	return c.order(a, b)
}

// Rank maps a code to its place in label order. It is computed at the first call and kept.
func (c *Column) Rank() []uint32 {
	c.once.Do(func() {
		codes := make([]uint32, c.Card)
		for i := range codes {
			codes[i] = uint32(i)
		}
		if c.sorted {
			if c.nulls {
				copy(codes[1:], codes[:c.Card-1])
				codes[0] = uint32(c.Card - 1)
			}
			c.rank = codes
			return
		}
		slices.SortFunc(codes, c.Compare)
		c.rank = make([]uint32, c.Card)
		for place, code := range codes {
			c.rank[code] = uint32(place)
		}
	})
	return c.rank
}

// nullFirst orders codes that ascend with their labels, but for code 0, which is null and comes last.
func nullFirst(a, b uint32) int { return cmp.Compare(a-1, b-1) }
