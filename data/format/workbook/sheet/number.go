package sheet

import (
	"fmt"
	"strconv"
)

// ParseNumber parses a number as workbooks store it. rounded is true if the file has more digits than n.
func ParseNumber(text []byte) (n float64, rounded bool, err error) {
	if n, err = strconv.ParseFloat(string(text), 64); err != nil {
		return 0, false, fmt.Errorf("%q is not a number", text)
	}
	return n, isRounded(text, n), nil
}

// isRounded reports whether n lacks digits of the number in the file. Programs write a 64-bit float with up to 17
// digits. The last of these digits carry no information. In an integer, every digit carries information.
func isRounded(text []byte, n float64) bool {
	if len(text) <= 15 {
		return false
	}
	digits, whole := 0, true
	for _, c := range text {
		switch {
		case c >= '1' && c <= '9' || c == '0' && digits > 0:
			digits++
		case c == '.':
			whole = false
		case c|0x20 == 'e':
			return digits > 17
		}
	}
	if i, err := strconv.ParseInt(string(text), 10, 64); whole && err == nil {
		return int64(n) != i
	}
	return digits > 17
}
