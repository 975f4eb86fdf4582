package data

// Reading is what a person says of how delimited text is read, in the words of the command line. The text decides what is empty.
type Reading struct {
	Skip      int      `json:"skip,omitempty"`      // lines at the beginning that are left out
	Header    string   `json:"header,omitempty"`    // the line of the names, counted from 1 behind the skipped ones, or none
	Footer    string   `json:"footer,omitempty"`    // the number of lines at the end that are left out, or none
	Delimiter string   `json:"delimiter,omitempty"` // a character, or comma, semicolon, tab, bar or space
	Quote     string   `json:"quote,omitempty"`     // double: fields may stand between double quotes; none: quotes are characters
	Encoding  string   `json:"encoding,omitempty"`  // utf-8, windows-1252, shift_jis
	Decimal   string   `json:"decimal,omitempty"`   // point or comma
	Dates     string   `json:"dates,omitempty"`     // dmy, mdy or ymd
	Types     []string `json:"types,omitempty"`     // of columns: zip=text
}

// IsZero reports whether everything is left to the text.
func (r Reading) IsZero() bool {
	return r.Skip == 0 && r.Header+r.Footer+r.Delimiter+r.Quote+r.Encoding+r.Decimal+r.Dates == "" && len(r.Types) == 0
}
