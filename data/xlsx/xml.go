package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// token is what xmlReader.next found.
type token int

const (
	tokenEnd   token = iota // the end of the document
	tokenOpen               // <name ...>
	tokenClose              // </name>, and after the open token of <name/>
	tokenText
)

// xmlReader steps through an XML document in memory. It reads the part of XML that workbooks use, some ten times as
// fast as encoding/xml, and is as strict where it matters: tags must match, entities must be known, the document must
// end where its root does. A document type, which could define entities, is refused. Namespace prefixes are dropped.
type xmlReader struct {
	src  []byte
	at   int
	open [][]byte // the full names of the open elements
	done bool     // the root has been closed
	self bool     // the element just opened was <name/>

	name  []byte // of the element opened or closed, without its prefix
	attrs []attr
	text  []byte // of a text token, entities resolved
}

type attr struct{ name, value []byte }

const maxDepth = 10_000

func newXML(src []byte) (*xmlReader, error) {
	src, err := toUTF8(src)
	if err != nil {
		return nil, err
	}
	return &xmlReader{src: src}, nil
}

func (x *xmlReader) next() (token, error) {
	if x.self {
		x.self = false
		return x.close(x.open[len(x.open)-1])
	}
	for x.at < len(x.src) {
		if x.src[x.at] != '<' {
			n := bytes.IndexByte(x.src[x.at:], '<')
			if n < 0 {
				n = len(x.src) - x.at
			}
			raw := x.src[x.at : x.at+n]
			x.at += n
			if len(x.open) == 0 {
				if len(bytes.TrimSpace(raw)) > 0 {
					return 0, x.fault("text outside the root element")
				}
				continue
			}
			var err error
			x.text, err = x.resolve(raw)
			return tokenText, err
		}
		rest := x.src[x.at+1:]
		switch {
		case len(rest) == 0:
			return 0, x.fault("it ends in a tag")
		case rest[0] == '/':
			return x.closeTag(rest[1:])
		case rest[0] == '?':
			if err := x.skipTo("?>"); err != nil {
				return 0, err
			}
		case bytes.HasPrefix(rest, []byte("!--")):
			x.at += 4
			if err := x.skipTo("-->"); err != nil {
				return 0, err
			}
		case bytes.HasPrefix(rest, []byte("![CDATA[")):
			from := x.at + 9
			if err := x.skipTo("]]>"); err != nil {
				return 0, err
			}
			if len(x.open) == 0 {
				return 0, x.fault("text outside the root element")
			}
			x.text = x.src[from : x.at-3]
			return tokenText, nil
		case rest[0] == '!':
			return 0, x.fault("it declares a document type")
		default:
			return x.openTag()
		}
	}
	if len(x.open) > 0 || !x.done {
		return 0, x.fault("it ends early")
	}
	return tokenEnd, nil
}

func (x *xmlReader) fault(what string) error {
	return fmt.Errorf("its XML is damaged at byte %d: %s", x.at, what)
}

func (x *xmlReader) skipTo(end string) error {
	n := bytes.Index(x.src[x.at:], []byte(end))
	if n < 0 {
		return x.fault("it ends early")
	}
	x.at += n + len(end)
	return nil
}

func (x *xmlReader) closeTag(rest []byte) (token, error) {
	n := bytes.IndexByte(rest, '>')
	if n < 0 {
		return 0, x.fault("it ends in a tag")
	}
	name := bytes.TrimRight(rest[:n], " \t\r\n")
	if len(x.open) == 0 || !bytes.Equal(name, x.open[len(x.open)-1]) {
		return 0, x.fault("a tag is closed that is not open")
	}
	x.at += n + 3
	return x.close(name)
}

func (x *xmlReader) close(name []byte) (token, error) {
	x.open = x.open[:len(x.open)-1]
	x.done = len(x.open) == 0
	x.name = local(name)
	return tokenClose, nil
}

func (x *xmlReader) openTag() (token, error) {
	if x.done {
		return 0, x.fault("it goes on behind its end")
	}
	src, at := x.src, x.at+1
	from := at
	for at < len(src) && !isSpace(src[at]) && src[at] != '>' && src[at] != '/' && src[at] != '<' {
		at++
	}
	name := src[from:at]
	if len(name) == 0 || len(x.open) >= maxDepth {
		return 0, x.fault("a tag has no name or lies too deep")
	}
	x.attrs = x.attrs[:0]
	for {
		for at < len(src) && isSpace(src[at]) {
			at++
		}
		if at >= len(src) {
			return 0, x.fault("it ends in a tag")
		}
		if src[at] == '>' {
			at++
			break
		}
		if src[at] == '/' {
			if at+1 >= len(src) || src[at+1] != '>' {
				return 0, x.fault("a tag is malformed")
			}
			x.self = true
			at += 2
			break
		}
		from := at
		for at < len(src) && src[at] != '=' && !isSpace(src[at]) && src[at] != '>' && src[at] != '<' {
			at++
		}
		key := src[from:at]
		for at < len(src) && isSpace(src[at]) {
			at++
		}
		if at >= len(src) || src[at] != '=' || len(key) == 0 {
			return 0, x.fault("an attribute has no value")
		}
		for at++; at < len(src) && isSpace(src[at]); {
			at++
		}
		if at >= len(src) || src[at] != '"' && src[at] != '\'' {
			return 0, x.fault("an attribute has no quotes")
		}
		n := bytes.IndexByte(src[at+1:], src[at])
		if n < 0 {
			return 0, x.fault("it ends in a tag")
		}
		value := src[at+1 : at+1+n]
		at += n + 2
		if bytes.IndexByte(value, '<') >= 0 {
			return 0, x.fault("an attribute holds a tag")
		}
		x.attrs = append(x.attrs, attr{local(key), value})
	}
	x.at = at
	x.open = append(x.open, name)
	x.name = local(name)
	return tokenOpen, nil
}

// attr returns the value of an attribute of the element just opened, "" where there is none.
func (x *xmlReader) attr(name string) (string, error) {
	for _, a := range x.attrs {
		if string(a.name) == name {
			v, err := x.resolve(a.value)
			return string(v), err
		}
	}
	return "", nil
}

// raw is attr for values without entities: numbers, references, names of types.
func (x *xmlReader) raw(name string) []byte {
	for _, a := range x.attrs {
		if string(a.name) == name {
			return a.value
		}
	}
	return nil
}

// skip goes to the end of the element just opened.
func (x *xmlReader) skip() error {
	for depth := len(x.open); len(x.open) >= depth; {
		if _, err := x.next(); err != nil {
			return err
		}
	}
	return nil
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func local(name []byte) []byte { return name[bytes.LastIndexByte(name, ':')+1:] }

// resolve replaces entities, and line ends as XML asks.
func (x *xmlReader) resolve(raw []byte) ([]byte, error) {
	if bytes.IndexByte(raw, '&') < 0 && bytes.IndexByte(raw, '\r') < 0 {
		return raw, nil
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '\r':
			if i+1 == len(raw) || raw[i+1] != '\n' {
				out = append(out, '\n')
			}
		case '&':
			n := bytes.IndexByte(raw[i:], ';')
			if n < 0 || n > 12 {
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
	return out, nil
}

func entity(name string) (rune, bool) {
	switch name {
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "amp":
		return '&', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	return rune(n), err == nil && n <= utf8.MaxRune && utf8.ValidRune(rune(n))
}

var errEncoding = errors.New("its XML is not UTF-8")

// toUTF8 removes a byte order mark. Other encodings are refused: no program writes workbooks in them.
func toUTF8(src []byte) ([]byte, error) {
	src = bytes.TrimPrefix(src, []byte{0xEF, 0xBB, 0xBF})
	if len(src) >= 2 && (src[0] == 0xFF && src[1] == 0xFE || src[0] == 0xFE && src[1] == 0xFF) {
		return nil, errEncoding
	}
	if !utf8.Valid(src) {
		return nil, errEncoding
	}
	return src, nil
}
