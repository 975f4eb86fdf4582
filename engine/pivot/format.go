package pivot

import (
	"math"
	"strconv"
	"strings"

	"cardinal/data"
)

// Format is how the figures of one measure are written on the screen and in workbooks.
type Format struct {
	Places  int  // digits after the point of a float, or Shortest
	Percent bool // the figure is a share of 1
}

// Shortest is as many places as the float takes to be told from its neighbours.
const Shortest = -1

// Text writes v for a person: digits in groups of three, a fixed number of places, "" for null.
func (f Format) Text(v data.Value) string {
	switch v.Type {
	case data.Null:
		return ""
	case data.Int:
		return group(v.Int.String())
	case data.Decimal:
		return group(v.Int.Decimal(v.Scale))
	case data.Float:
		if math.IsNaN(v.Float) || math.IsInf(v.Float, 0) {
			return v.String()
		}
		if f.Percent {
			return group(strconv.FormatFloat(v.Float*100, 'f', f.Places, 64)) + "%"
		}
		if f.Places == Shortest {
			return group(v.String())
		}
		if a := math.Abs(v.Float); a >= 1e15 || a != 0 && a < math.Pow10(-f.Places)/2 {
			return strconv.FormatFloat(v.Float, 'g', 6, 64)
		}
		return group(strconv.FormatFloat(v.Float, 'f', f.Places, 64))
	case data.Text:
		if unquoted(v.Text) == "" {
			return `"` + v.Text + `"`
		}
		return v.Text
	}
	return Label(v)
}

// Excel is the number format code of v, "" for the general format.
func (f Format) Excel(v data.Value) string {
	switch v.Type {
	case data.Int:
		return "#,##0"
	case data.Decimal:
		return "#,##0" + places(v.Scale)
	case data.Float:
		if f.Percent {
			return "0" + places(f.Places) + "%"
		}
		if f.Places == Shortest {
			return ""
		}
		return "#,##0" + places(f.Places)
	case data.Date:
		return "yyyy-mm-dd"
	case data.Timestamp:
		return "yyyy-mm-dd hh:mm:ss"
	}
	return ""
}

func places(n int) string {
	if n == 0 {
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
