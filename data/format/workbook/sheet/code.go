package sheet

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// codeFormat is a number format that shows integers as codes: 00000 for ZIP codes, 000-00-0000. An empty string is
// the place of a digit; any other string is shown as it is.
type codeFormat []string

// parseCode reads the number format of a code: at least two zeros, no text behind them, and no sign of any other
// format. It returns nil for other formats: 0, 00.0, 00" kg", and $00.
func parseCode(format string) (f codeFormat) {
	section, _, _ := strings.Cut(format, ";")
	digits := 0
	for rest := section; rest != ""; {
		literal, size, isText := nextLiteral(rest)
		switch c := rest[0]; {
		case !isText && c == '0':
			f = append(f, "")
			digits++
		case isText && literal == "": // a colour
		case isText, strings.ContainsRune("-() ", rune(c)):
			if isCurrency(strings.TrimSpace(literal)) {
				return nil
			}
			f = append(f, literal)
		default:
			return nil
		}
		rest = rest[size:]
	}
	if digits < 2 || f[len(f)-1] != "" {
		return nil
	}
	return f
}

// text returns the code as which a number is shown, or "" if the number is shown only with its digits.
func (f codeFormat) text(n float64) string {
	if n < 0 || n != math.Trunc(n) || n >= 1e15 {
		return ""
	}
	plain := strconv.FormatFloat(n, 'f', -1, 64)
	rest, out := plain, ""
	for i := len(f) - 1; i >= 0; i-- {
		switch {
		case f[i] != "":
			out = f[i] + out
		case rest == "":
			out = "0" + out
		default:
			out = rest[len(rest)-1:] + out
			rest = rest[:len(rest)-1]
		}
	}
	if out = rest + out; out == plain {
		return ""
	}
	return out
}

// ShownCode returns the text that a cell of a number shows if the text is a code: digits with a zero at the front, or
// with hyphens between them. It returns "" for any other text.
func ShownCode(n float64, shown []byte) string {
	if len(shown) < 2 || len(shown) > 30 || shown[0]-'0' > 9 || len(bytes.Trim(shown, "0123456789-")) > 0 {
		return ""
	}
	digits := bytes.ReplaceAll(shown, []byte{'-'}, nil)
	is, err := strconv.ParseFloat(string(digits), 64)
	if err != nil || is != n || shown[0] != '0' && len(digits) == len(shown) {
		return ""
	}
	return string(shown)
}
