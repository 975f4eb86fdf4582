package pivot

import (
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/aggregate/measure"
	"cardinal/internal/separators"
)

// list writes each number of a list as Text writes a single number. It separates numbers with decimal commas by
// semicolons.
//
// The list may then be too long for a cell of a workbook. In this case the numbers at its end are left out, and the
// list counts them.
func (f Format) list(text string) string {
	each := f
	each.List = data.Null
	labels, missing := measure.Unlisted(text)
	for i, label := range labels {
		labels[i] = each.Text(numberOf(f.List, label))
	}
	between := ", "
	if separators.Used().Decimal == "," {
		between = "; "
	}
	return measure.Listed(labels, len(labels)+missing, between)
}

// numberOf returns the number of type t that a text writes, or the text if it is not a number.
func numberOf(t data.Type, text string) data.Value {
	if t == data.Float {
		if number, err := strconv.ParseFloat(text, 64); err == nil {
			return data.FloatValue(number)
		}
		return data.TextValue(text)
	}
	whole, places, _ := strings.Cut(text, ".")
	number, err := strconv.ParseInt(whole+places, 10, 64)
	if err != nil {
		return data.TextValue(text)
	}
	return data.Value{Type: t, Int: int128.From(number), Scale: len(places)}
}
