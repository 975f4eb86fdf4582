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

// Kinds of tokens.
const (
	TokenEnd   Token = iota // the end of the document
	TokenOpen               // <name ...>
	TokenClose              // </name>; <name/> is TokenOpen followed by TokenClose
	TokenText               // a long text has several tokens
)

// Reader reads an XML document and keeps only a window of it in memory. It reads the subset of XML that workbooks use.
// It is five to nine times as fast as reading raw tokens with encoding/xml, which checks less. Tags must match,
// entities must be known, and the document must end with its root. A document type, which could define entities, is an
// error.
type Reader struct {
	window
	scope
	// Prefixed makes Name include the prefix, in every namespace.
	Prefixed bool

	open  []element
	names []byte // the full names of the open elements
	done  bool   // the root element has ended
	self  bool   // the current element is <name/>
	until string // the end of the comment or processing instruction that is being skipped

	// The token that Next has found. It is valid until the next call.
	Name  []byte // of the element that begins or ends, without its prefix; nil outside the root's namespace
	attrs []attr
	Text  []byte // with entities resolved

	resolved []byte
}

type element struct {
	from     int // offset of its name in `names`
	home     bool
	bindings int // number of bindings that are valid outside the element
}

// attr is an attribute, with its prefix.
type attr struct{ name, value []byte }

const (
	maxDepth = 10_000
	maxNames = 1 << 20 // bytes of the names of open elements
)

// NewReader returns a Reader of a document.
func NewReader(ctx context.Context, in io.Reader) *Reader {
	return &Reader{window: window{ctx: ctx, in: in}}
}

// errMore means that a token continues beyond the window.
var errMore = errors.New("the window ends")

// Next reads the next token. An error is a fault of the document, or of reading it.
func (x *Reader) Next() (Token, error) {
	if x.self {
		x.self = false
		return x.close(), nil
	}
	for {
		t, err := x.step()
		if err != errMore { //nolint:errorlint // it is never wrapped, and this comparison is made for every token
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

// step returns the next token if the window has it.
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

// skipRemark moves behind the end of a comment or a processing instruction.
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

// readText reads the text up to the next tag. If the window ends before, it returns the text so far.
func (x *Reader) readText() (Token, error) {
	raw := x.src[x.at:]
	if n := bytes.IndexByte(raw, '<'); n >= 0 {
		raw = raw[:n]
	} else if !x.ended {
		raw = raw[:x.valid-x.at] // without an incomplete character
		// The text also ends before an incomplete entity or line end.
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

// local returns the name of the innermost open element, or nil if it is outside the root's namespace.
func (x *Reader) local(e element, names []byte) []byte {
	switch {
	case x.Prefixed:
		return names[e.from:]
	case !e.home:
		return nil
	}
	return local(names[e.from:])
}

// Namespace returns the namespace of a prefix in the current element.
func (x *Reader) Namespace(prefix string) string { return x.space([]byte(prefix)) }

// openTag reads a start tag.
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

// Inside reports whether the parent of the current element has the given name in the root's namespace.
func (x *Reader) Inside(parent string) bool {
	if len(x.open) < 2 {
		return false
	}
	self, e := x.open[len(x.open)-1], x.open[len(x.open)-2]
	return string(x.local(e, x.names[:self.from])) == parent
}

// Attr returns the value of an attribute of the current element, or "" if the element lacks the attribute.
func (x *Reader) Attr(name string) (string, error) {
	v, err := x.resolve(x.Raw(name))
	return string(v), err
}

// Raw does what Attr does, but does not resolve entities. It is for numbers, references and names of types.
func (x *Reader) Raw(name string) []byte {
	for _, a := range x.attrs {
		if string(a.name) == name {
			return a.value
		}
	}
	return nil
}

// Link returns the id attribute of the current element, which names a relation of its part. The attribute has the
// namespace of relations, or none in workbooks of some simple writers.
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

// Skip moves to the end of the current element.
func (x *Reader) Skip() error {
	for depth := len(x.open); len(x.open) >= depth; {
		if _, err := x.Next(); err != nil {
			return err
		}
	}
	return nil
}

// Content returns the text of the current element, cut after about a thousand bytes.
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

// Depth returns the number of open elements, including the current one.
func (x *Reader) Depth() int { return len(x.open) }

// SkipPast moves behind the end tag of an open element. It searches for the bytes of the tag, and does not check the
// bytes before them.
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
