package xlsx

import (
	"fmt"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/intern"
)

// cellText is the text of a cell of any kind.
func (w *workbook) cellText(c cell) string {
	number := c.number
	switch c.kind {
	case kindText, kindError:
		return w.texts.Values[int(number)]
	case kindNumber:
		return data.FloatValue(number).String()
	case kindBool:
		return strconv.FormatBool(number != 0)
	case kindTime:
		return clock(number)
	case kindDate:
		ms := int64(number)
		if ms%dayMillis == 0 {
			return data.DateValue(ms / dayMillis).String()
		}
		return strings.Replace(strings.TrimSuffix(millis(ms).String(), ".000"), "T", " ", 1)
	}
	return ""
}

func millis(ms int64) data.Value {
	c := data.Column{Type: data.Timestamp, Scale: 3}
	return c.IntValue(ms)
}

// isNullText reports whether a text stands for null in a column of numbers or dates.
func isNullText(s string) bool {
	switch strings.TrimSpace(s) {
	case "", "NA", "N/A", "#N/A", "NULL", "null", "NaN":
		return true
	}
	return false
}

// column makes a column of the table of a column of the sheet. rows is the number of rows below the header.
func (w *workbook) column(name string, c *cells, rows int) *data.Column {
	nulls, filled := 0, 0
	for kind, n := range c.counts {
		switch cellKind(kind) {
		case kindEmpty, kindError, kindNoDate, kindNoValue:
		default:
			filled += n
		}
	}
	if c.counts[kindText] > 0 {
		for _, v := range c.all() {
			if v.kind == kindText && isNullText(w.texts.Values[int(v.number)]) {
				nulls++
			}
		}
	}
	filled -= nulls
	var out *data.Column
	switch {
	case filled == 0 || c.counts[kindText] > nulls:
		out = w.textColumn(name, c, rows)
	case filled == c.counts[kindNumber]:
		values, valid := collect(c, kindNumber, rows, func(n float64) float64 { return n })
		out = data.NewFloats(name, values, valid)
		out.Format = c.format
	case filled == c.counts[kindDate]:
		out = c.dates(name, rows)
	case filled == c.counts[kindBool]:
		values, valid := collect(c, kindBool, rows, func(n float64) uint8 { return uint8(n) })
		out = data.NewBools(name, values, valid)
	default:
		out = w.textColumn(name, c, rows)
	}
	out.Note = c.note(out.Type == data.Text, filled, nulls)
	return out
}

// note says which cells of a column do not fit the column's type. filled is the number of cells with a value, and nulls the number of
// texts that stand for null.
func (c *cells) note(isText bool, filled, nulls int) string {
	var notes []string
	if n := c.counts[kindNoValue]; n > 0 {
		notes = append(notes, fmt.Sprintf("%s without a stored value, read as null: open the workbook in a spreadsheet program and save it", count(n, "formula")))
	}
	if n := c.rounded; n > 0 {
		notes = append(notes, fmt.Sprintf("%s with more digits than a 64-bit float holds, rounded", count(n, "number")))
	}
	if n := c.counts[kindError]; n > 0 {
		notes = append(notes, fmt.Sprintf("%s with an error such as #N/A, read as null", count(n, "cell")))
	}
	if n := c.counts[kindNoDate]; n > 0 {
		notes = append(notes, fmt.Sprintf("%s with 29 February 1900, a day that never was, read as null", count(n, "cell")))
	}
	switch other := filled - (c.counts[kindText] - nulls) - c.counts[kindTime]; {
	case !isText && nulls > 0:
		notes = append(notes, fmt.Sprintf("%s such as NA, read as null", count(nulls, "text")))
	case isText && other > 0:
		var kinds []string
		for _, k := range []struct {
			kind cellKind
			name string
		}{{kindText, "text"}, {kindNumber, "number"}, {kindDate, "date"}, {kindTime, "time"}, {kindBool, "truth value"}} {
			if n := c.counts[k.kind]; n > 0 {
				kinds = append(kinds, count(n, k.name))
			}
		}
		notes = append(notes, "of mixed types, read as text: "+strings.Join(kinds, ", "))
	}
	return strings.Join(notes, "; ")
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// collect returns the values of the cells of a kind, and the rows that have one.
func collect[T any](c *cells, kind cellKind, rows int, value func(float64) T) ([]T, data.Bitmap) {
	values, valid := make([]T, rows), data.NewBitmap(rows)
	for row, v := range c.all() {
		if v.kind == kind {
			values[row] = value(v.number)
			valid.Set(row)
		}
	}
	return values, valid
}

// dates makes a column of days, or of timestamps to the second or the millisecond where some cell has a time of day.
func (c *cells) dates(name string, rows int) *data.Column {
	unit, t, scale := int64(dayMillis), data.Date, 0
	for _, v := range c.all() {
		if ms := int64(v.number); v.kind == kindDate && ms%unit != 0 {
			unit, t = 1000, data.Timestamp
			if ms%1000 != 0 {
				unit, scale = 1, 3
				break
			}
		}
	}
	values, valid := collect(c, kindDate, rows, func(n float64) int64 { return int64(n) / unit })
	return data.NewInts(name, t, scale, values, valid)
}

func (w *workbook) textColumn(name string, c *cells, rows int) *data.Column {
	var table intern.Table
	valid := data.NewBitmap(rows)
	codes := make([]uint32, rows)
	known := map[float64]uint32{} // from a code of the workbook to the code of the column
	for row, v := range c.all() {
		switch v.kind {
		case kindError, kindNoDate, kindNoValue:
			continue
		case kindText:
			code, ok := known[v.number]
			if !ok {
				code = table.Code([]byte(w.texts.Values[int(v.number)]))
				known[v.number] = code
			}
			codes[row] = code
		default:
			codes[row] = table.Code([]byte(w.cellText(v)))
		}
		valid.Set(row)
	}
	return data.NewText(name, codes, table.Values, valid)
}
