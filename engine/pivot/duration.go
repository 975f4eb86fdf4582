package pivot

import (
	"fmt"
	"math"
	"strings"

	"cardinal/data"
)

// elapsed writes a number of days as hours, minutes and seconds: 36:00:00.
func (f Format) elapsed(v data.Value) string {
	days, _ := v.Number()
	unit := math.Pow10(f.Fraction)
	seconds := math.Round(math.Abs(days) * 86400 * unit)
	if seconds >= 1<<53 {
		return f.separated(v.String())
	}
	whole, fraction := int64(seconds)/int64(unit), int64(seconds)%int64(unit)
	text := fmt.Sprintf("%d:%02d:%02d", whole/3600, whole/60%60, whole%60)
	if f.Fraction > 0 {
		text += fmt.Sprintf(".%0*d", f.Fraction, fraction)
	}
	if days < 0 && seconds > 0 {
		text = "-" + text
	}
	return f.separated(text)
}

// excelElapsed is the number format code of a duration. Excel writes no negative time: such a duration is a number of days there.
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
