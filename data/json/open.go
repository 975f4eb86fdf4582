package json

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"cardinal/data"
	"cardinal/data/csv"
	"cardinal/data/unnest"
)

// maxDepth is how deep objects may lie within objects.
const maxDepth = 100

// maxColumns keeps a document whose objects have no member in common from becoming a table of millions of columns.
const maxColumns = 20_000

// Recognise reports whether a text begins as objects do, or as an array of objects, of arrays or of values.
func Recognise(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head := make([]byte, min(size, 4<<10))
	if n, err := r.ReadAt(head, 0); n < len(head) {
		return false, err
	}
	text, _ := withoutNaN(bytes.TrimPrefix(head, []byte(byteOrderMark)))
	return firstObject.Match(text) || emptyArray.Match(text) && int64(len(head)) == size || isArray(text, int64(len(head)) == size), nil
}

const byteOrderMark = "\xEF\xBB\xBF"

var firstObject = regexp.MustCompile(`^\s*(\[\s*)?\{\s*("(\\.|[^"\\])*"\s*:|\})`)

var emptyArray = regexp.MustCompile(`^\s*\[\s*\]\s*$`)

// none is what a person asks for who wants no array unnested, and a document of one object as one row.
const none = "none"

// Open reads a document of the given size in bytes into a table. limit is the memory in bytes that may be used, 0 for no limit. asked is the name
// of the array, in any case, of which each element is a row, or none; where it is "" the document decides.
// progress, which may be nil, is told the share that is done, from 0 to 1. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, asked string, progress func(float64)) (*data.Table, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	t, err := open(ctx, r, size, limit, asked, progress)
	if !errors.As(err, new(*json.SyntaxError)) || limit > 0 && size > limit/4 {
		return t, err
	}
	all, failed := io.ReadAll(io.NewSectionReader(r, 0, size))
	text, n := withoutNaN(all)
	if failed != nil || n == 0 {
		return t, err
	}
	if t, err = open(ctx, bytes.NewReader(text), int64(len(text)), limit, asked, progress); err == nil {
		t.Notes = append(t.Notes, fmt.Sprintf("NaN and Infinity are no numbers of JSON, and were read as null: %d", n))
	}
	return t, err
}

// open is Open for what is JSON.
func open(ctx context.Context, r io.ReaderAt, size, limit int64, asked string, progress func(float64)) (*data.Table, error) {
	if isPivot(r, size) {
		if _, err := (&unnest.Lists{}).Choose(asked, false); err != nil {
			return nil, err
		}
		return openPivot(ctx, r, size, limit, progress)
	}
	if limit > 0 && size > limit/4 {
		return nil, fmt.Errorf("the JSON is too large: it takes %d MB, about four times as much memory is needed, and %d MB are free; turn it into .csv or .parquet", size>>20, limit>>20)
	}
	if rows := pagesOf(cancellable{ctx, begin(r, size)}); rows != nil {
		t, err := open(ctx, bytes.NewReader(rows), int64(len(rows)), limit, asked, progress)
		if err == nil {
			t.Notes = append([]string{"the second entry of the JSON is an array of objects, which are the rows; the first entry is left out"}, t.Notes...)
		}
		return t, err
	}
	list, why := asked, ""
	if asked != none {
		f, err := rowsOf(ctx, begin(r, size), limit, asked)
		switch {
		case err != nil:
			return nil, err
		case f.text != nil:
			t, err := openFound(ctx, f, limit, asked, progress)
			if err == nil || asked == "" {
				return t, err
			}
		case asked == "" && f.list != "":
			list, why = f.list, "the file is one object, and "+f.note+": "
		}
	}
	d, err := learn(ctx, r, size, list, func(f float64) { progress(0.3 * f) })
	switch {
	case err != nil:
		return nil, err
	case len(d.order) == 0:
		return nil, d.nothing()
	case d.list != "" && limit > 0 && d.bytes > limit/4:
		return nil, fmt.Errorf("the table is too large: %d rows, one for each element of %s, take %d MB as text, about four times as much memory is needed, and %d MB are free; turn the JSON into .parquet", d.rows, d.list, d.bytes>>20, limit>>20)
	}
	text := &bytes.Buffer{}
	w := writer{Buffer: text, document: d}
	w.header()
	if err := d.each(ctx, r, func(f float64) { progress(0.3 + 0.3*f) }, w.member, w.end); err != nil {
		return nil, err
	}
	o := csv.Options{Strict: true, Header: 1, Footer: csv.NoFooter, Delimiter: ',', Decimal: '.'}
	for _, c := range d.order {
		if c.kind.chosen != nil {
			o.Types = append(o.Types, csv.ColumnType{Column: c.name, Type: *c.kind.chosen})
		}
	}
	t, err := csv.Open(ctx, bytes.NewReader(text.Bytes()), int64(text.Len()), limit, o, func(f float64) { progress(0.6 + 0.4*f) })
	if err != nil {
		return nil, err
	}
	t.Text = data.TextFormat{}
	t.Lists, t.Unnest = d.lists.Names, d.list
	t.Notes = append(append(d.formNotes(), d.notes(why)...), t.Notes...)
	if w.again > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("members that stand twice in their object: %d, the first is %q; of two the last one counts", w.again, w.twice))
	}
	return t, nil
}

// openFound reads the rows that were found in a document that is one object. asked is the name of these rows, or of an array of theirs that is unnested.
func openFound(ctx context.Context, f found, limit int64, asked string, progress func(float64)) (*data.Table, error) {
	list := asked
	if asked == "" || strings.EqualFold(asked, f.name) {
		list = none
	}
	t, err := open(ctx, bytes.NewReader(f.text), int64(len(f.text)), limit, list, progress)
	if err != nil {
		return nil, err
	}
	if f.head {
		t.Notes = t.Notes[1:] // says that the first array names the columns, which is not the document's
	}
	t.Notes = append([]string{f.note}, t.Notes...)
	t.Lists = append([]string{f.name}, t.Lists...)
	if list == none {
		t.Unnest = f.name
	}
	return t, nil
}

// document is the columns of a document.
type document struct {
	size    int64
	form    form
	names   []string // of the columns, where the rows are arrays
	heads   bool     // the first array names the columns
	width   int      // the most values of an array so far
	ragged  int      // arrays of another length than those before
	columns map[string]*column
	order   []*column
	lists   unnest.Lists
	flat    bool   // some member is no array
	list    string // the path of the array of which each element is a row; "": none
	why     string // the list is unnested, where nobody asked for it

	inFile int   // objects
	rows   int   // of the table
	bytes  int64 // that the table takes as text, about
	row    rowSize
}

// column is a path of members.
type column struct {
	name string
	at   int
	kind *kind // of all values that are not null
}

// kind is what the values of a column are. chosen is the type that is chosen for the column; nil: its values decide.
type kind struct{ chosen *csv.Choice }

var (
	nothing = &kind{}
	texts   = &kind{&csv.Choices[0]}
	numbers = &kind{&csv.Choices[1]}
	others  = &kind{} // dates, truth values, and values of several kinds
)

// each calls do for every member of an object and of the objects within, and end behind every object.
func (d *document) each(ctx context.Context, r io.ReaderAt, progress func(float64), do func(path string, value any) error, end func() error) error {
	in := json.NewDecoder(begin(r, d.size))
	in.UseNumber()
	step := func(row int) error {
		if row%1024 == 1 {
			progress(float64(in.InputOffset()) / float64(d.size))
			return ctx.Err()
		}
		return nil
	}
	if d.form != formObjects {
		return d.arrays(in, step, do, end)
	}
	inArray := false
	for row := 1; ; row++ {
		if err := step(row); err != nil {
			return err
		}
		token, err := in.Token()
		switch {
		case errors.Is(err, io.EOF) && !inArray:
			return nil
		case err != nil:
			return damaged(row, err)
		case row == 1 && token == json.Delim('[') && !inArray:
			inArray, row = true, 0
			continue
		case inArray && token == json.Delim(']'):
			switch token, err := in.Token(); {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil || token != json.Delim('['):
				return errors.New("the JSON goes on behind the array: it should be arrays of objects, or objects only")
			}
			row-- // of the next array
			continue
		case token != json.Delim('{'):
			return fmt.Errorf("entry %d of the JSON is %v and no object: every row must be an object such as {\"city\": \"Rome\"}", row, token)
		}
		if err := members(in, "", 0, do); err != nil {
			return damaged(row, err)
		}
		if err := end(); err != nil {
			return damaged(row, err)
		}
	}
}

// begin is a document behind its byte order mark.
func begin(r io.ReaderAt, size int64) io.Reader {
	section := io.NewSectionReader(r, 0, size)
	mark := make([]byte, 3)
	if n, _ := section.ReadAt(mark, 0); n == 3 && string(mark) == byteOrderMark {
		_, _ = section.Seek(3, io.SeekStart) // a section can be moved
	}
	return section
}

// nothing is the error of a document without a column.
func (d *document) nothing() error {
	switch {
	case d.inFile == 0 && d.form != formLines:
		return errors.New("the JSON is an empty array: there is nothing to read")
	case d.form != formObjects:
		return errors.New("the arrays of the JSON have no value: there is nothing to read")
	}
	return errors.New("the JSON has no object with members: there is nothing to read")
}

func damaged(row int, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the JSON ends in the middle of row %d: it was cut off; copy or download it again", row)
	}
	return fmt.Errorf("row %d of the JSON cannot be read: %w", row, err)
}

// members calls do for every member of the object that in has begun, and of the objects within. before is the path of the object,
// and depth the number of objects around it.
func members(in *json.Decoder, before string, depth int, do func(path string, value any) error) error {
	if depth > maxDepth {
		return fmt.Errorf("more than %d objects lie within each other", maxDepth)
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return err
		}
		path := before + name.(string)
		value, err := in.Token()
		if err != nil {
			return err
		}
		switch value {
		case json.Delim('{'):
			err = members(in, path+".", depth+1, do)
		case json.Delim('['):
			var text string
			if text, err = arrayText(in); err == nil {
				err = do(path, array(text))
			}
		default:
			err = do(path, value)
		}
		if err != nil {
			return err
		}
	}
	_, err := in.Token() // the closing bracket
	return err
}

// array is the JSON of an array.
type array string

// arrayText is the JSON of the array that in has begun.
func arrayText(in *json.Decoder) (string, error) {
	list := []json.RawMessage{}
	for in.More() {
		var one json.RawMessage
		if err := in.Decode(&one); err != nil {
			return "", err
		}
		list = append(list, one)
	}
	if _, err := in.Token(); err != nil {
		return "", err
	}
	var b bytes.Buffer
	b.WriteByte('[')
	for i, one := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := json.Compact(&b, one); err != nil {
			return "", err
		}
	}
	b.WriteByte(']')
	return b.String(), nil
}
