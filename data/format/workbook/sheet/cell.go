package sheet

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/text/intern"
)

// Kind is the kind of a cell's content.
type Kind uint8

// Kinds of cells.
const (
	Empty Kind = iota
	Number
	Date    // Number: milliseconds since 1970
	Time    // Number: days
	Elapsed // Number: days; a duration that may be longer than a day, as the format [h]:mm shows it
	Bool
	Text
	NoDate  // 29 February 1900
	NoValue // a formula whose value is not stored
	Error   // Text: such as #N/A
)

// Cell is a cell of a sheet.
type Cell struct {
	Kind    Kind
	Number  float64
	Text    uint32        // code in the texts of the workbook
	Rounded bool          // the file has more digits than Number
	Early   bool          // a date before 1900, stored as a negative number of days
	Undated bool          // a number in a format of dates that is no date of the calendar
	Unit    calendar.Unit // of a date: years or months if the format shows nothing smaller
	Format  *data.NumberFormat
	Shown   string // the code if the number is shown as a code such as 01234; else ""
}

// Texts has all texts of a workbook, each once.
type Texts = intern.Table

// dayMillis is the number of milliseconds of a day.
const dayMillis = 86_400_000

// text returns the text of a cell, whatever its kind is.
func text(c Cell, texts *Texts) string {
	switch c.Kind {
	case Text, Error:
		return texts.Values[int(c.Number)]
	case Number:
		if c.Shown != "" {
			return c.Shown
		}
		return data.FloatValue(c.Number).String()
	case Bool:
		return strconv.FormatBool(c.Number != 0)
	case Time, Elapsed:
		return clock(c.Number)
	case Date:
		ms := int64(c.Number)
		if ms%dayMillis == 0 {
			day := ms / dayMillis
			if c.Unit != 0 && c.Unit.First(day) == day {
				return data.PeriodValue(c.Unit, day).String()
			}
			return data.DateValue(day).String()
		}
		return strings.Replace(strings.TrimSuffix(millis(ms).String(), ".000"), "T", " ", 1)
	}
	return ""
}

func millis(ms int64) data.Value {
	c := data.Column{Type: data.Timestamp, Scale: 3}
	return c.IntValue(ms)
}

// clock converts a number of days to hours, minutes and seconds, with milliseconds if they are not 0. A negative number
// begins with a minus.
func clock(days float64) string {
	ms, sign := int64(math.Round(math.Abs(days)*dayMillis)), ""
	if days < 0 && ms > 0 {
		sign = "-"
	}
	s := ms / 1000
	text := fmt.Sprintf("%s%02d:%02d:%02d", sign, s/3600, s/60%60, s%60)
	if ms %= 1000; ms != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
	}
	return text
}
