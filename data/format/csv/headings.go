package csv

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/infer"
)

// maxHeads is the greatest number of lines whose names are joined.
const maxHeads = 8

// hasHeadings reports whether the first record has headings above the names in the second record. An example is 2023,
// 2023, 2024, 2024 above Q1, Q2, Q1, Q2. A heading can cover several neighbouring columns; its text is then in the
// first of them or in all. At least two names must have numbers or dates below them, and no name may be a number.
func hasHeadings(records []record) bool {
	if len(records) < 4 {
		return false
	}
	above, names, rows := records[0].fields, records[1].fields, records[2:]
	if len(above) > len(names) {
		return false
	}
	numbers := 0
	for col, name := range names {
		below, _ := kindBelow(rows, col, names)
		if !canName(name, rows, col) || col < len(above) && !canName(above[col], rows, col) {
			return false
		}
		if below > infer.Word && infer.KindOf(name) != infer.Nothing {
			numbers++
		}
	}
	if numbers < 2 {
		return false
	}
	heads, wide := 0, 0 // headings, and headings above several names
	for at := 0; at < len(above); {
		next := at + 1
		for next < len(names) && continues(above, names, at, next) {
			next++
		}
		if above[at] != "" && names[at] != "" {
			heads++
			if next > at+1 {
				wide++
			}
		}
		at = next
	}
	return heads > 1 && (wide > 1 || wide == 1 && !distinct(names)) && distinct(joinNames(records[:2]))
}

// canName reports whether a field may name a column: it is empty, a word, or a year above numbers other than years.
func canName(field string, rows []record, col int) bool {
	k := infer.KindOf(field)
	return k == infer.Nothing || k == infer.Word || isYear(field) && !yearsBelow(rows, col)
}

// continues reports whether the heading of column `at` also covers column `next`. A heading without a name below it
// covers only its own column.
func continues(above, names []string, at, next int) bool {
	a := strings.TrimSpace(above[at])
	if a == "" || strings.TrimSpace(names[at]) == "" || strings.TrimSpace(names[next]) == "" {
		return false
	}
	return next >= len(above) || strings.TrimSpace(above[next]) == "" || strings.TrimSpace(above[next]) == a
}

// joinNames joins the names of each column from several records, such as 2023 · Q1. If a field of a record is empty,
// the heading to its left also covers its column; this does not hold for the last record.
func joinNames(records []record) []string {
	names := slices.Clone(records[len(records)-1].fields)
	for i := len(records) - 2; i >= 0; i-- {
		above := records[i].fields
		joined := slices.Concat(names, make([]string, max(len(above)-len(names), 0)))
		below := slices.Clone(joined)
		for at := 0; at < len(above); {
			next := at + 1
			for next < len(below) && continues(above, below, at, next) {
				next++
			}
			if head := strings.TrimSpace(above[at]); head != "" {
				for col := at; col < next; col++ {
					joined[col] = strings.TrimSuffix(head+data.NameSeparator+strings.TrimSpace(below[col]),
						data.NameSeparator)
				}
			}
			at = next
		}
		names = joined
	}
	return names
}

// distinct reports whether all names differ. Empty names may repeat.
func distinct(names []string) bool {
	seen := map[string]bool{}
	for _, n := range names {
		if n = strings.TrimSpace(n); seen[n] {
			return false
		}
		seen[n] = n != ""
	}
	return true
}
