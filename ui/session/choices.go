package session

import (
	"context"
	"math/bits"

	"cardinal/data"
)

// Choices are the values that a list filter offers, in label order. At(i) is value i of Len. The values are not copied into a slice,
// since a column may have millions.
type Choices struct {
	Len   int                    // the number of values
	At    func(i int) data.Value // value i, 0..Len-1
	Blank bool                   // some rows have no value
}

// maxChoices is the largest number of different numbers or dates for which a list is offered. A range serves the others.
const maxChoices = 1000

// Choose finds the choices of a column in the background and calls then with them on the UI goroutine. Len is 0 if there are more than
// maxChoices numbers or dates, and for floats.
func (s *Session) Choose(column string, then func(Choices)) {
	c := s.Column(column)
	if c == nil {
		return
	}
	start(s, &s.choice, Work{}, func(ctx context.Context, _ func(string, float64)) (Choices, error) { return choices(ctx, c), nil },
		func(ch Choices, err error) {
			if err == nil {
				then(ch)
			}
		})
}

func choices(ctx context.Context, c *data.Column) Choices {
	ch := Choices{Blank: c.Nulls > 0}
	switch {
	case c.Dict != nil:
		order := make([]uint32, len(c.Dict.Values))
		for code, place := range c.Dict.Rank() {
			order[place] = uint32(code)
		}
		ch.Len = len(order)
		ch.At = func(i int) data.Value { return data.TextValue(c.Dict.Values[order[i]]) }
	case c.Type == data.Bool:
		ch.Len = 2
		ch.At = func(i int) data.Value { return data.BoolValue(i == 1) }
	default:
		var found []int64
		for i, word := range occurring(ctx, c) {
			for ; word != 0; word &= word - 1 {
				if found = append(found, c.Min+int64(i*64+bits.TrailingZeros64(word))); len(found) > maxChoices {
					return ch
				}
			}
		}
		ch.Len = len(found)
		ch.At = func(i int) data.Value { return c.IntValue(found[i]) }
	}
	return ch
}
