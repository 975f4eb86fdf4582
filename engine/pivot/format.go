package pivot

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/figure/numfmt"
	"cardinal/engine/key"
	"cardinal/internal/separators"
)

// Format says how the figures of a measure or the labels of a field are written, on the screen and in workbooks.
type Format struct {
	Places            int // the decimal places of a float, or Shortest
	data.NumberFormat     // the format of the numbers in the file; per cent for a share

	// every float is a whole number or a half, such as a median of whole numbers; it is written with the places that it
	// needs, and Places does not matter
	Halves bool

	Ungrouped bool // thousands are not separated: the figures are identifiers, or may be years

	List data.Type // the type of the numbers that a figure lists; Null if the figure is one number

	Chosen *numfmt.Format // the number format that a person chose, which replaces all others; nil if none was chosen

	NoRows string // the text of a null in a cell that no row belongs to

	own *own // of a label: the words of Cardinal in the language of the axis; nil: English

	plain bool // labels are for programs: the separators and the language of this process do not matter
}

// Shortest is the value of Format.Places for the fewest digits that distinguish a float from all other floats.
const Shortest = -1

// Text writes a figure for a person, and NoRows for null. If Chosen is set, Text uses this number format. Otherwise it
// separates thousands and writes a fixed number of decimal places. It writes an empty text in quotes. Numbers have the
// separators of this process.
func (f Format) Text(v data.Value) string {
	if v.IsNull() {
		return f.NoRows
	}
	if f.List != data.Null && v.Type == data.Text {
		return f.list(v.Text)
	}
	if f.Chosen != nil {
		return f.Chosen.Text(v)
	}
	switch v.Type {
	case data.Int, data.Decimal, data.Float:
		if !finite(v) {
			return v.String()
		}
		if f.Duration {
			return f.elapsed(v)
		}
		if f.Ungrouped {
			return f.around(f.digits(v))
		}
		return f.around(separators.Group(f.digits(v)))
	case data.Text:
		if unquoted(v.Text) == "" {
			return `"` + v.Text + `"`
		}
		return v.Text
	}
	return Label(v)
}

// Label writes a label for a person. Digits are grouped only if the file grouped them: a year is 2024, not 2,024.
//
// Numbers and the edges of bins have the separators of this process. If some edges are below zero, Label writes "to"
// between them. Months and weekdays have their names in the language of this process.
func (f Format) Label(v data.Value) string {
	switch {
	case f.Names && v.Type == data.Text && !f.plain:
		return calendar.Shown(f.label(v))
	case !f.plain && f.Edged(v):
		text := v.Text
		if f.Signed {
			text = key.ShownEdges(text)
		}
		return separators.Show(text)
	case !v.Type.Numeric() || !finite(v):
		return f.label(v)
	case f.NumberFormat == data.NumberFormat{} || f.Duration && f.plain:
		return f.separated(Label(v))
	case f.Duration:
		return f.elapsed(v)
	case f.Grouped:
		return f.around(separators.Group(f.digits(v)))
	}
	return f.around(f.digits(v))
}

// Minus returns a text that Label or Text wrote for v, with `minus` in place of each hyphen before a negative number. v
// may be a number or a bin.
func (f Format) Minus(text string, v data.Value, minus string) string {
	if digits, negative := strings.CutPrefix(text, "-"); negative && v.Type.Numeric() {
		return minus + digits
	}
	if f.Signed && f.Edged(v) {
		return strings.ReplaceAll(text, "-", minus)
	}
	return text
}

// forPrograms returns a format that writes labels as the file has them, whatever the language of the process is.
func (f Format) forPrograms() Format {
	f.plain = true
	return f
}

// separated writes a number with the separators of this process.
func (f Format) separated(number string) string {
	if f.plain {
		return number
	}
	return separators.Show(number)
}

// finite reports whether v is a number: no infinity and no NaN.
func finite(v data.Value) bool {
	return v.Type != data.Float || !math.IsNaN(v.Float) && !math.IsInf(v.Float, 0)
}

// digits writes a number without grouping or units. A number in per cent is multiplied by 100.
func (f Format) digits(v data.Value) string {
	if v.Type == data.Float {
		return f.floatDigits(v.Float)
	}
	switch {
	case !f.Percent:
		return v.Int.Decimal(v.Scale)
	case v.Scale >= 2:
		return v.Int.Decimal(v.Scale - 2)
	}
	n := big.NewInt([]int64{100, 10}[v.Scale])
	return n.Mul(n, v.Int.Big()).String()
}

func (f Format) floatDigits(v float64) string {
	if v == 0 {
		v = 0 // -0 is written without a sign
	}
	switch {
	case f.Places == Shortest && f.Percent:
		return hundredfold(v)
	case f.Places == Shortest:
		return data.FloatValue(v).String()
	case f.Percent:
		hundred, _ := strconv.ParseFloat(hundredfold(v), 64)
		return fixed(hundred, f.Places)
	}
	f.Places = f.places(v)
	if a := math.Abs(v); a >= 1e21 || a != 0 && a < math.Pow10(-f.Places)/2 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return fixed(v, f.Places)
}

// fixed writes v with decimal places. It rounds the shortest text of v half away from zero, as spreadsheets and number
// formats do: 0.625 is 0.63, and 1.005 is 1.01.
func fixed(v float64, places int) string {
	_, frac, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	if len(frac) == places+1 && frac[places] == '5' {
		v = math.Nextafter(v, math.Copysign(math.Inf(1), v)) // beyond the middle
	}
	return strconv.FormatFloat(v, 'f', places, 64)
}

// hundredfold writes 100 v with the digits of v. The product 100*v of floats may have other digits if v has 16 or 17
// digits.
func hundredfold(v float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	power, _ := strconv.Atoi(exponent)
	power += 2
	scaled := mantissa + "e" + strconv.Itoa(power)
	if power < -6 || power > 20 {
		return scaled
	}
	_, frac, _ := strings.Cut(mantissa, ".")
	exact, _ := new(big.Rat).SetString(scaled)
	return exact.FloatString(max(len(frac)-power, 0))
}

// places returns the decimal places of a float.
func (f Format) places(v float64) int {
	switch {
	case !f.Halves:
		return f.Places
	case v == math.Trunc(v):
		return 0
	case 2*v == math.Trunc(2*v):
		return 1
	}
	return 3 // a total of labels that are not shown
}

// Whole reports whether a figure is written without a decimal place, while other figures of its measure may have one.
func (f Format) Whole(v data.Value) bool {
	return f.Halves && f.Chosen == nil && v.Type == data.Float && v.Float == math.Trunc(v.Float)
}

// around writes digits with the separators of this process. It adds the sign or brackets, the currency and the per
// cent sign.
func (f Format) around(digits string) string {
	number, negative := strings.CutPrefix(digits, "-")
	text := f.unit(f.separated(number), f.Currency)
	switch {
	case negative && f.Parens:
		return "(" + text + ")"
	case negative:
		return "-" + text
	case f.Plus && strings.Trim(number, "0.,") != "":
		return "+" + text
	}
	return text
}

// unit adds the per cent sign and the currency to a number.
func (f Format) unit(number, currency string) string {
	if f.Percent {
		number += "%"
	}
	blank := ""
	if f.Spaced {
		blank = " "
	}
	switch {
	case currency == "":
		return number
	case f.After:
		return number + blank + currency
	}
	return currency + blank + number
}

// Excel returns the Excel number format code of a figure, "" for the general format.
func (f Format) Excel(v data.Value) string {
	if f.Chosen != nil {
		return f.Chosen.Code()
	}
	switch v.Type {
	case data.Int, data.Decimal, data.Float:
		if f.Duration {
			return f.excelElapsed(v)
		}
		if f.Places == Shortest && v.Type == data.Float && f.NumberFormat == (data.NumberFormat{}) {
			return ""
		}
		if f.Ungrouped {
			return f.excel("0", v)
		}
		return f.excel("#,##0", v)
	case data.Date, data.Timestamp:
		return excelTime(v)
	}
	return ""
}

// excelTime returns the Excel number format code of a date, a time or a period.
func excelTime(v data.Value) string {
	switch {
	case v.Unit == calendar.Years:
		return "yyyy"
	case v.Unit == calendar.Months:
		return "yyyy-mm"
	case v.Unit == calendar.Hours || v.Unit == calendar.Minutes:
		return "yyyy-mm-dd hh:mm"
	case v.Type == data.Timestamp:
		code := "yyyy-mm-dd hh:mm:ss"
		if ms := v.Time().Round(time.Millisecond).Nanosecond() / 1e6; ms > 0 { // Excel has no finer times
			code += "." + strings.Repeat("0", len(strings.TrimRight(fmt.Sprintf("%03d", ms), "0")))
		}
		return code
	}
	return "yyyy-mm-dd"
}

// ExcelLabel returns the Excel number format code of a label, "" for the general format.
func (f Format) ExcelLabel(v data.Value) string {
	switch {
	case !v.Type.Numeric() || f.Duration:
		return f.Excel(v)
	case f.Grouped:
		return f.excel("#,##0", v)
	case f.NumberFormat == data.NumberFormat{} && v.Type != data.Decimal:
		return ""
	}
	return f.excel("0", v)
}

// excel returns a number format code for v. `whole` is the code of the digits before the point.
func (f Format) excel(whole string, v data.Value) string {
	n := f.places(v.Float)
	if v.Type != data.Float {
		n = v.Scale
		if f.Percent {
			n = max(0, n-2)
		}
	}
	if f.Percent {
		if x, _ := v.Number(); math.Abs(x) < 9.99 { // but the thousands of 1,234% are separated
			whole = "0"
		}
	}
	code := whole
	switch {
	case n == Shortest:
		code += ".00########"
	case n > 0:
		code += "." + strings.Repeat("0", n)
	}
	currency := f.Currency
	if currency != "" {
		currency = `"` + currency + `"`
	}
	code = f.unit(code, currency)
	switch {
	case f.Parens:
		return code + "_);(" + code + ")"
	case f.Plus:
		return "+" + code + ";-" + code + ";" + code
	}
	return code
}
