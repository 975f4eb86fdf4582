package sheet

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// chosenColumn makes a column of a type that a person chose. It parses texts as in a text file. Cells that do not have
// the type become null, and a note counts them.
func (m *maker) chosenColumn(ctx context.Context, c infer.Choice) (*data.Column, error) {
	if c.Type == data.Text {
		out := m.textColumn()
		out.Note = m.note(false, 0, 0, storedAsText{})
		return out, nil
	}
	read, err := m.readTexts(ctx, c)
	if err != nil {
		return nil, err
	}
	var out *data.Column
	var unread lost
	switch c.Type {
	case data.Decimal:
		out = m.chosenNumbers(read, &unread)
	case data.Bool:
		out = m.chosenBools(read, &unread)
	default:
		out = m.chosenTimes(c, read, &unread)
	}
	out.Note = m.note(false, 0, 0, storedAsText{})
	if unread.N > 0 {
		if out.Note != "" {
			out.Note += "; "
		}
		out.Note += unread.String(c.Name)
	}
	return out, nil
}

// lost counts the cells that do not have a chosen type.
type lost struct{ infer.Count }

func (l *lost) String(what string) string {
	return separators.Plural(l.N, "1 value cannot be read as a "+what+" and was left empty, in row ",
		"%d values cannot be read as a "+what+" and were left empty, the first in row ") + separators.Count(l.First+1)
}

// readTexts parses the distinct texts of the column as a type. It returns the values by the codes of the texts.
func (m *maker) readTexts(ctx context.Context, c infer.Choice) (map[float64]data.Value, error) {
	values := map[float64]data.Value{}
	var order []float64
	var texts []string
	for _, v := range m.all() {
		if _, known := values[v.Number]; v.Kind == Text && !known {
			values[v.Number] = data.Value{}
			order, texts = append(order, v.Number), append(texts, m.texts.Values[int(v.Number)])
		}
	}
	column, err := infer.Column(ctx, texts, &c)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return values, nil //nolint:nilerr // no text has the type
	}
	for row, key := range order {
		values[key] = column.Value(row)
	}
	return values, nil
}

// isLost reports whether a cell that does not have the chosen type has content.
func (m *maker) isLost(v Cell) bool {
	switch v.Kind {
	case Error, NoDate, NoValue:
		return false // another note counts it
	case Text:
		return !isNullText(m.texts.Values[int(v.Number)])
	}
	return true
}

func (m *maker) chosenNumbers(read map[float64]data.Value, unread *lost) *data.Column {
	values, valid := chosenValues(m, unread, func(v Cell) (float64, bool) {
		if v.Kind == Text {
			return read[v.Number].Number()
		}
		return v.Number, v.Kind == Number || v.Kind == Time || v.Kind == Elapsed || v.Kind == Bool
	})
	out := data.NewFloats(m.name, values, valid)
	out.Format = m.format
	return out
}

func (m *maker) chosenBools(read map[float64]data.Value, unread *lost) *data.Column {
	values, valid := chosenValues(m, unread, func(v Cell) (uint8, bool) {
		if v.Kind == Text {
			value := read[v.Number]
			n, _ := value.Int.Int64()
			return uint8(n), !value.IsNull()
		}
		return uint8(v.Number), v.Kind == Bool || v.Kind == Number && (v.Number == 0 || v.Number == 1)
	})
	return data.NewBools(m.name, values, valid)
}

// chosenValues returns the values of the cells as a type, and the rows that have one. It counts the cells whose content
// is lost.
func chosenValues[T any](m *maker, unread *lost, of func(v Cell) (T, bool)) ([]T, data.Bitmap) {
	values, valid := memory.Make[T](m.rows), data.NewBitmap(m.rows)
	for row, v := range m.all() {
		if n, ok := of(v); ok {
			values[row] = n
			valid.Set(row)
		} else if m.isLost(v) {
			unread.Add(row)
		}
	}
	return values, valid
}

// chosenTimes makes a column of dates or times. A number counts days as in spreadsheets. If the chosen type has an
// epoch, the number counts the units of the epoch since 1970.
func (m *maker) chosenTimes(c infer.Choice, read map[float64]data.Value, unread *lost) *data.Column {
	values, valid := memory.Make[int64](m.rows), data.NewBitmap(m.rows)
	t, unit, scale := c.Type, int64(dayMillis), 0
	if t == data.Timestamp {
		unit = 1000
	}
	ms, utc := make([]int64, m.rows), c.Epoch > 0
	for row, v := range m.all() {
		n, ok := int64(v.Number), v.Kind == Date
		switch v.Kind {
		case Number:
			if n, ok = Millis(v.Number, m.since1904); c.Epoch > 0 {
				at := v.Number * 1000 / float64(c.Epoch) // this order avoids rounding whole milliseconds
				n, ok = int64(math.Round(at)), math.Abs(at) < 1e15
			}
		case Text:
			if value := read[v.Number]; !value.IsNull() {
				n, ok = value.Time().UnixMilli(), true
				utc = utc || value.UTC
			}
		}
		switch {
		case ok && (t == data.Timestamp || n%dayMillis == 0 || v.Kind == Date):
			ms[row] = n
			valid.Set(row)
			if t == data.Timestamp && n%1000 != 0 {
				unit, scale = 1, 3
			}
		case m.isLost(v):
			unread.Add(row)
		}
	}
	for row := range values {
		values[row] = int64(math.Floor(float64(ms[row]) / float64(unit)))
	}
	out := data.NewInts(m.name, t, scale, values, valid)
	out.UTC = utc
	return out
}

// firstDay is 15 October 1582 as a number of days. Programs differ in the calendar before that day.
const firstDay = -115_858

// Millis converts a number of days in Excel's calendar to milliseconds since 1970. Days count from 1900 or from 1904.
// The bool is false before October 1582 and after 9999.
//
// From 1900, day 60 is 29 February 1900, which never existed. Therefore days 0 to 59 are one day too early. Excel has
// no negative days. Programs that write them, such as LibreOffice and openpyxl, count from 30 December 1899.
func Millis(serial float64, since1904 bool) (int64, bool) {
	if since1904 {
		serial += 1462
	}
	switch {
	case !(serial >= firstDay && serial < 2_958_466):
		return 0, false
	case !since1904 && serial >= 0 && serial < 60:
		serial++
	}
	return int64(math.Round(serial*dayMillis)) - 25_569*dayMillis, true
}
