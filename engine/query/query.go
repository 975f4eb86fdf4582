package query

import (
	"fmt"
	"strings"
)

// Query is one pivot. The zero value with one measure is the grand total of that measure.
type Query struct {
	Rows, Cols []Field
	Values     []Measure
	Filter     *Expr    // nil: every row
	Sorts      []Sort   // one a field at most; without one its labels ascend, null last
	Tops       []TopN   // one a field at most
	Havings    []Having // labels pass every one of their field's
	Layout     Layout
	Lets       []Let // calculated fields, which stand for columns
}

// Part derives a key from a column.
type Part uint8

// The parts. Whole is the column itself.
const (
	Whole Part = iota
	Year
	Quarter // 1..4
	Month   // 1..12
	Day     // 1..31
	Weekday // 1 Monday .. 7 Sunday
	Hour    // 0..23
	Bin     // floor(v/width)*width
)

var partNames = map[Part]string{Year: "year", Quarter: "quarter", Month: "month", Day: "day", Weekday: "weekday", Hour: "hour", Bin: "bin"}

// Field is a column, or a part of one, on a shelf. Fields compare with ==.
type Field struct {
	Column   string
	Part     Part
	BinWidth int64 // of Bin, times 10^BinScale; positive
	BinScale int
}

// String is the field as ParseFields reads it: bin(price, 10).
func (f Field) String() string {
	switch f.Part {
	case Whole:
		return quoteName(f.Column)
	case Bin:
		return fmt.Sprintf("bin(%s, %s)", quoteName(f.Column), f.Width())
	}
	return partNames[f.Part] + "(" + quoteName(f.Column) + ")"
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
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 || !first && (r >= '0' && r <= '9' || r == '.' || r == '-')
}
