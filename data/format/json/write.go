package json

import (
	"bytes"
	"time"
	"unicode/utf8"

	"cardinal/data/format/csv"
	"cardinal/data/text/header"
	"cardinal/internal/separators"
)

// isNull reports whether a value is null or missing.
func isNull(value []byte) bool { return len(value) == 0 || value[0] == 'n' }

// member takes a value of a column into account.
func (d *document) member(path, value []byte) error {
	isArray := !isNull(value) && value[0] == '['
	if isArray {
		d.lists.Add(string(path))
	} else if !isNull(value) {
		d.flat = true
	}
	if d.list != "" && string(path) == d.list && (isArray || isNull(value)) {
		return d.elements(value)
	}
	d.row.flat += len(value)
	if len(value) > max(d.row.longest, long) {
		d.row.longest, d.row.member, d.row.array = len(value), string(path), isArray
	}
	return d.value(path, value)
}

// value takes a value of a column into account, whether its member is a list or not.
func (d *document) value(path, value []byte) error {
	c := d.columns[string(path)]
	if c == nil {
		if len(d.order) == maxColumns {
			return separators.Errorf("the objects have more than %d members in all, more than the columns that "+
				"Cardinal reads", maxColumns)
		}
		c = &column{name: string(path), at: len(d.order), kind: nothing}
		d.columns[c.name], d.order = c, append(d.order, c)
	}
	if c.kind == others {
		return nil
	}
	if k := kindOf(value); c.kind == nothing {
		c.kind = k
	} else if k != nothing && k != c.kind {
		c.kind = others
	}
	return nil
}

func kindOf(value []byte) *kind {
	if isNull(value) {
		return nothing
	}
	switch value[0] {
	case '[', '{':
		return texts
	case '"':
		begin := value[1:min(len(value), 1+len(time.DateOnly))]
		if bytes.IndexByte(begin, '\\') >= 0 {
			begin = appendText(nil, value)
		}
		if !csv.BeginsAsDate(begin) {
			return texts
		}
	case 't', 'f':
	default:
		return numbers
	}
	return others
}

// writer writes the rows as delimited text.
type writer struct {
	*document
	out    []byte
	fields [][]byte // values of the row that is being written; nil: the object has no such member
	flat   [][]byte // the fields that all elements of an array have
	// of this row: the array whose elements are the rows, or null; nil: the object has no such member
	array []byte
	again int    // members that stand twice in their object
	twice string // the first of them
	text  []byte // of a field
}

// header writes the names of the columns, and gives equal names and names without letters other ones.
func (w *writer) header() {
	names := make([]string, len(w.order))
	for i, c := range w.order {
		names[i] = c.name
	}
	names, _ = header.Repair(names)
	for i, c := range w.order {
		c.name = names[i]
		w.put(i, quote(names[i]))
	}
	w.out = append(w.out, '\n')
	w.fields = make([][]byte, len(w.order))
}

// end writes the row, or a row for each element.
func (w *writer) end() error {
	err := w.elements()
	clear(w.fields)
	w.array = nil
	return err
}

// line writes the fields as a row.
func (w *writer) line() error {
	from := len(w.out)
	for i, f := range w.fields {
		w.put(i, f)
	}
	w.out = append(w.out, '\n')
	if n := len(w.out) - from; n > csv.MaxRecord {
		size := rowSize{}
		for i, f := range w.fields {
			if len(f) > max(size.longest, long) {
				size.longest, size.member = len(f), w.order[i].name
			}
		}
		return &longRow{n, size}
	}
	return nil
}

// member keeps a value of the row. Of a member that stands twice the last value counts.
func (w *writer) member(path, value []byte) error {
	if w.list != "" && string(path) == w.list && (isNull(value) || value[0] == '[') {
		if w.array != nil {
			w.repeated(path)
		}
		w.array = value
		return nil
	}
	return w.value(path, value)
}

// repeated counts a member that stands twice.
func (w *writer) repeated(path []byte) {
	if w.again++; w.again == 1 {
		w.twice = string(path)
	}
}

// value keeps a value of the row, whether its member is a list or not.
func (w *writer) value(path, value []byte) error {
	at := w.columns[string(path)].at
	if w.fields[at] != nil {
		w.repeated(path)
	}
	w.fields[at] = value
	return nil
}

// put writes a value as a field of a row. An empty text is no null. A text without a backslash has no quote
// either, and stands in both formats alike.
func (w *writer) put(i int, value []byte) {
	if i > 0 {
		w.out = append(w.out, ',')
	}
	switch {
	case isNull(value):
	case value[0] == '[' || value[0] == '{':
		w.text = appendCompact(w.text[:0], value)
		w.out = csv.AppendQuoted(w.out, w.text)
	case value[0] == '"' && (bytes.IndexByte(value, '\\') >= 0 || !utf8.Valid(value)):
		w.text = appendText(w.text[:0], value)
		w.out = csv.AppendQuoted(w.out, w.text)
	default:
		w.out = append(w.out, value...)
	}
}
