package json

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardinal/data/unnest"
)

// rowSize is what the object that is being read takes as text, in bytes.
type rowSize struct {
	flat     int // of members that stand in every row
	elements int
	rows     int // of the table; 0: the object has no array whose elements are rows
}

// learn finds the columns of a document. A document with a list to unnest is read twice: the first reading finds the list.
func learn(ctx context.Context, r io.ReaderAt, size int64, asked string, progress func(float64)) (*document, error) {
	d := &document{size: size, form: formOf(begin(r, size)), columns: map[string]*column{}}
	if err := d.each(ctx, r, progress, d.member, d.end); err != nil {
		return nil, err
	}
	if err := d.named(); err != nil {
		return nil, err
	}
	if asked == none && !slices.Contains(d.lists.Names, none) {
		return d, nil
	}
	d.why = unnest.Why(asked)
	list, err := d.lists.Choose(asked, !d.flat)
	if err != nil || list == "" {
		return d, err
	}
	d = &document{size: size, form: d.form, columns: map[string]*column{}, list: list, why: d.why}
	if err := d.each(ctx, r, progress, d.member, d.end); err != nil {
		return nil, err
	}
	if err := d.named(); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(d.order, func(c *column) bool { return c.name == list || strings.HasPrefix(c.name, list+".") }) {
		return d, d.value(list, nil) // no array has an element
	}
	return d, nil
}

// end takes the end of an object into account.
func (d *document) end() error {
	rows := max(d.row.rows, 1)
	d.inFile++
	d.rows += rows
	d.bytes += int64(d.row.flat)*int64(rows) + int64(d.row.elements) + int64(rows)*int64(len(d.order))
	d.row = rowSize{}
	return nil
}

// elements takes an array into account of which each element is a row, or nil.
func (d *document) elements(value any) error {
	d.row.elements, d.row.rows = 0, 0
	if value == nil {
		return nil
	}
	return eachElement(value.(array), d.list, func(path string, value any) error {
		d.row.elements += length(value)
		return d.value(path, value)
	}, func() error {
		d.row.rows++
		return nil
	})
}

// elements writes a row for each element of the array, or one row where there is no element.
func (w *writer) elements() error {
	of, _ := w.array.(array)
	if of == "" || of == "[]" {
		w.line()
		return nil
	}
	flat := append([]field(nil), w.fields...)
	return eachElement(of, w.list, w.value, func() error {
		w.line()
		copy(w.fields, flat)
		return nil
	})
}

// eachElement calls do for the element of an array that is no object, and for every member of an element that is one. It calls end behind every
// element. path is that of the array.
func eachElement(of array, path string, do func(path string, value any) error, end func() error) error {
	in := json.NewDecoder(strings.NewReader(string(of)))
	in.UseNumber()
	if _, err := in.Token(); err != nil {
		return err
	}
	for in.More() {
		token, err := in.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'):
			err = members(in, path+".", 1, do)
		case json.Delim('['):
			var text string
			if text, err = arrayText(in); err == nil {
				err = do(path, array(text))
			}
		case nil:
		default:
			err = do(path, token)
		}
		if err == nil {
			err = end()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// length is the number of bytes of a value as text, about.
func length(value any) int {
	switch v := value.(type) {
	case string:
		return len(v) + 2
	case array:
		return len(v) + 2
	case object:
		return len(v) + 2
	case json.Number:
		return len(v)
	case bool:
		return 5
	}
	return 0
}

// notes say what became of the arrays of the document.
func (d *document) notes(why string) (notes []string) {
	if d.list != "" {
		notes = append(notes, unnest.Grown(d.list, d.inFile, d.rows, cmp.Or(why, d.why)))
	}
	rest := unnest.Lists{}
	for _, name := range d.lists.Names {
		if name != d.list {
			rest.Add(name)
		}
	}
	if len(rest.Names) > 0 {
		notes = append(notes, fmt.Sprintf("arrays, read as the text of their JSON: %s; %s", strings.Join(rest.Names, ", "), unnest.Offer(rest.Names[0])))
	}
	return notes
}
