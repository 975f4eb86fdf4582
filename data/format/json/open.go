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

// maxDepth is the greatest depth of objects within objects.
const maxDepth = 100

// long is the number of bytes from which reading a value takes noticeable time.
const long = 1 << 20

// maxColumns is a limit for documents whose objects have no common members. Without it, a table could have millions of
// columns.
const maxColumns = 20_000

// Recognise reports whether a text begins like a sequence of objects, or like an array of objects, of arrays or of
// values.
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

// none is what a person writes to unnest no array. A document of one object is then one row.
const none = "none"

// Open reads a document of the given size in bytes into a table. limit is the memory in bytes that may be used, 0 for
// no limit. columns names the wanted columns, in any case, or is nil for all columns. Open may read more columns. asked
// is the name, in any case, of the array whose elements are the rows, or none. If asked is "", the document decides.
// Open calls progress, which may be nil, with the share of the work that is done, from 0 to 1. The error is a sentence
// for a person.
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

// openWhole does what Open does, for any document, which it reads into memory. If the text is not UTF-8, openWhole
// converts it. If the text is not JSON, openWhole corrects NaN, Infinity and control characters. Notes say what was
// changed, and how often.
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

// read reads a document into memory, without its byte order mark and without bytes behind its end.
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

// open does what Open does, for a text in memory. It corrects no faults.
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
// bytes that may be used, 0 for no limit. source passes all rows on, each time that tableOf calls it.
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

// ofJSON has the options for the values of a document.
var ofJSON = infer.Options{Decimal: '.', Delimiter: ',', Typed: true}

// openFound reads the rows that rowsOf found in a document that is one object. asked is the name of these rows, or of
// an array within them that is unnested.
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
		t.Notes = t.Notes[1:] // this note says that the first array names the columns; rowsOf has added that array
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
	values  [][]byte // of the current row, if it is an array
	path    []byte   // of the current value, if the row is an array
	heads   bool     // the first array names the columns
	width   int      // the greatest number of values of an array so far
	ragged  int      // number of arrays whose length differs from previous arrays
	columns map[string]*column
	order   []*column
	lists   unnest.Lists
	flat    bool   // whether some member is no array
	list    string // the path of the array whose elements are the rows; "": none
	why     string // why the list is unnested although nobody asked for it

	inFile int   // number of objects
	rows   int   // number of rows of the table
	bytes  int64 // bytes of text that the table takes, approximately
	row    rowSize
	long   error // a longRow for the first row that is too long; nil: no row is too long
}

// column is a column, which is named by a path of members.
type column struct {
	name string
	at   int
	kind *kind // of all values that are not null
}

// kind is a kind of values. chosen is the type that a column of the kind gets; nil: the values decide.
type kind struct{ chosen *infer.Choice }

var (
	nothing = &kind{}
	texts   = &kind{&infer.Choices[0]}
	numbers = &kind{&infer.Choices[1]}
	others  = &kind{} // dates, truth values, and values of several kinds
)

// visit is called with the path of a member and its value in JSON. The path is valid until the next call.
type visit func(path, value []byte) error

// each calls `do` for each member of an object that is no object, and for the members of inner objects. It calls `end`
// after each object of the document.
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

// newDecoder returns a decoder for JSON as most programs write it: members may occur twice, and strings may have halves
// of surrogate pairs. The values that it reads are slices of `text`.
func newDecoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true))
}

// nothing returns the error for a document without columns.
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

// syntaxError says what is wrong with a text, without details that only programmers understand.
type syntaxError struct{ *jsontext.SyntacticError }

func (e syntaxError) Error() string { return e.Err.Error() }
func (e syntaxError) Unwrap() error { return e.SyntacticError }
