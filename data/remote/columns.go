package remote

import (
	"cmp"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"

	"cardinal/data"
	"cardinal/data/text/intern"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Builder makes a column of an answer, value by value.
type Builder struct {
	of     Result
	ints   []int64
	floats []float64
	codes  []uint32
	texts  intern.Table
	nulls  []int
	rows   int
}

// Builders returns builders for the columns of a question.
func Builders(of []Result) []*Builder {
	return each.Of(of, func(r Result) *Builder { return &Builder{of: r} })
}

// Result returns the description of the column that the builder makes.
func (b *Builder) Result() Result { return b.of }

// Int appends an integer. A decimal, a day, a time and a truth value are also appended as integers.
func (b *Builder) Int(n int64) {
	b.ints = append(b.ints, n)
	b.rows++
}

// Float appends a float.
func (b *Builder) Float(f float64) {
	b.floats = append(b.floats, f)
	b.rows++
}

// Text appends a copy of a text. Bytes that are not UTF-8 become the replacement character.
func (b *Builder) Text(text []byte) {
	b.codes = append(b.codes, b.Code(text))
	b.rows++
}

// Code returns the code of a text, for AppendCode.
func (b *Builder) Code(text []byte) uint32 {
	return b.texts.Code([]byte(strings.ToValidUTF8(string(text), "\uFFFD")))
}

// AppendCode appends the text whose code Code returned.
func (b *Builder) AppendCode(code uint32) {
	b.codes = append(b.codes, code)
	b.rows++
}

// Null appends a missing value.
func (b *Builder) Null() {
	b.nulls = append(b.nulls, b.rows)
	switch b.of.Type {
	case data.Float:
		b.Float(0)
	case data.Text:
		b.AppendCode(0)
	default:
		b.Int(0)
	}
}

// TypeError returns the error for an answer whose type differs from the requested type.
func (b *Builder) TypeError(declared string) error {
	return fmt.Errorf("the column %q is of the type %s now, and had another type when the table was opened: open the "+
		"table again", b.name(), declared)
}

// name returns the column's name in the table, for errors.
func (b *Builder) name() string { return cmp.Or(b.of.Of, b.of.Name) }

// ValueError returns the error for a value that no column of Cardinal can hold.
func (b *Builder) ValueError(value string) error {
	if b.of.Found {
		return fmt.Errorf("the column %q has a value %s that was not found when the table was opened: open the table "+
			"again, or open a view that leaves the value out", b.name(), value)
	}
	return fmt.Errorf("the column %q has the value %s, which Cardinal cannot hold as %s: filter such values, or open "+
		"a view that leaves them out", b.name(), value, b.of.Type)
}

// Rows returns the number of values so far.
func (b *Builder) Rows() int { return b.rows }

// ReadRows reads all rows of a driver's answer. put appends a value that is not null to a column.
func ReadRows(rows driver.Rows, q Question, builders []*Builder, put func(*Builder, driver.Value) error) error {
	if n := len(rows.Columns()); n != len(builders) {
		return separators.Errorf("the server's answer has %d columns, and %d were asked for", n, len(builders))
	}
	values := make([]driver.Value, len(builders))
	for {
		err := rows.Next(values)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case q.Most > 0 && builders[0].Rows() >= q.Most:
			return &TooMany{Most: q.Most}
		}
		for i, v := range values {
			if v == nil {
				builders[i].Null()
			} else if err := put(builders[i], v); err != nil {
				return err
			}
		}
	}
}

// BuildTable makes a table of the columns.
func BuildTable(builders []*Builder) *data.Table {
	columns := each.Of(builders, (*Builder).column)
	return data.NewTable("", columns)
}

func (b *Builder) column() *data.Column {
	var valid data.Bitmap
	if len(b.nulls) > 0 {
		valid = data.NewBitmap(b.rows)
		valid.SetRange(0, b.rows)
		for _, i := range b.nulls {
			valid[i>>6] &^= 1 << (i & 63)
		}
	}
	switch b.of.Type {
	case data.Float:
		return data.NewFloatColumn(b.of.Name, b.floats, valid)
	case data.Text:
		return data.NewText(b.of.Name, b.codes, b.texts.Values, valid)
	case data.Bool:
		truths := each.Of(b.ints, func(n int64) uint8 { return uint8(n) })
		return data.NewBools(b.of.Name, truths, valid)
	}
	c := data.NewInts(b.of.Name, b.of.Type, b.of.Scale, b.ints, valid)
	c.UTC, c.Zone, c.Answered = b.of.UTC, b.of.Zone, true
	return c
}

// Copy appends value i to another builder of the same type.
func (b *Builder) Copy(to *Builder, i int) {
	if b.of.Type == data.Float {
		to.Float(b.floats[i])
		return
	}
	to.Int(b.ints[i])
}
