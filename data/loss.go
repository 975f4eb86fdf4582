package data

// Loss is a value or a line of a text that was left out or read as something else.
type Loss struct {
	Row    int    `json:"row"`    // of the table, from 1; 0 for a line outside the table
	Column string `json:"column"` // "" for a whole row
	Text   string `json:"text"`   // text of the file, unchanged
	What   string `json:"what"`   // what became of the text
}

// MaxLosses is the greatest number of losses that are listed.
const MaxLosses = 1000
