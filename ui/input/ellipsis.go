package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Ellipsis cuts a text of the usual size to a width.
func Ellipsis(s string, style fyne.TextStyle, width float32) string {
	fits := func(s string) bool {
		return fyne.MeasureText(s, theme.TextSize(), style).Width <= width
	}
	if fits(s) {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes)
	for low < high {
		if mid := (low + high + 1) / 2; fits(string(runes[:mid]) + "…") {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return string(runes[:low]) + "…"
}
