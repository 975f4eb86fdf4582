package glyph

import (
	"slices"

	"golang.org/x/text/unicode/bidi"

	"cardinal/internal/each"
)

// marks are the invisible characters with a direction.
var marks = map[bidi.Class]rune{bidi.L: '\u200e', bidi.R: '\u200f'}

// closing maps opening brackets to closing brackets.
var closing = map[rune]rune{'(': ')', '[': ']', '{': '}'}

// pair is a pair of brackets by the indexes of their runes.
type pair struct{ open, close int }

// markBrackets adds marks beside brackets whose direction follows from the enclosed text: rule N0 of UAX #9. The
// library of the algorithm does not apply this rule: it finds no pairs, because it compares an opening bracket with a
// closing one. at has the index in text of each rune of the result, -1 for a mark. If the text needs no mark, at is
// nil.
func markBrackets(text []rune) (marked []rune, at []int) {
	if !slices.ContainsFunc(text, isRightToLeft) {
		return text, nil
	}
	pairs := pairsOf(text)
	if len(pairs) == 0 {
		return text, nil
	}
	base, opposite := bidi.L, bidi.R
	if baseLevel(text) == 1 {
		base, opposite = bidi.R, bidi.L
	}
	directions := each.Of(text, strongDirection)
	before, after := map[int]rune{}, map[int]rune{}
	for _, p := range pairs {
		inside := directions[p.open+1 : p.close]
		d := bidi.ON
		switch {
		case slices.Contains(inside, base):
			d = base
		case slices.Contains(inside, opposite):
			if d = lastStrong(directions[:p.open], base); d != opposite {
				d = base
			}
		}
		if d == bidi.ON {
			continue
		}
		directions[p.open], directions[p.close] = d, d
		before[p.open], after[p.close] = marks[d], marks[d]
	}
	add := func(r rune, from int) { marked, at = append(marked, r), append(at, from) }
	for i, r := range text {
		if mark, ok := before[i]; ok {
			add(mark, -1)
		}
		add(r, i)
		if mark, ok := after[i]; ok {
			add(mark, -1)
		}
	}
	return marked, at
}

// pairsOf lists the pairs of brackets of a text in the order of their opening brackets (BD16).
func pairsOf(text []rune) (pairs []pair) {
	var open []int
	for i, r := range text {
		if closing[r] != 0 {
			open = append(open, i)
			continue
		}
		for k := len(open) - 1; k >= 0; k-- {
			if closing[text[open[k]]] == r {
				pairs = append(pairs, pair{open[k], i})
				open = open[:k]
				break
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return a.open - b.open })
	return pairs
}

// strongDirection returns the direction of a rune as brackets see it: L, R or ON. Numbers count as R.
func strongDirection(r rune) bidi.Class {
	switch class(r) {
	case bidi.L:
		return bidi.L
	case bidi.R, bidi.AL, bidi.EN, bidi.AN:
		return bidi.R
	}
	return bidi.ON
}

// lastStrong returns the last direction that is not ON, or else base.
func lastStrong(directions []bidi.Class, base bidi.Class) bidi.Class {
	for _, d := range slices.Backward(directions) {
		if d != bidi.ON {
			return d
		}
	}
	return base
}
