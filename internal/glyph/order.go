package glyph

import (
	"slices"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/text/unicode/bidi"
)

// run is a piece of a text with one direction, script and font. level is its embedding level: 1 from right to left,
// otherwise 0 or 2.
type run struct {
	shaping.Input
	level int
}

// visualOrder returns the pieces of a text in their order on the screen, from left to right: rule L2 of the Unicode
// bidirectional algorithm (UAX #9).
func visualOrder(pieces []shaping.Input) []run {
	runs := levels(pieces)
	for level := 2; level >= 1; level-- {
		for from := 0; from < len(runs); {
			to := from
			for to < len(runs) && runs[to].level >= level {
				to++
			}
			slices.Reverse(runs[from:to])
			from = max(to, from+1)
		}
	}
	return runs
}

// levels finds the embedding levels of a line without explicit embeddings. The shaping library gives the direction of
// each piece, but does not say whether a number follows right-to-left text. Such a number has level 2.
func levels(pieces []shaping.Input) []run {
	var runs []run
	base := 0
	if len(pieces) > 0 {
		base = baseLevel(pieces[0].Text)
	}
	for _, p := range pieces {
		r := run{Input: p}
		switch {
		case p.Direction == di.DirectionRTL:
			r.level = 1
		case base == 1:
			r.level = 2
		case len(runs) > 0 && runs[len(runs)-1].level > 0:
			if n := numberAt(p); n > 0 {
				number := r
				number.RunEnd, number.level = p.RunStart+n, 2
				runs = append(runs, number)
				r.RunStart = number.RunEnd
			}
		}
		if r.RunStart < r.RunEnd {
			runs = append(runs, r)
		}
	}
	return runs
}

// LeftToRight makes the toolkit draw a sentence from left to right, also if it begins with a right-to-left name. The
// toolkit takes the direction of neutral characters, such as spaces, from the beginning of the text.
func LeftToRight(sentence string) string {
	if baseLevel([]rune(sentence)) == 1 {
		return leftToRight + sentence
	}
	return sentence
}

// baseLevel returns 1 if the first rune with a strong direction goes from right to left, otherwise 0 (rules P2 and
// P3).
func baseLevel(text []rune) int {
	for _, r := range text {
		switch class(r) {
		case bidi.L:
			return 0
		case bidi.R, bidi.AL:
			return 1
		}
	}
	return 0
}

// numberAt returns the length in runes of the number at the start of a piece, or 0 if the piece does not start with a
// number.
func numberAt(p shaping.Input) (n int) {
	for i, r := range p.Text[p.RunStart:p.RunEnd] {
		switch class(r) {
		case bidi.EN, bidi.AN:
			n = i + 1
		case bidi.ES, bidi.CS, bidi.ET, bidi.NSM, bidi.BN:
		default:
			return n
		}
	}
	return n
}

func class(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}
