package header

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"cardinal/internal/each"
	"cardinal/internal/separators"
)

const (
	// fewNames is the greatest number of names that an error lists in full. If there are more, the error lists
	// nearestNames of them.
	fewNames     = 20
	nearestNames = 5
)

// Nearest lists the names that a person may have meant by a text, for an error. It lists all names if they are few,
// else the nearest names and the number of the others.
func Nearest(names []string, text string) string {
	if len(names) <= fewNames {
		return strings.Join(names, ", ")
	}
	return strings.Join(closest(names, text, nearestNames), ", ") + separators.Sprintf(" and %d more",
		len(names)-nearestNames)
}

// closest returns the n names that are most like a text, in any case. The names with the fewest edits that turn the
// text into a part of the name come first. Of equal ones, the shorter name comes first.
func closest(names []string, text string, n int) []string {
	type near struct {
		name          string
		edits, length int
	}
	want := []rune(strings.ToLower(text))
	all := make([]near, len(names))
	for i, name := range names {
		all[i] = near{name, edits(want, strings.ToLower(name)), utf8.RuneCountInString(name)}
	}
	slices.SortStableFunc(all, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(a.length, b.length))
	})
	return each.Times(min(n, len(all)), func(i int) string { return all[i].name })
}

// edits returns the least number of letters to change, insert or delete to turn want into a part of name. It is
// Sellers' algorithm of 1980: the table of Levenshtein's distance, but the part may begin and end anywhere.
func edits(want []rune, name string) int {
	above := each.Index(len(want) + 1) // for the beginnings of want, at a letter of name
	best := len(want)
	for _, r := range name {
		corner := above[0]
		for i, w := range want {
			change := corner
			if w != r {
				change++
			}
			corner = above[i+1]
			above[i+1] = min(change, above[i]+1, corner+1)
		}
		best = min(best, above[len(want)])
	}
	return best
}
