package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostNearest is the largest number of names that an error suggests.
const mostNearest = 3

// nearest returns the names with the least edit distance to a word, and the names one edit farther, the nearest first.
// Upper and lower case are the same. Names for which more than a third of the word's letters must be edited are left
// out.
func nearest(names []string, word string) (near []string) {
	letters := utf8.RuneCountInString(word)
	most := max(1, letters/3)
	distance := map[string]int{}
	for _, name := range names {
		if letters > len(name)+most { // skips long computations, since the word may be as long as a file
			continue
		}
		if d := editDistance(strings.ToLower(word), name); d <= most {
			distance[name] = d
			near = append(near, name)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(distance[a], distance[b]) })
	near = near[:min(mostNearest, len(near))]
	far := slices.IndexFunc(near, func(name string) bool { return distance[name] > distance[near[0]]+1 })
	if far >= 0 {
		near = near[:far]
	}
	return near
}

// editDistance returns the least number of edits that turn one word into another. An edit changes, inserts, removes
// or swaps letters (Damerau and Levenshtein's distance in the form of optimal string alignment).
func editDistance(from, to string) int {
	a, b := []rune(from), []rune(to)
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range b {
		d[0][j+1] = j + 1
	}
	for i := range a {
		for j := range b {
			change := d[i][j]
			if a[i] != b[j] {
				change++
			}
			d[i+1][j+1] = min(change, d[i][j+1]+1, d[i+1][j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d[i+1][j+1] = min(d[i+1][j+1], d[i-1][j-1]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
