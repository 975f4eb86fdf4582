package infer

import (
	"fmt"

	"cardinal/data"
	"cardinal/internal/separators"
)

// evidence decides the decimal separator of an ambiguous column. First it compares the numbers of other columns in
// which only a point, or only a comma, can be the separator. Then it compares the numbers of columns in which a sign
// seems to group thousands, because numbers below 1,000 lack it. The delimiter of the text decides last.
type evidence struct {
	points, commas               int
	groupingPoint, groupingComma int
	options                      *Options
}

// newEvidence counts the columns that are evidence for a point or for a comma.
func newEvidence(all []stats, o *Options) evidence {
	e := evidence{options: o}
	for i := range all {
		f := &all[i]
		if f.shapes&^(numeric|shapeNull) == 0 && f.groups() && o.Delimiter != ',' {
			if f.comma.signs {
				e.groupingPoint++
			} else {
				e.groupingComma++
			}
		}
		if f.shapes&^(numeric|shapeNull) != 0 || f.shapes&(shapeDecimal|shapeComma|shapeFormatted) == 0 ||
			f.point.no == f.comma.no {
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

// groups reports whether a sign seems to group thousands in a column: numbers from 1,000 on have it before three
// digits, and smaller numbers lack it, as in 2.468, 468, 12.468. If the sign were a decimal separator, 468 would be
// written 468.000, or some numbers would have fewer decimal places.
func (f *stats) groups() bool {
	return f.point.signs != f.comma.signs && !f.point.no && !f.comma.no && f.digits >= 2 && f.digits <= 3
}

// sign returns the decimal separator of an ambiguous column, and the reason for a note.
func (e evidence) sign(f *stats) (sign byte, why string) {
	grouping := "as in other columns"
	if f.groups() {
		grouping = "since the numbers below 1,000 have none"
	}
	switch {
	case e.points > e.commas:
		return '.', "as in other columns"
	case e.commas > e.points:
		return ',', "as in other columns"
	case e.groupingPoint > e.groupingComma:
		return ',', grouping
	case e.groupingComma > e.groupingPoint:
		return '.', grouping
	case e.options.Delimiter == ';':
		return ',', "as in most files with semicolons between the fields"
	}
	return '.', "as in most files without semicolons between the fields"
}

// chooseNumber chooses the decimal separator and the type of a column of numbers, and stores their number format.
func (p *conversion) chooseNumber(kinds shape, f *stats, e evidence) {
	plain := kinds&(shapeComma|shapeFormatted) == 0
	switch own := e.options.Decimal; {
	case own == '.' && f.point.no, own == ',' && f.comma.no:
		p.note = "some numbers do not have the decimal sign that was asked for: kept as text"
		return
	case f.point.no && f.comma.no:
		p.note = "numbers with a decimal point and numbers with a decimal comma: kept as text"
		return
	case f.affixes.several:
		p.note = "numbers in several currencies: kept as text"
		return
	case f.affixes.percents > 0 && f.affixes.percents < f.numbers():
		p.note = "numbers with and without a per cent sign: kept as text"
		return
	case own != 0:
		p.sign = own
	case f.point.no:
		p.sign = ','
	case f.comma.no:
		p.sign = '.'
	default:
		var why string
		p.others = true
		if p.sign, why = e.sign(f); f.ambiguous() && !(plain && e.options.Delimiter == ',' && p.sign == '.') {
			p.assume(f, why)
		}
	}
	r := &f.point
	if p.sign == ',' {
		r = &f.comma
	}
	if r.blanks && r.places == 0 && f.affixes.currencies+f.affixes.percents == 0 {
		p.note = "numbers with blanks among their digits, which may be codes: kept as text"
		return
	}
	p.formatted = kinds&shapeFormatted != 0 || r.grouped
	p.format = f.affixes.format(r.grouped, f.numbers())
	digits, places := max(f.digits, r.digits), r.places
	if p.format.Percent {
		places += 2
	}
	p.digits = digits + places
	switch {
	case kinds&shapeFloat != 0 || places > maxPlaces || p.digits > maxDigits && (places > 0 || r.beyond):
		p.typ = data.Float
		p.formatted = p.formatted || p.sign == ','
	case places > 0:
		p.typ, p.scale = data.Decimal, places
	default:
		p.typ = data.Int
	}
	if p.sign == ',' && r.places > 0 && p.note == "" {
		p.addNote("numbers with a decimal comma")
	}
	if n := f.numbers() - f.affixes.currencies; f.affixes.currencies > 0 && n > 0 {
		p.addNote(separators.Sprintf("%d of %d numbers without %s", n, f.numbers(), f.affixes.currency))
	}
}

// numbers returns the number of values that are numbers.
func (f *stats) numbers() int {
	n := f.seen.values - f.seen.texts
	for _, times := range f.nulls {
		n -= times
	}
	return n
}

// ambiguous reports whether the numbers depend on the decimal separator, because a sign may group thousands.
func (f *stats) ambiguous() bool { return f.point.signs || f.comma.signs }

// assume adds a note on the decimal separator that is assumed for numbers such as 1.234. The note says how wrong the
// numbers are if the assumption is wrong.
func (p *conversion) assume(f *stats, why string) {
	r, own, other := &f.point, "point", "comma"
	if p.sign == ',' {
		r, own, other = &f.comma, "comma", "point"
	}
	if r.signs {
		p.addNote(fmt.Sprintf("the %s is assumed to group thousands, %s; if it is a decimal %s, the numbers are "+
			"1,000 times too great", other, why, other))
		return
	}
	p.addNote(fmt.Sprintf("the %s is assumed to be a decimal %s, %s; if it groups thousands, the numbers are 1,000 "+
		"times too small", own, own, why))
}

// format returns the number format of a column. It omits a currency that most numbers lack.
func (f *affixes) format(grouped bool, numbers int) data.NumberFormat {
	format := data.NumberFormat{Percent: f.percents > 0, Grouped: grouped, Parens: f.parens, Plus: f.pluses}
	if 2*f.currencies >= numbers {
		format.Currency, format.After, format.Spaced = f.currency, f.after && !f.before, f.spaced
	}
	return format
}
