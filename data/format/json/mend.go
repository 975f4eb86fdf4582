package json

import (
	"bytes"
	"fmt"
)

// notNumbers are the numbers that programs write although JSON has none of them, the longest first.
var notNumbers = [][]byte{[]byte("-Infinity"), []byte("Infinity"), []byte("NaN")}

// mend returns a document, or its beginning, without two faults. Outside of texts, null replaces NaN and infinities.
// Within texts, escapes replace control characters. mend counts both.
func mend(all []byte) (text []byte, numbers, signs int) {
	text = make([]byte, 0, len(all)+len(all)/8)
	within := false // of a text
next:
	for i := 0; i < len(all); i++ {
		c := all[i]
		switch {
		case within && c == '\\' && i+1 < len(all):
			text = append(text, c)
			i++
			c = all[i]
		case within && c < ' ' && c != '\n' && c != '\r': // a text over several lines has likely lost its quote
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
