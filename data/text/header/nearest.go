package header

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"cardinal/internal/separators"
)

// fewNames is how many names an error lists in full, and nearestNames how many it lists of more.
const (
	fewNames     = 20
	nearestNames = 5
)

// Nearest returns the names that a person can have meant by a text, for an error: all where they are few, else the
// nearest and the number of the others.
func Nearest(names []string, text string) string {
	if len(names) <= fewNames {
		return strings.Join(names, ", ")
	}
	return strings.Join(closest(names, text, nearestNames), ", ") + separators.Sprintf(" and %d more", len(names)-nearestNames)
}

// closest are the n names that are most like a text, in any case: the ones with a part that the fewest edits
// make of the text, and of these the shortest ones.
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
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(a.length, b.length)) })
	out := make([]string, min(n, len(all)))
	for i := range out {
		out[i] = all[i].name
	}
	return out
}

// edits is the least number of letters that are changed, put in or left out to make a part of name of want. It
// is Sellers' algorithm of 1980: the table of Levenshtein's distance, whose part may begin and end anywhere.
func edits(want []rune, name string) int {
	above := make([]int, len(want)+1) // for the beginnings of want, at a letter of name
	for i := range above {
		above[i] = i
	}
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
