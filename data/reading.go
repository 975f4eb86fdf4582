package data

import (
	"slices"
	"strings"
)

// Reading says how a person wants a file read, in the words of the command line. An empty field leaves the decision to
// Cardinal, which looks at the file. Each kind of file uses some of the fields:
//
// - delimited text: all but Range, Merged and Unnest
// - a sheet of a workbook: Header, Range, Merged and Types
// - a table of a database: Types and Dates
// - a file with lists: Unnest
// - a Delta table: Version and Unnest
// - every file: Unpivot, Roles and Zones
type Reading struct {
	Skip int `json:"skip,omitempty"` // number of lines at the beginning that are left out
	// the line of the column names, counted from 1 after the skipped lines; 3-4 if two lines have names; or none. In a
	// sheet or a table of a web page, the number is that of a row.
	Header    string `json:"header,omitempty"`
	Footer    string `json:"footer,omitempty"`    // number of lines at the end that are left out, or none
	Delimiter string `json:"delimiter,omitempty"` // a character, a name in Delimiters, or spaces: one or more blanks
	// double: fields may be in double quotes; single: in apostrophes; backslash: a backslash precedes delimiters and
	// quotes that belong to a text; none: quotes are ordinary characters
	Quote    string `json:"quote,omitempty"`
	Encoding string `json:"encoding,omitempty"` // utf-8, windows-1252, shift_jis
	Decimal  string `json:"decimal,omitempty"`  // point or comma
	Dates    string `json:"dates,omitempty"`    // dmy, mdy or ymd
	// of a sheet: cells such as B3:H200, or the name of a table or of a named range
	Range string `json:"range,omitempty"`
	// of a sheet: fill, so that merged cells all have the value of the first
	Merged string   `json:"merged,omitempty"`
	Types  []string `json:"types,omitempty"` // of columns: zip=text
	// of a file with lists: the name of the list whose elements become rows
	Unnest  string `json:"unnest,omitempty"`
	Version string `json:"table-version,omitempty"` // of a Delta table: the number of a version; "": the newest
	// of any file: the columns that become rows, as in 1952..2007 as year, population
	Unpivot string `json:"unpivot,omitempty"`
	// of any file: what the whole numbers of columns are, order=identifier or hits=quantity (see ParseRole). They do
	// not change what is read.
	Roles []string `json:"roles,omitempty"`
	// of any file and of a table on a server: the zones in which instants are shown, created=Europe/Berlin (see
	// ParseZone)
	Zones []string `json:"zones,omitempty"`
}

// IsZero reports whether the person left everything to the file.
func (r Reading) IsZero() bool {
	return r.Skip == 0 && r.Header+r.Footer+r.Delimiter+r.Quote+r.Encoding+r.Decimal+r.Dates+r.Range+r.Merged+r.Unnest+
		r.Version+r.Unpivot == "" && len(r.Types)+len(r.Roles)+len(r.Zones) == 0
}

// TypedColumn returns the column of an entry of Types.
func TypedColumn(entry string) string {
	return entry[:max(strings.LastIndexByte(entry, '='), 0)]
}

// HasType reports whether a type is chosen for a column.
func (r Reading) HasType(column string) bool {
	return slices.ContainsFunc(r.Types, func(t string) bool { return TypedColumn(t) == column })
}

// IsOfSheet reports whether every choice fits a sheet of a workbook.
func (r Reading) IsOfSheet() bool {
	return r.Skip == 0 && r.Footer+r.Delimiter+r.Quote+r.Encoding+r.Decimal+r.Dates == ""
}

// IsOfMarkup reports whether every choice fits a table of a web page, of Markdown or in aligned columns. The file says
// where the cells of such a table begin and end, but not what their texts mean.
func (r Reading) IsOfMarkup() bool {
	return r.Skip == 0 && r.Delimiter+r.Quote+r.Encoding+r.Range+r.Merged == ""
}

// IsOfColumns reports whether every choice fits a table of a database. The file gives the columns and values of such a
// table, but does not say what its texts mean.
func (r Reading) IsOfColumns() bool {
	return r.Skip == 0 && r.Header+r.Footer+r.Delimiter+r.Quote+r.Encoding+r.Decimal+r.Range+r.Merged == ""
}

// IsOfText reports whether every choice fits delimited text.
func (r Reading) IsOfText() bool { return r.Range+r.Merged == "" }
