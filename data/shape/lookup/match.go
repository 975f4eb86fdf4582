package lookup

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// Matched describes how the keys of a table were found in another table.
type Matched struct {
	Keys    int      // number of distinct keys of the table
	Found   int      // number of distinct keys that were found
	Missed  []string // some keys that were not found
	Near    Near     // keys that would be found if case or blanks were ignored
	Rows    int      // number of rows without a match, including those without a key
	Blank   int      // number of rows without a key
	Twice   int      // number of keys of the table that the other table has more than once
	Example string   // such a key
	Pairs   int64    // pairs of a row and a line of the other table with equal keys

	on, equals []*data.Column
	further    []Key   // keys that would make the lines of repeated keys unique
	all        int     // number of rows of the table
	rows       []int32 // for each row of the table: the first row of the other table; below 0: none
	next       []int32 // for each row of the other table: its next row with the same keys; 0: none; nil: no key repeats
	unused     []int32 // the rows of the other table that no row matches
}

const maxMissed = 3

// Match finds a row of the other table for every row of t: the first row whose key columns have the same values. Nulls
// match nothing. Numbers match if they are equal numbers, texts if they are equal texts. It returns an error if the
// types of a key can never be equal.
func Match(ctx context.Context, t, other *data.Table, keys []Key) (*Matched, error) {
	if other.Rows > math.MaxInt32 {
		return nil, fmt.Errorf("%s has too many rows to look up in", other.Name)
	}
	m := &Matched{}
	var all numbers
	for i, k := range keys {
		left, err := t.Column(k.On)
		if err != nil {
			return nil, err
		}
		right, err := other.Column(k.Equals)
		if err != nil {
			return nil, fmt.Errorf("in %s, %w", other.Name, err)
		}
		if kindOf(left) != kindOf(right) {
			return nil, fmt.Errorf("%s is a %s and %s of %s is a %s, so that no key is equal to another: choose "+
				"another key, or read one of them as the type of the other",
				left.Name, kindOf(left), right.Name, other.Name, kindOf(right))
		}
		m.on, m.equals = append(m.on, left), append(m.equals, right)
		next, err := numbersOf(ctx, left, right)
		if err == nil && i > 0 {
			next, err = all.combine(ctx, next)
		}
		if err != nil {
			return nil, err
		}
		all = next
	}
	return m, m.find(ctx, t, other, all)
}

// find finds the rows of the other table, and counts the keys.
func (m *Matched) find(ctx context.Context, t, other *data.Table, all numbers) (err error) {
	first := make([]int32, 0, len(all.equal)) // the first row of the other table for each of its numbers
	var last, lines []int32                   // the last row of each number, and how many rows have it
	for i, n := range all.right {
		switch row := int32(i); {
		case n < 0:
		case int(n) == len(first):
			first, last, lines = append(first, row), append(last, row), append(lines, 1)
		default:
			if m.next == nil {
				m.next = memory.Make[int32](other.Rows)
			}
			m.next[last[n]], last[n] = row, row
			lines[n]++
		}
	}
	m.rows, m.all = all.left, t.Rows
	used := make([]bool, len(first))
	text := slices.ContainsFunc(m.on, func(c *data.Column) bool { return c.Type == data.Text })
	var missed []string
	for i, n := range all.left {
		switch {
		case n < 0:
			m.Blank++
			m.Rows++
			continue
		case int(n) == m.Keys: // the first row of its key
			m.Keys++
			at := all.equal[n]
			switch {
			case at < 0:
				if len(m.Missed) < maxMissed {
					m.Missed = append(m.Missed, keyText(m.on, i))
				}
				if text {
					missed = append(missed, joinKeys(m.on, i))
				}
			default:
				m.Found++
				if lines[at] > 1 {
					if m.Twice++; m.Twice == 1 {
						m.Example = keyText(m.on, i)
					}
				}
				used[at] = true
				at = first[at]
			}
			all.equal[n] = at
		}
		if m.rows[i] = all.equal[n]; m.rows[i] < 0 {
			m.Rows++
		} else {
			m.Pairs += int64(lines[all.right[m.rows[i]]])
		}
	}
	for i, n := range all.right {
		if n < 0 || !used[n] {
			m.unused = append(m.unused, int32(i))
		}
	}
	if m.Twice > 0 {
		m.further = furtherKeys(ctx, t, other, m.on, m.equals)
	}
	m.Near, err = nearOf(ctx, missed, func(yield func(string) bool) {
		for _, row := range first {
			if !yield(joinKeys(m.equals, int(row))) {
				return
			}
		}
	})
	return err
}

// keyText writes the values of keys in a row for a person.
func keyText(keys []*data.Column, row int) string {
	values := each.Of(keys, func(c *data.Column) string { return c.Value(row).String() })
	return strings.Join(values, " · ")
}

// kindOf names the values to which a column's values can be equal.
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

// keyOf returns a text that two values of one kind share if they are equal. The row must not be null.
func keyOf(c *data.Column, row int) string {
	v := c.Value(row)
	switch c.Type {
	case data.Text:
		return v.Text
	case data.Float:
		if v.Float == 0 {
			return "0"
		}
		// the shortest digits of a float above 2^53 differ from the digits of the integer
		if v.Float >= -1<<63 && v.Float < 1<<63 && v.Float == math.Trunc(v.Float) {
			return strconv.FormatInt(int64(v.Float), 10)
		}
		return strconv.FormatFloat(v.Float, 'f', -1, 64) // without an exponent, as decimals are written
	case data.Decimal:
		s := v.String()
		if strings.Contains(s, ".") {
			s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	return v.String()
}

// repeats reports whether a look-up repeats rows of the table.
func (m *Matched) repeats(s Spec) bool { return s.Every && m.Twice > 0 }

// size returns the number of rows of the result of a look-up.
func (m *Matched) size(s Spec) int64 {
	n := int64(m.all - m.Rows)
	if s.Every {
		n = m.Pairs
	}
	switch s.Join {
	case "anti":
		return int64(m.Rows)
	case "right":
		return n + int64(len(m.unused))
	case "full":
		n += int64(len(m.unused))
	}
	return n + int64(m.Rows)
}

// Sentence writes for a person how many keys were found, and how many rows a look-up makes if it repeats rows.
func (m *Matched) Sentence(s Spec) string {
	notes := []string{separators.Sprintf("%d of %s found", m.Found, separators.Counted(m.Keys, "key"))}
	if n := m.Keys - m.Found; n > 0 {
		notes = append(notes, separators.Sprintf("%d without a match, such as %s", n, strings.Join(m.Missed, ", ")))
		if near := m.Near.Sentence(); near != "" {
			notes = append(notes, near)
		}
	}
	if m.Twice > 0 {
		stands := separators.Plural(m.Twice, "1 key stands", "%d keys stand")
		if m.repeats(s) {
			notes = append(notes, fmt.Sprintf("%s more than once, such as %s: every line counts", stands, m.Example),
				fmt.Sprintf("%s %s", separators.Plural(m.all, "1 row becomes", "%d rows become"),
					separators.Count(m.size(s))),
				"sums over the columns of the table count a row once for each of its lines")
		} else {
			notes = append(notes, fmt.Sprintf("%s more than once, such as %s: the first line counts", stands,
				m.Example))
		}
		if len(m.further) > 0 && !s.Every {
			notes = append(notes, fmt.Sprintf("with %s as a further key the lines would have keys of their own",
				Spec{Keys: m.further}.On()))
		}
	}
	if m.Blank > 0 {
		notes = append(notes, separators.Counted(m.Blank, "row")+" without a key")
	}
	return strings.Join(notes, "; ")
}

// notes returns a sentence on keys that were not found or are repeated; nil if there are none.
func (m *Matched) notes(s Spec) []string {
	if m.Found == m.Keys && m.Twice == 0 && m.Blank == 0 && s.Join == "" {
		return nil
	}
	notes := []string{"look-up in " + s.Title() + ": " + m.Sentence(s)}
	switch {
	case s.Join == "anti":
		notes = append(notes, "the others are left out")
	case s.Join != "":
		notes = append(notes, fmt.Sprintf("%s of %s without a row added", separators.Counted(len(m.unused), "line"),
			s.Name()))
	}
	if m.Rows > 0 && s.Join != "right" && s.Join != "anti" {
		notes = append(notes, separators.Counted(m.Rows, "row")+" of the table got no values")
	}
	return []string{strings.Join(notes, "; ")}
}
