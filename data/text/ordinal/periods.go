package ordinal

import (
	"slices"
	"strconv"
	"strings"

	"cardinal/internal/lazyregexp"
)

// period matches a part of a year, followed by the year: Q1 2022, M06 2022, H2 FY2023, W07/2024.
var period = lazyregexp.New(`^(q|m|h|w|kw|quarter |week )0?(\d{1,2})[ /-](?:fy ?)?((?:19|20)\d\d)$`)

// mostParts has, for each prefix of such a text, the greatest number of parts in a year.
var mostParts = map[string]int{"q": 4, "quarter ": 4, "m": 12, "h": 2, "w": 53, "kw": 53, "week ": 53}

// periodsOf returns the place of each text if all texts name the same kind of part of a year. Texts are ordered by the
// year, and then by the part. Otherwise it returns nil.
func periodsOf(texts []string) []int {
	if !strings.ContainsAny(texts[0][:1], "qmhwk") {
		return nil // without compiling the pattern, which takes a millisecond
	}
	times := make([]int, len(texts))
	kind := ""
	for i, text := range texts {
		m := period().FindStringSubmatch(text)
		if m == nil || i > 0 && m[1] != kind {
			return nil
		}
		kind = m[1]
		part, _ := strconv.Atoi(m[2])
		year, _ := strconv.Atoi(m[3])
		if part < 1 || part > mostParts[kind] {
			return nil
		}
		times[i] = 100*year + part
	}
	sorted := slices.Sorted(slices.Values(times))
	places := make([]int, len(texts))
	for i, t := range times {
		places[i], _ = slices.BinarySearch(sorted, t)
	}
	return places
}
