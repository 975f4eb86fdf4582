package json

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cardinal/data/infer"
	"cardinal/data/shape/unnest"
	"cardinal/internal/separators"
)

// rowSize counts the bytes of the current object's text.
type rowSize struct {
	flat     int // of members that are repeated in every row
	elements int
	rows     int // number of rows of the table; 0: the object has no array whose elements are rows

	longest int    // of the longest member, if it is long
	member  string // its path
	array   bool   // whether the longest member is an array
}

// longRow is the error for a row that is longer than infer.MaxRow.
type longRow struct {
	bytes int
	rowSize
}

func (e *longRow) Error() string {
	said := separators.Sprintf("it takes %d MB, and %d MB are the most that one row may take", e.bytes>>20,
		infer.MaxRow>>20)
	switch {
	case e.array:
		return said + "; " + unnest.Offer(e.member)
	case e.member != "":
		return said + separators.Sprintf("; shorten its member %s, which takes %d MB, or leave it out of the file",
			e.member, e.longest>>20)
	}
	return said
}

// learn finds the columns of a document. If a list is unnested, learn reads the document twice, because only the first
// reading finds the list.
func learn(ctx context.Context, text []byte, asked string, progress func(float64)) (*document, error) {
	d, err := newDocument(ctx, text, "", progress)
	if err != nil {
		return nil, err
	}
	if asked == none && !slices.Contains(d.lists.Names, none) {
		return d, d.long
	}
	list, err := d.lists.Choose(asked, !d.flat)
	if err != nil {
		return d, err
	}
	if list == "" {
		return d, d.long
	}
	if d, err = newDocument(ctx, text, list, progress); err != nil {
		return nil, err
	}
	if d.why = unnest.Why(asked); d.long != nil {
		return d, d.long
	}
	if !slices.ContainsFunc(d.order, func(c *column) bool {
		return c.name == list || strings.HasPrefix(c.name, list+".")
	}) {
		return d, d.value([]byte(list), nil) // no array has an element
	}
	return d, nil
}

// newDocument reads a document to find its columns. list is the path of the array whose elements are the rows, or "".
func newDocument(ctx context.Context, text []byte, list string, progress func(float64)) (*document, error) {
	d := &document{ctx: ctx, text: text, form: formOf(text), columns: map[string]*column{}, list: list}
	if err := d.each(progress, d.member, d.end); err != nil {
		return nil, err
	}
	return d, d.named()
}

// end counts the rows and the bytes of an object that was read.
func (d *document) end() error {
	rows := max(d.row.rows, 1)
	d.inFile++
	if d.row.flat > infer.MaxRow && d.long == nil {
		row := d.inFile
		if d.heads {
			row++
		}
		d.long = damaged(row, &longRow{d.row.flat, d.row})
	}
	d.rows += rows
	d.bytes += int64(d.row.flat)*int64(rows) + int64(d.row.elements) + int64(rows)*int64(len(d.order))
	d.row = rowSize{}
	return nil
}

// elements counts the rows and finds the columns of the array whose elements are rows. value may be null.
func (d *document) elements(value []byte) error {
	d.row.elements, d.row.rows = 0, 0
	if isNull(value) {
		return nil
	}
	return d.eachElement(value, func(path, value []byte) error {
		d.row.elements += len(value)
		return d.value(path, value)
	}, func() error {
		d.row.rows++
		return nil
	})
}

// elements adds a row for each element of the array, or one row if the array is empty or null.
func (w *writer) elements() error {
	if isNull(w.array) {
		return w.line()
	}
	w.flat = append(w.flat[:0], w.fields...)
	rows := 0
	err := w.eachElement(w.array, w.value, func() error {
		rows++
		err := w.line()
		copy(w.fields, w.flat)
		return err
	})
	if err == nil && rows == 0 {
		err = w.line()
	}
	return err
}

// eachElement calls `do` for each element of the array: once for an element that is no object, and for each member of
// an element that is one. It calls `end` after each element, since each is a row.
func (d *document) eachElement(array []byte, do visit, end func() error) error {
	s := scanner{text: array}
	path := []byte(d.list + ".")
	rows := 0
	for s.open(); s.more(); rows++ {
		var err error
		switch s.text[s.at] {
		case '{':
			err = s.members(path, 1, do)
		case 'n':
			s.skip()
		default:
			err = do(path[:len(path)-1], s.skip())
		}
		if err == nil {
			err = end()
		}
		if err == nil && rows%1024 == 0 {
			err = d.ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// notes returns sentences on what the arrays of the document became.
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
		notes = append(notes, fmt.Sprintf("arrays, read as the text of their JSON: %s; %s",
			strings.Join(rest.Names, ", "), unnest.Offer(rest.Names[0])))
	}
	return notes
}
