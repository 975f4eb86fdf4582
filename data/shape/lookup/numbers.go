package lookup

import (
	"context"
	"math"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// numbers has the values of a key as numbers, one number for each distinct value. Each table numbers its values from 0
// on, in order of first appearance.
type numbers struct {
	left, right []int32 // by rows of the table, and of the other table; noRow: no value
	equal       []int32 // by number of left: the number in right of the equal value; noRow: none
}

// noRow marks a row without a key, and a key without a match. unseen marks a code that was not looked up yet.
const (
	noRow  = -1
	unseen = -2
)

// batch is the number of rows between two checks of the context.
const batch = 1 << 16

// numbersOf numbers the values of two columns of one kind.
func numbersOf(ctx context.Context, left, right *data.Column) (n numbers, err error) {
	known := map[string]int32{}
	n.right = memory.Make[int32](right.Rows)
	for i := range n.right {
		if i%batch == 0 && ctx.Err() != nil {
			return n, ctx.Err()
		}
		if !right.Valid.Get(i) {
			n.right[i] = noRow
			continue
		}
		key := keyOf(right, i)
		at, found := known[key]
		if !found {
			at = int32(len(known))
			known[key] = at
		}
		n.right[i] = at
	}
	n.left, err = numberRows(ctx, left, func(row int) int32 {
		at, found := known[keyOf(left, row)]
		if !found {
			at = noRow
		}
		n.equal = append(n.equal, at)
		return int32(len(n.equal) - 1)
	})
	return n, err
}

// combine numbers the pairs of the values of n and of o. It reuses the memory of n.
func (n numbers) combine(ctx context.Context, o numbers) (numbers, error) {
	known := map[uint64]int32{}
	err := pair(ctx, n.right, o.right, known, nil)
	if err != nil {
		return n, err
	}
	var equal []int32
	err = pair(ctx, n.left, o.left, map[uint64]int32{}, func(x, y int32) {
		x, y = n.equal[x], o.equal[y]
		at, found := known[pairKey(x, y)]
		if x < 0 || y < 0 || !found {
			at = noRow
		}
		equal = append(equal, at)
	})
	return numbers{n.left, n.right, equal}, err
}

// pair replaces each number of a by the number of its pair with b. known collects the number of each pair, and added
// is called for each new pair.
func pair(ctx context.Context, a, b []int32, known map[uint64]int32, added func(x, y int32)) error {
	for i, x := range a {
		if i%batch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		y := b[i]
		if x < 0 || y < 0 {
			a[i] = noRow
			continue
		}
		at, found := known[pairKey(x, y)]
		if !found {
			at = int32(len(known))
			known[pairKey(x, y)] = at
			if added != nil {
				added(x, y)
			}
		}
		a[i] = at
	}
	return nil
}

func pairKey(x, y int32) uint64 { return uint64(uint32(x))<<32 | uint64(uint32(y)) }

// If a column has at most mostCodes codes, the number of each code is kept in a list, and otherwise in a map.
const mostCodes = 1 << 22

// numberRows returns the number of every row, and noRow for a null. next is called once for every distinct value,
// with its first row.
func numberRows(ctx context.Context, c *data.Column, next func(row int) int32) ([]int32, error) {
	var byCode []int32
	if c.Codes.Len() > 0 {
		codes := int64(0)
		if c.Dict != nil {
			codes = int64(len(c.Dict.Values))
		} else {
			codes = c.Max - c.Base + 1
		}
		if c.Dict != nil || codes <= mostCodes {
			byCode = slices.Repeat([]int32{unseen}, int(codes)+1)
		}
	}
	byBits := map[uint64]int32{}
	rows := memory.Make[int32](c.Rows)
	for i := range rows {
		if i%batch == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch {
		case !c.Valid.Get(i):
			rows[i] = noRow
		case byCode != nil:
			code := c.Codes.At(i)
			if byCode[code] == unseen {
				byCode[code] = next(i)
			}
			rows[i] = byCode[code]
		default:
			bits := uint64(0)
			if c.Type == data.Float {
				bits = math.Float64bits(c.Floats[i] + 0) // this turns -0 into 0
			} else {
				bits = uint64(c.Int(i))
			}
			at, known := byBits[bits]
			if !known {
				at = next(i)
				byBits[bits] = at
			}
			rows[i] = at
		}
	}
	return rows, nil
}

// between separates the keys of a row in a text of all its keys.
const between = "\x00"

// joinKeys returns the keys of a row as one text. Equal keys give equal texts.
func joinKeys(keys []*data.Column, row int) string {
	if len(keys) == 1 {
		return keyOf(keys[0], row)
	}
	texts := each.Of(keys, func(c *data.Column) string { return keyOf(c, row) })
	return strings.Join(texts, between)
}
