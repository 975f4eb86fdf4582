package unpivot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
)

// Wide is the least number of columns, named by years, months or parts such as 2023 · Q1, that probably should be rows.
const Wide = 3

// Offer returns the spec for the columns of a table that are most likely to become rows. They are the longest stretch
// of neighbouring columns whose names are years of four digits, months, or parts such as 2023 · Q1 with a year or a
// quarter. Offer returns "" if the stretch has less than least columns.
func Offer(t *data.Table, least int) string {
	names := data.Names(t.Columns)
	isYear := func(names []string) bool {
		name := names[len(names)-1]
		_, err := strconv.ParseUint(name, 10, 16)
		return err == nil && len(name) == 4
	}
	// three names are enough to recognise a language
	isMonth := func(names []string) bool { return len(names) <= 2 || calendar.AreMonths(names) }
	found, kinds := stretch(names, isYear), []string{"year"}
	if months := stretch(names, isMonth); len(months) > len(found) && calendar.AreMonths(months) {
		found, kinds = months, []string{"month"}
	}
	if p := longestParted(t.Columns); len(p.columns) > len(found) {
		found, kinds = data.Names(p.columns), p.kinds()
	}
	if len(found) < max(2, least) {
		return ""
	}
	return fmt.Sprintf("%s..%s as %s", quoted(found[0]), quoted(found[len(found)-1]),
		strings.Join(newNames(kinds, names), ", "))
}

// freeName returns a name, with a number at its end if the name is taken.
func freeName(name string, taken []string) string {
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

// stretch returns the longest stretch of names that fits. If a stretch fits, each beginning of it must fit, too.
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
