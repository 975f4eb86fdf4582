package sheet

import (
	"context"
	"fmt"
	"math"
	"strings"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/data/text/intern"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// maker makes a column of the table from a column of cells.
type maker struct {
	texts *Texts
	name  string
	*cells
	rows      int  // number of rows of the table
	since1904 bool // numbers of days count from 1904
}

// isNullText reports whether a text means null in a column of numbers or dates.
func isNullText(s string) bool {
	switch strings.TrimSpace(s) {
	case "", "NA", "N/A", "#N/A", "NULL", "null", "NaN", "NaT":
		return true
	}
	return false
}

// column makes a column of the type `chosen`. If `chosen` is nil, the kinds of the cells decide the type.
func (m *maker) column(ctx context.Context, chosen *infer.Choice) (*data.Column, error) {
	if chosen != nil {
		return m.chosenColumn(ctx, *chosen)
	}
	nulls, filled := 0, 0
	for kind, n := range m.counts {
		switch Kind(kind) {
		case Empty, Error, NoDate, NoValue:
		default:
			filled += n
		}
	}
	if m.counts[Text] > 0 {
		for _, v := range m.all() {
			if v.Kind == Text && isNullText(m.texts.Values[int(v.Number)]) {
				nulls++
			}
		}
	}
	filled -= nulls
	var out *data.Column
	switch {
	case filled == 0 || m.counts[Text] > nulls:
		out = m.textColumn()
	case filled == m.counts[Number]:
		values, valid := collect(m.cells, Number, m.rows, func(n float64) float64 { return n })
		out = data.NewFloats(m.name, values, valid)
		out.Format = m.format
	case filled == m.counts[Date]:
		out = m.dates()
	case m.counts[Elapsed] > 0 && filled == m.counts[Elapsed]+m.counts[Time]+m.counts[Number] && m.allNegative():
		out = m.durations()
	case filled == m.counts[Bool]:
		values, valid := collect(m.cells, Bool, m.rows, func(n float64) uint8 { return uint8(n) })
		out = data.NewBools(m.name, values, valid)
	default:
		out = m.textColumn()
	}
	isText := out.Type == data.Text
	var stored storedAsText
	if isText && filled > 0 {
		stored = m.storedAsText(filled)
	}
	out.Note = m.note(isText, filled, nulls, stored)
	return out, nil
}

// note returns a note on the cells that do not have the column's type. filled is the number of cells with a value.
// nulls is the number of texts that mean null.
func (c *cells) note(isText bool, filled, nulls int, stored storedAsText) string {
	var notes []string
	if n := c.counts[NoValue]; n > 0 {
		notes = append(notes, fmt.Sprintf("%s without a stored value, read as null: open the workbook in a "+
			"spreadsheet program and save it", separators.Counted(n, "formula")))
	}
	if n := c.rounded; n > 0 {
		notes = append(notes, fmt.Sprintf("%s with more digits than a 64-bit float holds, rounded",
			separators.Counted(n, "number")))
	}
	if n := c.counts[Error]; n > 0 {
		notes = append(notes, fmt.Sprintf("%s with an error such as #N/A, read as null", separators.Counted(n, "cell")))
	}
	if n := c.counts[NoDate]; n > 0 {
		notes = append(notes, fmt.Sprintf("%s with 29 February 1900, a day that never was, read as null",
			separators.Counted(n, "cell")))
	}
	if n := c.early; n > 0 {
		notes = append(notes, fmt.Sprintf("%s before 1900, stored as negative numbers of days and counted back from "+
			"30 December 1899", separators.Counted(n, "date")))
	}
	if n := c.undated; n > 0 {
		notes = append(notes, fmt.Sprintf("%s in a format of dates, and outside of the calendar from October 1582 to "+
			"9999, read as numbers", separators.Counted(n, "number")))
	}
	switch other := filled - (c.counts[Text] - nulls) - c.counts[Time] - c.counts[Elapsed]; {
	case !isText && nulls > 0:
		notes = append(notes, fmt.Sprintf("%s such as NA, read as null", separators.Counted(nulls, "text")))
	case isText && c.coded > 0 && c.coded == c.counts[Text] && c.coded+c.counts[Number] == filled:
		notes = append(notes, fmt.Sprintf("numbers that the sheet shows as codes, such as %s: read as these texts, "+
			"which the type number changes", c.code))
	case isText && other > 0:
		var kinds []string
		for _, k := range []struct {
			kind Kind
			name string
		}{{Text, "text"}, {Number, "number"}, {Date, "date"}, {Time, "time"}, {Elapsed, "duration"},
			{Bool, "truth value"}} {
			if n := c.counts[k.kind]; n > 0 {
				kinds = append(kinds, separators.Counted(n, k.name))
				if k.kind == Text {
					kinds[len(kinds)-1] += stored.inWords()
				}
			}
		}
		notes = append(notes, "of mixed types, read as text: "+strings.Join(kinds, ", "))
	case isText:
		if n := stored.note(filled); n != "" {
			notes = append(notes, n)
		}
	}
	return strings.Join(notes, "; ")
}

// collect returns the values of the cells of a kind, and which rows have one.
func collect[T any](c *cells, kind Kind, rows int, value func(float64) T) ([]T, data.Bitmap) {
	values, valid := memory.Make[T](rows), data.NewBitmap(rows)
	for row, v := range c.all() {
		if v.Kind == kind {
			values[row] = value(v.Number)
			valid.Set(row)
		}
	}
	return values, valid
}

// dates makes a column of dates. If some cell has a time of day, it makes timestamps to the second or the millisecond.
func (m *maker) dates() *data.Column {
	unit, t, scale := int64(dayMillis), data.Date, 0
	for _, v := range m.all() {
		if ms := int64(v.Number); v.Kind == Date && ms%unit != 0 {
			unit, t = 1000, data.Timestamp
			if ms%1000 != 0 {
				unit, scale = 1, 3
				break
			}
		}
	}
	values, valid := collect(m.cells, Date, m.rows, func(n float64) int64 { return int64(n) / unit })
	return data.NewInts(m.name, t, scale, values, valid)
}

// allNegative reports whether all numbers of the column are negative. They are then no durations, because Excel writes
// no negative times.
func (c *cells) allNegative() bool {
	if c.counts[Number] > 0 {
		for _, v := range c.all() {
			if v.Kind == Number && v.Number >= 0 {
				return false
			}
		}
	}
	return true
}

// durations makes a column of numbers of days, which are shown as hours, minutes and seconds, with milliseconds if some
// cell has them. In a column of durations, times are durations, too.
func (m *maker) durations() *data.Column {
	values, valid := memory.Make[float64](m.rows), data.NewBitmap(m.rows)
	format := data.NumberFormat{Duration: true}
	for row, v := range m.all() {
		if v.Kind != Elapsed && v.Kind != Time && v.Kind != Number {
			continue
		}
		values[row] = v.Number
		valid.Set(row)
		if int64(math.Round(v.Number*dayMillis))%1000 != 0 {
			format.Fraction = 3
		}
	}
	out := data.NewFloats(m.name, values, valid)
	out.Format = format
	return out
}

func (m *maker) textColumn() *data.Column {
	var table intern.Table
	valid := data.NewBitmap(m.rows)
	codes := memory.Make[uint32](m.rows)
	known := map[float64]uint32{} // the column's code by the workbook's code
	for row, v := range m.all() {
		switch v.Kind {
		case Error, NoDate, NoValue:
			continue
		case Text:
			code, ok := known[v.Number]
			if !ok {
				code = table.Code([]byte(m.texts.Values[int(v.Number)]))
				known[v.Number] = code
			}
			codes[row] = code
		default:
			codes[row] = table.Code([]byte(text(v, m.texts)))
		}
		valid.Set(row)
	}
	return data.NewText(m.name, codes, table.Values, valid)
}
