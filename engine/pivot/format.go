package pivot

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"cardinal/data"
)

// Format is how the figures of one measure, or the labels of one field, are written on the screen and in workbooks.
type Format struct {
	Places      int // digits after the point of a float, or Shortest
	data.NumberFormat     // as the file wrote the numbers; a share is in per cent, too
}

// Shortest is as many places as the float takes to be told from its neighbours.
const Shortest = -1

// Text writes v for a person: digits in groups of three, a fixed number of places, "" for null.
func (f Format) Text(v data.Value) string {
	switch v.Type {
	case data.Null:
		return ""
	case data.Int, data.Decimal, data.Float:
		if !finite(v) {
			return v.String()
		}
		return f.around(group(f.digits(v)))
	case data.Text:
		if unquoted(v.Text) == "" {
			return `"` + v.Text + `"`
		}
		return v.Text
	}
	return Label(v)
}

// Label writes v as a label. Its digits are grouped only where the file grouped them: a year is 2024, not 2,024.
func (f Format) Label(v data.Value) string {
	switch {
	case f.NumberFormat == data.NumberFormat{} || !v.Type.Numeric() || !finite(v):
		return Label(v)
	case f.Grouped:
		return f.around(group(f.digits(v)))
	}
	return f.around(f.digits(v))
}

// finite reports whether v is neither an infinity nor NaN.
func finite(v data.Value) bool {
	return v.Type != data.Float || !math.IsNaN(v.Float) && !math.IsInf(v.Float, 0)
}

// digits writes a number with a sign and a point only. One in per cent is written as so many hundredths.
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
	switch {
	case f.Places == Shortest && f.Percent:
		return hundredfold(v)
	case f.Places == Shortest:
		return data.FloatValue(v).String()
	case f.Percent:
		return strconv.FormatFloat(v*100, 'f', f.Places, 64)
	}
	if a := math.Abs(v); a >= 1e15 || a != 0 && a < math.Pow10(-f.Places)/2 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return strconv.FormatFloat(v, 'f', f.Places, 64)
}

// hundredfold writes 100 v with the digits of v. The float nearest to 100 v has others where v has 16 or 17.
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

// around writes what the format puts around digits: signs, brackets, a currency, per cent.
func (f Format) around(digits string) string {
	number, negative := strings.CutPrefix(digits, "-")
	text := f.unit(number, f.Currency)
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

// unit writes the per cent sign and the currency beside a number.
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

// Excel is the number format code of v, "" for the general format.
func (f Format) Excel(v data.Value) string {
	switch v.Type {
	case data.Int, data.Decimal, data.Float:
		if f.Places == Shortest && v.Type == data.Float && f.NumberFormat == (data.NumberFormat{}) {
			return ""
		}
		return f.excel("#,##0", v)
	case data.Date:
		return "yyyy-mm-dd"
	case data.Timestamp:
		return "yyyy-mm-dd hh:mm:ss"
	}
	return ""
}

// ExcelLabel is the number format code of v as a label.
func (f Format) ExcelLabel(v data.Value) string {
	switch {
	case !v.Type.Numeric():
		return f.Excel(v)
	case f.Grouped:
		return f.excel("#,##0", v)
	case f.NumberFormat == data.NumberFormat{} && v.Type != data.Decimal:
		return ""
	}
	return f.excel("0", v)
}

// excel is the code of numbers whose whole part has a code.
func (f Format) excel(whole string, v data.Value) string {
	n := f.Places
	if v.Type != data.Float {
		n = v.Scale
		if f.Percent {
			n = max(0, n-2)
		}
	}
	if f.Percent {
		whole = "0"
	}
	code := whole + places(n)
	if n == Shortest {
		code = whole + ".00########"
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

func places(n int) string {
	if n <= 0 {
		return ""
	}
	return "." + strings.Repeat("0", n)
}

// group puts a comma between groups of three digits of a decimal number; one with an exponent stays as it is.
func group(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	if strings.Contains(s, "e") {
		return sign + s
	}
	whole, frac, point := strings.Cut(s, ".")
	var b strings.Builder
	b.WriteString(sign)
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	if point {
		b.WriteByte('.')
		b.WriteString(frac)
	}
	return b.String()
}
