package json

import (
	"bytes"
	"io"
)

// notNumbers are the numbers that programs write although JSON has none of them, the longest first.
var notNumbers = [][]byte{[]byte("-Infinity"), []byte("Infinity"), []byte("NaN")}

// withoutNaN is a document with null in place of NaN and infinities outside of texts, and how many there were: 0 where the document cannot be read.
func withoutNaN(r io.ReaderAt, size int64) (text []byte, n int) {
	all, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err != nil {
		return nil, 0
	}
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
