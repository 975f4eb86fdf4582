package ellipsis

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Cut returns s if it has at most `most` characters. Otherwise it returns the beginning, with an ellipsis as the last
// of `most` characters. Cut reads only what it keeps, because a text may have gigabytes.
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

// Apart returns the byte at which the visible part of a text should begin, so that it differs from its neighbours
// above and below in a list. That is 0 if the first `shown` bytes differ. Otherwise it is the beginning of the word
// with the first difference.
func Apart(s, above, below string, shown int) int {
	from := max(commonPrefix(s, above), commonPrefix(s, below))
	if from < shown {
		return 0
	}
	const word = 24 // the most bytes of a word before the difference
	if at := strings.LastIndexByte(s[:from], ' ') + 1; at > 0 && from-at <= word {
		return at
	}
	return from
}

// commonPrefix returns the number of bytes in the whole characters with which both texts begin.
func commonPrefix(s, other string) int {
	n := 0
	for n < min(len(s), len(other)) && s[n] == other[n] {
		n++
	}
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// Quote returns s in quotes, cut as Cut does.
func Quote(s string, most int) string { return strconv.Quote(Cut(s, most)) }
