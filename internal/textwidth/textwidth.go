package textwidth

import "github.com/mattn/go-runewidth"

// Characters whose width UAX #11 calls ambiguous, such as those of Greek and the minus sign, take one column
// wherever Cardinal runs. go-runewidth gives them two in a Chinese, Japanese or Korean locale by default, so
// that what is aligned there would not be aligned elsewhere.
var narrow = &runewidth.Condition{StrictEmojiNeutral: true}

// Of is the width of a text in columns.
func Of(s string) int { return narrow.StringWidth(s) }
