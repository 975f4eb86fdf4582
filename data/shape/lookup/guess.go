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
	guessRows   = 100_000 // rows of the other table that are checked
	guessSample = 300     // sampled rows of the table
)

// Guess returns the key of a foreign key, or else the pair of columns that looks most like a key. In such a pair, many
// values of the first column occur in the second, and the second has each value once. Columns with matching names are
// preferred. If values of that key repeat, Guess adds pairs with equal names, provided that they make the rows of the
// other table unique. Guess returns nil if no pair shares a value or a name.
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
			score := shareKnown([]*data.Column{left}, known) * unique * unique
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
	return append([]Key{{on.Name, equals.Name}}, furtherKeys(ctx, t, other, []*data.Column{on},
		[]*data.Column{equals})...)
}

// furtherKeys returns keys, of columns with equal names, to add to the keys of on and equals. With these keys, nearly
// every row of the other table has a different key. It returns nil if there are no such keys, or if fewer than half of
// the matched rows of t would still match.
func furtherKeys(ctx context.Context, t, other *data.Table, on, equals []*data.Column) (keys []Key) {
	first, rows := distinct(ctx, equals)
	pairs, many := sameNamePairs(ctx, t, other, on, equals), first
	on, equals = slices.Clip(on), slices.Clip(equals)
	for !isNearlyUnique(len(many), rows) {
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
	if len(keys) > 0 && 2*shareKnown(on, many) < shareKnown(on[:len(on)-len(keys)], first) {
		return nil
	}
	return keys
}

// maxAlike is the greatest number of pairs of columns that are tried as further keys.
const maxAlike = 12

// sameNamePairs returns the pairs of other columns with equal names. At least half of the sampled values of the first
// column must occur in the second.
func sameNamePairs(ctx context.Context, t, other *data.Table, on, equals []*data.Column) (pairs [][2]*data.Column) {
	named := map[string]*data.Column{}
	for _, c := range t.Columns {
		named[letters(c.Name)] = c
	}
	for _, right := range other.Columns {
		left := named[letters(right.Name)]
		if left == nil || left.Type == data.Float || left.Type == data.Bool || kindOf(left) != kindOf(right) ||
			slices.Contains(on, left) || slices.Contains(equals, right) {
			continue
		}
		known, _ := distinct(ctx, []*data.Column{right})
		if shareKnown([]*data.Column{left}, known) >= 0.5 {
			pairs = append(pairs, [2]*data.Column{left, right})
		}
		if len(pairs) == maxAlike || ctx.Err() != nil {
			break
		}
	}
	return pairs
}

// isNearlyUnique reports whether at most one in a hundred rows shares its key with another row.
func isNearlyUnique(keys, rows int) bool { return 100*keys >= 99*rows }

// distinct returns the keys of the first rows, and how many of these rows have a key.
func distinct(ctx context.Context, keys []*data.Column) (known map[string]bool, rows int) {
	known = map[string]bool{}
	for i := range min(keys[0].Rows, guessRows) {
		if i%batch == 0 && ctx.Err() != nil {
			break
		}
		if valid(keys, i) {
			rows++
			known[joinKeys(keys, i)] = true
		}
	}
	return known, rows
}

// shareKnown returns which share of the sampled rows have known keys. Rows that lack a key do not count.
func shareKnown(keys []*data.Column, known map[string]bool) float64 {
	found, of := 0, 0
	for i := 0; i < keys[0].Rows; i += max(1, keys[0].Rows/guessSample) {
		if valid(keys, i) {
			of++
			if known[joinKeys(keys, i)] {
				found++
			}
		}
	}
	return float64(found) / float64(max(1, of))
}

func valid(keys []*data.Column, row int) bool {
	return !slices.ContainsFunc(keys, func(c *data.Column) bool { return !c.Valid.Get(row) })
}

// namedAlike reports whether the names of two columns mean the same key: city matches city, and city_id matches the
// id of the table cities. A bare id is the key of its own table, and does not match the id of another table.
func namedAlike(left, right string, other *data.Table) bool {
	left, right = letters(left), letters(right)
	of, key := strings.CutSuffix(left, right)
	if !slices.Contains([]string{"id", "key", "no", "nr", "code"}, right) {
		return left == right
	}
	table := letters(cmp.Or(other.Sheet, strings.TrimSuffix(other.Name, filepath.Ext(other.Name))))
	return key && of != "" && slices.ContainsFunc([]string{of, of + "s", of + "es", strings.TrimSuffix(of, "y") +
		"ies"}, func(many string) bool {
		return strings.HasSuffix(table, many)
	})
}

// letters returns the letters and digits of a name in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
