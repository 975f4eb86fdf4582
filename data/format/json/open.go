package json

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"cardinal/data"
	"cardinal/data/format/csv/charset"
	"cardinal/data/infer"
	"cardinal/data/shape/unnest"
	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// maxDepth is how deep objects may lie within objects.
const maxDepth = 100

// long is from how many bytes on a value takes a while to read.
const long = 1 << 20

// maxColumns keeps a document whose objects have no member in common from becoming a table of millions of columns.
const maxColumns = 20_000

// Recognise reports whether a text begins as objects do, or as an array of objects, of arrays or of values.
func Recognise(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head := make([]byte, min(size, 4<<10))
	if n, err := r.ReadAt(head, 0); n < len(head) {
		return false, err
	}
	text, _, _ := mend(bytes.TrimPrefix(head, []byte(byteOrderMark)))
	return firstObject().Match(text) || emptyArray().Match(text) && int64(len(head)) == size ||
		isArray(text, int64(len(head)) == size), nil
}

const byteOrderMark = "\xEF\xBB\xBF"

var firstObject = lazyregexp.New(`^\s*(\[\s*)?\{\s*("(\\.|[^"\\])*"\s*:|\})`)

var emptyArray = lazyregexp.New(`^\s*\[\s*\]\s*$`)

// none is the name by which a person asks for no array to be unnested. A document of one object is then one row.
const none = "none"

// Open reads a document of the given size in bytes into a table. limit is the memory in bytes that may be used, 0 for
// no limit. columns names the columns that are wanted, in any case; nil stands for all. More columns may be read.
// asked is the name of the array, in any case, whose elements are the rows, or none. If asked is "", the document
// decides. progress may be nil. It is called with the share that is done, from 0 to 1. The error is a sentence for a
// person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, columns []string, asked string,
	progress func(float64)) (*data.Table, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	if limit > 0 && size > limit/4 {
		return nil, separators.Errorf("the JSON is too large: it takes %d MB, about four times as much memory is "+
			"needed, and %d MB are free; turn it into .csv or .parquet", size>>20, limit>>20)
	}
	if asked == "" {
		t, ok, err := openPieces(ctx, r, size, pieceSize, limit, columns, progress)
		if ok || ctx.Err() != nil {
			return t, err
		}
	}
	return openWhole(ctx, r, size, limit, asked, progress)
}

// openWhole reads any document into memory and does what Open does. If the text is not UTF-8, openWhole converts the
// text. If the text is no JSON, openWhole mends NaN, Infinity and control characters. Notes say so, with numbers.
func openWhole(ctx context.Context, r io.ReaderAt, size, limit int64, asked string,
	progress func(float64)) (*data.Table, error) {
	text, err := read(ctx, r, size)
	if err != nil {
		return nil, err
	}
	var notes []string
	if !utf8.Valid(text) {
		text, _, notes = charset.ToUTF8(text)
	}
	t, err := open(ctx, text, limit, asked, progress)
	if !errors.As(err, new(*jsontext.SyntacticError)) {
		if err == nil {
			t.Notes = append(t.Notes, notes...)
		}
		return t, err
	}
	text, numbers, signs := mend(text)
	if numbers+signs == 0 {
		return t, err
	}
	if t, err = open(ctx, text, limit, asked, progress); err != nil {
		return nil, err
	}
	if numbers > 0 {
		t.Notes = append(t.Notes, separators.Sprintf("NaN and Infinity are no numbers of JSON, and were read as "+
			"null: %d", numbers))
	}
	if signs > 0 {
		t.Notes = append(t.Notes, separators.Sprintf("control characters in texts should be escaped in JSON, and "+
			"were kept: %d", signs))
	}
	t.Notes = append(t.Notes, notes...)
	return t, nil
}

// read reads a document into memory, without its byte order mark and what stands behind its end.
func read(ctx context.Context, r io.ReaderAt, size int64) ([]byte, error) {
	text := make([]byte, size)
	const piece = 16 << 20
	for at := int64(0); at < size; at += piece {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part := text[at:min(at+piece, size)]
		if n, err := r.ReadAt(part, at); n < len(part) {
			return nil, err
		}
	}
	return bytes.TrimPrefix(charset.TrimEnd(text), []byte(byteOrderMark)), nil
}

// open does what Open does, for a text in memory that is not mended.
func open(ctx context.Context, text []byte, limit int64, asked string, progress func(float64)) (*data.Table, error) {
	if bytes.HasPrefix(text, []byte(pivotStart)) {
		if _, err := (&unnest.Lists{}).Choose(asked, false); err != nil {
			return nil, err
		}
		return openPivot(ctx, text, limit, progress)
	}
	if rows := pagesOf(text); rows != nil {
		t, err := open(ctx, rows, limit, asked, progress)
		if err == nil {
			t.Notes = append([]string{"the second entry of the JSON is an array of objects, which are the rows; the " +
				"first entry is left out"}, t.Notes...)
		}
		return t, err
	}
	list, why := asked, ""
	if asked != none {
		f, err := rowsOf(ctx, text, limit, asked)
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
	d, err := learn(ctx, text, list, func(f float64) { progress(0.3 * f) })
	if long := (*longRow)(nil); errors.As(err, &long) && long.array && list == "" {
		why = separators.Sprintf("a row with all of %s would take %d MB, and %d MB are the most: ", long.member,
			long.bytes>>20, infer.MaxRow>>20)
		d, err = learn(ctx, text, long.member, func(f float64) { progress(0.3 * f) })
	}
	switch {
	case err != nil:
		return nil, err
	case len(d.order) == 0:
		return nil, d.nothing()
	case d.list != "" && limit > 0 && d.bytes > limit/4:
		return nil, separators.Errorf("the table is too large: %d rows, one for each element of %s, take %d MB as "+
			"text, about four times as much memory is needed, and %d MB are free; turn the JSON into .parquet", d.rows,
			d.list, d.bytes>>20, limit>>20)
	}
	var w writer
	names := d.columnNames()
	chosen := each.Of(d.order, func(c *column) *infer.Choice { return c.kind.chosen })
	t, err := tableOf(ctx, names, chosen, limit, func(rows *infer.Rows) error {
		w = writer{document: d, rows: rows, fields: make([][]byte, len(names))}
		return d.each(func(f float64) { progress(0.3 + 0.7*f) }, w.member, w.end)
	})
	if err != nil {
		return nil, err
	}
	t.Lists, t.Unnest = d.lists.Names, d.list
	t.Notes = append(append(d.formNotes(), d.notes(why)...), t.Notes...)
	t.Notes = append(t.Notes, memberNotes(w.again, w.twice, w.halved)...)
	return t, nil
}

// tableOf makes a table of rows. chosen has the types of the columns; nil: the values decide. limit is the memory in
// bytes that may be used, 0 for no limit. source hands over all rows each time that it is called.
func tableOf(ctx context.Context, names []string, chosen []*infer.Choice, limit int64,
	source func(*infer.Rows) error) (*data.Table, error) {
	asText := func(i int) bool { return chosen[i] == texts.chosen }
	cells, err := infer.Read(ctx, ofJSON, len(names), asText, limit/2, source)
	if err != nil {
		return nil, err
	}
	columns, err := cells.Columns(ctx, names, chosen, limit, func(cells *infer.Cells) error {
		return cells.Feed(ctx, len(names), source)
	})
	if err != nil {
		return nil, err
	}
	t := data.NewTable("", columns)
	t.Rows = cells.Rows()
	if again := infer.Repeated(columns, names); again != "" {
		t.Notes = append([]string{again}, t.Notes...)
	}
	return t, nil
}

// ofJSON says how the values of a document are read.
var ofJSON = infer.Options{Decimal: '.', Delimiter: ',', Typed: true}

// openFound reads the rows that were found in a document that is one object. asked is the name of these rows,
// or of an array of theirs that is unnested.
func openFound(ctx context.Context, f found, limit int64, asked string, progress func(float64)) (*data.Table, error) {
	list := asked
	if asked == "" || strings.EqualFold(asked, f.name) {
		list = none
	}
	t, err := open(ctx, f.text, limit, list, progress)
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

// document describes the columns of a document.
type document struct {
	ctx     context.Context
	text    []byte
	form    form
	names   []string // of the columns, if the rows are arrays
	values  [][]byte // of a row that is an array
	path    []byte   // of a value of a row that is an array
	heads   bool     // the first array names the columns
	width   int      // the most values of an array so far
	ragged  int      // arrays whose length differs from the arrays before
	columns map[string]*column
	order   []*column
	lists   unnest.Lists
	flat    bool   // some member is no array
	list    string // the path of the array whose elements are the rows; "": none
	why     string // the reason to unnest the list, if nobody asked for it

	inFile int   // objects
	rows   int   // of the table
	bytes  int64 // bytes of text that the table takes, approximately
	row    rowSize
	long   error // a longRow of the first row that is too long; nil: no row is too long
}

// column is a path of members.
type column struct {
	name string
	at   int
	kind *kind // of all values that are not null
}

// kind is the kind of the values of a column. chosen is the type that is chosen for the column; if chosen is nil, the
// values decide.
type kind struct{ chosen *infer.Choice }

var (
	nothing = &kind{}
	texts   = &kind{&infer.Choices[0]}
	numbers = &kind{&infer.Choices[1]}
	others  = &kind{} // dates, truth values, and values of several kinds
)

// visit is called with the path of a member and its value, which is JSON. The path holds until the next one.
type visit func(path, value []byte) error

// each calls do for every member of an object and of the objects within, and end behind every object.
func (d *document) each(progress func(float64), do visit, end func() error) error {
	in := newDecoder(d.text)
	step := func(row int) error {
		if row%1024 == 1 {
			progress(float64(in.InputOffset()) / float64(len(d.text)))
			return d.ctx.Err()
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
		kind := in.PeekKind()
		if kind == '{' {
			value, err := in.ReadValue()
			if len(value) > long && d.ctx.Err() != nil {
				return d.ctx.Err()
			}
			if err == nil {
				err = (&scanner{text: value}).members(nil, 0, do)
			}
			if err == nil {
				err = end()
			}
			if err != nil {
				return damaged(row, err)
			}
			continue
		}
		token, err := in.ReadToken()
		switch {
		case errors.Is(err, io.EOF) && !inArray:
			return nil
		case err != nil:
			return damaged(row, err)
		case row == 1 && kind == '[' && !inArray:
			inArray, row = true, 0
		case inArray && kind == ']':
			switch token, err := in.ReadToken(); {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil || token.Kind() != '[':
				return errors.New("the JSON goes on behind the array: it should be arrays of objects, or objects only")
			}
			row-- // of the next array
		default:
			return separators.Errorf("entry %d of the JSON is %v and no object: every row must be an object such as "+
				"{\"city\": \"Rome\"}", row, token)
		}
	}
}

// newDecoder reads JSON as most programs write it: members may stand twice, and texts may have halves of surrogate
// pairs. The values that it reads are parts of the text.
func newDecoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true))
}

// nothing returns the error of a document without a column.
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
		return separators.Errorf("the JSON ends in the middle of row %d: it was cut off; copy or download it again",
			row)
	}
	if fault := (*jsontext.SyntacticError)(nil); errors.As(err, &fault) {
		return separators.Errorf("row %d of the JSON cannot be read: %w", row, syntaxError{fault})
	}
	return separators.Errorf("row %d of the JSON cannot be read: %w", row, err)
}

// syntaxError says what is wrong with a text, without the names and numbers that a program would want.
type syntaxError struct{ *jsontext.SyntacticError }

func (e syntaxError) Error() string { return e.Err.Error() }
func (e syntaxError) Unwrap() error { return e.SyntacticError }
