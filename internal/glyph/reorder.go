package glyph

import (
	"strings"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/text/unicode/bidi"
)

const (
	leftToRight = "\u200e"
	rightToLeft = "\u200f"
)

// Reorder returns a text of one line with its pieces in the order of the screen, from left to right. Direction marks
// around each piece keep its direction, since the toolkit draws pieces in the order of the text. Words, spaces, signs
// and numbers are pieces, since the toolkit may draw each in another font.
//
// Reorder does not change a text without right-to-left letters, or a text that Reorder has returned before.
func Reorder(s string) string {
	if !strings.ContainsFunc(s, isRightToLeft) || strings.HasSuffix(s, rightToLeft+leftToRight) ||
		strings.HasSuffix(s, leftToRight+leftToRight) {
		return s
	}
	runes, _ := markBrackets([]rune(s))
	var paragraph bidi.Paragraph
	if _, err := paragraph.SetString(string(runes)); err != nil {
		return s
	}
	order, err := paragraph.Order()
	if err != nil {
		return s
	}
	var pieces []shaping.Input
	from := 0
	for i := range order.NumRuns() {
		run := order.Run(i)
		_, last := run.Pos()
		p := shaping.Input{Text: runes, Direction: di.DirectionLTR}
		if run.Direction() == bidi.RightToLeft {
			p.Direction = di.DirectionRTL
		}
		for to := from + 1; to <= last+1; to++ {
			if to == last+1 || p.Direction == di.DirectionRTL && joins(runes[to-1]) != joins(runes[to]) {
				p.RunStart, p.RunEnd = from, to
				pieces = append(pieces, p)
				from = to
			}
		}
	}
	if len(pieces) == 1 {
		return s
	}
	var b strings.Builder
	for _, r := range visualOrder(pieces) {
		mark := leftToRight
		if r.Direction == di.DirectionRTL {
			mark = rightToLeft
		}
		b.WriteString(mark + string(runes[r.RunStart:r.RunEnd]) + mark + leftToRight) // the last mark ends a run
	}
	return b.String()
}

// isRightToLeft reports whether a character belongs to a script that is written from right to left.
func isRightToLeft(r rune) bool {
	if r < 0x590 {
		return false
	}
	c := class(r)
	return c == bidi.R || c == bidi.AL
}

// joins reports whether a character is part of a right-to-left word.
func joins(r rune) bool {
	c := class(r)
	return c == bidi.R || c == bidi.AL || c == bidi.NSM || c == bidi.BN
}
