package zipxml

import "bytes"

// tag is a start tag that is being read.
type tag struct {
	src   []byte
	at    int
	name  []byte
	attrs []attr
	self  bool // whether it ends in "/>"
}

// read reads a tag, from the byte after "<" to the byte after ">". fault says what is wrong with the tag. more is true
// if src ends before the tag.
func (t *tag) read() (fault string, more bool) {
	t.name = t.until(&endName)
	if t.at == len(t.src) {
		return "", true
	}
	if len(t.name) == 0 {
		return "a tag has no name", false
	}
	for {
		if !t.skipSpace() {
			return "", true
		}
		switch t.src[t.at] {
		case '>':
			t.at++
			return "", false
		case '/':
			if t.at+1 == len(t.src) {
				return "", true
			}
			if t.src[t.at+1] != '>' {
				return "a tag is malformed", false
			}
			t.self = true
			t.at += 2
			return "", false
		}
		if fault, more := t.attribute(); fault != "" || more {
			return fault, more
		}
	}
}

func (t *tag) attribute() (fault string, more bool) {
	key := t.until(&endKey)
	if !t.skipSpace() {
		return "", true
	}
	if t.src[t.at] != '=' || len(key) == 0 {
		return "an attribute has no value", false
	}
	t.at++
	if !t.skipSpace() {
		return "", true
	}
	quote := t.src[t.at]
	if quote != '"' && quote != '\'' {
		return "an attribute has no quotes", false
	}
	n := bytes.IndexByte(t.src[t.at+1:], quote)
	if n < 0 {
		return "", true
	}
	value := t.src[t.at+1 : t.at+1+n]
	if bytes.IndexByte(value, '<') >= 0 {
		return "an attribute holds a tag", false
	}
	t.attrs = append(t.attrs, attr{key, value})
	t.at += n + 2
	return "", false
}

// until reads up to the first byte of a set, and returns the bytes before it.
func (t *tag) until(ends *[256]bool) []byte {
	from := t.at
	for t.at < len(t.src) && !ends[t.src[t.at]] {
		t.at++
	}
	return t.src[from:t.at]
}

// The bytes that end the name of a tag and the name of an attribute.
var (
	endName = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, '>': true, '/': true, '<': true}
	endKey  = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, '>': true, '=': true, '<': true}
)

// skipSpace skips white space, and reports whether more bytes follow.
func (t *tag) skipSpace() bool {
	for t.at < len(t.src) && isSpace(t.src[t.at]) {
		t.at++
	}
	return t.at < len(t.src)
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
