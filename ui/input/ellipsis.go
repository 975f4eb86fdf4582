package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Ellipsis cuts a text of the usual size to a width, at its end.
func Ellipsis(s string, style fyne.TextStyle, width float32) string {
	return cut(s, style, width, func(runes []rune, n int) string { return string(runes[:n]) + "…" })
}

// MiddleEllipsis cuts a text of the usual size to a width, in its middle.
func MiddleEllipsis(s string, style fyne.TextStyle, width float32) string {
	return cut(s, style, width, func(runes []rune, n int) string {
		return string(runes[:n/2]) + "…" + string(runes[len(runes)-n+n/2:])
	})
}

// StartEllipsis cuts a text of the usual size to a width, at its beginning.
func StartEllipsis(s string, style fyne.TextStyle, width float32) string {
	return cut(s, style, width, func(runes []rune, n int) string { return "…" + string(runes[len(runes)-n:]) })
}

// cut is a text, or as many of its characters as fit a width, as keep has them.
func cut(s string, style fyne.TextStyle, width float32, keep func(runes []rune, n int) string) string {
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
