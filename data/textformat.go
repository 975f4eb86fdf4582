package data

import "fmt"

// TextFormat says how delimited text was read. It is zero for a table of another kind of file.
type TextFormat struct {
	Delimiter  byte
	Encoding   string // utf-8
	Header     int    // the line of the column names, counted from 1; 0: no line
	LastHeader int    // the last of several lines of column names; 0: only one line
	Footer     int    // number of lines below the table that were left out
}

// Delimiters lists the delimiters that have a name. Hive writes the control characters.
var Delimiters = []struct {
	Name string
	Byte byte
}{{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"bar", '|'}, {"space", ' '}, {"ctrl-a", 0x01},
	{"unit-separator", 0x1F}}

// String describes the format in words: delimited by semicolon, utf-8, names in line 2.
func (f TextFormat) String() string {
	delimiter := string(f.Delimiter)
	for _, d := range Delimiters {
		if d.Byte == f.Delimiter {
			delimiter = d.Name
		}
	}
	names := "no line of names"
	if f.Header > 0 {
		names = "names in " + f.names()
	}
	return fmt.Sprintf("delimited by %s, %s, %s", delimiter, f.Encoding, names)
}

// names returns the lines of the column names in words: line 2, or lines 2-3.
func (f TextFormat) names() string {
	if f.LastHeader > 0 {
		return fmt.Sprintf("lines %d-%d", f.Header, f.LastHeader)
	}
	return fmt.Sprintf("line %d", f.Header)
}
