package key

import (
	"cmp"
	"context"
	"iter"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/radix"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// Column is a key column: it has a code below Card for every row. If the column has nulls, null has a code: Card-1
// in a text column, and 0 in any other column.
type Column struct {
	Field  query.Field
	Codes  data.Codes
	Card   int               // the number of codes
	Exact  bool              // every code occurs in some row, so that a pivot by only this column has Card groups
	Format data.NumberFormat // how the file wrote the numbers that are the labels

	Computed string // data.Column.Computed of the column that the key was made from

	Absent []string // labels that occur in groups made by hand but in no row of the table

	Unit calendar.Unit // the unit of the periods that are the labels; 0 if the labels are not periods

	label func(code uint32) data.Value
	lower func(number int64) data.Value // the lower edge of the bin with a number; nil without bins
	order func(a, b uint32) int         // compares two codes by their labels, null last
	// orderOf maps an element of values to an integer that compares like its label; nil if the column is not hashed
	orderOf   func(value uint64) uint64
	ungrouped bool // the edges of bins have no commas between thousands
	sorted    bool // codes ascend with their labels, except that null has code 0
	nulls     bool // in a sorted column: code 0 is null

	source   *data.Column // the column of texts or integers whose values are the labels; nil for date parts and bins
	values   []uint64     // of a hashed column: the value of each code; if code 0 is null, values[0] belongs to code 1
	calendar *Calendar    // maps instants to labels; nil if labels are not dates or date parts
	numbered *numbering   // nil if the labels have no natural step
	joined   *Composite   // for a column made by Narrow: the replaced key; values has its packed keys

	once      sync.Once
	ranked    atomic.Bool
	rank      []uint32
	ascending []uint32

	id      atomic.Pointer[string] // the result of ID, once it was called
	sampled atomic.Pointer[Column] // the result of Sampled, once it was called
}

// ID returns a text that differs for any two key columns of a table, computed columns included. The first call computes
// it.
func (c *Column) ID() string {
	if id := c.id.Load(); id != nil {
		return *id
	}
	id := c.Field.String()
	if c.Computed != "" {
		id += "\x1f" + c.Computed
	}
	c.id.Store(&id)
	return id
}

// Label returns the value of a code, and the value Null for the code of null.
func (c *Column) Label(code uint32) data.Value { return c.label(code) }

// Touch reads the values of some codes and forgets them, so that they are in the cache of the core when their labels
// are made. The reads do not wait for each other, as the reads of labels would.
func (c *Column) Touch(codes iter.Seq[uint32]) {
	if c.values == nil {
		return
	}
	first, seen := uint32(c.Card-len(c.values)), uint64(0)
	for code := range codes {
		if code >= first {
			seen += c.values[code-first]
		}
	}
	runtime.KeepAlive(seen)
}

// Lower returns the lower edge of a bin, or Null if the bin has no lower edge. ok is false if the column has no
// bins.
func (c *Column) Lower(code uint32) (edge data.Value, ok bool) {
	if c.lower == nil {
		return data.Value{}, false
	}
	return c.lower(c.Number(code)), true
}

// Number returns the integer that stands for the label of a date part or a bin, such as 1 for January. Numbers
// ascend in the order of the labels. The label must not be null.
func (c *Column) Number(code uint32) int64 { return c.numbered.number(code) }

// IsWhole reports whether the labels are the texts, integers, decimals or times of a column, and not parts of them.
func (c *Column) IsWhole() bool { return c.source != nil }

// Labels returns a column with the values of the codes, one row for each code.
func (c *Column) Labels(codes data.Codes) *data.Column {
	switch {
	case c.source != nil && c.source.Dict == nil && !c.sorted:
		return c.wholeNumbers(codes)
	case c.source != nil:
		return c.source.WithCodes(codes)
	}
	values := each.Times(codes.Len(), func(i int) data.Value { return c.Label(codes.At(i)) })
	return data.FromValues(c.Field.String(), values)
}

// wholeNumbers works like Labels, for a hashed column of integers, decimals or times. It takes 12 ns a label. Making a
// data.Value for each label would take 197 ns.
func (c *Column) wholeNumbers(codes data.Codes) *data.Column {
	first := c.Card - len(c.values) // the code of values[0]
	values, null := make([]int64, codes.Len()), make([]uint32, codes.Len())
	for i := range values {
		if code := int(codes.At(i)); code >= first {
			values[i], null[i] = c.source.Base+int64(c.values[code-first]), 1
		}
	}
	var valid data.Bitmap
	if first > 0 {
		valid = data.NotEqual(null, 0)
	}
	out := data.NewInts(c.source.Name, c.source.Type, c.source.Scale, values, valid)
	out.UTC, out.Unit, out.Format = c.source.UTC, c.source.Unit, c.source.Format
	out.Role, out.Answered = c.source.Role, c.source.Answered
	return out
}

// Compare compares two codes by their labels. It returns a negative number if the label of a comes first. Null comes
// last.
func (c *Column) Compare(a, b uint32) int { return c.order(a, b) }

// IsOrdinal reports whether the labels are texts with an order of their own, such as months or sizes. Such labels
// are compared by this order, and not as texts.
func (c *Column) IsOrdinal() bool {
	return c.source != nil && c.source.Dict != nil && c.source.Dict.Places() != nil
}

// Rank maps each code to its position in the order of the labels, null last. The first call computes the positions. The
// caller must not change them.
func (c *Column) Rank() []uint32 {
	c.rankOnce()
	return c.rank
}

// Ascending lists the codes in the order of their labels, null last. The first call computes the list. The caller
// must not change it.
func (c *Column) Ascending() []uint32 {
	c.rankOnce()
	return c.ascending
}

// IsNumbered reports whether the codes number the values of 64 bits that rows have, and null if a row is null. Every
// code then occurs.
func (c *Column) IsNumbered() bool {
	return c.Exact && c.values != nil && (len(c.values) == c.Card || c.source != nil && c.source.Nulls > 0)
}

// Orders returns a function from codes to integers that compare as the labels do, except for null. If the labels are
// numbers, no label is sorted for this.
func (c *Column) Orders() func(code uint32) uint64 {
	switch {
	case c.sorted:
		return func(code uint32) uint64 { return uint64(code) }
	case c.orderOf != nil:
		first := uint32(c.Card - len(c.values))
		return func(code uint32) uint64 {
			if code < first {
				return math.MaxUint64
			}
			return c.orderOf(c.values[code-first])
		}
	}
	rank := c.Rank()
	return func(code uint32) uint64 { return uint64(rank[code]) }
}

// Words returns functions from codes to integers. Labels that are not null are ordered as the first of these integers
// that differ. If the labels are numbers or texts, no label is sorted for this.
func (c *Column) Words() []func(code uint32) uint64 {
	if c.source != nil && c.source.Dict != nil && !c.IsOrdinal() {
		if words := c.source.Dict.Words(); words != nil {
			return words
		}
	}
	return []func(code uint32) uint64{c.Orders()}
}

// numbersOfText is the number of numbers that are sorted in the time in which one text is sorted.
const numbersOfText = 6

// CountUnsorted returns how many labels the first call of Rank or Ascending has to sort, or 0 if the labels are sorted
// already. Several numbers count as one text, because they are sorted faster.
func (c *Column) CountUnsorted() int {
	switch {
	case c.sorted, c.ranked.Load():
		return 0
	case c.source != nil && c.source.Dict != nil && c.source.Dict.Ranked():
		return 0
	case c.orderOf != nil:
		return c.Card / numbersOfText
	}
	return c.Card
}

func (c *Column) rankOnce() {
	c.once.Do(func() {
		defer c.ranked.Store(true)
		ctx := context.Background()
		c.ascending = memory.Uninitialized[uint32](c.Card)
		_ = eachRange(ctx, c.Card, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				c.ascending[i] = uint32(i)
			}
		})
		switch {
		case c.sorted && !c.nulls:
			c.rank = c.ascending
			return
		case c.sorted:
			copy(c.ascending, c.ascending[1:])
			c.ascending[c.Card-1] = 0
		case c.source != nil && c.source.Dict != nil && !c.IsOrdinal(): // the code of null is the last one
			rank := c.source.Dict.Rank()
			_ = eachRange(ctx, len(rank), func(lo, hi int) {
				for code := lo; code < hi; code++ {
					c.ascending[rank[code]] = uint32(code)
				}
			})
		case c.orderOf != nil:
			null := c.Card - len(c.values)
			words := memory.Uninitialized[uint64](len(c.values))
			_ = eachRange(ctx, len(words), func(lo, hi int) {
				for i, v := range c.values[lo:hi] {
					words[lo+i] = c.orderOf(v)
				}
			})
			_, order, _ := radix.Sort(ctx, words, allCores())
			_ = eachRange(ctx, len(order), func(lo, hi int) {
				for place := lo; place < hi; place++ {
					c.ascending[place] = order[place] + uint32(null)
				}
			})
			if null > 0 {
				c.ascending[c.Card-1] = 0
			}
		default:
			slices.SortFunc(c.ascending, c.Compare)
		}
		c.rank = memory.Uninitialized[uint32](c.Card)
		_ = eachRange(ctx, c.Card, func(lo, hi int) {
			for place := lo; place < hi; place++ {
				c.rank[c.ascending[place]] = uint32(place)
			}
		})
	})
}

// nullLast compares codes that ascend with their labels, except that code 0 is null and comes last. It subtracts 1,
// which turns 0 into the greatest uint32.
func nullLast(a, b uint32) int { return cmp.Compare(a-1, b-1) }
