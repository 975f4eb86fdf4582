package csv

import "strconv"

// shape is what one value can be, as a set bit.
type shape uint16

const (
	shapeInt shape = 1 << iota
	shapeDecimal
	shapeFloat
	shapeBool
	shapeDate     // year first
	shapeYearLast // day or month first
	shapeStamp
	shapeText
	shapeMarker // NA and the like
	shapeComma  // a decimal with a comma, in a file of semicolons
)

// facts is all that has been seen of a column.
type facts struct {
	commas   bool // a comma can be a decimal point: it is not the delimiter
	shapes   shape
	finer    bool // a comma with other than three digits behind it: it does not group thousands
	markers  int
	digits   int // most before the point, without leading zeros
	places   int // most behind it
	total    int // most digits in one number
	notDMY   bool
	notMDY   bool
	fraction int // most digits of a fraction of a second
	zoned    bool
	local    bool
	shifted  bool
	farTime  bool // a time that nanoseconds cannot reach
}

func (f *facts) merge(g *facts) {
	f.shapes |= g.shapes
	f.finer = f.finer || g.finer
	f.markers += g.markers
	f.digits, f.places, f.total = max(f.digits, g.digits), max(f.places, g.places), max(f.total, g.total)
	f.notDMY, f.notMDY = f.notDMY || g.notDMY, f.notMDY || g.notMDY
	f.fraction = max(f.fraction, g.fraction)
	f.zoned, f.local, f.shifted = f.zoned || g.zoned, f.local || g.local, f.shifted || g.shifted
	f.farTime = f.farTime || g.farTime
}

// see takes in one value that is not empty.
func (f *facts) see(b []byte) {
	b = trim(b)
	if len(b) == 0 {
		f.shapes |= shapeText
		return
	}
	c := b[0]
	switch {
	case c >= '0' && c <= '9' || c == '-' || c == '.':
		f.shapes |= f.seeNumber(b)
	case isBool(b):
		f.shapes |= shapeBool
	case isMarker(b):
		f.markers++
		f.shapes |= shapeMarker
	case isInfinity(b):
		f.shapes |= shapeFloat
	default:
		f.shapes |= shapeText
	}
}

func (f *facts) seeNumber(b []byte) shape {
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
	if i < len(b) && b[i] == '.' {
		i++
		for i < len(b) && b[i]-'0' < 10 {
			i++
		}
		places := i - from - whole - 1
		if i == len(b) {
			return f.seeDecimal(b, from, whole, places)
		}
	}
	if f.commas && i < len(b) && b[i] == ',' && whole > 0 {
		for i++; i < len(b) && b[i]-'0' < 10; {
			i++
		}
		if places := i - from - whole - 1; i == len(b) && places > 0 && f.seeDecimal(b, from, whole, places) == shapeDecimal {
			f.finer = f.finer || places != 3
			return shapeComma
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' && i > from {
		if s := seeExponent(b, i, from); s != shapeText {
			return s
		}
	}
	if b[0] == '-' {
		if isInfinity(b) {
			return shapeFloat
		}
		return shapeText
	}
	return f.seeDate(b)
}

func (f *facts) seeInt(b []byte, from, whole int) shape {
	if whole > 1 && b[from] == '0' {
		return shapeText // a code: its zeros matter
	}
	if from == 1 && whole == 1 && b[1] == '0' {
		return shapeFloat // minus zero
	}
	if whole > 18 {
		if _, err := strconv.ParseInt(string(b), 10, 64); err != nil {
			return shapeText
		}
	}
	f.digits, f.total = max(f.digits, whole), max(f.total, whole)
	return shapeInt
}

func (f *facts) seeDecimal(b []byte, from, whole, places int) shape {
	if whole > 1 && b[from] == '0' || whole+places == 0 {
		return shapeText
	}
	if from == 1 && zero(b[1:]) {
		return shapeFloat
	}
	f.digits, f.places, f.total = max(f.digits, whole), max(f.places, places), max(f.total, whole+places)
	return shapeDecimal
}

// zero reports whether a number has no digit but 0.
func zero(b []byte) bool {
	for _, c := range b {
		if c != '0' && c != '.' && c != ',' {
			return false
		}
	}
	return true
}

func seeExponent(b []byte, e, from int) shape {
	if e-from > 1 && b[from] == '0' && b[from+1] != '.' {
		return shapeText
	}
	i := e + 1
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
		return shapeText // beyond the range of a float64
	}
	return shapeFloat
}

func (f *facts) seeDate(b []byte) shape {
	if _, ok := isoDate(b); ok {
		return shapeDate
	}
	if s, ok := isoStamp(b); ok {
		f.fraction = max(f.fraction, s.places)
		f.zoned, f.local, f.shifted = f.zoned || s.zoned, f.local || !s.zoned, f.shifted || s.shifted
		f.farTime = f.farTime || s.seconds < firstNano || s.seconds > lastNano
		return shapeStamp
	}
	if first, second, year, ok := yearLast(b); ok {
		_, dmy := daysFrom(year, second, first)
		_, mdy := daysFrom(year, first, second)
		if dmy || mdy {
			f.notDMY, f.notMDY = f.notDMY || !dmy, f.notMDY || !mdy
			return shapeYearLast
		}
	}
	return shapeText
}

// trim drops blanks around a value; a text column keeps them.
func trim(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}

func isBool(b []byte) bool { return truth(b) >= 0 }

// truth is 1 for true, 0 for false, in any case, and -1 for anything else.
func truth(b []byte) int {
	switch {
	case len(b) == 4 && b[0]|0x20 == 't' && b[1]|0x20 == 'r' && b[2]|0x20 == 'u' && b[3]|0x20 == 'e':
		return 1
	case len(b) == 5 && b[0]|0x20 == 'f' && b[1]|0x20 == 'a' && b[2]|0x20 == 'l' && b[3]|0x20 == 's' && b[4]|0x20 == 'e':
		return 0
	}
	return -1
}

func isMarker(b []byte) bool {
	switch string(b) {
	case "NA", "N/A", "NULL", "null", "NaN", "nan":
		return true
	}
	return false
}

func isInfinity(b []byte) bool {
	switch string(b) {
	case "Inf", "-Inf", "inf", "-inf", "Infinity", "-Infinity":
		return true
	}
	return false
}
