package session

import (
	"context"
	"math/bits"

	"cardinal/data"
)

// Choices are the values that a list filter can choose from, in label order; they are too many to copy.
type Choices struct {
	Len   int
	At    func(i int) data.Value
	Blank bool // some rows have no value
}

// maxChoices is how many numbers or dates a list is offered for; beyond, a range says it better.
const maxChoices = 1000

// Choose finds the choices of a column in the background and hands them over on the UI goroutine. Len is 0 where
// there are too many or the type has none.
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
