package json

import (
	"bytes"
	"time"

	"cardinal/data/infer"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// isNull reports whether a value is null or missing.
func isNull(value []byte) bool { return len(value) == 0 || value[0] == 'n' }

// member adds a member to what is known of the columns and of the row.
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

// value adds a value to what is known of its column, whether or not its member is a list.
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
		if !infer.BeginsAsDate(begin) {
			return texts
		}
	case 't', 'f':
	default:
		return numbers
	}
	return others
}

// writer adds the rows of a document to cells.
type writer struct {
	*document
	rows   *infer.Rows
	fields [][]byte // values of the current row; nil: the object has no such member
	flat   [][]byte // the fields that all elements of the array repeat
	// the array of the current row whose elements are the rows, or null; nil: the object has no such member
	array  []byte
	again  int    // number of members that occur twice in their object
	twice  string // the path of the first of them
	halved int    // number of strings with half of a surrogate pair
}

// columnNames returns distinct names of the columns. Names without letters are replaced.
func (d *document) columnNames() []string {
	names := each.Of(d.order, func(c *column) string { return c.name })
	names, _ = header.Repair(names)
	for i, c := range d.order {
		c.name = names[i]
	}
	return names
}

// end adds the current object as a row, or as a row for each element of its array.
func (w *writer) end() error {
	err := w.elements()
	clear(w.fields)
	w.array = nil
	return err
}

// line adds the fields as a row.
func (w *writer) line() error {
	row, err := w.rows.Next()
	if err != nil {
		return err
	}
	from := w.rows.Size()
	for i, f := range w.fields {
		row[i] = cellOf(w.rows, f)
		w.halved += halves(f)
	}
	if n := w.rows.Size() - from; n > infer.MaxRow {
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

// member stores a value of the row. If a member occurs twice, its last value counts.
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

// repeated counts a member that occurs twice in its object.
func (w *writer) repeated(path []byte) {
	if w.again++; w.again == 1 {
		w.twice = string(path)
	}
}

// value stores a value of the row, whether or not its member is a list.
func (w *writer) value(path, value []byte) error {
	at := w.columns[string(path)].at
	if w.fields[at] != nil {
		w.repeated(path)
	}
	w.fields[at] = value
	return nil
}

// cellOf appends the text of a value to rows, and returns the cell. A string without a backslash needs no decoding.
func cellOf(rows *infer.Rows, value []byte) infer.Cell {
	switch {
	case isNull(value):
		return infer.Cell{}
	case value[0] == '[' || value[0] == '{':
		return rows.Append(infer.QuotedCell, func(b []byte) []byte {
			return appendCompact(b, value)
		})
	case value[0] != '"':
		return rows.Append(0, func(b []byte) []byte { return append(b, value...) })
	case bytes.IndexByte(value, '\\') >= 0:
		return rows.Append(infer.QuotedCell, func(b []byte) []byte { return appendText(b, value) })
	}
	return rows.Append(infer.QuotedCell, func(b []byte) []byte { return append(b, value[1:len(value)-1]...) })
}
