package infer

import (
	"bytes"

	"cardinal/data"
)

// convert stores the values of a batch in a column with conversion p. If a value does not have the type, ok is false,
// and row is its row in the batch.
func (d *draft) convert(b *Batch, i, from int, p *conversion) (row int, ok bool) {
	switch p.typ {
	case data.Text:
		d.addTexts(b, i, from, Place{}, false)
		return 0, true
	case data.Float:
		d.floats = grow(d.floats, from+b.Rows)
	default:
		d.ints = grow(d.ints, from+b.Rows)
	}
	cells := b.Cells[i:]
	for r := range b.Rows {
		if c := cells[r*b.Width]; c.Len&CellLen == 0 {
			d.null(from + r)
		} else if value := Trim(b.Text(c)); len(value) == 0 || value[0]|0x20 == 'n' && nullText(value) >= 0 {
			d.null(from + r)
		} else if !d.set(from+r, value, p) {
			if !p.chosen {
				return r, false
			}
			d.setChosen(from+r, value, p)
		}
	}
	return 0, true
}

// set stores a value. It returns false if the value does not have the type of p.
func (d *draft) set(row int, b []byte, p *conversion) bool {
	v, ok := int64(0), false
	switch p.typ {
	case data.Int, data.Decimal:
		v, ok = parseDecimal(b, p.scale, p.sign)
	case data.Float:
		// strconv reads a point as the decimal separator, which is wrong if the separator is a comma.
		ok = (p.sign == '.' || bytes.IndexByte(b, '.') < 0) && d.setFloat(row, b)
	case data.Bool:
		v = int64(truth(b))
		ok = v >= 0
	case data.Date:
		v, ok = parseDate(b, p.order)
	case data.Timestamp:
		v, ok = parseStamp(b, p.scale)
	}
	if !ok {
		return d.setOther(row, b, p)
	}
	if p.typ != data.Float {
		d.ints[row] = v
	}
	return true
}

// setOther stores a value in an unusual form: a text that means null, a date with words, yes or no, or a formatted
// number.
func (d *draft) setOther(row int, b []byte, p *conversion) bool {
	switch {
	case nullText(b) >= 0:
		d.null(row)
		return true
	case p.moments && d.setMoment(row, b, p):
		return true
	case p.typ == data.Bool:
		t := yesTruth(b)
		if t >= 0 {
			d.ints[row] = int64(t)
		}
		return t >= 0
	}
	return p.formatted && d.setFormatted(row, b, p)
}

// setFormatted stores a number that has more than digits and a decimal separator.
func (d *draft) setFormatted(row int, b []byte, p *conversion) bool {
	w, ok := parseFormatted(b)
	if !ok {
		return false
	}
	if p.typ == data.Float {
		_, ok := w.read(p.sign)
		return ok && d.setFloat(row, w.plain(p.sign))
	}
	v, ok := w.decimal(p.sign, p.scale)
	if ok {
		d.ints[row] = v
	}
	return ok
}

// parseDecimal reads a number with at most `scale` decimal places as an integer number of 10^-scale. It takes a third
// of the time of strconv: 27 ns against 80 of ParseFloat for -12345.67, and 12 against 35 of ParseInt for -1234567.
func parseDecimal(b []byte, scale int, sign byte) (int64, bool) {
	negative := b[0] == '-'
	if negative {
		b = b[1:]
	}
	var v uint64
	point := len(b)
	for i, c := range b {
		if d := c - '0'; d < 10 {
			v = 10*v + uint64(d)
			continue
		}
		if c != sign || point < len(b) {
			return 0, false
		}
		point = i
	}
	places := max(0, len(b)-1-point)
	if places > scale || len(b) > 20 || len(b) == 0 || point == 0 && len(b) == 1 {
		return 0, false
	}
	v *= uint64(pow10[scale-places])
	if negative {
		return -int64(v), v <= 1<<63
	}
	return int64(v), v < 1<<63
}

func parseDate(b []byte, order byte) (int64, bool) {
	if order == 0 {
		return isoDate(b)
	}
	first, second, year, ok := yearLast(b)
	if !ok {
		return 0, false
	}
	if order == 'd' {
		return daysFrom(year, second, first)
	}
	return daysFrom(year, first, second)
}

func parseStamp(b []byte, scale int) (int64, bool) {
	s, ok := isoStamp(b)
	unit := pow10[scale]
	return s.seconds*unit + s.nanos/(1e9/unit), ok && s.places <= scale
}

var pow10 = [...]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}
