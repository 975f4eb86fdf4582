package view

import (
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// LabelText writes a value as labels show it: a number as the file wrote it, with the minus sign that figures have.
func LabelText(v data.Value, f data.NumberFormat) string {
	text := pivot.Format{Places: pivot.Shortest, NumberFormat: f}.Label(v)
	if digits, negative := strings.CutPrefix(text, "-"); negative && v.Type.Numeric() {
		return "−" + digits
	}
	return text
}
