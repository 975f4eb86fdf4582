package zipxml

import "bytes"

// binding is a prefix and its namespace, which an element declares for itself and its descendants.
type binding struct{ prefix, space string }

// scope has the namespaces that are declared around the current element, with the innermost last.
type scope struct {
	bindings []binding
	root     string // the namespace of the root element

	// The last result of inRootSpace. It is valid until a binding begins or ends.
	prefix string
	isHome bool
	known  bool
}

// declare adds the namespaces that an element's attributes declare.
func (s *scope) declare(attrs []attr) {
	for _, a := range attrs {
		switch {
		case string(a.name) == "xmlns":
			s.bind("", a.value)
		case bytes.HasPrefix(a.name, []byte("xmlns:")):
			s.bind(string(a.name[len("xmlns:"):]), a.value)
		}
	}
}

func (s *scope) bind(prefix string, space []byte) {
	s.bindings = append(s.bindings, binding{prefix, string(space)})
	s.known = false
}

// leave removes all bindings except the first n.
func (s *scope) leave(n int) {
	if len(s.bindings) > n {
		s.bindings = s.bindings[:n]
		s.known = false
	}
}

// space returns the namespace of a prefix, or the prefix itself if it is not declared.
func (s *scope) space(prefix []byte) string {
	for i := len(s.bindings) - 1; i >= 0; i-- {
		if s.bindings[i].prefix == string(prefix) {
			return s.bindings[i].space
		}
	}
	return string(prefix)
}

// inRootSpace reports whether a prefix stands for the namespace of the root. Elements of other namespaces are
// extensions, which may have the same names.
func (s *scope) inRootSpace(prefix []byte) bool {
	if !s.known || s.prefix != string(prefix) {
		s.known, s.prefix, s.isHome = true, string(prefix), s.space(prefix) == s.root
	}
	return s.isHome
}

func local(name []byte) []byte { return name[bytes.LastIndexByte(name, ':')+1:] }

func prefix(name []byte) []byte { return name[:max(0, bytes.LastIndexByte(name, ':'))] }
