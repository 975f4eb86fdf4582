package json

import "bytes"

// notNumbers are the numbers that programs write although JSON has none of them, the longest first.
var notNumbers = [][]byte{[]byte("-Infinity"), []byte("Infinity"), []byte("NaN")}

// withoutNaN is a document, or its beginning, with null in place of NaN and infinities outside of texts, and
// how many there were.
func withoutNaN(all []byte) (text []byte, n int) {
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
		case c == '"':
			within = !within
		case !within && (c == 'N' || c == 'I' || c == '-'):
			for _, word := range notNumbers {
				if bytes.HasPrefix(all[i:], word) {
					text, n, i = append(text, "null"...), n+1, i+len(word)-1
					continue next
				}
			}
		}
		text = append(text, c)
	}
	return text, n
}
