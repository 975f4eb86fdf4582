package infer

import (
	"strconv"
	"unsafe"

	"cardinal/data"
	"cardinal/data/text/intern"
)

// draft has the values of one column in one block, as far as a worker has converted them.
type draft struct {
	*stats
	ints    []int64 // by row of the block; for numbers in units of 10^-scale
	floats  []float64
	codes   []uint32
	nulls   data.Bitmap
	scale   int
	longest int // the greatest number of digits before the decimal separator, of numbers that addNumber reads
	rounded Count
	unread  Count // values that do not have the chosen type
	dropped Count // values of the chosen type date that lose a time of day

	texts *intern.Table
	from  int // number of texts in the table when the block began
	held  int // bytes of the table when the last block ended
	spans []intern.Span
	rows  []int32 // rows of the spans
}

// maxFast is the greatest number of decimal places that a draft converts.
const maxFast = 8

// begin begins a block.
func (d *draft) begin() {
	d.ints, d.floats, d.codes, d.nulls = d.ints[:0], d.floats[:0], d.codes[:0], nil
	d.longest, d.rounded, d.unread, d.dropped = 0, Count{}, Count{}, Count{}
	d.from = len(d.texts.Values)
	d.skip, d.before = false, d.seen
}

// drop discards the values of the block. They will be converted in the second pass.
func (d *draft) drop() { d.ints, d.floats, d.codes, d.nulls = nil, nil, nil, nil }

// null marks a row of the block as null.
func (d *draft) null(row int) {
	for len(d.nulls) <= row>>6 {
		d.nulls = append(d.nulls, 0)
	}
	d.nulls.Set(row)
}

// column reads column i of a batch. from is the row of the block at which the batch begins, and at is the same row as a
// Place.
func (w *Worker) column(b *Batch, i, from int, at Place) {
	d := &w.drafts[i]
	cells, width, rows := b.Cells[i:], b.Width, b.Rows
	how := w.hints.get(i)
	some := false
	for r := 0; r < rows && how == unseen; r++ {
		if c := cells[r*width]; c.Len > 0 { // a quoted cell without text may be an empty text
			how, some = w.hints.guess(i, b.Text(c)), true
		}
	}
	if how == unseen && some {
		w.hints.giveUp(i)
		how = twice
	}
	done, ok := 0, true // number of rows that were read, and whether their values have the likely type
	switch how {
	case unseen:
		for r := range rows {
			d.null(from + r)
		}
		return
	case plainTexts:
		d.addTexts(b, i, from, at, true)
		return
	case points, commas:
		done, ok = d.addNumbers(b, i, from, at, how)
	case floating:
		d.floats = grow(d.floats, from+rows)
		done, ok = d.addSeen(b, i, from, at, shapeInt|shapeDecimal|shapeFloat, d.setFloat)
	case isoDates:
		done, ok = d.addOthers(b, i, from, at, d.setDate)
	case isoStamps:
		done, ok = d.addOthers(b, i, from, at, d.setStamp)
	case dayFirst, monthFirst:
		d.ints = grow(d.ints, from+rows)
		done, ok = d.addSeen(b, i, from, at, dates, func(row int, _ []byte) bool { return d.setDay(row, how) })
	case truthValues:
		done, ok = d.addOthers(b, i, from, at, d.setTruth)
	}
	if !ok {
		w.hints.giveUp(i)
	}
	for r := done; r < rows && !d.skip; r++ {
		if c := cells[r*width]; c.Len&CellLen > 0 {
			d.look(b.Text(c), Place{at.Block, at.Row + r})
		}
	}
}

// look adds a value to the statistics without converting it, and returns its shape.
func (d *draft) look(value []byte, at Place) shape {
	s := d.see(value)
	if s == shapeText {
		d.noteText(value, at)
		d.skip = d.mostlyTexts()
	}
	return s
}

// grow extends s to n rows. New rows are zero; nulls and rows before the first value stay zero.
func grow[T any](s []T, n int) []T {
	if n <= cap(s) {
		old := len(s)
		s = s[:n]
		clear(s[old:])
		return s
	}
	return append(s, make([]T, n-len(s))...)
}

// addTexts sets the codes of the values in a batch. looks says whether it adds the values to the statistics.
func (d *draft) addTexts(b *Batch, i, from int, at Place, looks bool) {
	cells, width, rows := b.Cells[i:], b.Width, b.Rows
	d.codes = grow(d.codes, from+rows)
	codes := d.codes[from:]
	d.spans, d.rows = d.spans[:0], d.rows[:0]
	plain := true
	for r := range rows {
		c := cells[r*width]
		if c.Len == 0 {
			d.null(from + r)
			continue
		}
		plain = plain && c.Len&EscapedCell == 0
		d.spans, d.rows = append(d.spans, Cell{From: c.From, Len: c.Len & CellLen}), append(d.rows, int32(r))
	}
	for r := 0; r < rows && looks && !d.skip; r++ {
		if c := cells[r*width]; c.Len&CellLen > 0 {
			d.look(b.Text(c), Place{at.Block, at.Row + r})
		}
	}
	switch {
	case !plain:
		for _, r := range d.rows {
			codes[r] = d.texts.Code(b.Text(cells[int(r)*width]))
		}
	case len(d.rows) == rows:
		d.texts.Codes(codes, b.Src[:len(b.Src)+Padding], d.spans)
	default:
		d.texts.Codes(codes, b.Src[:len(b.Src)+Padding], d.spans)
		for i := len(d.rows) - 1; i >= 0; i-- {
			codes[d.rows[i]] = codes[i]
		}
	}
}

// addOthers converts the values of a batch with `set`, which also adds them to the statistics. done is the number of
// rows that were read. ok is false if the last of them has a value that `set` cannot convert.
func (d *draft) addOthers(b *Batch, i, from int, at Place,
	set func(row int, b []byte) bool) (done int, ok bool) {
	cells, width, rows := b.Cells[i:], b.Width, b.Rows
	d.ints = grow(d.ints, from+rows)
	for r := range rows {
		c := cells[r*width]
		if c.Len&CellLen == 0 {
			d.null(from + r)
			continue
		}
		value := b.Text(c)
		if set(from+r, value) {
			d.seen.values++
		} else if d.look(value, Place{at.Block, at.Row + r}) == shapeNull {
			d.null(from + r)
		} else {
			return r + 1, false
		}
	}
	return rows, true
}

// addSeen adds the values of a batch to the statistics, and converts values of the given shapes with `set`. done and ok
// are those of addOthers.
func (d *draft) addSeen(b *Batch, i, from int, at Place, kinds shape,
	set func(row int, b []byte) bool) (done int, ok bool) {
	cells, width, rows := b.Cells[i:], b.Width, b.Rows
	for r := range rows {
		c := cells[r*width]
		if c.Len&CellLen == 0 {
			d.null(from + r)
			continue
		}
		value := b.Text(c)
		switch s := d.look(value, Place{at.Block, at.Row + r}); {
		case s == shapeNull:
			d.null(from + r)
		case s&kinds == 0 || !set(from+r, Trim(value)):
			return r + 1, false
		}
	}
	return rows, true
}

func (d *draft) setFloat(row int, b []byte) bool {
	v, err := strconv.ParseFloat(unsafe.String(&b[0], len(b)), 64)
	if err != nil {
		return false
	}
	d.floats[row] = v
	if Loses(v, b) {
		d.rounded.Add(row)
	}
	return true
}

// setDate stores a date yyyy-mm-dd.
func (d *draft) setDate(row int, b []byte) bool {
	days, ok := isoDate(b)
	if ok {
		d.ints[row] = days
		d.addDay()
	}
	return ok
}

// setDay stores the date that the statistics saw last.
func (d *draft) setDay(row int, how likely) bool {
	last := d.dmy
	if how == monthFirst {
		last = d.mdy
	}
	d.ints[row] = last.day
	return last.ok
}

// setStamp stores a time.
func (d *draft) setStamp(row int, b []byte) bool {
	s, ok := isoStamp(b)
	if !ok {
		return false
	}
	if s.places > d.scale {
		scale := (s.places + 2) / 3 * 3
		factor := pow10[scale-d.scale]
		for i := range d.ints {
			d.ints[i] *= factor
		}
		d.scale = scale
	}
	if d.scale == 9 && (s.seconds < firstNano || s.seconds > lastNano) {
		return false
	}
	d.addStamp(s)
	unit := pow10[d.scale]
	d.ints[row] = s.seconds*unit + s.nanos/(1e9/unit)
	return true
}

// setTruth stores true or false.
func (d *draft) setTruth(row int, b []byte) bool {
	t := truth(b)
	if t >= 0 {
		d.ints[row] = int64(t)
		d.shapes |= shapeBool
	}
	return t >= 0
}
