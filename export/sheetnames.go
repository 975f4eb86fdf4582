package export

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"cardinal/internal/wording"
)

// sheetNames has the names of the sheets of one pivot.
type sheetNames struct{ pivot, chart, native, data string }

// maxSheetName is the largest length of the name of a sheet, in units of UTF-16.
const maxSheetName = 31

// takenNames is the names that sheets have, or will have.
type takenNames []string

// take returns a unique name for a sheet that Excel accepts: the text, then end and, if the name is taken, a number.
// Excel forbids some characters, reserves the name History, and does not distinguish upper and lower case.
func (t *takenNames) take(text, end string) string {
	text = replaceForbidden(text)
	for n, number := 1, ""; ; n, number = n+1, fmt.Sprintf(" (%d)", n+1) {
		name := strings.TrimRight(cutUnits(text, maxSheetName-len(end)-len(number)), " '") + end + number
		if !strings.EqualFold(name, "History") && !slices.ContainsFunc(*t, func(other string) bool {
			return strings.EqualFold(name, other)
		}) {
			*t = append(*t, name)
			return name
		}
	}
}

// takeFor returns names for the sheets that accompany a pivot's figures. They have no exclamation marks, since the
// library cannot add a PivotTable to a sheet with an exclamation mark in its name.
func (t *takenNames) takeFor(w *wording.Words, pivot string) sheetNames {
	plain := strings.ReplaceAll(pivot, "!", "")
	return sheetNames{pivot, t.take(pivot, " "+w.L(chartSheet)), t.take(plain, " "+nativeSheet),
		t.take(plain, " "+w.L(dataSheet))}
}

// replaceForbidden replaces the characters that the name of a sheet cannot have.
func replaceForbidden(text string) string {
	text = strings.Map(func(r rune) rune {
		switch r {
		case ':', '\\', '/', '?', '*':
			return '-'
		case '[':
			return '('
		case ']':
			return ')'
		}
		return r
	}, printable(strings.ToValidUTF8(text, "\uFFFD")))
	if text = strings.Trim(text, " '"); text == "" {
		return "Sheet"
	}
	return text
}

// cutUnits cuts a text after at most `most` units of UTF-16.
func cutUnits(text string, most int) string {
	for i, r := range text {
		if most -= utf16.RuneLen(r); most < 0 {
			return text[:i]
		}
	}
	return text
}

// reference writes the name of a sheet in the syntax of formulas.
func reference(sheet string) string {
	switch sheet {
	case pivotSheet, chartSheet, dataSheet, rowsSheet, curveSheet: // these names need no quotes
		return sheet
	}
	return "'" + strings.ReplaceAll(sheet, "'", "''") + "'"
}
