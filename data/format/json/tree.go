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

// node is a value of a document that is kept in memory. Its text is a slice of the document.
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

// member returns the member at a path of names, or nil. If several members have the same name, the last one counts, as
// in the whole package.
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

// leaves yields the members that are no objects, with their paths. It goes into inner objects. Each path begins with
// `before`.
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

// nodeBytes is the approximate memory of a node, with its name.
const nodeBytes = 128

// treeOf reads a document that is one object. It returns nil for other documents, if objects are nested deeper than
// maxDepth, or if the tree needs more than a quarter of limit; 0 is no limit. The error is ctx.Err().
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

// scanner reads valid JSON.
type scanner struct {
	text []byte
	at   int

	ctx   context.Context // used by node
	nodes int             // number of nodes so far
	most  int             // the greatest number of nodes; 0: no limit
}

// node reads the next value. depth is the number of objects around the value. ok is false if the value is too deep or
// too large, or if ctx has ended.
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
		null := true // whether all elements so far are null
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

// blanks moves to the next character that is no blank.
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

// open moves behind the bracket that opens an object or an array.
func (s *scanner) open() {
	s.blanks()
	s.at++
}

// more moves to the next element or member and returns true. If there is none, it moves behind the closing bracket and
// returns false.
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

// key moves behind the name of a member and its colon, and appends the name to b.
func (s *scanner) key(b []byte) []byte {
	b = appendText(b, s.skip())
	s.blanks()
	s.at++
	return b
}

// members calls `do` for each member of the next object that is no object, and for the members of inner objects. path
// is the path of the object with a point. depth is the number of objects around it.
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

// skip moves behind the next value and returns its text.
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
				return s.text[from:s.at] // a number or a word ends at the closing bracket around it
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

// quoted moves behind a string.
func (s *scanner) quoted() {
	for s.at++; s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
}

// appendText appends the text that a JSON string stands for. Halves of surrogate pairs become U+FFFD.
func appendText(b, value []byte) []byte {
	b, _ = jsontext.AppendUnquote(b, value) // the only error is a half of a surrogate pair
	return b
}

// halves returns 1 if a JSON string has half of a surrogate pair, else 0.
func halves(value []byte) int {
	if bytes.Contains(value, []byte(`\ud`)) || bytes.Contains(value, []byte(`\uD`)) {
		if _, err := jsontext.AppendUnquote(nil, value); err != nil && value[0] == '"' {
			return 1
		}
	}
	return 0
}

// appendCompact appends a value without the blanks outside its strings.
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
