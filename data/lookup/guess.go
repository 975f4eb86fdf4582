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

// Guess is the pair of columns of a foreign key, or else those that look most like the keys: many values of the first stand in the second, which has each of its values
// once; columns whose names say the same key are preferred. Both are "" where no pair shares a value or a name.
func Guess(ctx context.Context, t, other *data.Table) (on, equals string) {
	for _, k := range t.Foreign {
		if t.Path != other.Path || k.Table != other.Sheet {
			continue
		}
		left, err := t.Column(k.Column)
		right, err2 := other.Column(k.Key)
		if err == nil && err2 == nil && kindOf(left) == kindOf(right) {
			return left.Name, right.Name
		}
	}
	best := 0.0
	for _, right := range other.Columns {
		if ctx.Err() != nil {
			return "", ""
		}
		known, rows := map[string]bool{}, 0
		for i := range min(right.Rows, guessRows) {
			if right.Valid.Get(i) {
				rows++
				known[keyOf(right, i)] = true
			}
		}
		if rows == 0 {
			continue
		}
		unique := float64(len(known)) / float64(rows)
		for _, left := range t.Columns {
			if kindOf(left) != kindOf(right) {
				continue
			}
			found, of := 0, 0
			step := max(1, left.Rows/guessSample)
			for i := 0; i < left.Rows; i += step {
				if left.Valid.Get(i) {
					of++
					if known[keyOf(left, i)] {
						found++
					}
				}
			}
			score := 0.0
			if of > 0 {
				score = float64(found) / float64(of) * unique * unique
			}
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
				best, on, equals = score, left.Name, right.Name
			}
		}
	}
	return on, equals
}

// namedAlike reports whether the names of two columns say the same key: city is city, and city_id is the id of the table cities. An id alone is the key of its own
// table, and not that of the other one.
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
