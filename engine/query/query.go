package query

import "strings"

// Query is one pivot. The zero value with one measure is the grand total of that measure.
type Query struct {
	Rows, Cols []Field
	Values     []Measure
	Filter     *Expr    // nil: every row
	Sorts      []Sort   // at most one per field; the labels of a field without a sort ascend, null last
	Tops       []TopN   // at most one per field
	Havings    []Having // labels must pass all conditions of their field
	Layout     Layout
	Lets       []Let // calculated fields, which stand for columns
	// measures of subtotals whose function does not suit the type of their column; the engine sets them
	Impossible []Measure
}

// quoteName writes a column name so that the parser reads it back: in double quotes unless it is a plain word.
func quoteName(s string) string {
	plain := s != "" && !isKeyword(s)
	for i, r := range s {
		if !isWord(r, i == 0) {
			plain = false
		}
	}
	if plain {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

func isWord(r rune, first bool) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 || !first && (r >= '0' && r <= '9' ||
		r == '.' || r == '-')
}
