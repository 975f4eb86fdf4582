package pivot

import (
	"strings"

	"cardinal/data"
)

// elapsed writes a number of days as hours, minutes and seconds: 36:00:00.
func (f Format) elapsed(v data.Value) string {
	days, _ := v.Number()
	if text, ok := data.FormatDuration(days, f.Fraction); ok {
		return f.separated(text)
	}
	return f.separated(v.String())
}

// excelElapsed returns the Excel number format code of a duration. Excel cannot show a negative time, so a negative
// duration is shown as a number of days.
func (f Format) excelElapsed(v data.Value) string {
	if days, _ := v.Number(); days < 0 {
		return `0.000000" days"`
	}
	code := "[h]:mm:ss"
	if f.Fraction > 0 {
		code += "." + strings.Repeat("0", min(f.Fraction, 3)) // Excel has milliseconds
	}
	return code
}
