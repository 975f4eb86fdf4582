package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// form says what the rows of a document are.
type form uint8

const (
	formObjects form = iota // objects in an array, or a sequence of objects
	formArrays              // arrays in an array
	formLines               // a sequence of arrays
	formValues              // values in an array; each value is a row of one column
)

// rowsWithin matches the beginning of an array of arrays.
var rowsWithin = lazyregexp.New(`^\s*\[\s*\[`)

// nextLine matches a line end and the beginning of an array.
var nextLine = lazyregexp.New(`^[ \t\r]*\n\s*\[`)

// isArray reports whether a JSON text begins with an array of arrays, with an array that another array follows, or with
// an array of values. head is the beginning of the text. If the first row of arrays is valid, the result is true,
// because later faults are damage. An array of values must have no fault in head, but head may end within its first
// string.
func isArray(head []byte, whole bool) bool {
	in := json.NewDecoder(bytes.NewReader(head))
	depth, deepest, seen := 0, 0, false
	for {
		token, err := in.Token()
		switch {
		case err != nil:
			cut := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) && depth > 0
			// the first value is a string that is longer than head
			long := cut && depth > 0 && !whole && bytes.HasPrefix(bytes.TrimSpace(head[in.InputOffset():]), []byte(`"`))
			return long || seen && (errors.Is(err, io.EOF) && depth == 0 || cut && (!whole || deepest > 1))
		case token == json.Delim('['), token == json.Delim('{') && depth > 0:
			depth++
			deepest = max(deepest, depth)
		case token == json.Delim(']'), token == json.Delim('}'):
			depth--
			if seen && (depth == 1 && rowsWithin().Match(head) ||
				depth == 0 && nextLine().Match(head[in.InputOffset():])) {
				return true
			}
		case depth == 0:
			return false
		default:
			seen = true
		}
	}
}

// maxLine is the greatest size in bytes of an array in a sequence of arrays.
const maxLine = 1 << 20

// formOf finds the form of a document.
func formOf(text []byte) form {
	in := newDecoder(text[:min(len(text), maxLine)])
	if token, err := in.ReadToken(); err != nil || token.Kind() != '[' {
		return formObjects
	}
	switch in.PeekKind() {
	case '{':
		return formObjects
	case '[':
		return formArrays
	}
	for in.PeekKind() != ']' {
		if in.SkipValue() != nil {
			return formValues // the array is longer, or damaged; the reading will find out
		}
	}
	_, _ = in.ReadToken() // the bracket
	if in.PeekKind() == '[' {
		return formLines
	}
	return formValues
}

// arrays calls `do` for every value of each array that is a row, and `end` after each such array. It calls `step` with
// the number of each row before it reads the row.
func (d *document) arrays(in *jsontext.Decoder, step func(row int) error, do visit, end func() error) error {
	if d.form != formLines {
		if _, err := in.ReadToken(); err != nil {
			return damaged(1, err)
		}
	}
	d.names, d.heads, d.width, d.ragged = d.names[:0], false, 0, 0
	for row := 1; ; row++ {
		if err := step(row); err != nil {
			return err
		}
		kind := in.PeekKind()
		if kind != ']' && kind != jsontext.KindInvalid {
			value, err := in.ReadValue()
			if err == nil {
				err = d.array(value, row, do, end)
			}
			if err != nil {
				return damaged(row, err)
			}
			continue
		}
		_, err := in.ReadToken()
		switch {
		case d.form == formLines && errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return damaged(row, err)
		}
		if _, err := in.ReadToken(); !errors.Is(err, io.EOF) {
			return errors.New("the JSON goes on behind the array: it should be one array, or arrays only")
		}
		return nil
	}
}

// array passes the values of a row on to `do`. The first array may have the names of the columns instead.
func (d *document) array(value []byte, row int, do visit, end func() error) error {
	if d.form == formValues {
		if err := do([]byte("value"), value); err != nil {
			return err
		}
		return end()
	}
	if value[0] != '[' {
		return fmt.Errorf("it is %.50s, and the rows before are arrays", value)
	}
	values := d.values[:0]
	for s := (scanner{text: value, at: 1}); s.more(); {
		if values = append(values, s.skip()); len(values) > maxColumns {
			return separators.Errorf("the array has more than the %d values that Cardinal reads as columns", maxColumns)
		}
	}
	d.values = values
	if row == 1 {
		if d.heads = areNames(values); d.heads {
			for _, v := range values {
				d.names = append(d.names, string(appendText(nil, v)))
			}
			d.width = len(values)
			return nil
		}
	}
	if len(values) != d.width && d.width > 0 {
		d.ragged++
	}
	d.width = max(d.width, len(values))
	for i, v := range values {
		if i == len(d.names) {
			name := "column_" + strconv.Itoa(i+1)
			for slices.Contains(d.names, name) {
				name += "_"
			}
			d.names = append(d.names, name)
		}
		d.path = append(d.path[:0], d.names[i]...)
		if err := do(d.path, v); err != nil {
			return err
		}
	}
	return end()
}

// named makes a column for each name in the first array for which no array has a value.
func (d *document) named() error {
	for _, name := range d.names {
		if d.columns[name] == nil {
			if err := d.value([]byte(name), nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// areNames reports whether the values of an array can name columns: all values are strings, and no string is empty or
// occurs twice.
func areNames(values [][]byte) bool {
	seen := map[string]bool{}
	for _, v := range values {
		if v[0] != '"' {
			return false
		}
		name := string(appendText(nil, v))
		if name == "" || seen[name] {
			return false
		}
		seen[name] = true
	}
	return len(values) > 0
}

// formNotes returns notes on how a document without objects was read.
func (d *document) formNotes() (notes []string) {
	switch {
	case d.form == formObjects:
	case d.form == formValues:
		notes = append(notes, "the JSON is an array of values, each of which is a row")
	case d.heads:
		notes = append(notes, "each array of the JSON is a row, and the first one names the columns")
	default:
		notes = append(notes, "each array of the JSON is a row, and none names the columns")
	}
	if d.ragged > 0 {
		notes = append(notes, separators.Sprintf("arrays of another length than those before: %d; values that a row "+
			"lacks are null", d.ragged))
	}
	return notes
}
