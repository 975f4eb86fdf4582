package view

import (
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// LabelText writes a value as labels show it: a negative number with the minus sign that figures have.
func LabelText(v data.Value) string {
	text := pivot.Label(v)
	if digits, negative := strings.CutPrefix(text, "-"); negative && v.Type.Numeric() {
		return "−" + digits
	}
	return text
}
