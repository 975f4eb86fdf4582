package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostNearest is the most names that a message offers for one that there is not.
const mostNearest = 3

// nearest are the names that the fewest edits make of a word in any case, or one edit more, and at most a third
// as many as it has letters. The nearest one comes first.
func nearest(names []string, word string) (near []string) {
	letters := utf8.RuneCountInString(word)
	most := max(1, letters/3)
	distance := map[string]int{}
	for _, name := range names {
		if letters > len(name)+most { // a word may be as long as a file
			continue
		}
		if d := edits(strings.ToLower(word), name); d <= most {
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

// edits is the least number of letters that are changed, put in, left out or exchanged with the next one to
// make one word of another (Damerau and Levenshtein's distance in the form of optimal string alignment).
func edits(from, to string) int {
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
