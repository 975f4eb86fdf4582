package csv

import (
	"fmt"

	"cardinal/data"
)

// evidence is what the columns whose numbers have one reading say of the decimal sign, and what the delimiter says.
type evidence struct {
	points, commas int
	delim          byte
}

// newEvidence asks every column of numbers.
func newEvidence(all []facts, delim byte) evidence {
	e := evidence{delim: delim}
	for i := range all {
		f := &all[i]
		if f.shapes&^(numeric|shapeMarker) != 0 || f.shapes&(shapeDecimal|shapeComma|shapeWritten) == 0 || f.point.no == f.comma.no {
			continue
		}
		if f.comma.no {
			e.points++
		} else {
			e.commas++
		}
	}
	return e
}

// sign is the decimal sign of a column whose numbers have two readings, and the reason.
func (e evidence) sign() (sign byte, why string) {
	switch {
	case e.points > e.commas:
		return '.', "as in other columns"
	case e.commas > e.points:
		return ',', "as in other columns"
	case e.delim == ';':
		return ',', "as in most files with semicolons between the fields"
	}
	return '.', "as in most files without semicolons between the fields"
}

// chooseNumber decides on the decimal sign and the type of a column of numbers, and keeps how they were written.
func (p *plan) chooseNumber(kinds shape, f *facts, e evidence) {
	plain := kinds&(shapeComma|shapeWritten) == 0
	switch {
	case f.point.no && f.comma.no:
		p.note = "numbers with a decimal point and numbers with a decimal comma: kept as text"
		return
	case f.forms.several:
		p.note = "numbers in several currencies: kept as text"
		return
	case f.forms.percents > 0 && f.forms.percents < f.numbers():
		p.note = "numbers with and without a per cent sign: kept as text"
		return
	case f.point.no:
		p.sign = ','
	case f.comma.no:
		p.sign = '.'
	default:
		var why string
		if p.sign, why = e.sign(); f.ambiguous() && !(plain && e.delim == ',' && p.sign == '.') {
			p.assume(f, why)
		}
	}
	r := &f.point
	if p.sign == ',' {
		r = &f.comma
	}
	if r.blanks && r.places == 0 && f.forms.currencies+f.forms.percents == 0 {
		p.note = "numbers with blanks among their digits, which may be codes: kept as text"
		return
	}
	p.written = kinds&shapeWritten != 0 || r.grouped
	p.format = f.forms.format(r.grouped, f.numbers())
	digits, places := max(f.digits, r.digits), r.places
	if p.format.Percent {
		places += 2
	}
	p.digits = digits + places
	switch {
	case kinds&shapeFloat != 0 || places > maxPlaces || p.digits > maxDigits:
		p.typ = data.Float
		p.written = p.written || p.sign == ','
	case places > 0:
		p.typ, p.scale = data.Decimal, places
	default:
		p.typ = data.Int
	}
	if p.sign == ',' && r.places > 0 && p.note == "" {
		p.addNote("numbers with a decimal comma")
	}
	if n := f.numbers() - f.forms.currencies; f.forms.currencies > 0 && n > 0 {
		p.addNote(fmt.Sprintf("%d of %d numbers without %s", n, f.numbers(), f.forms.currency))
	}
}

// numbers is how many values are numbers.
func (f *facts) numbers() int {
	n := f.seen.values - f.seen.texts
	for _, times := range f.markers {
		n -= times
	}
	return n
}

// ambiguous reports whether the two decimal signs make different numbers: one of them groups thousands.
func (f *facts) ambiguous() bool { return f.point.signs || f.comma.signs }

// assume says what was assumed of numbers such as 1.234, and what follows if that is wrong.
func (p *plan) assume(f *facts, why string) {
	r, own, other := &f.point, "point", "comma"
	if p.sign == ',' {
		r, own, other = &f.comma, "comma", "point"
	}
	if r.signs {
		p.addNote(fmt.Sprintf("the %s is assumed to group thousands, %s; if it is a decimal %s, the numbers are 1,000 times too great", other, why, other))
		return
	}
	p.addNote(fmt.Sprintf("the %s is assumed to be a decimal %s, %s; if it groups thousands, the numbers are 1,000 times too small", own, own, why))
}

// format is how the numbers were written. A currency that most of them lack is not part of it.
func (f *forms) format(grouped bool, numbers int) data.Format {
	format := data.Format{Percent: f.percents > 0, Grouped: grouped, Parens: f.parens, Plus: f.pluses}
	if 2*f.currencies >= numbers {
		format.Currency, format.After, format.Spaced = f.currency, f.after && !f.before, f.spaced
	}
	return format
}
