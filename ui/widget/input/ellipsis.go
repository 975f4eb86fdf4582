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

// lineBreaks are blanks in a text on one line.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")

// OneLine is a text for a place of one line.
func OneLine(s string) string { return lineBreaks.Replace(s) }

// Ellipsis cuts a text of the usual size to a width, at its end. All texts of this file have their pieces in
// the order in which a person sees them (glyph.Ordered), so that the end of a text from right to left is at the
// left, and are on one line.
func Ellipsis(s string, style fyne.TextStyle, width float32) string {
	return glyph.Ordered(end(s, style, width))
}

// Apart cuts a text to a width where it can be told from two others, those above and below it: at its end, or
// else before the word in which it begins to differ.
func Apart(s, above, below string, style fyne.TextStyle, width float32) string {
	s, above, below = OneLine(s), OneLine(above), OneLine(below)
	short := end(s, style, width)
	if short == s {
		return glyph.Ordered(s)
	}
	from := ellipsis.Apart(s, above, below, len(strings.TrimSuffix(short, sign)))
	if from == 0 {
		return glyph.Ordered(short)
	}
	if rest := sign + s[from:]; end(rest, style, width) != rest {
		return Ellipsis(rest, style, width)
	}
	return StartEllipsis(s, style, width)
}

// NameEllipsis cuts a name to a width: at its end, or, of several parts as of a heading in two lines, in its
// middle, since the last part tells it from others.
func NameEllipsis(s string, style fyne.TextStyle, width float32) string {
	if strings.Contains(s, data.NameSeparator) {
		return MiddleEllipsis(s, style, width)
	}
	return Ellipsis(s, style, width)
}

// MiddleEllipsis cuts a text of the usual size to a width, in its middle.
func MiddleEllipsis(s string, style fyne.TextStyle, width float32) string {
	return glyph.Ordered(cut(s, style, width, func(runes []rune, n int) string {
		return string(runes[:n/2]) + sign + string(runes[len(runes)-n+n/2:])
	}))
}

// StartEllipsis cuts a text of the usual size to a width, at its beginning.
func StartEllipsis(s string, style fyne.TextStyle, width float32) string {
	return glyph.Ordered(cut(s, style, width, func(runes []rune, n int) string { return sign + string(runes[len(runes)-n:]) }))
}

// end is a text, or as much of its beginning as fits a width with an ellipsis.
func end(s string, style fyne.TextStyle, width float32) string {
	return cut(s, style, width, func(runes []rune, n int) string { return string(runes[:n]) + sign })
}

// cut is a text, or as many of its characters as fit a width, as keep has them.
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

// LabelRoom is the width of the text of a label of a width. The toolkit cuts a text again that takes all of it.
func LabelRoom(width float32) float32 { return width - 2*theme.InnerPadding() - 2 }
