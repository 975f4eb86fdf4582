package infer

import (
	"cardinal/data"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// conversion says what a column becomes and how its values are converted.
type conversion struct {
	name   string
	typ    data.Type
	scale  int
	digits int // Int, Decimal: the greatest number of digits on both sides of the decimal separator
	utc    bool
	// Date, Timestamp: the order in numeric dates without a year at the beginning: 'd' day first, 'm' month first, 'y'
	// two-digit year first; 0: no such dates
	order     byte
	moments   bool // Date, Timestamp: some values have other forms than yyyy-mm-dd or 31/12/2024
	epoch     int  // Timestamp: number of units in a second if values are numbers since 1970; else 0
	sign      byte // of numbers: the decimal separator
	others    bool // of numbers: other columns decided the decimal separator
	formatted bool // some numbers have more than digits and a decimal separator
	format    data.NumberFormat
	note      string
	odd       bool   // Text: because of only a few values
	chosen    bool   // a person chose the type: other values become null
	title     string // of the choice: a name for a value
}

const (
	maxPlaces = 9
	maxDigits = 18
)

// choose returns the conversion of a column according to the statistics of all its values. row returns the row of the
// table for a Place.
func choose(name string, f *stats, e evidence, row func(Place) int) conversion {
	p := conversion{name: name, typ: data.Text, sign: '.'}
	kinds := f.shapes &^ shapeNull
	if kinds&shapeText == 0 {
		if p.note = f.codesNote(name, kinds); p.note != "" {
			return p
		}
		p.chooseType(kinds, f, e)
		if p.typ != data.Text {
			p.addNote(f.nullNote())
		}
		return p
	}
	kinds &^= shapeText | shapeBig
	oneOfThree := f.seen.texts == 1 && f.seen.values == 3 && kinds != 0 && kinds&^moments == 0
	if f.skipped || !few(f.seen.texts, f.seen.values) && !oneOfThree {
		return p
	}
	switch p.chooseType(kinds, f, e); {
	case p.typ != data.Text:
		p = conversion{name: name, typ: data.Text, note: f.textNote(row(f.at)), odd: true, others: p.others}
	case p.note != "" && kinds&^moments == 0: // the order of the other dates is unknown, too
		p.addNote(f.textNote(row(f.at)))
		p.odd = true
	}
	return p
}

// few reports whether texts are such a small part of all values that the column probably should have another type.
func few(texts, all int) bool { return 20*texts <= all || texts == 1 && all > 3 }

// textNote returns a note on the values that made a column text. row is the row of the first of them.
func (f *stats) textNote(row int) string {
	return separators.Sprintf("kept as text because of %d of %d values%s %s in row %d", f.seen.texts, f.seen.values,
		separators.Plural(f.seen.texts, ":", ", the first is"), ellipsis.Quote(f.text, 40), row)
}

// chooseType sets the type of a column without texts. kinds has the shapes of its values.
func (p *conversion) chooseType(kinds shape, f *stats, e evidence) {
	within := func(s shape) bool { return kinds != 0 && kinds&^s == 0 }
	switch {
	case within(shapeInt):
		p.typ, p.digits = data.Int, f.digits
	case within(numeric):
		p.chooseNumber(kinds, f, e)
	case within(shapeBool):
		p.typ = data.Bool
	case within(shapeYes) && f.yes.both():
		p.typ = data.Bool
		p.addNote(f.yes.note())
	case within(moments):
		p.chooseMoments(kinds, f, e.options)
	}
}

func (p *conversion) addNote(note string) {
	if p.note != "" && note != "" {
		p.note += "; "
	}
	p.note += note
}

func (p *conversion) chooseOrder(f *stats, o *Options) {
	w := &f.written
	switch p.order = o.order(f); {
	case p.order == 'm':
		p.typ, p.note = data.Date, "dates read as month, day, year"
	case p.order == 'd' && f.assumed(o):
		p.typ, p.note = data.Date, "dates read as day, month, year, as most dates with points are; no date tells"
	case p.order == 'd':
		p.typ, p.note = data.Date, "dates read as day, month, year"
	case p.order == 'y':
		p.typ, p.note = data.Date, "dates read as year, month, day"
	case f.notDMY && f.notMDY && (w.notYMD || !w.numeric):
		p.note = "dates with the day first and dates with the month first: kept as text"
	case o.Dates != 0:
		p.note = "some dates do not have the order that was asked for: kept as text"
	case !w.notYMD:
		p.note = "no date tells whether the day, the month or the year comes first: kept as text until the order of " +
			"dates is chosen"
	default:
		p.note = "no date tells whether the day or the month comes first: kept as text until the order of dates is " +
			"chosen"
	}
}

func (p *conversion) chooseStamp(kinds shape, f *stats) {
	scale := (f.fraction + 2) / 3 * 3
	dates := kinds&(shapeDate|shapeYearLast) != 0 || kinds&shapeMoment != 0
	switch {
	case f.zoned && (f.local || dates):
		p.note = "times with and without a time zone: kept as text"
		return
	case scale == 9 && f.farTime:
		p.note = "nanosecond times outside the years 1678 to 2261: kept as text"
		return
	}
	p.typ, p.scale, p.utc = data.Timestamp, scale, f.zoned
	if dates {
		p.addNote("dates without a time of day are read as midnight")
	}
	p.addStampNotes(f)
}

// addStampNotes adds notes on how times are changed.
func (p *conversion) addStampNotes(f *stats) {
	switch {
	case f.offsets:
		p.addNote("times with different offsets, moved to UTC")
	case f.shifted:
		p.addNote("times with an offset, moved to UTC")
	}
	if f.leap {
		p.addNote("leap seconds, such as 23:59:60, are read as the second that follows")
	}
}

// width returns the approximate bytes of memory for a value while the column is made.
func (p *conversion) width() int64 {
	switch p.typ {
	case data.Bool:
		return 1
	case data.Text, data.Date:
		return 4
	case data.Int, data.Decimal:
		switch {
		case p.digits <= 2:
			return 1
		case p.digits <= 4:
			return 2
		case p.digits <= 9:
			return 4
		}
	}
	return 8
}
