package json

import (
	"encoding/binary"
	"math/bits"

	"cardinal/data/infer"
)

// padding is the number of zeros after a piece of a document. JSON has no zero byte, so every loop stops there.
const padding = 16

// maxArrays is the greatest depth of arrays within arrays in a piece.
const maxArrays = 1000

// behindBlanks returns the offset of the next character that is no blank.
func behindBlanks(src []byte, at int) int {
	for src[at] <= ' ' && (src[at] == ' ' || src[at] == '\n' || src[at] == '\r' || src[at] == '\t') {
		at++
	}
	return at
}

// behindText returns the offset behind the string that begins with the quote at `at`, and whether the string has
// escapes. The offset is -1 if the string is not valid. behindText looks at eight bytes at once.
func behindText(src []byte, at int) (end int, escaped bool) {
	const every = infer.EveryByte
	const quotes, slashes, blanks = '"' * every, '\\' * every, ' ' * every
	for at++; ; {
		word := binary.LittleEndian.Uint64(src[at:])
		quote, slash := word^quotes, word^slashes
		// The lowest set bit belongs to the first quote, backslash or control character.
		found := ((quote-every)&^quote | (slash-every)&^slash | (word-blanks)&^word) &^ infer.LowBits
		if found == 0 {
			at += 8
			continue
		}
		at += bits.TrailingZeros64(found) >> 3
		switch src[at] {
		case '"':
			return at + 1, escaped
		case '\\':
			escaped = true
			switch src[at+1] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
				at += 2
			case 'u':
				for _, c := range src[at+2 : at+6] {
					if c-'0' > 9 && (c|0x20)-'a' > 5 {
						return -1, false
					}
				}
				at += 6
			default:
				return -1, false
			}
		default:
			return -1, false
		}
	}
}

// behindNumber returns the offset behind the number at `at`, or -1 if no valid number is there.
func behindNumber(src []byte, at int) int {
	if src[at] == '-' {
		at++
	}
	if src[at] == '0' {
		at++
	} else if end := behindDigits(src, at); end > at {
		at = end
	} else {
		return -1
	}
	if src[at] == '.' {
		end := behindDigits(src, at+1)
		if end == at+1 {
			return -1
		}
		at = end
	}
	if src[at]|0x20 == 'e' {
		if at++; src[at] == '+' || src[at] == '-' {
			at++
		}
		end := behindDigits(src, at)
		if end == at {
			return -1
		}
		at = end
	}
	return at
}

func behindDigits(src []byte, at int) int {
	for src[at]-'0' < 10 {
		at++
	}
	return at
}

// behindWord returns the offset behind true, false or null, or -1 if none of them is there.
func behindWord(src []byte, at int) int {
	for _, word := range [...]string{"true", "false", "null"} {
		if src[at] == word[0] && string(src[at:at+len(word)]) == word {
			return at + len(word)
		}
	}
	return -1
}

// behindValue returns the offset behind the value at `at`, or -1 if the value is not valid. blank says whether the
// value contains blanks.
func behindValue(src []byte, at, depth int) (end int, blank bool) {
	open := src[at]
	switch {
	case open == '"':
		end, _ = behindText(src, at)
		return end, false
	case open != '[' && open != '{':
		if end = behindWord(src, at); end < 0 {
			end = behindNumber(src, at)
		}
		return end, false
	case depth > maxArrays:
		return -1, false
	}
	step := func(from int) int {
		to := behindBlanks(src, from)
		blank = blank || to > from
		return to
	}
	if at = step(at + 1); src[at] == open+2 { // the closing bracket
		return at + 1, blank
	}
	for {
		if open == '{' {
			if src[at] != '"' {
				return -1, false
			}
			if at, _ = behindText(src, at); at < 0 {
				return -1, false
			}
			if at = step(at); src[at] != ':' {
				return -1, false
			}
			at = step(at + 1)
		}
		end, within := behindValue(src, at, depth+1)
		if end < 0 {
			return -1, false
		}
		blank = blank || within
		switch at = step(end); src[at] {
		case open + 2:
			return at + 1, blank
		case ',':
			at = step(at + 1)
		default:
			return -1, false
		}
	}
}

// kinds is a set of kinds of values.
type kinds uint8

const (
	kindArray kinds = 1 << iota
	kindText
	kindNumber
	kindOther // dates and truth values
)

// kind returns the common kind of the values.
func (k kinds) kind() *kind {
	switch {
	case k == 0:
		return nothing
	case k&^(kindArray|kindText) == 0:
		return texts
	case k == kindNumber:
		return numbers
	}
	return others
}
