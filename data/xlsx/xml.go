package xlsx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// token is a kind of token of a document.
type token int

const (
	tokenEnd   token = iota // the end of the document
	tokenOpen               // <name ...>
	tokenClose              // </name>, and after the open token of <name/>
	tokenText               // a long text comes in several
)

// xmlReader steps through an XML document, of which it keeps a window in memory. It reads the part of XML that workbooks use, five
// to nine times as fast as encoding/xml reads raw tokens, which check less. Tags must match, entities must be known, and the document
// must end where its root does. A document type, which could define entities, is refused.
type xmlReader struct {
	window
	scope
	open  []element
	names []byte // the full names of the open elements
	done  bool   // the root has been closed
	self  bool   // the element just opened was <name/>
	until string // the end of the comment or instruction that is being passed over

	// The token that next found, good until the next call.
	name  []byte // of the element opened or closed, without its prefix; nil outside the root's namespace
	attrs []attr
	text  []byte // entities resolved

	resolved []byte
}

type element struct {
	from     int // of its name in names
	home     bool
	bindings int // the number of bindings outside the element
}

// attr is an attribute, with its prefix.
type attr struct{ name, value []byte }

const (
	maxDepth = 10_000
	maxNames = 1 << 20 // bytes of the names of open elements
)

func newXML(ctx context.Context, in io.Reader) *xmlReader {
	return &xmlReader{window: window{ctx: ctx, in: in}}
}

// errMore says that a token continues behind the window.
var errMore = errors.New("the window ends")

func (x *xmlReader) next() (token, error) {
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
func (x *xmlReader) step() (token, error) {
	for {
		if x.until != "" {
			if err := x.pass(); err != nil {
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
			return tokenEnd, nil
		}
		if x.src[x.at] != '<' {
			t, err := x.readText()
			if t == tokenText && len(x.open) == 0 && err == nil {
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

func (x *xmlReader) fault(what string) error {
	return fmt.Errorf("its XML is damaged at byte %d: %s", x.offset(), what)
}

// pass goes behind the end of a comment or an instruction.
func (x *xmlReader) pass() error {
	n := bytes.Index(x.src[x.at:], []byte(x.until))
	if n < 0 {
		x.at = max(x.at, len(x.src)-len(x.until)+1)
		return errMore
	}
	x.at += n + len(x.until)
	x.until = ""
	return nil
}

// readText reads the text before the next tag, or its beginning where the window ends within the text.
func (x *xmlReader) readText() (token, error) {
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
		return tokenText, nil
	}
	var err error
	x.text, err = x.resolve(raw)
	return tokenText, err
}

func (x *xmlReader) plainText() (token, error) {
	from := x.at + len("<![CDATA[")
	n := bytes.Index(x.src[from:], []byte("]]>"))
	if n < 0 {
		return 0, errMore
	}
	if len(x.open) == 0 {
		return 0, x.fault("text outside the root element")
	}
	x.text = x.src[from : from+n]
	x.at = from + n + len("]]>")
	return tokenText, nil
}

func (x *xmlReader) closeTag(rest []byte) (token, error) {
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

func (x *xmlReader) close() token {
	e := x.open[len(x.open)-1]
	x.name = e.local(x.names)
	x.names = x.names[:e.from]
	x.open = x.open[:len(x.open)-1]
	x.done = len(x.open) == 0
	x.leave(e.bindings)
	return tokenClose
}

// local is the name of the last open element, nil outside the root's namespace.
func (e element) local(names []byte) []byte {
	if !e.home {
		return nil
	}
	return local(names[e.from:])
}

// openTag reads an opening tag.
func (x *xmlReader) openTag() (token, error) {
	if x.done {
		return 0, x.fault("it goes on behind its end")
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
	e.home = x.home(prefix(t.name))
	x.names = append(x.names, t.name...)
	x.open = append(x.open, e)
	x.name = e.local(x.names)
	return tokenOpen, nil
}

// inside reports whether the parent of the element just opened has the given name in the root's namespace.
func (x *xmlReader) inside(parent string) bool {
	if len(x.open) < 2 {
		return false
	}
	self, e := x.open[len(x.open)-1], x.open[len(x.open)-2]
	return string(e.local(x.names[:self.from])) == parent
}

// attr returns the value of an attribute of the element just opened, "" where the element has none of that name.
func (x *xmlReader) attr(name string) (string, error) {
	v, err := x.resolve(x.raw(name))
	return string(v), err
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

// link is the attribute id of the element just opened that names a relation of its part. The attribute is of the namespace of
// relations, or of none in the workbooks of small writers.
func (x *xmlReader) link() (string, error) {
	for _, a := range x.attrs {
		if p := prefix(a.name); string(local(a.name)) == "id" && len(p) > 0 {
			if space := x.space(p); strings.HasSuffix(space, "/relationships") || space == string(p) {
				v, err := x.resolve(a.value)
				return string(v), err
			}
		}
	}
	return x.attr("id")
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
