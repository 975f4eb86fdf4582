package export

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// sheetNames are the names of the sheets of one pivot.
type sheetNames struct{ pivot, chart, native, data string }

// alone are the names in a workbook of one pivot.
var alone = sheetNames{pivotSheet, chartSheet, nativeSheet, dataSheet}

// maxSheetName is the length of the name of a sheet, in units of UTF-16.
const maxSheetName = 31

// takenNames are the names of sheets that there are or will be.
type takenNames []string

// take finds a name for a sheet that Excel takes and that no other sheet has: the text with an end, if need be
// with a number. Excel forbids some signs, keeps the name History for itself, and takes names for the same that
// differ in upper and lower case alone.
func (t *takenNames) take(text, end string) string {
	text = allowed(text)
	for n, number := 1, ""; ; n, number = n+1, fmt.Sprintf(" (%d)", n+1) {
		name := strings.TrimRight(cutUnits(text, maxSheetName-len(end)-len(number)), " '") + end + number
		if !strings.EqualFold(name, "History") && !slices.ContainsFunc(*t, func(other string) bool { return strings.EqualFold(name, other) }) {
			*t = append(*t, name)
			return name
		}
	}
}

// beside takes the names of the sheets beside a pivot's figures. The library of workbooks has no PivotTable on
// a sheet whose name has an exclamation mark.
func (t *takenNames) beside(pivot string) sheetNames {
	plain := strings.ReplaceAll(pivot, "!", "")
	return sheetNames{pivot, t.take(pivot, " "+chartSheet), t.take(plain, " "+nativeSheet), t.take(plain, " "+dataSheet)}
}

// allowed is a text without the signs that the name of a sheet cannot have.
func allowed(text string) string {
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

// cutUnits cuts a text after so many units of UTF-16.
func cutUnits(text string, most int) string {
	for i, r := range text {
		if most -= utf16.RuneLen(r); most < 0 {
			return text[:i]
		}
	}
	return text
}

// reference is the name of a sheet as formulas have it.
func reference(sheet string) string {
	switch sheet {
	case pivotSheet, chartSheet, dataSheet, rowsSheet, curveSheet: // which need no quotes
		return sheet
	}
	return "'" + strings.ReplaceAll(sheet, "'", "''") + "'"
}
