package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
)

// form is what the rows of a document are.
type form uint8

const (
	formObjects form = iota // objects in an array, or objects that follow each other
	formArrays              // arrays in an array
	formLines               // arrays that follow each other
	formValues              // values in an array, each of which is a row of one column
)

// rowsWithin is the beginning of an array of arrays.
var rowsWithin = regexp.MustCompile(`^\s*\[\s*\[`)

// nextLine is a line end and the beginning of an array.
var nextLine = regexp.MustCompile(`^[ \t\r]*\n\s*\[`)

// isArray reports whether a text, of which head is the beginning, is JSON that begins with an array of arrays, an array that another one follows, or an
// array of values. The first row says so, and what is wrong further on is damage. An array of values must be right as far as head goes.
func isArray(head []byte, whole bool) bool {
	in := json.NewDecoder(bytes.NewReader(head))
	depth, deepest, seen := 0, 0, false
	for {
		token, err := in.Token()
		switch {
		case err != nil:
			cut := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) && depth > 0
			return seen && (errors.Is(err, io.EOF) && depth == 0 || cut && (!whole || deepest > 1))
		case token == json.Delim('['), token == json.Delim('{') && depth > 0:
			depth++
			deepest = max(deepest, depth)
		case token == json.Delim(']'), token == json.Delim('}'):
			depth--
			if seen && (depth == 1 && rowsWithin.Match(head) || depth == 0 && nextLine.Match(head[in.InputOffset():])) {
				return true
			}
		case depth == 0:
			return false
		default:
			seen = true
		}
	}
}

// maxLine is the most bytes of an array that others follow.
const maxLine = 1 << 20

// formOf finds the form of a document.
func formOf(r io.Reader) form {
	in := json.NewDecoder(io.LimitReader(r, maxLine))
	in.UseNumber()
	if token, err := in.Token(); err != nil || token != json.Delim('[') {
		return formObjects
	}
	for first, depth := true, 1; depth > 0; first = false {
		token, err := in.Token()
		switch {
		case err != nil:
			return formValues // it is longer, or damaged, which the reading says
		case first && token == json.Delim('{'):
			return formObjects
		case first && token == json.Delim('['):
			return formArrays
		case token == json.Delim('['), token == json.Delim('{'):
			depth++
		case token == json.Delim(']'), token == json.Delim('}'):
			depth--
		}
	}
	if in.More() {
		return formLines
	}
	return formValues
}

// arrays calls do for every value of an array that is a row, and end behind every array. step is told each row before it is read.
func (d *document) arrays(in *json.Decoder, step func(row int) error, do func(path string, value any) error, end func() error) error {
	if d.form != formLines {
		if _, err := in.Token(); err != nil {
			return damaged(1, err)
		}
	}
	d.names, d.heads, d.width, d.ragged = d.names[:0], false, 0, 0
	for row := 1; ; row++ {
		if err := step(row); err != nil {
			return err
		}
		if d.form == formLines && !in.More() {
			if _, err := in.Token(); !errors.Is(err, io.EOF) {
				return damaged(row, err)
			}
			return nil
		}
		if d.form != formLines && !in.More() {
			if _, err := in.Token(); err != nil {
				return damaged(row, err)
			}
			if _, err := in.Token(); !errors.Is(err, io.EOF) {
				return errors.New("the JSON goes on behind the array: it should be one array, or arrays only")
			}
			return nil
		}
		if err := d.array(in, row, do, end); err != nil {
			return damaged(row, err)
		}
	}
}

// array reads a row. The first array may name the columns.
func (d *document) array(in *json.Decoder, row int, do func(path string, value any) error, end func() error) error {
	if d.form == formValues {
		v, err := anyValue(in)
		if err != nil {
			return err
		}
		if err := do("value", v); err != nil {
			return err
		}
		return end()
	}
	if token, err := in.Token(); err != nil || token != json.Delim('[') {
		if err == nil {
			err = fmt.Errorf("it is %v, and the rows before are arrays", token)
		}
		return err
	}
	var values []any
	for in.More() {
		v, err := anyValue(in)
		if err != nil {
			return err
		}
		if values = append(values, v); len(values) > maxColumns {
			return fmt.Errorf("the array has more than the %d values that Cardinal reads as columns", maxColumns)
		}
	}
	if _, err := in.Token(); err != nil {
		return err
	}
	if row == 1 {
		if d.heads = areNames(values); d.heads {
			for _, v := range values {
				d.names = append(d.names, v.(string))
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
		if err := do(d.names[i], v); err != nil {
			return err
		}
	}
	return end()
}

// named makes a column of every name of the first array, also where no other array has a value for it.
func (d *document) named() error {
	for _, name := range d.names {
		if d.columns[name] == nil {
			if err := d.value(name, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// areNames reports whether the values of an array can name columns: they are texts, of which none is empty or stands twice.
func areNames(values []any) bool {
	seen := map[string]bool{}
	for _, v := range values {
		s, ok := v.(string)
		if !ok || s == "" || seen[s] {
			return false
		}
		seen[s] = true
	}
	return len(values) > 0
}

// anyValue reads a value. An array or an object is the text of its JSON.
func anyValue(in *json.Decoder) (any, error) {
	token, err := in.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		text, err := arrayText(in)
		return array(text), err
	case json.Delim('{'):
		text, err := objectText(in)
		return object(text), err
	}
	return token, nil
}

// object is the JSON of an object within an array.
type object string

// objectText is the JSON of the object that in has begun.
func objectText(in *json.Decoder) (string, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return "", err
		}
		quoted, err := json.Marshal(name)
		if err != nil {
			return "", err
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(quoted)
		b.WriteByte(':')
		var one json.RawMessage
		if err := in.Decode(&one); err != nil {
			return "", err
		}
		if err := json.Compact(&b, one); err != nil {
			return "", err
		}
	}
	b.WriteByte('}')
	_, err := in.Token()
	return b.String(), err
}

// formNotes say how a document without objects was read.
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
		notes = append(notes, fmt.Sprintf("arrays of another length than those before: %d; values that a row lacks are null", d.ragged))
	}
	return notes
}
