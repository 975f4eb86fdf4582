package sheet

import (
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
)

// Style says how a cell shows its number. A cell without a style has the zero Style.
type Style struct {
	kind   styleKind
	format data.NumberFormat
	unit   calendar.Unit // of dates: years or months if the format shows nothing smaller
	code   codeFormat    // how numbers are shown as codes; nil: they are not
}

type styleKind uint8

const (
	styleNumber  styleKind = iota
	styleDate              // has a year, a month or a day, and perhaps a time
	styleTime              // hours, minutes and seconds only
	styleElapsed           // a time that may be longer than a day, such as [h]:mm
)

// MaxStyles is the greatest number of styles of a workbook that are kept. Excel writes at most 65,490.
const MaxStyles = 1 << 17

// leastDated is a number of days, some 27 years. A number of at least so many days is a date, even if its format shows
// only the time.
const leastDated = 10_000

// Cell returns the cell of a number in the style: a date, a time or a number. Days count from 1900 or from 1904.
func (s *Style) Cell(n float64, since1904 bool) Cell {
	c := Cell{Kind: Number, Number: n, Unit: s.unit, Format: &s.format}
	switch {
	case s.kind == styleDate && n >= 60 && n < 61 && !since1904:
		c.Kind, c.Number = NoDate, 0
	case s.kind == styleDate, s.kind == styleTime && n >= leastDated:
		if ms, ok := Millis(n, since1904); ok {
			c.Kind, c.Number, c.Early = Date, float64(ms), n < 0 && !since1904
		} else {
			c.Undated = true
		}
	case s.kind == styleTime && n >= 0:
		c.Kind = Time
	case s.kind == styleElapsed:
		c.Kind = Elapsed
	case s.code != nil:
		c.Shown = s.code.text(n)
	}
	return c
}

// StyleOf returns the style of a number format such as yyyy\-mm\-dd or #,##0.00.
func StyleOf(code string) Style {
	kind, unit := kindOf(code)
	s := Style{kind: kind, format: numberFormat(code), unit: unit}
	if kind == styleNumber {
		s.code = parseCode(code)
	}
	return s
}

// BuiltinStyle returns the style of a number format that Excel knows by its number, without a definition in the
// workbook. The formats from 27 to 58 belong to East Asian locales. The currency of a format is that of the reader's
// locale, which is unknown.
func BuiltinStyle(n int) Style {
	switch {
	case n >= 14 && n <= 17, n == 22, n >= 27 && n <= 31, n == 36, n >= 50 && n <= 54, n == 57, n == 58:
		return Style{kind: styleDate, unit: map[int]calendar.Unit{17: calendar.Months}[n]} // mmm-yy
	case n >= 18 && n <= 21, n >= 32 && n <= 35, n == 45, n == 47, n == 55, n == 56:
		return Style{kind: styleTime}
	case n == 46:
		return Style{kind: styleElapsed}
	case n == 3, n == 4:
		return Style{format: data.NumberFormat{Grouped: true}}
	case n == 9, n == 10:
		return Style{format: data.NumberFormat{Percent: true}}
	case n >= 5 && n <= 8, n >= 37 && n <= 44:
		return Style{format: data.NumberFormat{Grouped: true, Parens: true}}
	}
	return Style{}
}

// kindOf parses the first section of a number format such as yyyy\-mm\-dd or [$-409]h:mm AM/PM. unit is years or months
// if a date shows nothing smaller.
func kindOf(code string) (kind styleKind, unit calendar.Unit) {
	rest := strings.ToLower(code)
	if rest == "general" || rest == "standard" {
		return styleNumber, 0
	}
	var year, day, hour, month, elapsed bool
	for rest != "" && rest[0] != ';' {
		_, size, isText := nextLiteral(rest)
		for _, noon := range []string{"am/pm", "a/p"} {
			if strings.HasPrefix(rest, noon) {
				hour, size = true, len(noon)
			}
		}
		switch c := rest[0]; {
		case c == '[' && size > 2 && strings.Trim(rest[1:size-1], "hms") == "":
			hour, elapsed = true, true
		case isText:
		case c == 'y':
			year = true
		case c == 'd':
			day = true
		case c == 'h' || c == 's':
			hour = true
		case c == 'm':
			month = true
		}
		rest = rest[size:]
	}
	switch {
	case year && !day && !hour && month:
		return styleDate, calendar.Months
	case year && !day && !hour:
		return styleDate, calendar.Years
	case year, day, month && !hour:
		return styleDate, 0
	case elapsed:
		return styleElapsed, 0
	case hour:
		return styleTime, 0
	}
	return styleNumber, 0
}
