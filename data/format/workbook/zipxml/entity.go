package zipxml

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// maxEntity is the length of the longest entity, without its semicolon.
const maxEntity = 12

// resolve replaces entities by their characters, and every line end by \n as XML demands.
func (x *Reader) resolve(raw []byte) ([]byte, error) {
	if bytes.IndexByte(raw, '&') < 0 && bytes.IndexByte(raw, '\r') < 0 {
		return raw, nil
	}
	out := x.resolved[:0]
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '\r':
			if i+1 == len(raw) || raw[i+1] != '\n' {
				out = append(out, '\n')
			}
		case '&':
			n := bytes.IndexByte(raw[i:], ';')
			if n < 0 || n > maxEntity {
				return nil, x.fault("an entity is not closed")
			}
			r, ok := entity(string(raw[i+1 : i+n]))
			if !ok {
				return nil, x.fault("an entity is not known")
			}
			out = utf8.AppendRune(out, r)
			i += n
		default:
			out = append(out, c)
		}
	}
	x.resolved = out
	return out, nil
}

var entities = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\''}

// entity returns the character that an entity stands for. name is a name, or # and a number.
func entity(name string) (rune, bool) {
	if r, ok := entities[name]; ok || len(name) < 2 || name[0] != '#' {
		return r, ok
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	return rune(n), err == nil && n <= utf8.MaxRune && utf8.ValidRune(rune(n))
}
