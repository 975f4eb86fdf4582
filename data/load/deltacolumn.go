package load

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/format/delta"
)

// lakeColumn is a column of a Delta table and the type that it gets.
type lakeColumn struct {
	delta.Column
	name  string
	typ   data.Type
	scale int
	utc   bool
	fixed bool // no value can change how the column is read
}

// columnOfDelta returns a column with the type that the protocol's name of a type stands for.
func columnOfDelta(c delta.Column, name string) (lakeColumn, error) {
	out := lakeColumn{Column: c, name: name, fixed: true}
	switch c.Type {
	case "string", "void":
		out.typ = data.Text
	case "binary": // text, or hexadecimal digits if some value is not UTF-8
		out.typ, out.fixed = data.Text, false
	case "byte", "short", "integer", "long":
		out.typ = data.Int
	case "float", "double": // decimals if all values are
		out.typ, out.fixed = data.Float, false
	case "boolean":
		out.typ = data.Bool
	case "date":
		out.typ = data.Date
	case "timestamp", "timestamp_ntz":
		out.typ, out.scale, out.utc = data.Timestamp, 6, c.Type == "timestamp"
	default:
		var precision int
		if n, err := fmt.Sscanf(c.Type, "decimal(%d,%d)", &precision, &out.scale); n != 2 || err != nil ||
			out.scale < 0 || out.scale > precision || precision > 38 {
			return out, fmt.Errorf("its column %s is of the type %q, which Cardinal does not know", c.Name, c.Type)
		}
		switch out.fixed = precision <= 18; {
		case out.scale > 18:
			out.typ, out.scale = data.Float, 0
		case out.scale == 0:
			out.typ = data.Int
		default:
			out.typ = data.Decimal
		}
	}
	return out, nil
}

// isInteger reports whether the values are stored as integers.
func (c lakeColumn) isInteger() bool {
	return c.typ == data.Int || c.typ == data.Decimal || c.typ == data.Date || c.typ == data.Timestamp
}

// fits lists, for each type of a column, the types that its files may have. Older files may have a narrower type, if
// the column was widened. Decimals of more than 64 bits are floats.
var fits = map[data.Type][]data.Type{
	data.Text: {data.Text}, data.Bool: {data.Bool}, data.Date: {data.Date}, data.Int: {data.Int, data.Float},
	data.Decimal: {data.Decimal, data.Int, data.Float}, data.Float: {data.Float, data.Decimal, data.Int},
	data.Timestamp: {data.Timestamp, data.Date},
}

var errUnfit = errors.New("the types differ")

// fit returns the column of a file as a column of the table. Times of 96 bits do not say that they are UTC.
func (c lakeColumn) fit(of *data.Column) (*data.Column, error) {
	switch {
	case of.Nulls == of.Rows:
		return c.constant(value{null: true}, of.Rows), nil
	case !slices.Contains(fits[c.typ], of.Type), c.Type == "long" && of.Type == data.Float:
		return nil, errUnfit
	case of.Type == data.Timestamp && of.UTC != c.utc:
		other := *of
		other.UTC = c.utc
		return &other, nil
	}
	return of, nil
}

// value is a partition value: a text, a float, an integer, or null, according to the type of the column.
type value struct {
	null     bool
	text     string
	float    float64
	int      int64
	zoneless bool // a time without a zone, although the column has instants
}

// parse parses a partition value; nil is null.
func (c lakeColumn) parse(text *string) (v value, err error) {
	if text == nil {
		return value{null: true}, nil
	}
	v.text = *text
	switch c.typ {
	case data.Float:
		v.float, err = strconv.ParseFloat(v.text, 64)
	case data.Bool:
		if strings.EqualFold(v.text, "true") {
			v.int = 1
		} else if !strings.EqualFold(v.text, "false") {
			err = errUnfit
		}
	case data.Date:
		var day time.Time
		day, err = time.Parse(time.DateOnly, v.text)
		v.int = day.Unix() / 86400
	case data.Timestamp:
		at, failed := time.Parse(time.RFC3339, v.text)
		if failed != nil {
			at, err = time.Parse(time.DateTime, strings.Replace(v.text, "T", " ", 1))
			v.zoneless = c.utc
		}
		v.int = at.UnixMicro()
	case data.Int, data.Decimal:
		v.int, err = parseScaled(v.text, c.scale)
	}
	return v, err
}

// wantedRange is a column, and the least and the greatest integer or float that wanted rows have in it.
type wantedRange struct {
	lakeColumn
	from, to    int64
	least, most float64
}

// excludes reports whether the log says that no row of a file has a wanted value: by its partition value, or else by
// the least and the greatest value of the column in the file.
func (r wantedRange) excludes(f delta.File) bool {
	if text, ok := f.Partition(r.Column); ok {
		v, err := r.parse(text)
		return err == nil && (v.null || r.excludesAll(v, v))
	}
	from, to, ok := f.Range(r.Column)
	if !ok || strings.HasPrefix(r.Type, "decimal") && max(len(from), len(to)) > exactDigits {
		return false
	}
	least, err := r.parse(&from)
	most, failed := r.parse(&to)
	if r.typ == data.Timestamp {
		most.int += 999 // the log may cut times to milliseconds
	}
	return err == nil && failed == nil && !least.zoneless && !most.zoneless && r.excludesAll(least, most)
}

// excludesAll reports whether no value between two values is wanted. Before a column was widened to double, the log had
// the shortest digits of its floats of 32 bits.
func (r wantedRange) excludesAll(least, most value) bool {
	if r.typ == data.Float {
		return max(most.float, float64(float32(most.float))) < r.least ||
			min(least.float, float64(float32(least.float))) > r.most
	}
	return most.int < r.from || least.int > r.to
}

// exactDigits is the number of digits that a float keeps. Some programs write the decimals of statistics as floats.
const exactDigits = 15

// parseScaled returns a decimal number as an integer number of 10^-scale.
func parseScaled(text string, scale int) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && scale == 0 {
		return n, nil
	}
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if len(text) > 60 || len(exponent) > 3 { // the exponent would need too much memory
		return 0, errUnfit
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || strings.Contains(text, "/") {
		return 0, errUnfit
	}
	r.Mul(r, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)))
	if !r.IsInt() || !r.Num().IsInt64() {
		return 0, errUnfit
	}
	return r.Num().Int64(), nil
}

// constant returns a column in which all rows have the same value.
func (c lakeColumn) constant(v value, rows int) (out *data.Column) {
	var valid data.Bitmap
	if v.null {
		valid = data.NewBitmap(rows)
	}
	switch c.typ {
	case data.Text:
		var texts []string
		if !v.null && rows > 0 {
			texts = []string{v.text}
		}
		out = data.NewText(c.name, make([]uint32, rows), texts, valid)
	case data.Float:
		out = data.NewFloatColumn(c.name, slices.Repeat([]float64{v.float}, rows), valid)
	case data.Bool:
		out = data.NewBools(c.name, slices.Repeat([]uint8{uint8(v.int)}, rows), valid)
	default:
		out = data.NewInts(c.name, c.typ, c.scale, slices.Repeat([]int64{v.int}, rows), valid)
	}
	out.UTC = c.utc
	return out
}
