package unpivot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/calendar"
)

// Wide is how many columns named by years or months a table has that are likely to stand for rows.
const Wide = 3

// Offer is the spec for the columns of a table that are most likely to become rows: the longest stretch of neighbours whose names are years of four digits, or
// months. It is "" where the stretch has less than least columns.
func Offer(t *data.Table, least int) string {
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	isYear := func(names []string) bool {
		name := names[len(names)-1]
		_, err := strconv.ParseUint(name, 10, 16)
		return err == nil && len(name) == 4
	}
	isMonth := func(names []string) bool { return len(names) <= 2 || calendar.AreMonths(names) } // three names tell a language
	found, kind := stretch(names, isYear), "year"
	if months := stretch(names, isMonth); len(months) > len(found) && calendar.AreMonths(months) {
		found, kind = months, "month"
	}
	if len(found) < max(2, least) {
		return ""
	}
	return fmt.Sprintf("%s..%s as %s, %s", found[0], found[len(found)-1], free(kind, names), free("value", names))
}

// free is a name, with a number behind it where it is taken.
func free(name string, taken []string) string {
	for n := 1; ; n++ {
		numbered := name
		if n > 1 {
			numbered = fmt.Sprint(name, " ", n)
		}
		if !slices.ContainsFunc(taken, func(other string) bool { return strings.EqualFold(other, numbered) }) {
			return numbered
		}
	}
}

// stretch is the longest stretch of names of which each beginning fits.
func stretch(names []string, fits func(names []string) bool) (longest []string) {
	from := 0
	for i := range names {
		for from <= i && !fits(names[from:i+1]) {
			from++
		}
		if i+1-from > len(longest) {
			longest = names[from : i+1]
		}
	}
	return longest
}
