package xlsx

import (
	"fmt"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/intern"
)

// cellText is how a cell reads as text.
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

// isMarker tells the texts that stand for "nothing" in a column of numbers or dates.
func isMarker(s string) bool {
	switch strings.TrimSpace(s) {
	case "", "NA", "N/A", "#N/A", "NULL", "null", "NaN":
		return true
	}
	return false
}

// column makes the table's column of a sheet's. rows does not count the header.
func (w *workbook) column(name string, c *cells, rows int) *data.Column {
	markers, filled := 0, 0
	for kind, n := range c.counts {
		switch cellKind(kind) {
		case kindEmpty, kindError, kindNoDate, kindNoValue:
		default:
			filled += n
		}
	}
	if c.counts[kindText] > 0 {
		for _, v := range c.all() {
			if v.kind == kindText && isMarker(w.texts.Values[int(v.number)]) {
				markers++
			}
		}
	}
	filled -= markers
	var out *data.Column
	switch {
	case filled == 0 || c.counts[kindText] > markers:
		out = w.textColumn(name, c, rows)
	case filled == c.counts[kindNumber]:
		out = c.floats(name, rows)
		out.Format = c.format
	case filled == c.counts[kindDate]:
		out = c.dates(name, rows)
	case filled == c.counts[kindBool]:
		out = c.bools(name, rows)
	default:
		out = w.textColumn(name, c, rows)
	}
	out.Note = c.note(out.Type == data.Text, filled, markers)
	return out
}

// note says what a column's cells held that its type does not.
func (c *cells) note(isText bool, filled, markers int) string {
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
	switch other := filled - (c.counts[kindText] - markers) - c.counts[kindTime]; {
	case !isText && markers > 0:
		notes = append(notes, fmt.Sprintf("%s such as NA, read as null", count(markers, "text")))
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

func (c *cells) floats(name string, rows int) *data.Column {
	values, valid := make([]float64, rows), data.NewBitmap(rows)
	for row, v := range c.all() {
		if v.kind == kindNumber {
			values[row] = v.number
			valid.Set(row)
		}
	}
	return data.NewFloats(name, values, valid)
}

func (c *cells) bools(name string, rows int) *data.Column {
	values, valid := make([]uint8, rows), data.NewBitmap(rows)
	for row, v := range c.all() {
		if v.kind == kindBool {
			values[row] = uint8(v.number)
			valid.Set(row)
		}
	}
	return data.NewBools(name, values, valid)
}

// dates makes days, or a timestamp to the second or the millisecond where a time of day is met.
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
	values, valid := make([]int64, rows), data.NewBitmap(rows)
	for row, v := range c.all() {
		if v.kind == kindDate {
			values[row] = int64(v.number) / unit
			valid.Set(row)
		}
	}
	return data.NewInts(name, t, scale, values, valid)
}

func (w *workbook) textColumn(name string, c *cells, rows int) *data.Column {
	var table intern.Table
	valid := data.NewBitmap(rows)
	codes := make([]uint32, rows)
	known := map[float64]uint32{} // code of the workbook to code of the column
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
