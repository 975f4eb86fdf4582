package lookup

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/memory"
	"cardinal/separators"
)

// Matched says how the keys of a table were found in another.
type Matched struct {
	Keys    int      // distinct ones of the table
	Found   int      // of them
	Missed  []string // some of the others
	Near    Near     // what else would find some of them
	Rows    int      // without a match, those without a key among them
	Blank   int      // rows without a key
	Twice   int      // keys of the table that stand in the other table more than once
	Example string   // one of them

	on, equals *data.Column
	rows       []int32 // of the other table, by rows of the table; below 0: none
}

// noRow marks a key without a match, and unseen one that was not looked for yet.
const (
	noRow  = -1
	unseen = -2
)

const maxMissed = 3

// Match finds the row of the other table for every row of t: the first one whose column equals has the value of t's column on. Nulls
// match nothing. Numbers are equal if they are one number, texts if they are one text. It is an error where the types cannot be equal.
func Match(ctx context.Context, t, other *data.Table, on, equals string) (*Matched, error) {
	left, err := t.Column(on)
	if err != nil {
		return nil, err
	}
	right, err := other.Column(equals)
	if err != nil {
		return nil, fmt.Errorf("in %s, %w", other.Name, err)
	}
	if other.Rows > math.MaxInt32 {
		return nil, fmt.Errorf("%s has too many rows to look up in", other.Name)
	}
	if kindOf(left) != kindOf(right) {
		return nil, fmt.Errorf("%s is a %s and %s of %s is a %s, so that no key is equal to another: choose another key, or read one of them as the type of the other",
			left.Name, kindOf(left), right.Name, other.Name, kindOf(right))
	}
	first, again, err := index(ctx, right)
	if err != nil {
		return nil, err
	}
	m := &Matched{on: left, equals: right, rows: memory.Make[int32](t.Rows)}
	var missed []string // of texts
	find := func(row int) int32 {
		m.Keys++
		key := keyOf(left, row)
		at, found := first[key]
		if !found {
			if len(m.Missed) < maxMissed {
				m.Missed = append(m.Missed, left.Value(row).String())
			}
			if left.Type == data.Text {
				missed = append(missed, key)
			}
			return noRow
		}
		m.Found++
		if again[key] {
			if m.Twice++; m.Twice == 1 {
				m.Example = left.Value(row).String()
			}
		}
		return at
	}
	if err = m.each(ctx, find); err != nil {
		return nil, err
	}
	if m.Near, err = nearOf(ctx, missed, first); err != nil {
		return nil, err
	}
	for _, at := range m.rows {
		if at < 0 {
			m.Rows++
		}
	}
	return m, nil
}

// batch is the number of rows between two looks at the context.
const batch = 1 << 16

// index is the first row of every key, and the keys that stand more than once.
func index(ctx context.Context, c *data.Column) (first map[string]int32, again map[string]bool, err error) {
	first, again = make(map[string]int32), map[string]bool{}
	for i := range c.Rows {
		if i%batch == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if !c.Valid.Get(i) {
			continue
		}
		key := keyOf(c, i)
		if _, known := first[key]; known {
			again[key] = true
		} else {
			first[key] = int32(i)
		}
	}
	return first, again, nil
}

// mostCodes is the most codes of which the rows are kept in a list.
const mostCodes = 1 << 22

// each fills rows. find is called once for every distinct key.
func (m *Matched) each(ctx context.Context, find func(row int) int32) error {
	c := m.on
	var byCode []int32
	if c.Codes.Len() > 0 {
		codes := int64(0)
		if c.Dict != nil {
			codes = int64(len(c.Dict.Values))
		} else {
			codes = c.Max - c.Base + 1
		}
		if c.Dict != nil || codes <= mostCodes {
			byCode = make([]int32, codes+1)
			for i := range byCode {
				byCode[i] = unseen
			}
		}
	}
	byBits := map[uint64]int32{}
	for i := range m.rows {
		if i%batch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case !c.Valid.Get(i):
			m.rows[i] = noRow
			m.Blank++
		case byCode != nil:
			code := c.Codes.At(i)
			if byCode[code] == unseen {
				byCode[code] = find(i)
			}
			m.rows[i] = byCode[code]
		default:
			bits := uint64(0)
			if c.Type == data.Float {
				bits = math.Float64bits(c.Floats[i] + 0) // which makes 0 of -0
			} else {
				bits = uint64(c.Int(i))
			}
			at, known := byBits[bits]
			if !known {
				at = find(i)
				byBits[bits] = at
			}
			m.rows[i] = at
		}
	}
	return nil
}

// kindOf names what a column's values can be equal to.
func kindOf(c *data.Column) string {
	switch {
	case c.Type.Numeric():
		return "number"
	case c.Type == data.Timestamp && c.UTC:
		return "time in UTC"
	case c.Type == data.Timestamp:
		return "time"
	case c.Type == data.Bool:
		return "true or false"
	}
	return c.Type.String()
}

// keyOf is a text that two values of one kind share if they are equal. The row must not be null.
func keyOf(c *data.Column, row int) string {
	v := c.Value(row)
	switch c.Type {
	case data.Text:
		return v.Text
	case data.Float:
		if v.Float == 0 {
			return "0"
		}
		if v.Float >= -1<<63 && v.Float < 1<<63 && v.Float == math.Trunc(v.Float) { // the shortest digits of a float above 2^53 are not those of the integer
			return strconv.FormatInt(int64(v.Float), 10)
		}
		return strconv.FormatFloat(v.Float, 'f', -1, 64) // without an exponent, as decimals are
	case data.Decimal:
		s := v.String()
		if strings.Contains(s, ".") {
			s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	return v.String()
}

// Sentence says how many keys were found, for a person.
func (m *Matched) Sentence() string {
	text := fmt.Sprintf("%s of %s found", whole(m.Found), plural(m.Keys, "key"))
	if n := m.Keys - m.Found; n > 0 {
		text += fmt.Sprintf("; %s without a match, such as %s", whole(n), strings.Join(m.Missed, ", "))
		if near := m.Near.Sentence(); near != "" {
			text += "; " + near
		}
	}
	if m.Twice > 0 {
		stand := "stand"
		if m.Twice == 1 {
			stand = "stands"
		}
		text += fmt.Sprintf("; %s %s more than once, such as %s: the first line counts", plural(m.Twice, "key"), stand, m.Example)
	}
	if m.Blank > 0 {
		text += fmt.Sprintf("; %s without a key", plural(m.Blank, "row"))
	}
	return text
}

// notes say what was not found, and what stands more than once.
func (m *Matched) notes(s Spec) []string {
	if m.Found == m.Keys && m.Twice == 0 && m.Blank == 0 {
		return nil
	}
	text := "look-up in " + s.Title() + ": " + m.Sentence()
	if m.Rows > 0 {
		text += fmt.Sprintf("; %s of the table got no values", plural(m.Rows, "row"))
	}
	return []string{text}
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return whole(n) + " " + one + "s"
}

func whole(n int) string { return separators.Show(separators.Group(strconv.Itoa(n))) }
