package zipxml

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"cardinal/internal/separators"
)

// Token is a kind of token of a document.
type Token int

// The kinds of tokens.
const (
	TokenEnd   Token = iota // the end of the document
	TokenOpen               // <name ...>
	TokenClose              // </name>; <name/> is TokenOpen followed by TokenClose
	TokenText               // a long text is split into several tokens
)

// Reader steps through an XML document and keeps a window of it in memory. It reads the subset of XML that workbooks
// use, five to nine times as fast as encoding/xml reads raw tokens, though encoding/xml checks less. Tags must match,
// entities must be known, and the document must end with its root. A document type, which could define entities, is
// refused.
type Reader struct {
	window
	scope
	// Prefixed makes Name include the prefix, in every namespace.
	Prefixed bool

	open  []element
	names []byte // the full names of the open elements
	done  bool   // the root has been closed
	self  bool   // the element just opened was <name/>
	until string // the end of the comment or instruction that is skipped now

	// The token that Next found, valid until the next call.
	Name  []byte // of the element opened or closed, without its prefix; nil outside the root's namespace
	attrs []attr
	Text  []byte // entities resolved

	resolved []byte
}

type element struct {
	from     int // the place of its name in names
	home     bool
	bindings int // number of bindings outside the element
}

// attr is an attribute, with its prefix.
type attr struct{ name, value []byte }

const (
	maxDepth = 10_000
	maxNames = 1 << 20 // bytes of the names of open elements
)

// NewReader reads a document.
func NewReader(ctx context.Context, in io.Reader) *Reader {
	return &Reader{window: window{ctx: ctx, in: in}}
}

// errMore says that a token continues behind the window.
var errMore = errors.New("the window ends")

// Next reads the next token. An error is a fault of the document, or of reading it.
func (x *Reader) Next() (Token, error) {
	if x.self {
		x.self = false
		return x.close(), nil
	}
	for {
		t, err := x.step()
		if err != errMore { //nolint:errorlint // is never wrapped, and this is asked of every token
			return t, err
		}
		if x.ended {
			return 0, x.fault("it ends early")
		}
		if err := x.fill(); err != nil {
			return 0, err
		}
	}
}

// step reads the next token of the window.
func (x *Reader) step() (Token, error) {
	for {
		if x.until != "" {
			if err := x.skipRemark(); err != nil {
				return 0, err
			}
		}
		if x.at == len(x.src) {
			if !x.ended {
				return 0, errMore
			}
			if len(x.open) > 0 || !x.done {
				return 0, x.fault("it ends early")
			}
			return TokenEnd, nil
		}
		if x.src[x.at] != '<' {
			t, err := x.readText()
			if t == TokenText && len(x.open) == 0 && err == nil {
				continue
			}
			return t, err
		}
		rest := x.src[x.at+1:]
		switch {
		case len(rest) < len("![CDATA[") && !x.ended:
			return 0, errMore
		case len(rest) == 0:
			return 0, x.fault("it ends in a tag")
		case rest[0] == '/':
			return x.closeTag(rest[1:])
		case rest[0] == '?':
			x.until = "?>"
		case bytes.HasPrefix(rest, []byte("!--")):
			x.at += 4
			x.until = "-->"
		case bytes.HasPrefix(rest, []byte("![CDATA[")):
			return x.plainText()
		case rest[0] == '!':
			return 0, x.fault("it declares a document type")
		default:
			return x.openTag()
		}
	}
}

func (x *Reader) fault(what string) error {
	return separators.Errorf("its XML is damaged at byte %d: %s", x.Offset(), what)
}

// skipRemark goes behind the end of a comment or an instruction.
func (x *Reader) skipRemark() error {
	n := bytes.Index(x.src[x.at:], []byte(x.until))
	if n < 0 {
		x.at = max(x.at, len(x.src)-len(x.until)+1)
		return errMore
	}
	x.at += n + len(x.until)
	x.until = ""
	return nil
}

// readText reads the text before the next tag, or the beginning of the text if the window ends within it.
func (x *Reader) readText() (Token, error) {
	raw := x.src[x.at:]
	if n := bytes.IndexByte(raw, '<'); n >= 0 {
		raw = raw[:n]
	} else if !x.ended {
		raw = raw[:x.valid-x.at] // whole characters
		// Entities and line ends are not cut, either.
		if n := bytes.LastIndexByte(raw, '&'); n >= 0 && n >= len(raw)-maxEntity {
			raw = raw[:n]
		}
		raw = bytes.TrimSuffix(raw, []byte("\r"))
		if len(raw) == 0 || len(x.src)-x.at < windowSize/2 {
			return 0, errMore
		}
	}
	x.at += len(raw)
	if len(x.open) == 0 {
		if len(bytes.TrimSpace(raw)) > 0 {
			return 0, x.fault("text outside the root element")
		}
		return TokenText, nil
	}
	var err error
	x.Text, err = x.resolve(raw)
	return TokenText, err
}

func (x *Reader) plainText() (Token, error) {
	from := x.at + len("<![CDATA[")
	n := bytes.Index(x.src[from:], []byte("]]>"))
	if n < 0 {
		return 0, errMore
	}
	if len(x.open) == 0 {
		return 0, x.fault("text outside the root element")
	}
	x.Text = x.src[from : from+n]
	x.at = from + n + len("]]>")
	return TokenText, nil
}

func (x *Reader) closeTag(rest []byte) (Token, error) {
	n := bytes.IndexByte(rest, '>')
	if n < 0 {
		return 0, errMore
	}
	name := bytes.TrimRight(rest[:n], " \t\r\n")
	if len(x.open) == 0 || !bytes.Equal(name, x.names[x.open[len(x.open)-1].from:]) {
		return 0, x.fault("a tag is closed that is not open")
	}
	x.at += n + len("</>")
	return x.close(), nil
}

func (x *Reader) close() Token {
	e := x.open[len(x.open)-1]
	x.Name = x.local(e, x.names)
	x.names = x.names[:e.from]
	x.open = x.open[:len(x.open)-1]
	x.done = len(x.open) == 0
	x.leave(e.bindings)
	return TokenClose
}

// local returns the name of the last of the open elements, or nil outside the root's namespace.
func (x *Reader) local(e element, names []byte) []byte {
	switch {
	case x.Prefixed:
		return names[e.from:]
	case !e.home:
		return nil
	}
	return local(names[e.from:])
}

// Namespace returns the namespace of a prefix in the element just opened.
func (x *Reader) Namespace(prefix string) string { return x.space([]byte(prefix)) }

// openTag reads an opening tag.
func (x *Reader) openTag() (Token, error) {
	if x.done {
		return 0, x.fault("it continues after its root element")
	}
	t := tag{src: x.src, at: x.at + 1, attrs: x.attrs[:0]}
	fault, more := t.read()
	if more {
		return 0, errMore
	}
	if fault == "" && (len(x.open) >= maxDepth || len(x.names) > maxNames) {
		fault = "its elements lie too deep"
	}
	if fault != "" {
		return 0, x.fault(fault)
	}
	x.at, x.attrs, x.self = t.at, t.attrs, t.self
	e := element{from: len(x.names), bindings: len(x.bindings)}
	x.declare(x.attrs)
	if len(x.open) == 0 {
		x.root, x.known = x.space(prefix(t.name)), false
	}
	e.home = x.Prefixed || x.inRootSpace(prefix(t.name))
	x.names = append(x.names, t.name...)
	x.open = append(x.open, e)
	x.Name = x.local(e, x.names)
	return TokenOpen, nil
}

// Inside reports whether the parent of the element just opened has the given name in the root's namespace.
func (x *Reader) Inside(parent string) bool {
	if len(x.open) < 2 {
		return false
	}
	self, e := x.open[len(x.open)-1], x.open[len(x.open)-2]
	return string(x.local(e, x.names[:self.from])) == parent
}

// Attr returns the value of an attribute of the element just opened, or "" if the element has no such attribute.
func (x *Reader) Attr(name string) (string, error) {
	v, err := x.resolve(x.Raw(name))
	return string(v), err
}

// Raw does what Attr does for values without entities: numbers, references, names of types.
func (x *Reader) Raw(name string) []byte {
	for _, a := range x.attrs {
		if string(a.name) == name {
			return a.value
		}
	}
	return nil
}

// Link returns the id attribute of the element just opened, which names a relation of its part. The attribute is in
// the namespace of relations, or in no namespace in the workbooks of small writers.
func (x *Reader) Link() (string, error) {
	for _, a := range x.attrs {
		if p := prefix(a.name); string(local(a.name)) == "id" && len(p) > 0 {
			if space := x.space(p); strings.HasSuffix(space, "/relationships") || space == string(p) {
				v, err := x.resolve(a.value)
				return string(v), err
			}
		}
	}
	return x.Attr("id")
}

// Skip goes to the end of the element just opened.
func (x *Reader) Skip() error {
	for depth := len(x.open); len(x.open) >= depth; {
		if _, err := x.Next(); err != nil {
			return err
		}
	}
	return nil
}

// Content returns the text of the element just opened, cut after about a thousand bytes.
func (x *Reader) Content() (string, error) {
	var text strings.Builder
	for depth := len(x.open); len(x.open) >= depth; {
		t, err := x.Next()
		if err != nil {
			return "", err
		}
		if t == TokenText && text.Len() < 1000 {
			text.Write(x.Text)
		}
	}
	return text.String(), nil
}

// Depth returns the number of open elements, with the element just opened.
func (x *Reader) Depth() int { return len(x.open) }

// SkipPast goes behind the end of an open element. It looks only for the bytes of the closing tag, and does not check
// the bytes in between.
func (x *Reader) SkipPast(name string) error {
	for len(x.open) > 0 && string(local(x.names[x.open[len(x.open)-1].from:])) != name {
		x.close()
	}
	if len(x.open) == 0 {
		return x.fault("it has no " + name)
	}
	x.self = false
	end := append([]byte("</"), x.names[x.open[len(x.open)-1].from:]...)
	for {
		if n := bytes.Index(x.src[x.at:], end); n >= 0 {
			x.at += n
			return nil
		}
		if x.ended {
			return x.fault("it ends early")
		}
		x.at = max(x.at, len(x.src)-len(end)+1)
		if err := x.fill(); err != nil {
			return err
		}
	}
}
