package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"cardinal/data/header"
)

// member takes a value of a column into account.
func (d *document) member(path string, value any) error {
	_, isArray := value.(array)
	if isArray {
		d.lists.Add(path)
	} else if value != nil {
		d.flat = true
	}
	if path == d.list && (isArray || value == nil) {
		return d.elements(value)
	}
	d.row.flat += length(value)
	return d.value(path, value)
}

// value takes a value of a column into account, whether its member is a list or not.
func (d *document) value(path string, value any) error {
	c := d.columns[path]
	if c == nil {
		if len(d.order) == maxColumns {
			return fmt.Errorf("the objects have more than %d members in all, more than the columns that Cardinal reads", maxColumns)
		}
		c = &column{name: path, at: len(d.order), kind: nothing}
		d.columns[path], d.order = c, append(d.order, c)
	}
	if k := kindOf(value); c.kind == nothing {
		c.kind = k
	} else if k != nothing && k != c.kind {
		c.kind = others
	}
	return nil
}

func kindOf(value any) *kind {
	switch v := value.(type) {
	case nil:
		return nothing
	case json.Number:
		return numbers
	case array, object:
		return texts
	case string:
		if !isDate(v) {
			return texts
		}
	}
	return others
}

// isDate reports whether a text begins as dates of ISO 8601 do.
func isDate(text string) bool {
	if len(text) < len(time.DateOnly) {
		return false
	}
	_, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)])
	return err == nil
}

// writer writes the rows as delimited text.
type writer struct {
	*bytes.Buffer
	*document
	fields []field // of the row that is being written
	array  any     // of that row: the array of which each element is a row, or nil
	again  int     // members that stand twice in their object
	twice  string  // the first of them

	arrayGiven bool // the object that is being read has a member that is array
}

// field is a value of the row that is being written. The zero field is null.
type field struct {
	text   string
	quoted bool
	given  bool // the object has the member
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
		w.put(i, field{text: names[i], quoted: true})
	}
	w.WriteByte('\n')
	w.fields = make([]field, len(w.order))
}

// end writes the row, or a row for each element.
func (w *writer) end() error {
	err := w.elements()
	clear(w.fields)
	w.array, w.arrayGiven = nil, false
	return err
}

// line writes the fields as a row.
func (w *writer) line() {
	for i := range w.fields {
		w.put(i, w.fields[i])
	}
	w.WriteByte('\n')
}

// member keeps a value of the row. Of a member that stands twice the last value counts.
func (w *writer) member(path string, value any) error {
	if _, isArray := value.(array); path == w.list && (isArray || value == nil) {
		if w.arrayGiven {
			w.repeated(path)
		}
		w.array, w.arrayGiven = value, true
		return nil
	}
	return w.value(path, value)
}

// repeated counts a member that stands twice.
func (w *writer) repeated(path string) {
	if w.again++; w.again == 1 {
		w.twice = path
	}
}

// value keeps a value of the row, whether its member is a list or not.
func (w *writer) value(path string, value any) error {
	f := field{given: true}
	switch v := value.(type) {
	case array:
		f.text, f.quoted = string(v), true
	case object:
		f.text, f.quoted = string(v), true
	case string:
		f.text, f.quoted = v, true
	case json.Number:
		f.text = v.String()
	case bool:
		f.text = fmt.Sprint(v)
	}
	at := w.columns[path].at
	if w.fields[at].given {
		w.repeated(path)
	}
	w.fields[at] = f
	return nil
}

func (w *writer) put(i int, f field) {
	if i > 0 {
		w.WriteByte(',')
	}
	if f.quoted {
		f.text = `"` + strings.ReplaceAll(f.text, `"`, `""`) + `"`
	}
	w.WriteString(f.text)
}
