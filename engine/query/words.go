package query

import (
	"fmt"
	"strings"

	"cardinal/data/int128"
)

var showTitles = map[Show]string{
	AsIs: "The value itself", PctRow: "% of row", PctCol: "% of column", PctTotal: "% of total", PctParentRow: "% of parent row",
	PctParentCol: "% of parent column", Running: "Running total", Rank: "Rank",
}

// Title is the way to show in words: % of row.
func (s Show) Title() string {
	if t, ok := showTitles[s]; ok {
		return t
	}
	return string(s)
}

// Title is the measure in words: Sum of revenue, % of row. A formula stays as it was typed.
func (m Measure) Title() string {
	if m.Show == AsIs {
		return m.figure()
	}
	return m.figure() + ", " + strings.ToLower(m.Show.Title())
}

func (m Measure) figure() string {
	of := m.Column
	if of == "" {
		of = m.Expr
	}
	switch {
	case m.Func == Formula:
		return m.Expr
	case of == "":
		return "Number of rows"
	}
	a := m.Func.Describe()
	if a.Words != nil {
		return a.Words(m, of)
	}
	return a.Title + " of " + of
}

var partTitles = map[Part]string{
	Whole: "Whole value", Year: "Year", Quarter: "Quarter", Month: "Month", Day: "Day of month", Weekday: "Weekday", Hour: "Hour", Bin: "Bins",
}

// Title is the part in words: Year.
func (p Part) Title() string { return partTitles[p] }

// Title is the field in words: Year of date, Bins of price (width 10).
func (f Field) Title() string {
	switch f.Part {
	case Whole:
		return f.Column
	case Bin:
		return fmt.Sprintf("Bins of %s (width %s)", f.Column, f.Width())
	}
	return f.Part.Title() + " of " + f.Column
}

// Width is the width of a field's bins.
func (f Field) Width() string { return int128.From(f.BinWidth).Decimal(f.BinScale) }

// Title is the condition with the names of columns as they stand, for people: the parser may not read it back.
func (e *Expr) Title() string { return e.write(Field.Title) }
