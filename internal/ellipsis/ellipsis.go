package ellipsis

import (
	"strings"
	"unicode/utf8"
)

// Cut returns s where it has at most the given number of characters, and else its beginning with a horizontal
// ellipsis as the last of so many characters. Cut reads no further than it keeps: a text may have gigabytes.
func Cut(s string, most int) string {
	kept, n := 0, 0
	for at := range s {
		if n == most-1 {
			kept = at
		}
		if n == most {
			return s[:kept] + "…"
		}
		n++
	}
	return s
}

// Apart returns the byte from which on a text is to be shown so that it can be told from two others, those
// above and below it in a list: 0 where it differs from them within its first shown bytes, else the beginning
// of the word in which it first differs from one of them.
func Apart(s, above, below string, shown int) int {
	from := max(common(s, above), common(s, below))
	if from < shown {
		return 0
	}
	const word = 24 // the most bytes of a word that stand before a difference
	if at := strings.LastIndexByte(s[:from], ' ') + 1; at > 0 && from-at <= word {
		return at
	}
	return from
}

// common is the number of bytes of the characters that two texts have in common at their beginning.
func common(s, other string) int {
	n := 0
	for n < min(len(s), len(other)) && s[n] == other[n] {
		n++
	}
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}
