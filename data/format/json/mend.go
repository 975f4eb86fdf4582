package json

import (
	"bytes"
	"fmt"
)

// notNumbers has the numbers that programs write although JSON does not have them, from the longest to the shortest.
var notNumbers = [][]byte{[]byte("-Infinity"), []byte("Infinity"), []byte("NaN")}

// mend corrects two faults of a document, or of its beginning, and counts both. Outside strings, it replaces NaN and
// infinities by null. Within strings, it escapes control characters.
func mend(all []byte) (text []byte, numbers, signs int) {
	text = make([]byte, 0, len(all)+len(all)/8)
	within := false // within a string
next:
	for i := 0; i < len(all); i++ {
		c := all[i]
		switch {
		case within && c == '\\' && i+1 < len(all):
			text = append(text, c)
			i++
			c = all[i]
		case within && c < ' ' && c != '\n' && c != '\r': // a string with a line end probably lacks its quote
			text, signs = fmt.Appendf(text, `\u%04x`, c), signs+1
			continue
		case c == '"':
			within = !within
		case !within && (c == 'N' || c == 'I' || c == '-'):
			for _, word := range notNumbers {
				if bytes.HasPrefix(all[i:], word) {
					text, numbers, i = append(text, "null"...), numbers+1, i+len(word)-1
					continue next
				}
			}
		}
		text = append(text, c)
	}
	return text, numbers, signs
}
