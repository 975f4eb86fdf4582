package sheet

import (
	"fmt"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/infer"
)

// Wish says how a person wants a sheet read. If it is zero, the cells decide everything.
type Wish struct {
	Sheet string // the sheet that Range names; "": none
	Name  string // of the table or the named range to read; "": Range decides
	Range Range  // the cells to read; zero: all
	Names Rows   // the rows that name the columns; zero: the cells decide
	Plain bool   // no row names the columns
	Fill  bool   // all cells of a merged range get the value of its first cell
	Types []infer.ColumnType
	Unfit infer.Unfit // what happens if the table has no column for an entry of Types, or cannot have the type
	Most  int         // greatest number of rows to read; 0: all
}

// Rows is a range of rows of a sheet. The first row is 1.
type Rows struct{ First, Last int }

// String returns the rows as text: 3, or 3-4.
func (r Rows) String() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return fmt.Sprintf("%d-%d", r.First, r.Last)
}

// Parse converts a person's words to a wish. The error begins with the name of the wrong option, as in "header: ...".
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
			return w, fmt.Errorf("header: %s are too many rows: at most %d can name the columns", r.Header, maxHeads)
		}
		w.Names = Rows{a, b}
	}
	switch r.Merged {
	case "":
	case "fill":
		w.Fill = true
	default:
		return w, fmt.Errorf("merged: %q is unknown, write fill", r.Merged)
	}
	w.Types, err = infer.ParseTypes(r.Types)
	return w, err
}

// SplitSheet splits a range such as 'Sales 2024'!B3:H200 into the sheet and the rest.
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

// WithSheet returns a range with its sheet as text, such as 'Sales 2024'!B3:H200.
func (r Range) WithSheet(sheet string) string {
	return "'" + strings.ReplaceAll(sheet, "'", "''") + "'!" + r.String()
}
