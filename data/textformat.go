package data

import "fmt"

// TextFormat is how delimited text was read. It is zero for a table of another kind of file.
type TextFormat struct {
	Delimiter  byte
	Encoding   string // utf-8
	Header     int    // the line that names the columns, counted from 1; 0: no line does
	LastHeader int    // the last of several lines that name the columns; 0: one line does
	Footer     int    // the number of lines below the table that were left out
}

// Delimiters are the delimiters that have a name. Hive writes the control characters.
var Delimiters = []struct {
	Name string
	Byte byte
}{{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"bar", '|'}, {"space", ' '}, {"ctrl-a", 0x01}, {"unit-separator", 0x1F}}

// String is the format in words: delimited by semicolon, utf-8, names in line 2.
func (f TextFormat) String() string {
	delimiter := string(f.Delimiter)
	for _, d := range Delimiters {
		if d.Byte == f.Delimiter {
			delimiter = d.Name
		}
	}
	names := "no line of names"
	if f.Header > 0 {
		names = "names in " + f.Names()
	}
	return fmt.Sprintf("delimited by %s, %s, %s", delimiter, f.Encoding, names)
}

// Names says which lines name the columns: line 2, or lines 2-3.
func (f TextFormat) Names() string {
	if f.LastHeader > 0 {
		return fmt.Sprintf("lines %d-%d", f.Header, f.LastHeader)
	}
	return fmt.Sprintf("line %d", f.Header)
}
