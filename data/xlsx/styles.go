package xlsx

import (
	"fmt"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/calendar"
	"cardinal/data/zipxml"
)

// style says how a cell shows its number.
type style struct {
	kind   styleKind
	format data.NumberFormat
	unit   calendar.Unit // of dates: years or months where the format shows no more
}

type styleKind uint8

const (
	styleNumber  styleKind = iota
	styleDate              // has a year, a month or a day; a time perhaps
	styleTime              // hours, minutes and seconds only
	styleElapsed           // a time that may be longer than a day, such as [h]:mm
)

// maxStyles is the most styles that are kept. Excel writes 65,490 at most.
const maxStyles = 1 << 17

// maxNumber is the most digits of the number of a format.
const maxNumber = 10

var errStyles = fmt.Errorf("it has more than %d formats of cells", maxStyles)

// plainStyle is the style of cells that name none.
var plainStyle style

// readStyles reads the cell styles of the workbook.
func (w *workbook) readStyles(part string) error {
	if !w.Has(part) {
		return nil
	}
	custom := map[string]style{}
	return w.Walk(part, func(x *zipxml.Reader) error {
		switch {
		case string(x.Name) == "numFmt" && x.Inside("numFmts"):
			code, err := x.Attr("formatCode")
			if err != nil {
				return err
			}
			if id := x.Raw("numFmtId"); len(id) <= maxNumber {
				kind, unit := styleOf(code)
				custom[string(id)] = style{kind, formatOf(code), unit}
			}
		case string(x.Name) == "xf" && x.Inside("cellXfs"):
			id := x.Raw("numFmtId")
			s, ok := custom[string(id)]
			if !ok {
				s = builtin(id)
			}
			w.styles = append(w.styles, s)
		}
		if len(w.styles) > maxStyles || len(custom) > maxStyles {
			return errStyles
		}
		return nil
	})
}

// style finds the style of a cell by the number in its s attribute; ok is false where the workbook lacks that style.
func (w *workbook) style(number []byte) (s *style, ok bool) {
	i := 0
	if len(number) > 0 {
		var err error
		if i, err = strconv.Atoi(string(number)); err != nil {
			return &plainStyle, false
		}
	}
	if i < 0 || i >= len(w.styles) {
		return &plainStyle, i == 0
	}
	return &w.styles[i], true
}

// builtin is the style of a number format that needs no definition. Those from 27 to 58 belong to East Asian locales. Where such a
// format has a currency, it is the reader's own, which is not known.
func builtin(id []byte) style {
	n, err := strconv.Atoi(string(id))
	switch {
	case err != nil:
		return style{}
	case n >= 14 && n <= 17, n == 22, n >= 27 && n <= 31, n == 36, n >= 50 && n <= 54, n == 57, n == 58:
		return style{kind: styleDate, unit: map[int]calendar.Unit{17: calendar.Months}[n]} // mmm-yy
	case n >= 18 && n <= 21, n >= 32 && n <= 35, n == 45, n == 47, n == 55, n == 56:
		return style{kind: styleTime}
	case n == 46:
		return style{kind: styleElapsed}
	case n == 3, n == 4:
		return style{format: data.NumberFormat{Grouped: true}}
	case n == 9, n == 10:
		return style{format: data.NumberFormat{Percent: true}}
	case n >= 5 && n <= 8, n >= 37 && n <= 44:
		return style{format: data.NumberFormat{Grouped: true, Parens: true}}
	}
	return style{}
}

// styleOf reads the first section of a number format such as yyyy\-mm\-dd or [$-409]h:mm AM/PM. unit is years or months where a date shows no more.
func styleOf(code string) (kind styleKind, unit calendar.Unit) {
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
