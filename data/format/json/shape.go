package json

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"

	"cardinal/data/infer"
	"cardinal/internal/separators"
)

// leastRows is the least number of rows. Shorter arrays, and objects with fewer members, are not read as tables.
const leastRows = 3

// maxFixed is the greatest number of bytes of the members that are repeated in every row, counted in all rows.
const maxFixed = 64 << 20

// cell is a value of a row.
type cell struct {
	column string
	text   []byte // JSON
}

// shape describes rows that are not the objects of an array.
type shape struct {
	at    string // the path of the object or the array that has the rows; "" for the document
	note  string // how the rows were found
	count int
	rows  iter.Seq[[]cell] // the cells of a row are valid until the next row
	fixed []cell           // members outside the rows, which every row repeats
}

// leastShare limits how small the rows may be: their text must be at least 1/leastShare of the document. Smaller values
// have the same form by chance, such as the lists in a schema.
const leastShare = 4

// columnsOf finds arrays of equal length that contain no objects, and returns a shape in which each is a column. At
// least two of the arrays must be members of one object. If there are several such lengths, columnsOf chooses the
// greatest one for which the arrays have at least 1/leastShare of the text. It returns nil if no length fits.
func columnsOf(root *node) *shape {
	s := &shape{count: root.columnLength(0)}
	for s.count > 0 && !root.mostly(s.count) {
		s.count = root.columnLength(s.count)
	}
	if s.count == 0 {
		return nil
	}
	var paths []string
	var columns []*node
	for path, m := range root.leaves("") {
		if m.length == s.count && !m.records {
			paths, columns = append(paths, path), append(columns, m)
		} else {
			s.fixed = append(s.fixed, cell{path, m.text})
		}
	}
	s.at = parent(paths)
	s.note = separators.Sprintf("arrays of %d values each were read as columns beside each other: %s", s.count,
		strings.Join(paths, ", "))
	s.rows = func(yield func([]cell) bool) {
		scanners := make([]scanner, len(columns))
		for i, c := range columns {
			scanners[i].text = c.text
			scanners[i].open()
		}
		row := make([]cell, len(columns))
		for range s.count {
			for i := range scanners {
				scanners[i].more()
				row[i] = cell{paths[i], scanners[i].skip()}
			}
			if !yield(row) {
				return
			}
		}
	}
	return s
}

// columnLength returns the greatest length that two arrays of values in one object have, or 0. The length must be less
// than `most`, unless `most` is 0.
func (n *node) columnLength(most int) (length int) {
	seen := map[int]bool{}
	for i := range n.members {
		m := &n.members[i]
		k := 0
		switch {
		case m.isObject():
			k = m.columnLength(most)
		case m.scalars && m.length >= leastRows && seen[m.length] && (most == 0 || m.length < most):
			k = m.length
		}
		seen[m.length] = seen[m.length] || m.scalars
		length = max(length, k)
	}
	return length
}

// mostly reports whether the arrays of a length have at least 1/leastShare of the text of all members.
func (n *node) mostly(length int) bool {
	columns, all := 0, 0
	for _, m := range n.leaves("") {
		all += len(m.text)
		if m.scalars && m.length == length {
			columns += len(m.text)
		}
	}
	return columns*leastShare >= all
}

// parent returns the path of the innermost object that contains all paths, or "".
func parent(paths []string) string {
	at := paths[0]
	for slices.ContainsFunc(paths, func(p string) bool { return !strings.HasPrefix(p, at+".") }) {
		if at = at[:max(0, strings.LastIndexByte(at, '.'))]; at == "" {
			break
		}
	}
	return at
}

// entriesOf finds an object whose members are similar objects. Each similar object is a row. But if the names of their
// members are numbers or dates, as pandas writes them, each similar object is a column. If several objects have this
// form, entriesOf chooses the one with the most rows.
func entriesOf(root *node) *shape {
	s, of := entriesWithin("", root, len(root.text)/leastShare)
	if s == nil {
		return nil
	}
	var fix func(before string, n *node)
	fix = func(before string, n *node) {
		for i := range n.members {
			switch m := &n.members[i]; {
			case m == of:
			case m.isObject():
				fix(before+m.name+".", m)
			default:
				s.fixed = append(s.fixed, cell{before + m.name, m.text})
			}
		}
	}
	if of != root {
		fix("", root)
	}
	return s
}

// entriesWithin returns the shape of object n if its members are similar. Otherwise it returns the shape of the inner
// object with the most rows. `of` is the object of the shape. Objects of fewer than `least` bytes do not count. The
// caller adds the members of the outer objects to the shape.
func entriesWithin(at string, n *node, least int) (s *shape, of *node) {
	if len(n.text) < least {
		return nil, nil
	}
	if s = alike(at, n); s != nil {
		return s, n
	}
	for i := range n.members {
		m := &n.members[i]
		if !m.isObject() {
			continue
		}
		if within, object := entriesWithin(strings.TrimPrefix(at+"."+m.name, "."), m, least); within != nil &&
			(s == nil || within.count > s.count) {
			s, of = within, object
		}
	}
	return s, of
}

// alike returns the shape of an object whose members are objects with mostly the same names of members. It returns nil
// for other objects.
func alike(at string, n *node) *shape {
	if len(n.members) < 2 {
		return nil
	}
	known, all, numbered := map[string]bool{}, 0, true
	for i := range n.members {
		if !n.members[i].isObject() {
			return nil
		}
		for j := range n.members[i].members {
			name := n.members[i].members[j].name
			known[name] = true
			numbered = numbered && isNumberOrDate(name)
			all++
		}
	}
	before := ""
	if at != "" {
		before = at + "."
	}
	switch {
	case len(known) == 0 || 5*all < 3*len(known)*len(n.members): // fewer than three in five values exist
		return nil
	case numbered:
		return crossed(at, before, n)
	case len(n.members) < leastRows:
		return nil
	}
	key := before + freeName("key", known)
	s := &shape{at: at, count: len(n.members), note: separators.Sprintf("each of the %d members of %s is a row, with "+
		"its name in %s", len(n.members), cmp.Or(at, "the JSON"), key)}
	s.rows = func(yield func([]cell) bool) {
		var row []cell
		for i := range n.members {
			row = append(row[:0], cell{key, quote(n.members[i].name)})
			for j := range n.members[i].members {
				f := &n.members[i].members[j]
				row = append(row, cell{before + f.name, f.text})
			}
			if !yield(row) {
				return
			}
		}
	}
	return s
}

func isNumberOrDate(name string) bool {
	_, err := strconv.ParseUint(name, 10, 64)
	return err == nil || infer.BeginsAsDate([]byte(name))
}

// freeName returns name, with underscores added until it is not taken.
func freeName(name string, taken map[string]bool) string {
	for taken[name] {
		name += "_"
	}
	return name
}

// crossed returns the shape of an object whose members are the columns. The names within these members, which are
// numbers or dates, are the rows. A column of labels has these names, unless they are just 0, 1, 2 and so on.
func crossed(at, before string, n *node) *shape {
	places, columns, counts := map[string]int{}, map[string]bool{}, true
	var rows [][]cell
	for i := range n.members {
		columns[n.members[i].name] = true
	}
	key := before + freeName("key", columns)
	for i := range n.members {
		column := before + n.members[i].name
		for j := range n.members[i].members {
			f := &n.members[i].members[j]
			row, there := places[f.name]
			if !there {
				row = len(rows)
				counts = counts && f.name == strconv.Itoa(row)
				places[f.name], rows = row, append(rows, []cell{{key, quote(f.name)}})
			}
			rows[row] = append(rows[row], cell{column, f.text})
		}
	}
	s := &shape{at: at, count: len(rows), rows: slices.Values(rows)}
	if s.note = separators.Sprintf("each object of %s is a column, and each of the %d names within is a row, with "+
		"its name in %s", cmp.Or(at, "the JSON"), len(rows), key); counts {
		s.note = separators.Sprintf("each object of %s is a column, and each of the %d numbers within is a row",
			cmp.Or(at, "the JSON"), len(rows))
		for i := range rows {
			rows[i] = rows[i][1:]
		}
	}
	return s
}

// quote returns a string as JSON.
func quote(s string) []byte {
	b, _ := json.Marshal(s) // marshalling a string cannot fail
	return b
}

// fit removes the longest members of s.fixed until the rest is small enough. It returns the names of the removed
// members.
func (s *shape) fit(limit int64) (left []string) {
	room := int64(maxFixed)
	if limit > 0 {
		room = min(room, limit/8)
	}
	size := func(c cell) int64 { return int64(len(c.column)+len(c.text)+4) * int64(s.count) }
	for _, c := range s.fixed {
		room -= size(c)
	}
	gone := map[string]bool{}
	for _, c := range slices.SortedStableFunc(slices.Values(s.fixed), func(a, b cell) int {
		return cmp.Compare(size(b), size(a))
	}) {
		if room >= 0 {
			break
		}
		room += size(c)
		left, gone[c.column] = append(left, c.column), true
	}
	s.fixed = slices.DeleteFunc(s.fixed, func(c cell) bool { return gone[c.column] })
	return left
}

// text returns the rows as an array of objects. limit is the memory in bytes that may be used, 0 for no limit. The
// error is a sentence for a person.
func (s *shape) text(ctx context.Context, limit int64) ([]byte, error) {
	names := map[string][]byte{} // in JSON
	var b bytes.Buffer
	write := func(cells []cell) {
		for _, c := range cells {
			name := names[c.column]
			if name == nil {
				name = quote(c.column)
				names[c.column] = name
			}
			b.Write(name)
			b.WriteByte(':')
			b.Write(c.text)
			b.WriteByte(',')
		}
	}
	write(s.fixed)
	fixed := slices.Clone(b.Bytes())
	b.Reset()
	n := 0
	for row := range s.rows {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if limit > 0 && int64(b.Len()) > limit/4 {
			return nil, separators.Errorf("the JSON is too large: its %d rows take more than %d MB as text, about "+
				"four times as much memory is needed, and %d MB are free; turn it into .csv or .parquet", s.count,
				limit>>22, limit>>20)
		}
		b.WriteString([]string{"[{", "},\n{"}[min(n, 1)])
		from := b.Len()
		b.Write(fixed)
		if write(row); b.Len() > from {
			b.Truncate(b.Len() - 1) // the comma after the last cell
		}
		n++
	}
	b.WriteString("}]")
	return b.Bytes(), nil
}
