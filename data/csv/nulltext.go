package csv

import (
	"fmt"
	"strings"
)

// nullTexts are the texts that stand for null in a column of numbers, dates or truth values.
var nullTexts = [...]string{
	"NA", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "NaN", "nan", `\N`, "None", "none", "-", "--", "–", "—", "?", ".",
	"#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!",
}

// nullText is the index of b in nullTexts, -1 where b is none of them.
func nullText(b []byte) int {
	if len(b) > len("#VALUE!") {
		return -1
	}
	for i, m := range nullTexts {
		if string(b) == m {
			return i
		}
	}
	return -1
}

// nullNote says which texts became null, and how many of each; "" where none did.
func (f *stats) nullNote() string {
	var parts []string
	all := 0
	for i, n := range f.nulls {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s (%d)", nullTexts[i], n))
			all += n
		}
	}
	switch all {
	case 0:
		return ""
	case 1:
		return "1 value read as null: " + strings.TrimSuffix(parts[0], " (1)")
	}
	return fmt.Sprintf("%d values read as null: %s", all, strings.Join(parts, ", "))
}

// truth is 1 for true, 0 for false, in any case, and -1 for anything else.
func truth(b []byte) int {
	switch {
	case len(b) == 4 && b[0]|0x20 == 't' && b[1]|0x20 == 'r' && b[2]|0x20 == 'u' && b[3]|0x20 == 'e':
		return 1
	case len(b) == 5 && b[0]|0x20 == 'f' && b[1]|0x20 == 'a' && b[2]|0x20 == 'l' && b[3]|0x20 == 's' && b[4]|0x20 == 'e':
		return 0
	}
	return -1
}

func isInfinity(b []byte) bool {
	switch string(b) {
	case "Inf", "-Inf", "inf", "-inf", "Infinity", "-Infinity":
		return true
	}
	return false
}
