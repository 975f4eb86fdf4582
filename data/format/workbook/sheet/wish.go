package sheet

import (
	"fmt"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/format/csv"
)

// Wish is what a person says of how a sheet is read. The zero Wish leaves everything to the cells.
type Wish struct {
	Sheet string // of a range that names it; ""
	Name  string // of the table or the named range that is read; "" where Range says so
	Range Range  // the cells that are read; zero: all
	Names Rows   // the rows that name the columns; zero: the cells decide
	Plain bool   // no row names the columns
	Fill  bool   // merged cells all have the value of the first
	Types []csv.ColumnType
	Unfit csv.Unfit // what becomes of Types that the cells cannot have
	Most  int       // rows that are read; 0: all
}

// Rows are rows of a sheet, from 1.
type Rows struct{ First, Last int }

// String writes rows: 3, or 3-4.
func (r Rows) String() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return fmt.Sprintf("%d-%d", r.First, r.Last)
}

// Parse reads what a person says. The error begins with the name of what is wrong, as in "header: ...".
func Parse(r data.Reading) (w Wish, err error) {
	if s := strings.TrimSpace(r.Range); s != "" {
		ok := false
		w.Sheet, s = SplitSheet(s)
		if w.Range, ok = ParseRange(s); !ok {
			w.Range, w.Name = Range{}, s
		}
	}
	switch first, last, two := strings.Cut(r.Header, "-"); {
	case r.Header == "":
	case r.Header == "none":
		w.Plain = true
	default:
		if !two {
			last = first
		}
		a, err1 := strconv.Atoi(strings.TrimSpace(first))
		b, err2 := strconv.Atoi(strings.TrimSpace(last))
		if err1 != nil || err2 != nil || a < 1 || b < a || b > MaxRow {
			return w, fmt.Errorf("header: %q is neither none nor the number of a row", r.Header)
		}
		if b-a >= maxHeads {
			return w, fmt.Errorf("header: rows %s are more than the %d that names are joined of", r.Header, maxHeads)
		}
		w.Names = Rows{a, b}
	}
	switch r.Merged {
	case "":
	case "fill":
		w.Fill = true
	default:
		return w, fmt.Errorf("merged: %q is not fill", r.Merged)
	}
	o, err := csv.Parse(data.Reading{Types: r.Types})
	w.Types = o.Types
	return w, err
}

// SplitSheet takes the sheet off a range such as 'Sales 2024'!B3:H200.
func SplitSheet(s string) (name, rest string) {
	at := strings.LastIndexByte(s, '!')
	if at < 0 {
		return "", s
	}
	name = strings.TrimSpace(s[:at])
	if n := len(name); n >= 2 && name[0] == '\'' && name[n-1] == '\'' {
		name = strings.ReplaceAll(name[1:n-1], "''", "'")
	}
	return name, s[at+1:]
}

// Qualified is a range with its sheet: 'Sales 2024'!B3:H200.
func (r Range) Qualified(sheet string) string {
	return "'" + strings.ReplaceAll(sheet, "'", "''") + "'!" + r.String()
}
