package json

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"cardinal/internal/separators"
)

// node is a value of a document that is kept whole. Its text is a part of the document's.
type node struct {
	name    string // of the member
	text    []byte // JSON
	members []node // of an object, in their order
	length  int    // the number of elements of an array
	scalars bool   // of an array: no element is an array or an object
	records bool   // of an array: its first element that is not null is an object
}

func (n *node) isObject() bool { return n.text[0] == '{' }
func (n *node) isArray() bool  { return n.text[0] == '[' }

// member returns the member at a path of names, or nil. If several members have one name, the last counts, as
// everywhere in the package.
func (n *node) member(path ...string) *node {
	for _, name := range path {
		var found *node
		for i := range n.members {
			if n.members[i].name == name {
				found = &n.members[i]
			}
		}
		if n = found; n == nil {
			return nil
		}
	}
	return n
}

// elements yields the texts of the elements of an array.
func (n *node) elements() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		s := scanner{text: n.text}
		for s.open(); s.more(); {
			if !yield(s.skip()) {
				return
			}
		}
	}
}

// leaves yields the members that are no objects, also of the objects within. The path of each begins with before.
func (n *node) leaves(before string) iter.Seq2[string, *node] {
	return func(yield func(string, *node) bool) { n.eachLeaf(before, yield) }
}

func (n *node) eachLeaf(before string, yield func(string, *node) bool) bool {
	for i := range n.members {
		m := &n.members[i]
		if m.isObject() && !m.eachLeaf(before+m.name+".", yield) || !m.isObject() && !yield(before+m.name, m) {
			return false
		}
	}
	return true
}

// nodeBytes is about what a node takes in memory, its name included.
const nodeBytes = 128

// treeOf reads a document that is one object. It returns nil for other documents, and if objects lie deeper than
// maxDepth. It also returns nil if the tree does not fit a quarter of limit; 0 is no limit. The error is the error of
// ctx.
func treeOf(ctx context.Context, text []byte, limit int64) (*node, error) {
	in := newDecoder(text)
	if in.PeekKind() != '{' {
		return nil, nil
	}
	value, err := in.ReadValue()
	if err != nil {
		return nil, ctx.Err()
	}
	if _, err := in.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, ctx.Err()
	}
	s := scanner{text: value, ctx: ctx, most: int(limit / 4 / nodeBytes)}
	root, ok := s.node("", 0)
	if !ok {
		return nil, ctx.Err()
	}
	return &root, nil
}

// scanner walks over JSON that was found valid.
type scanner struct {
	text []byte
	at   int

	ctx   context.Context // of node
	nodes int             // number of nodes so far
	most  int             // nodes; 0 for no limit
}

// node reads the next value, which lies within depth objects. ok is false if the value is too deep or too large, or
// if ctx has ended.
func (s *scanner) node(name string, depth int) (n node, ok bool) {
	if s.nodes++; depth > maxDepth || s.most > 0 && s.nodes > s.most || s.ctx.Err() != nil {
		return n, false
	}
	n.name = name
	s.blanks()
	from := s.at
	switch s.text[from] {
	case '{':
		for s.open(); s.more(); {
			member, ok := s.node(string(s.key(nil)), depth+1)
			if !ok {
				return n, false
			}
			n.members = append(n.members, member)
		}
	case '[':
		n.scalars = true
		null := true // all elements so far
		for s.open(); s.more(); n.length++ {
			if n.length%4096 == 0 && s.ctx.Err() != nil {
				return n, false
			}
			first := s.skip()[0]
			n.scalars = n.scalars && first != '[' && first != '{'
			if null && first != 'n' {
				null, n.records = false, first == '{'
			}
		}
	default:
		s.skip()
	}
	n.text = s.text[from:s.at]
	return n, true
}

// blanks walks to the next sign that is no blank.
func (s *scanner) blanks() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// open walks behind the bracket that opens an object or an array.
func (s *scanner) open() {
	s.blanks()
	s.at++
}

// more walks to the next element or member, or behind the closing bracket, and reports whether there is one.
func (s *scanner) more() bool {
	s.blanks()
	switch s.text[s.at] {
	case ']', '}':
		s.at++
		return false
	case ',':
		s.at++
		s.blanks()
	}
	return true
}

// key walks over the name of a member and its colon, and appends the name to b.
func (s *scanner) key(b []byte) []byte {
	b = appendText(b, s.skip())
	s.blanks()
	s.at++
	return b
}

// members calls do for every member of the next object, and of the objects within. path is the path of the object
// with a point at its end. depth is the number of objects around the object.
func (s *scanner) members(path []byte, depth int, do visit) error {
	if depth > maxDepth {
		return separators.Errorf("more than %d objects lie within each other", maxDepth)
	}
	before := len(path)
	for s.open(); s.more(); {
		path = s.key(path[:before])
		var err error
		if s.blanks(); s.text[s.at] == '{' {
			err = s.members(append(path, '.'), depth+1, do)
		} else {
			err = do(path, s.skip())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// skip walks over the next value and returns its text.
func (s *scanner) skip() []byte {
	s.blanks()
	from := s.at
	for depth := 0; s.at < len(s.text); {
		switch s.text[s.at] {
		case '"':
			s.quoted()
		case '{', '[':
			depth++
			s.at++
			continue
		case '}', ']':
			if depth == 0 {
				return s.text[from:s.at] // a number or a word ends at the bracket around it
			}
			depth--
			s.at++
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return s.text[from:s.at]
			}
			s.at++
			continue
		default:
			s.at++
			continue
		}
		if depth == 0 {
			break
		}
	}
	return s.text[from:s.at]
}

// quoted walks over a text.
func (s *scanner) quoted() {
	for s.at++; s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
}

// appendText appends the text that a value in quotes stands for. Halves of surrogate pairs become U+FFFD.
func appendText(b, value []byte) []byte {
	b, _ = jsontext.AppendUnquote(b, value) // the error is that there are such halves
	return b
}

// halves returns 1 for a text in quotes with half of a surrogate pair, else 0.
func halves(value []byte) int {
	if bytes.Contains(value, []byte(`\ud`)) || bytes.Contains(value, []byte(`\uD`)) {
		if _, err := jsontext.AppendUnquote(nil, value); err != nil && value[0] == '"' {
			return 1
		}
	}
	return 0
}

// appendCompact appends a value without the blanks outside of its texts.
func appendCompact(b, value []byte) []byte {
	s := scanner{text: value}
	for s.blanks(); s.at < len(value); s.blanks() {
		from := s.at
		if s.text[from] == '"' {
			s.quoted()
		} else {
			s.at++
		}
		b = append(b, s.text[from:s.at]...)
	}
	return b
}
