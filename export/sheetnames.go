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

// takenNames is the names of present and future sheets.
type takenNames []string

// take returns a name for a sheet that Excel accepts and that no other sheet has: the text, an end, and a number if it
// needs one. Excel forbids some signs, reserves the name History, and ignores upper and lower case.
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

// takeFor takes the names of the sheets that accompany a pivot's figures. The library of workbooks cannot put a
// PivotTable on a sheet whose name has an exclamation mark.
func (t *takenNames) takeFor(w *wording.Words, pivot string) sheetNames {
	plain := strings.ReplaceAll(pivot, "!", "")
	return sheetNames{pivot, t.take(pivot, " "+w.L(chartSheet)), t.take(plain, " "+nativeSheet),
		t.take(plain, " "+w.L(dataSheet))}
}

// replaceForbidden replaces the signs that the name of a sheet cannot have.
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

// reference writes the name of a sheet for formulas.
func reference(sheet string) string {
	switch sheet {
	case pivotSheet, chartSheet, dataSheet, rowsSheet, curveSheet: // need no quotes
		return sheet
	}
	return "'" + strings.ReplaceAll(sheet, "'", "''") + "'"
}
