package json

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// shape is the rows of a document that is one object, or an object and an array, where the rows are no objects of an array.
type shape struct {
	at     string  // the path of the object or the array that holds the rows, "" for the document
	fixed  []named // members that all rows have
	rows   [][]named
	bytes  int // of the fixed members of a row
	why    string
	arrays []json.RawMessage // the rows are these arrays, the first of which names the columns
}

// named is a member and the JSON of its value.
type named struct {
	name  string
	value json.RawMessage
}

// leastRows is the number of values of arrays, or of objects of an object, from which on they are taken for rows.
const leastRows = 3

// found is where the rows of a document lie that is one object, or an object and an array.
type found struct {
	text []byte // the document as an array of its rows; nil where there is none
	note string // how the rows were found
	name string // what a person asks for who wants these rows; "" for the only ones there are
	list string // the path of an array of objects, which are the rows; text is nil then
}

// rowsOf looks for the rows of a document. There are none where it is an array of objects, or objects that follow each other.
func rowsOf(r io.Reader, limit int64) (f found) {
	in := json.NewDecoder(r)
	if token, err := in.Token(); err != nil || token != json.Delim('{') {
		if token == json.Delim('[') && in.More() {
			f.text, f.note = pagesOf(in)
		}
		return f
	}
	members, err := membersOf(in)
	if _, more := in.Token(); err != nil || !errors.Is(more, io.EOF) {
		return f
	}
	list, records := recordsOf("", members)
	s := splitOf(members)
	if s == nil {
		if s = columnsOf(members); s != nil && len(s.rows) <= records {
			s = nil
		}
	}
	if s == nil && records == 0 {
		s = entriesOf(members)
	}
	if s == nil {
		return found{list: list}
	}
	return found{text: s.text(limit), note: s.why, name: cmp.Or(s.at, "rows")}
}

// begins reports whether a text begins with signs, apart from blanks between them.
func begins(text []byte, signs string) bool {
	for i := range len(signs) {
		text = bytes.TrimLeft(text, " \t\r\n")
		if len(text) == 0 || text[0] != signs[i] {
			return false
		}
		text = text[1:]
	}
	return true
}

// pagesOf is the second one of an object and an array of objects, as services answer that count their pages.
func pagesOf(in *json.Decoder) ([]byte, string) {
	var head, rows json.RawMessage
	if in.Decode(&head) != nil || !begins(head, "{") || !in.More() || in.Decode(&rows) != nil || !begins(rows, "[{") || in.More() {
		return nil, ""
	}
	return rows, "the second entry of the JSON is an array of objects, which are the rows; the first entry is left out"
}

// membersOf are the members of the object that in has begun, in their order.
func membersOf(in *json.Decoder) (members []named, err error) {
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := in.Decode(&value); err != nil {
			return nil, err
		}
		members = append(members, named{name.(string), value})
	}
	_, err = in.Token()
	return members, err
}

// within are the members of an object that is whole.
func within(object json.RawMessage) []named {
	in := json.NewDecoder(bytes.NewReader(object))
	_, _ = in.Token() // the bracket, which is there
	members, _ := membersOf(in)
	return members
}

// elementsOf are the elements of an array.
func elementsOf(array json.RawMessage) (elements []json.RawMessage) {
	if json.Unmarshal(array, &elements) != nil {
		return nil
	}
	return elements
}

// recordsOf is the path of the longest array of objects that is a member, or a member of an object within, and its length.
func recordsOf(before string, members []named) (path string, length int) {
	each(before, members, func(at string, value json.RawMessage) {
		if !begins(value, "[{") {
			return
		}
		in := json.NewDecoder(bytes.NewReader(value))
		_, _ = in.Token()
		n := 0
		for one := (json.RawMessage{}); in.More() && in.Decode(&one) == nil; n++ {
			continue
		}
		if n > length {
			path, length = at, n
		}
	})
	return path, length
}

// member is the value of a member, or of a member of the object that it is; nil where there is none.
func member(members []named, path ...string) json.RawMessage {
	i := slices.IndexFunc(members, func(m named) bool { return m.name == path[0] })
	switch {
	case i < 0:
		return nil
	case len(path) == 1:
		return members[i].value
	case !begins(members[i].value, "{"):
		return nil
	}
	return member(within(members[i].value), path[1:]...)
}

// splitOf is an object whose member data has an array for each row, and whose member columns, or meta.view.columns, names the columns: as pandas and Socrata write it.
func splitOf(members []named) *shape {
	names, of := elementsOf(member(members, "columns")), "columns"
	if names == nil {
		of = "meta.view.columns"
		for _, c := range elementsOf(member(members, "meta", "view", "columns")) {
			if !begins(c, "{") {
				return nil
			}
			names = append(names, member(within(c), "name"))
		}
	}
	rows := elementsOf(member(members, "data"))
	if len(names) == 0 || len(rows) == 0 || slices.ContainsFunc(names, func(c json.RawMessage) bool { return !begins(c, `"`) }) {
		return nil
	}
	if slices.ContainsFunc(rows, func(row json.RawMessage) bool { return !begins(row, "[") || len(elementsOf(row)) != len(names) }) {
		return nil
	}
	head, _ := json.Marshal(names) // which were read from JSON
	return &shape{at: "data", arrays: append([]json.RawMessage{head}, rows...), why: of + " of the JSON names the columns, and each array of data is a row"}
}

// columnsOf is an object, or one within it, whose members are arrays of equally many values: the columns.
func columnsOf(members []named) *shape {
	rows := 0
	var paths []string
	each("", members, func(path string, value json.RawMessage) {
		if n := valuesOf(value); n > rows {
			rows, paths = n, []string{path}
		} else if n == rows && n > 0 {
			paths = append(paths, path)
		}
	})
	if rows < leastRows || len(paths) < 2 {
		return nil
	}
	s := &shape{at: parent(paths), rows: make([][]named, rows), why: fmt.Sprintf("arrays of %d values each were read as columns beside each other: %s", rows, strings.Join(paths, ", "))}
	each("", members, func(path string, value json.RawMessage) {
		if !slices.Contains(paths, path) {
			s.fix(path, value)
			return
		}
		for i, v := range elementsOf(value) {
			s.rows[i] = append(s.rows[i], named{path, v})
		}
	})
	return s
}

// parent is the path of the object that holds all of some members.
func parent(paths []string) string {
	at := paths[0]
	for slices.ContainsFunc(paths, func(p string) bool { return !strings.HasPrefix(p, at+".") }) {
		if at = at[:max(0, strings.LastIndexByte(at, '.'))]; at == "" {
			break
		}
	}
	return at
}

// valuesOf is the number of the elements of an array where none is an array or an object.
func valuesOf(value json.RawMessage) int {
	if !begins(value, "[") {
		return 0
	}
	elements := elementsOf(value)
	if slices.ContainsFunc(elements, func(e json.RawMessage) bool { return begins(e, "[") || begins(e, "{") }) {
		return 0
	}
	return len(elements)
}

// each calls do for every member that is no object, and for those of the objects within.
func each(before string, members []named, do func(path string, value json.RawMessage)) {
	for _, m := range members {
		if begins(m.value, "{") {
			each(before+m.name+".", within(m.value), do)
		} else {
			do(before+m.name, m.value)
		}
	}
}

// entriesOf is an object, or one within it, that has an object like the others for each key: the rows. Where the keys within are numbers, as pandas writes them, the objects
// are the columns.
func entriesOf(members []named) *shape {
	s := &shape{}
	if !s.find("", members) {
		return nil
	}
	key, within := "key", "the JSON"
	if s.at != "" {
		key, within = s.at+".key", s.at
	}
	each("", members, func(path string, value json.RawMessage) {
		if s.at != "" && !strings.HasPrefix(path, s.at+".") {
			s.fix(path, value)
		}
	})
	if s.why == "" {
		s.why = fmt.Sprintf("each of the %d members of %s is a row, with its name in %s", len(s.rows), within, key)
	}
	return s
}

// find looks for the object with the most entries.
func (s *shape) find(at string, members []named) (found bool) {
	if rows, why := alike(at, members); len(rows) > len(s.rows) {
		s.at, s.rows, s.why, found = at, rows, why, true
	}
	if found {
		return true
	}
	for _, m := range members {
		if begins(m.value, "{") {
			found = s.find(strings.TrimPrefix(at+"."+m.name, "."), within(m.value)) || found
		}
	}
	return found
}

// alike are the rows of the object at a path whose members are objects that have most members in common; nil where they are not.
func alike(at string, members []named) (rows [][]named, why string) {
	if len(members) < 2 {
		return nil, ""
	}
	before, known, all, numbered := "", map[string]int{}, 0, true
	if at != "" {
		before = at + "."
	}
	var entries [][]named
	for _, m := range members {
		if !begins(m.value, "{") {
			return nil, ""
		}
		entry := within(m.value)
		for _, f := range entry {
			known[f.name]++
			_, err := strconv.ParseUint(f.name, 10, 64)
			numbered = numbered && (err == nil || isDate(f.name))
		}
		all += len(entry)
		entries = append(entries, entry)
	}
	switch {
	case len(known) == 0 || 5*all < 3*len(known)*len(members): // fewer than three of five members are there
		return nil, ""
	case numbered:
		return crossed(before, members, entries)
	case len(members) < leastRows:
		return nil, ""
	}
	for i, m := range members {
		row := []named{{before + "key", quote(m.name)}}
		for _, f := range entries[i] {
			row = append(row, named{before + f.name, f.value})
		}
		rows = append(rows, row)
	}
	return rows, ""
}

// crossed are the rows of objects that are columns: a row for each number or date that is a name within. Numbers that count from 0 name nothing.
func crossed(before string, members []named, entries [][]named) (rows [][]named, why string) {
	places, counts := map[string]int{}, true
	for i, m := range members {
		for _, f := range entries[i] {
			at, there := places[f.name]
			if !there {
				at = len(rows)
				counts = counts && f.name == strconv.Itoa(at)
				places[f.name], rows = at, append(rows, []named{{before + "key", quote(f.name)}})
			}
			rows[at] = append(rows[at], named{before + m.name, f.value})
		}
	}
	if why = fmt.Sprintf("each object of the JSON is a column, and each of the %d names within is a row, with its name in %skey", len(rows), before); counts {
		why = fmt.Sprintf("each object of the JSON is a column, and each of the %d numbers within is a row", len(rows))
		for i := range rows {
			rows[i] = rows[i][1:]
		}
	}
	return rows, why
}

// quote is a text as JSON has it.
func quote(s string) json.RawMessage {
	b, _ := json.Marshal(s) // a text can always be written
	return b
}

// fix adds a member that all rows have.
func (s *shape) fix(path string, value json.RawMessage) {
	s.fixed = append(s.fixed, named{path, value})
	s.bytes += len(path) + len(value) + 8
}

// text is the rows as an array; nil where the members that all rows have would not fit the memory.
func (s *shape) text(limit int64) []byte {
	if limit > 0 && int64(s.bytes)*int64(len(s.rows)) > limit/8 {
		return nil
	}
	var b bytes.Buffer
	b.WriteByte('[')
	for i, a := range s.arrays {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(a)
	}
	for i, row := range s.rows {
		b.WriteString([]string{"{", ",\n{"}[min(i, 1)])
		for j, m := range append(slices.Clip(s.fixed), row...) {
			b.WriteString([]string{"", ","}[min(j, 1)])
			b.Write(quote(m.name))
			b.WriteByte(':')
			b.Write(m.value)
		}
		b.WriteByte('}')
	}
	b.WriteByte(']')
	return b.Bytes()
}
