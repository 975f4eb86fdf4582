package data

// Format is how the numbers of a column were written in the file, beside their digits. The zero Format adds nothing.
type Format struct {
	Currency string // a symbol or a code; "": none
	After    bool   // the currency stands behind the number
	Spaced   bool   // a blank stands between the number and the currency
	Percent  bool   // the number 0.3 is written 30%
	Grouped  bool   // thousands are grouped
	Parens   bool   // the number -100 is written (100)
	Plus     bool   // the number 10 is written +10
}
