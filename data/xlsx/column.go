package xlsx

import (
	"fmt"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/intern"
)

// cellText is how a cell reads as text.
func (w *workbook) cellText(kind cellKind, number float64) string {
	switch kind {
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

// column makes the table's column of a sheet's, whose row 0 is the header.
func (w *workbook) column(name string, c *cells, rows int) *data.Column {
	markers := 0
	for i := 1; i < rows; i++ {
		kind, n := c.at(i)
		c.counts[kind]++
		if kind == kindText && isMarker(w.texts.Values[int(n)]) {
			markers++
		}
	}
	filled := rows - 1 - c.counts[kindEmpty] - c.counts[kindError] - c.counts[kindNoDate] - markers
	var out *data.Column
	switch {
	case filled == 0 || c.counts[kindText] > markers:
		out = w.textColumn(name, c, rows)
	case filled == c.counts[kindNumber]:
		out = c.floats(name, rows)
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

// validity sets the rows that have a value of the wanted kind.
func (c *cells) validity(rows int, want cellKind) data.Bitmap {
	valid := data.NewBitmap(rows - 1)
	for i := 1; i < rows; i++ {
		if kind, _ := c.at(i); kind == want {
			valid.Set(i - 1)
		}
	}
	return valid
}

func (c *cells) floats(name string, rows int) *data.Column {
	values := make([]float64, rows-1)
	copy(values, c.numbers[min(1, len(c.numbers)):])
	return data.NewFloats(name, values, c.validity(rows, kindNumber))
}

func (c *cells) bools(name string, rows int) *data.Column {
	values := make([]uint8, rows-1)
	for i := 1; i < rows; i++ {
		if kind, n := c.at(i); kind == kindBool {
			values[i-1] = uint8(n)
		}
	}
	return data.NewBools(name, values, c.validity(rows, kindBool))
}

// dates makes days, or a timestamp to the second or the millisecond where a time of day is met.
func (c *cells) dates(name string, rows int) *data.Column {
	unit, t, scale := int64(dayMillis), data.Date, 0
	for i := 1; i < rows; i++ {
		kind, n := c.at(i)
		if kind != kindDate {
			continue
		}
		if ms := int64(n); ms%unit != 0 {
			unit, t = 1000, data.Timestamp
			if ms%1000 != 0 {
				unit, scale = 1, 3
				break
			}
		}
	}
	values := make([]int64, rows-1)
	for i := 1; i < rows; i++ {
		if kind, n := c.at(i); kind == kindDate {
			values[i-1] = int64(n) / unit
		}
	}
	return data.NewInts(name, t, scale, values, c.validity(rows, kindDate))
}

func (w *workbook) textColumn(name string, c *cells, rows int) *data.Column {
	var table intern.Table
	valid := data.NewBitmap(rows - 1)
	codes := make([]uint32, rows-1)
	known := map[float64]uint32{} // code of the workbook to code of the column
	for i := 1; i < rows; i++ {
		kind, n := c.at(i)
		if kind == kindEmpty || kind == kindError || kind == kindNoDate {
			continue
		}
		valid.Set(i - 1)
		if kind != kindText {
			codes[i-1] = table.Code([]byte(w.cellText(kind, n)))
			continue
		}
		code, ok := known[n]
		if !ok {
			code = table.Code([]byte(w.texts.Values[int(n)]))
			known[n] = code
		}
		codes[i-1] = code
	}
	return data.NewText(name, codes, table.Values, valid)
}
