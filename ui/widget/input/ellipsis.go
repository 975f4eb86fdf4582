package input

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
	"cardinal/internal/ellipsis"
	"cardinal/internal/glyph"
)

const sign = "…"

// lineBreaks replaces line breaks and tabs by spaces.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")

// OneLine returns a text with spaces in place of line breaks.
func OneLine(s string) string { return lineBreaks.Replace(s) }

// Ellipsis cuts a text of the usual size at its end, so that it fits a width. All exported functions of this file that
// cut a text return one line, in the order in which it is painted (glyph.Reorder): the end of a right-to-left text is
// at the left.
func Ellipsis(s string, style fyne.TextStyle, width float32) string {
	return glyph.Reorder(cutEnd(s, style, width))
}

// Apart cuts a text to a width so that it still differs from the texts above and below. It cuts at the end if this
// suffices, or else before the first word that differs.
func Apart(s, above, below string, style fyne.TextStyle, width float32) string {
	s, above, below = OneLine(s), OneLine(above), OneLine(below)
	short := cutEnd(s, style, width)
	if short == s {
		return glyph.Reorder(s)
	}
	from := ellipsis.Apart(s, above, below, len(strings.TrimSuffix(short, sign)))
	if from == 0 {
		return glyph.Reorder(short)
	}
	if rest := sign + s[from:]; cutEnd(rest, style, width) != rest {
		return Ellipsis(rest, style, width)
	}
	return StartEllipsis(s, style, width)
}

// NameEllipsis cuts a name to a width at its end. A name of several parts, like a heading in two lines, is cut in the
// middle, since the last part may be all that distinguishes it.
func NameEllipsis(s string, style fyne.TextStyle, width float32) string {
	if strings.Contains(s, data.NameSeparator) {
		return MiddleEllipsis(s, style, width)
	}
	return Ellipsis(s, style, width)
}

// MiddleEllipsis cuts a text of the usual size to a width in its middle.
func MiddleEllipsis(s string, style fyne.TextStyle, width float32) string {
	return glyph.Reorder(cut(s, style, width, func(runes []rune, n int) string {
		return string(runes[:n/2]) + sign + string(runes[len(runes)-n+n/2:])
	}))
}

// StartEllipsis cuts a text of the usual size to a width at its beginning.
func StartEllipsis(s string, style fyne.TextStyle, width float32) string {
	return glyph.Reorder(cut(s, style, width, func(runes []rune, n int) string {
		return sign + string(runes[len(runes)-n:])
	}))
}

// cutEnd returns a text if it fits a width, or else its beginning with an ellipsis.
func cutEnd(s string, style fyne.TextStyle, width float32) string {
	return cut(s, style, width, func(runes []rune, n int) string { return string(runes[:n]) + sign })
}

// cut returns a text if it fits a width. Otherwise it returns what `keep` makes of the greatest number of characters
// that fits.
func cut(s string, style fyne.TextStyle, width float32, keep func(runes []rune, n int) string) string {
	s = OneLine(s)
	fits := func(s string) bool {
		return fyne.MeasureText(s, theme.TextSize(), style).Width <= width
	}
	if fits(s) {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes)
	for low < high {
		if mid := (low + high + 1) / 2; fits(keep(runes, mid)) {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return keep(runes, low)
}

// LabelRoom returns the width to which the text of a label should be cut. If the text was as wide as the label, the
// toolkit would cut it again.
func LabelRoom(width float32) float32 { return width - 2*theme.InnerPadding() - 2 }
