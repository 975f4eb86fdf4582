package data

import (
	"slices"
	"strings"
)

// Reading is what a person says of how a file is read, in the words of the command line. The file decides what
// is empty. Delimited text has all but Range, Merged and Unnest. The sheet of a workbook has Header, Range,
// Merged and Types. A table of a database has Types and Dates. A file with lists has Unnest. Every file has
// Unpivot.
type Reading struct {
	Skip int `json:"skip,omitempty"` // lines at the beginning that are left out
	// the line of the names, counted from 1 behind the skipped ones, or the first and the last as in 3-4, or
	// none; of a sheet or a table of a page: the row, or rows
	Header    string `json:"header,omitempty"`
	Footer    string `json:"footer,omitempty"`    // the number of lines at the end that are left out, or none
	Delimiter string `json:"delimiter,omitempty"` // a character, one of Delimiters by its name, or spaces: one or more
	// double: fields may stand between double quotes; single: between apostrophes; backslash: a backslash stands before
	// delimiters and quotes that belong to a text; none: quotes are characters
	Quote    string `json:"quote,omitempty"`
	Encoding string `json:"encoding,omitempty"` // utf-8, windows-1252, shift_jis
	Decimal  string `json:"decimal,omitempty"`  // point or comma
	Dates    string `json:"dates,omitempty"`    // dmy, mdy or ymd
	// of a sheet: cells such as B3:H200, or the name of a table or of a named range
	Range string `json:"range,omitempty"`
	// of a sheet: fill, so that merged cells all have the value of the first
	Merged string   `json:"merged,omitempty"`
	Types  []string `json:"types,omitempty"` // of columns: zip=text
	// of a file with lists: the name of the list of which each element is a row
	Unnest string `json:"unnest,omitempty"`
	// of any file: the columns that become rows, as in 1952..2007 as year, population
	Unpivot string `json:"unpivot,omitempty"`
}

// IsZero reports whether everything is left to the text.
func (r Reading) IsZero() bool {
	return r.Skip == 0 && r.Header+r.Footer+r.Delimiter+r.Quote+r.Encoding+r.Decimal+r.Dates+r.Range+r.Merged+r.Unnest+r.Unpivot == "" && len(r.Types) == 0
}

// TypedColumn is the column of an entry of Types.
func TypedColumn(entry string) string {
	return entry[:max(strings.LastIndexByte(entry, '='), 0)]
}

// HasType reports whether a type is chosen for a column.
func (r Reading) HasType(column string) bool {
	return slices.ContainsFunc(r.Types, func(t string) bool { return TypedColumn(t) == column })
}

// IsOfSheet reports whether a sheet of a workbook can be read so.
func (r Reading) IsOfSheet() bool {
	return r.Skip == 0 && r.Footer+r.Delimiter+r.Quote+r.Encoding+r.Decimal+r.Dates == ""
}

// IsOfMarkup reports whether a table of a web page, of Markdown or in aligned columns can be read so: its cells
// are known, and not what they mean.
func (r Reading) IsOfMarkup() bool {
	return r.Skip == 0 && r.Delimiter+r.Quote+r.Encoding+r.Range+r.Merged == ""
}

// IsOfColumns reports whether a table of a database can be read so: its columns and values are known, and not
// what its texts mean.
func (r Reading) IsOfColumns() bool {
	return r.Skip == 0 && r.Header+r.Footer+r.Delimiter+r.Quote+r.Encoding+r.Decimal+r.Range+r.Merged == ""
}

// IsOfText reports whether a text can be read so.
func (r Reading) IsOfText() bool { return r.Range+r.Merged == "" }
