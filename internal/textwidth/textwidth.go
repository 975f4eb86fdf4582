package textwidth

import "github.com/mattn/go-runewidth"

// narrow gives one column to characters whose width UAX #11 calls ambiguous, such as Greek letters and the minus sign,
// wherever Cardinal runs. By default, go-runewidth gives these characters two columns in a Chinese, Japanese or Korean
// locale. Columns that are aligned in one locale would then not be aligned in another.
var narrow = &runewidth.Condition{StrictEmojiNeutral: true}

// Of returns the width of a text in columns.
func Of(s string) int {
	if IsPlain(s) {
		return len(s)
	}
	return narrow.StringWidth(s)
}

// IsPlain reports whether a text has only visible characters of ASCII, and spaces.
func IsPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
