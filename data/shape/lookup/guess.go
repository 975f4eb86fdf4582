package lookup

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"cardinal/data"
)

const (
	guessRows   = 100_000 // of the other table that are looked at
	guessSample = 300     // rows of the table
)

// Guess is the key of a foreign key, or else the pair of columns that looks most like a key: many values of the
// first stand in the second, which has each of its values once; columns whose names say the same key are
// preferred. Where values of that key stand more than once, further pairs with equal names follow, if no two
// rows of the other table have all of them in common. There is none where no pair shares a value or a name.
func Guess(ctx context.Context, t, other *data.Table) []Key {
	for _, k := range t.Foreign {
		if t.Path != other.Path || k.Table != other.Sheet {
			continue
		}
		left, err := t.Column(k.Column)
		right, err2 := other.Column(k.Key)
		if err == nil && err2 == nil && kindOf(left) == kindOf(right) {
			return []Key{{left.Name, right.Name}}
		}
	}
	best := 0.0
	var on, equals *data.Column
	for _, right := range other.Columns {
		if ctx.Err() != nil {
			return nil
		}
		known, rows := distinct(ctx, []*data.Column{right})
		if rows == 0 {
			continue
		}
		unique := float64(len(known)) / float64(rows)
		for _, left := range t.Columns {
			if kindOf(left) != kindOf(right) {
				continue
			}
			score := matching([]*data.Column{left}, known) * unique * unique
			if left.Type == data.Float || left.Type == data.Bool {
				score /= 4
			}
			if left.Type == data.Text {
				score *= 1.2
			}
			if namedAlike(left.Name, right.Name, other) {
				score += 0.3
			}
			if score > best {
				best, on, equals = score, left, right
			}
		}
	}
	if on == nil {
		return nil
	}
	return append([]Key{{on.Name, equals.Name}}, further(ctx, t, other, []*data.Column{on}, []*data.Column{equals})...)
}

// further are keys beside those of on and equals, of columns with equal names, with which nearly no two rows of
// the other table have one key; none where there are no such keys, or where the rows of t that have a match
// would be less than half as many.
func further(ctx context.Context, t, other *data.Table, on, equals []*data.Column) (keys []Key) {
	first, rows := distinct(ctx, equals)
	pairs, many := alike(ctx, t, other, on, equals), first
	on, equals = slices.Clip(on), slices.Clip(equals)
	for !nearly(len(many), rows) {
		best := -1
		most := many
		for i, p := range pairs {
			if found, _ := distinct(ctx, append(equals, p[1])); len(found) > len(most) {
				most, best = found, i
			}
		}
		if best < 0 || ctx.Err() != nil {
			return nil
		}
		many, on, equals = most, slices.Clip(append(on, pairs[best][0])), slices.Clip(append(equals, pairs[best][1]))
		keys = append(keys, Key{pairs[best][0].Name, pairs[best][1].Name})
	}
	if len(keys) > 0 && 2*matching(on, many) < matching(on[:len(on)-len(keys)], first) {
		return nil
	}
	return keys
}

// maxAlike is the most pairs of columns that are tried as further keys.
const maxAlike = 12

// alike are the pairs of other columns with equal names, of which half of the sampled values of the first stand
// in the second.
func alike(ctx context.Context, t, other *data.Table, on, equals []*data.Column) (pairs [][2]*data.Column) {
	named := map[string]*data.Column{}
	for _, c := range t.Columns {
		named[letters(c.Name)] = c
	}
	for _, right := range other.Columns {
		left := named[letters(right.Name)]
		if left == nil || left.Type == data.Float || left.Type == data.Bool || kindOf(left) != kindOf(right) || slices.Contains(on, left) || slices.Contains(equals, right) {
			continue
		}
		known, _ := distinct(ctx, []*data.Column{right})
		if matching([]*data.Column{left}, known) >= 0.5 {
			pairs = append(pairs, [2]*data.Column{left, right})
		}
		if len(pairs) == maxAlike || ctx.Err() != nil {
			break
		}
	}
	return pairs
}

// nearly reports whether rows have keys of their own, but for one in a hundred.
func nearly(keys, rows int) bool { return 100*keys >= 99*rows }

// distinct are the keys of the first rows, and how many of these rows have one.
func distinct(ctx context.Context, keys []*data.Column) (known map[string]bool, rows int) {
	known = map[string]bool{}
	for i := range min(keys[0].Rows, guessRows) {
		if i%batch == 0 && ctx.Err() != nil {
			break
		}
		if valid(keys, i) {
			rows++
			known[joined(keys, i)] = true
		}
	}
	return known, rows
}

// matching is the share of the sampled rows with all keys whose keys are known.
func matching(keys []*data.Column, known map[string]bool) float64 {
	found, of := 0, 0
	for i := 0; i < keys[0].Rows; i += max(1, keys[0].Rows/guessSample) {
		if valid(keys, i) {
			of++
			if known[joined(keys, i)] {
				found++
			}
		}
	}
	return float64(found) / float64(max(1, of))
}

func valid(keys []*data.Column, row int) bool {
	return !slices.ContainsFunc(keys, func(c *data.Column) bool { return !c.Valid.Get(row) })
}

// namedAlike reports whether the names of two columns say the same key: city is city, and city_id is the id of
// the table cities. An id alone is the key of its own table, and not that of the other one.
func namedAlike(left, right string, other *data.Table) bool {
	left, right = letters(left), letters(right)
	of, key := strings.CutSuffix(left, right)
	if !slices.Contains([]string{"id", "key", "no", "nr", "code"}, right) {
		return left == right
	}
	table := letters(cmp.Or(other.Sheet, strings.TrimSuffix(other.Name, filepath.Ext(other.Name))))
	return key && of != "" && slices.ContainsFunc([]string{of, of + "s", of + "es", strings.TrimSuffix(of, "y") + "ies"}, func(many string) bool { return strings.HasSuffix(table, many) })
}

// letters are the letters and digits of a name, in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
