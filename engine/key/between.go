package key

import (
	"cmp"

	"cardinal/data"
	"cardinal/engine/query"
)

// numbering numbers the labels of a column with a natural step: the next day, month or bin has the next number.
type numbering struct {
	number func(code uint32) int64 // the code of null has no number
	label  func(number int64) data.Value
}

// number sets c.numbered. c.label must return integers, which become the numbers of the labels. `label` returns the
// label of a number. The caller may set c.label to another function afterwards.
func (c *Column) number(label func(int64) data.Value) {
	whole := c.label
	c.numbered = &numbering{func(code uint32) int64 { n, _ := whole(code).Int.Int64(); return n }, label}
}

// Null reports whether a code is the code of null.
func (c *Column) Null(code uint32) bool { return c.Label(code).IsNull() }

// NullCode returns the code of null, and false if no row is null.
func (c *Column) NullCode() (code uint32, ok bool) {
	for _, code := range []uint32{0, uint32(c.Card - 1)} {
		if c.Card > 0 && c.Null(code) {
			return code, true
		}
	}
	return 0, false
}

// Stepped reports whether the labels have a natural step, as days, months and bins have.
func (c *Column) Stepped() bool { return c.numbered != nil && c.Field.Part != query.TimeOfDay }

// Between fills the gaps between the first and the last label of codes. codes must be in the order of the labels, null
// last, and the result has the same order. In the returned column, a label that no row has gets a code of Card or
// above.
//
// If no label is missing, the returned column is c. If the labels have no natural step, or if more than `most`
// labels are missing, Between returns c and the codes as they are.
func (c *Column) Between(codes []uint32, most int) (*Column, []uint32) {
	n := len(codes)
	if n > 0 && c.Null(codes[n-1]) {
		n--
	}
	if !c.Stepped() || n < 2 {
		return c, codes
	}
	first, last := c.numbered.number(codes[0]), c.numbered.number(codes[n-1])
	if missing := uint64(last) - uint64(first) + 1 - uint64(n); missing == 0 || missing > uint64(most) {
		return c, codes
	}
	var all []uint32
	var added []int64
	for number, i := first, 0; i < n; number++ {
		if c.numbered.number(codes[i]) == number {
			all = append(all, codes[i])
			i++
			continue
		}
		all = append(all, uint32(c.Card+len(added)))
		added = append(added, number)
	}
	return c.with(added), append(all, codes[n:]...)
}

// with returns the column with further labels, which no row has. numbers has the numbers of these labels. Their codes
// begin at Card.
func (c *Column) with(numbers []int64) *Column {
	more := &Column{Field: c.Field, Codes: c.Codes, Card: c.Card + len(numbers), Format: c.Format, lower: c.lower}
	number := func(code uint32) int64 {
		if int(code) < c.Card {
			return c.numbered.number(code)
		}
		return numbers[int(code)-c.Card]
	}
	more.numbered, more.calendar = &numbering{number, c.numbered.label}, c.calendar
	more.label = func(code uint32) data.Value {
		if int(code) < c.Card {
			return c.label(code)
		}
		return c.numbered.label(numbers[int(code)-c.Card])
	}
	more.order = func(a, b uint32) int {
		switch x, y := more.Null(a), more.Null(b); {
		case x && y:
			return 0
		case x:
			return 1
		case y:
			return -1
		}
		return cmp.Compare(number(a), number(b))
	}
	return more
}

// Span returns the greatest number of codes that Between can return for codes below Card, null included.
func (c *Column) Span() int {
	if !c.Stepped() {
		return c.Card
	}
	first, last, nulls, some := int64(0), int64(0), 0, false
	for code := range uint32(c.Card) {
		if c.Null(code) {
			nulls = 1
			continue
		}
		n := c.numbered.number(code)
		if !some {
			first, last, some = n, n, true
		}
		first, last = min(first, n), max(last, n)
	}
	if !some {
		return nulls
	}
	return int(min(uint64(last)-uint64(first)+1, 1<<40)) + nulls
}
