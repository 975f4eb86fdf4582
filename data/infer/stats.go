package infer

import (
	"bytes"
	"strconv"
)

// shape is the kind of a value, or a set of kinds, as bits.
type shape uint16

const (
	shapeInt       shape = 1 << iota
	shapeDecimal         // with a decimal point
	shapeComma           // with a decimal comma
	shapeFormatted       // a number with more than digits and a decimal separator
	shapeFloat
	shapeBool
	shapeDate     // the year is first
	shapeYearLast // the day or the month is first
	shapeStamp
	shapeText
	shapeBig        // an integer beyond 64 bits, which becomes a text
	shapeNull       // NA and similar texts
	shapeClock      // a time of day
	shapeMoment     // a date in another form
	shapeMomentTime // a date in another form, with a time of day
	shapeYes        // yes, no and similar words
)

const numeric = shapeInt | shapeDecimal | shapeComma | shapeFormatted | shapeFloat

// textsOfBlock is a number of texts. After so many texts of a column in a block, the rest of the block is skipped if
// most values so far are texts.
const textsOfBlock = 32

// seen counts the values that are not empty, and how many of them are texts.
type seen struct{ values, texts int }

// stats are the statistics of a column. They decide its type.
type stats struct {
	shapes  shape
	chosen  bool // a person chose the type: no value is skipped, and numbers may have leading zeros
	skip    bool // the rest of the block is skipped, because most values are texts
	seen    seen
	before  seen                // `seen` when the current block began
	skipped bool                // some values were skipped
	text    string              // the first text
	at      Place               // the row of the first text
	nulls   [len(nullTexts)]int // by nullText
	digits  int                 // greatest number of digits of an integer
	point   reading             // numbers with a separator, if a point is the decimal separator
	comma   reading             // numbers with a separator, if a comma is the decimal separator
	affixes affixes
	codes   codes
	written written
	yes     yesNo

	dmy, mdy day  // the last date, with the day before the month and the other way round
	notDMY   bool // some date is not valid with the day first
	notMDY   bool // some date is not valid with the month first
	fraction int  // greatest number of decimal places of a second
	zoned    bool // some time has a zone
	local    bool // some time has no zone
	offset   int64
	offsets  bool // some zone has another offset than the first one
	shifted  bool // some zone has an offset other than 0
	leap     bool // some time is a leap second
	farTime  bool // some time does not fit into 64 bits as nanoseconds
}

func (f *stats) merge(g *stats) {
	f.shapes |= g.shapes
	f.seen.values, f.seen.texts = f.seen.values+g.seen.values, f.seen.texts+g.seen.texts
	f.skipped = f.skipped || g.skipped
	if g.at.Before(f.at) {
		f.text, f.at = g.text, g.at
	}
	for i, n := range g.nulls {
		f.nulls[i] += n
	}
	f.digits = max(f.digits, g.digits)
	f.point.merge(&g.point)
	f.comma.merge(&g.comma)
	f.affixes.merge(&g.affixes)
	f.codes.merge(&g.codes)
	f.written.merge(&g.written)
	f.yes.merge(&g.yes)
	f.notDMY, f.notMDY = f.notDMY || g.notDMY, f.notMDY || g.notMDY
	f.fraction = max(f.fraction, g.fraction)
	f.offsets = f.offsets || g.offsets || f.zoned && g.zoned && f.offset != g.offset
	if !f.zoned {
		f.zoned, f.offset = g.zoned, g.offset
	}
	f.local, f.shifted = f.local || g.local, f.shifted || g.shifted
	f.leap, f.farTime = f.leap || g.leap, f.farTime || g.farTime
}

// noteText counts a text, and stores the first one.
func (f *stats) noteText(b []byte, at Place) {
	if f.seen.texts++; f.at.Row == 0 {
		f.text, f.at = string(b[:min(len(b), 100)]), at
	}
}

// mostlyTexts reports whether most values of the block so far are texts, so that the rest of the block can be skipped.
func (f *stats) mostlyTexts() bool {
	texts := f.seen.texts - f.before.texts
	if f.chosen || texts <= textsOfBlock || 2*texts <= f.seen.values-f.before.values {
		return false
	}
	f.skipped = true
	return true
}

// see adds one value that is not empty.
func (f *stats) see(b []byte) shape {
	f.seen.values++
	b = Trim(b)
	s := shapeText
	if len(b) > 0 {
		if c := b[0]; c-'0' < 10 || c == '-' || c == '.' {
			s = f.seeNumber(b)
		} else {
			s = f.seeOther(b)
		}
	}
	f.shapes |= s
	return s
}

func (f *stats) seeNumber(b []byte) shape {
	i := 0
	if b[0] == '-' {
		i = 1
	}
	from := i
	for i < len(b) && b[i]-'0' < 10 {
		i++
	}
	whole := i - from
	if i == len(b) && whole > 0 {
		return f.seeInt(b, from, whole)
	}
	if sign := b[min(i, len(b)-1)]; i < len(b) && (sign == '.' || sign == ',') {
		for i++; i < len(b) && b[i]-'0' < 10; {
			i++
		}
		if places := i - from - whole - 1; i == len(b) && whole+places > 0 && (places > 0 || sign == '.') {
			return f.seeDecimal(b, from, whole, places, sign)
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' && i > from {
		if s := f.seeExponent(b, i, from); s != shapeText {
			return s
		}
	}
	if b[0] != '-' {
		if s := f.seeDate(b); s != shapeText {
			return s
		}
	}
	return f.seeOther(b)
}

// seeOther adds a value that is neither a plain number nor a date in a usual form.
func (f *stats) seeOther(b []byte) shape {
	if truth(b) >= 0 {
		return shapeBool
	}
	if m := nullText(b); m >= 0 {
		f.nulls[m]++
		return shapeNull
	}
	if isInfinity(b) {
		f.codes.see(codeInfinite, b)
		return shapeFloat
	}
	if s := f.seeFormatted(b); s != shapeText {
		return s
	}
	return f.seeWord(b)
}

func (f *stats) seeInt(b []byte, from, whole int) shape {
	if whole > 1 && b[from] == '0' && !f.chosen {
		return shapeText // probably a code, whose zeros matter
	}
	if from == 1 && whole == 1 && b[1] == '0' {
		return shapeFloat // minus zero
	}
	if whole > 18 {
		if _, err := strconv.ParseInt(string(b), 10, 64); err != nil {
			f.shapes |= shapeBig
			return shapeText
		}
	}
	f.digits = max(f.digits, whole)
	return shapeInt
}

func (f *stats) seeDecimal(b []byte, from, whole, places int, sign byte) shape {
	if whole > 1 && b[from] == '0' && !f.chosen {
		return shapeText
	}
	if from == 1 && zero(b[1:]) && sign == '.' {
		f.comma.no = true
		return shapeFloat
	}
	own, other, s := &f.point, &f.comma, shapeDecimal
	if sign == ',' {
		own, other, s = other, own, shapeComma
	}
	own.digits, own.places = max(own.digits, whole), max(own.places, places)
	own.beyond = own.beyond || places == 0 && whole > maxDigits // 9223372036854775808.
	own.lengths |= 1 << min(places, 31)
	if last := b[len(b)-1]; last == '0' {
		own.padded |= 1 << min(places, 31)
	} else if last == sign {
		f.codes.see(codeEnded, b)
	}
	if places != 3 || whole == 0 || whole > 3 || b[from] == '0' {
		other.no = true // the separator cannot be a thousands separator
	} else {
		other.digits, other.grouped, other.signs = max(other.digits, whole+3), true, true
	}
	return s
}

// zero reports whether all digits of a number are 0.
func zero(b []byte) bool {
	for _, c := range b {
		if c != '0' && c != '.' && c != ',' {
			return false
		}
	}
	return true
}

func (f *stats) seeExponent(b []byte, e, from int) shape {
	if e-from > 1 && b[from] == '0' && b[from+1] != '.' {
		return shapeText
	}
	i, kind := e+1, codeBare
	if from > 0 || bytes.IndexByte(b[:e], '.') >= 0 || i < len(b) && b[i]-'0' > 9 {
		kind = codeMeasured
	}
	if i < len(b) && (b[i] == '+' || b[i] == '-') {
		i++
	}
	if i == len(b) || b[e-1] == '.' && e-1 == from {
		return shapeText
	}
	for ; i < len(b); i++ {
		if b[i]-'0' > 9 {
			return shapeText
		}
	}
	if _, err := strconv.ParseFloat(string(b), 64); err != nil {
		return shapeText // beyond the range of a float64, or with a decimal comma
	}
	f.comma.no = true
	f.codes.see(kind, b)
	return shapeFloat
}
