package json

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/text/header"
	"cardinal/internal/separators"
)

// found says where the rows of a document that is one object are.
type found struct {
	// the path of the array of objects whose elements are the rows; "" if `text` has the rows, or if no rows were found
	list string
	text []byte // the rows as an array of objects or of arrays; nil if `list` is set, or if no rows were found
	note string // how the rows were found
	name string // name of the rows in `text`, by which a person can ask for them
	head bool   // whether the first array of `text` has the names of the columns
}

// rowsOf finds the rows of a document that is one object. limit is the memory in bytes that may be used, 0 for no
// limit. asked is the name of the rows that a person wants, in any case, or "". If asked names another array of the
// document, the result is empty. The error is ctx.Err() or a sentence for a person.
func rowsOf(ctx context.Context, text []byte, limit int64, asked string) (f found, err error) {
	root, err := treeOf(ctx, text, limit)
	if root == nil {
		return f, err
	}
	other := false // whether another array of the document is asked for
	for path, m := range root.leaves("") {
		other = other || m.isArray() && strings.EqualFold(path, asked)
	}
	if f, ok := namedRows(root); ok {
		if other && !strings.EqualFold(asked, f.name) {
			return found{}, nil
		}
		return f, nil
	}
	list, records := longest("", root)
	f.list, f.note = list, "its longest array of objects is unnested"
	if data := root.member("data"); list != "data" && data != nil && data.records {
		f.list, records, f.note = "data", data.length, "its array data is unnested"
	}
	s := columnsOf(root)
	if s != nil && s.count <= records {
		s = nil
	}
	if s == nil {
		if e := entriesOf(root); e != nil && (records == 0 || e.at == "" || strings.HasPrefix(f.list, e.at+".")) {
			s = e
		}
	}
	if s == nil {
		return f, nil
	}
	if f = (found{note: s.note, name: cmp.Or(s.at, "rows")}); other && !strings.EqualFold(asked, f.name) {
		return found{}, nil
	}
	if left := s.fit(limit); len(left) > 0 {
		f.note += separators.Sprintf("; left out, because they are long and would stand in each of the %d rows: %s",
			s.count, first(left))
	}
	f.text, err = s.text(ctx, limit)
	return f, err
}

// first returns the first three names as a text, with the number of the others.
func first(names []string) string {
	if len(names) > 3 {
		return separators.Sprintf("%s and %d more", strings.Join(names[:3], ", "), len(names)-3)
	}
	return strings.Join(names, ", ")
}

// pagesOf returns the rows of a document that is an array of two elements: an object, and an array of objects, which
// are the rows. Services that return rows page by page write this form. The result is nil for other documents.
func pagesOf(text []byte) []byte {
	in := newDecoder(text)
	if token, err := in.ReadToken(); err != nil || token.Kind() != '[' || in.PeekKind() != '{' ||
		in.SkipValue() != nil || in.PeekKind() != '[' {
		return nil
	}
	rows, err := in.ReadValue()
	if err != nil || in.PeekKind() != ']' {
		return nil
	}
	for e := range (&node{text: rows}).elements() {
		if e[0] != '{' {
			return nil
		}
	}
	return rows
}

// longest returns the path and the length of the longest array of objects in n or in inner objects. The path begins
// with `before`.
func longest(before string, n *node) (path string, length int) {
	for at, m := range n.leaves(before) {
		if m.records && m.length > length {
			path, length = at, m.length
		}
	}
	return path, length
}

// headings has the paths at which programs store the names of columns if rows are arrays: pandas, Socrata, ClickHouse,
// Frictionless, and others.
var headings = [][]string{{"columns"}, {"meta", "view", "columns"}, {"meta"}, {"schema", "fields"}, {"fields"}}

// namedRows finds an array of arrays of equal length, beside an array with the names of their columns. f.text has the
// names as its first array. ok is false if the document has no such arrays.
func namedRows(root *node) (f found, ok bool) {
	for _, heading := range headings {
		names := namesOf(root.member(heading...))
		for _, rows := range []string{"data", "rows", "values"} {
			n := root.member(rows)
			if len(names) == 0 || n == nil || !n.isArray() || n.length == 0 || !n.allOf(len(names)) {
				continue
			}
			f.note = fmt.Sprintf("%s of the JSON names the columns, and each array of %s is a row",
				strings.Join(heading, "."), rows)
			f.name, f.head = rows, true
			if index := root.member("index"); index != nil && index.length == n.length && !index.counts() {
				names = append([]string{"index"}, names...)
				n = &node{text: joined(index, n)}
				f.note = fmt.Sprintf("%s of the JSON names the columns, and each array of %s is a row, with its entry "+
					"of index before it", strings.Join(heading, "."), rows)
			}
			names, _ = header.Repair(names)
			head, _ := json.Marshal(names) // marshalling strings cannot fail
			f.text = slices.Concat([]byte("["), head, []byte(","), n.text[1:])
			return f, true
		}
	}
	return f, false
}

// counts reports whether the elements of an array are 0, 1, 2 and so on.
func (n *node) counts() bool {
	row := 0
	for e := range n.elements() {
		if string(e) != strconv.Itoa(row) {
			return false
		}
		row++
	}
	return true
}

// joined returns the arrays in rows, as JSON. Each array begins with the element of `first` that has the same index.
func joined(first, rows *node) []byte {
	out := []byte{'['}
	next, stop := iter.Pull(first.elements())
	defer stop()
	for row := range rows.elements() {
		e, _ := next()
		out = append(append(out, '['), e...)
		out = append(append(append(out, ','), row[1:]...), ',')
	}
	out[len(out)-1] = ']'
	return out
}

// namesOf returns the names in an array, or nil if an element is no name. A name is a string, a number, an object with
// a member "name", or an array of names, which namesOf joins.
func namesOf(n *node) (names []string) {
	if n == nil || !n.isArray() {
		return nil
	}
	for e := range n.elements() {
		switch {
		case e[0] == '"':
			names = append(names, string(appendText(nil, e)))
		case e[0] == '{':
			var of struct{ Name *string }
			if err := json.Unmarshal(e, &of); err != nil || of.Name == nil {
				return nil
			}
			names = append(names, *of.Name)
		case e[0] == '[':
			parts := namesOf(&node{text: e})
			if parts == nil {
				return nil
			}
			names = append(names, strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }),
				data.NameSeparator))
		case e[0] == '-' || e[0] >= '0' && e[0] <= '9':
			names = append(names, string(e))
		default:
			return nil
		}
	}
	return names
}

// allOf reports whether every element of an array is an array of `length` elements.
func (n *node) allOf(length int) bool {
	for e := range n.elements() {
		if e[0] != '[' {
			return false
		}
		k := 0
		for range (&node{text: e}).elements() {
			k++
		}
		if k != length {
			return false
		}
	}
	return true
}
