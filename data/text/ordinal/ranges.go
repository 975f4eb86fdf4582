package ordinal

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cardinal/internal/lazyregexp"
)

// number matches a number in a range: digits with separators of thousands, or with decimals.
const number = `([$€£]?\d{1,3}(?:,\d{3})+|[$€£]?\d{1,9}(?:\.\d{1,6})?)`

// band matches a range of numbers: 5-9, 5 to 9, < 5, under 5, 65+, 65 and over. All ranges must have the same text
// before and after the numbers.
var band = lazyregexp.New(`^([^\d\-−–]*?)\s?(?:(<|<=|≤|under|below|up to|less than)\s?` + number + `|` + number +
	`\s?(?:-|–|to)\s?` + number + `|` + number +
	`\s?(\+|and over|and older|and above|or more|or older|or over)|(>|>=|≥|over|above|more than)\s?` + number +
	`)\s?([^\d]*)$`)

// signs are texts of which every range has at least one.
var signs = []string{"<", ">", "≤", "≥", "+", "-", "–", "under", "below", "over", "above", "to", "less", "more",
	"older"}

// rangesOf returns the place of each text if all texts are ranges of numbers, at least two ranges have two ends, and
// no two begin at the same number. A range without a beginning comes first, a range without an end last. Otherwise
// rangesOf returns nil.
func rangesOf(texts []string) []int {
	if !slices.ContainsFunc(signs, func(s string) bool { return strings.Contains(texts[0], s) }) {
		return nil // without compiling the pattern, which takes milliseconds
	}
	type end struct {
		from float64
		open int // -1: no beginning; 1: no end
	}
	ends := make([]end, len(texts))
	around, both := "", 0
	for i, text := range texts {
		m := band().FindStringSubmatch(text)
		if m == nil {
			return nil
		}
		unit := strings.TrimSpace(m[1]) + "\x00" + strings.TrimSpace(m[10])
		if i > 0 && unit != around {
			return nil
		}
		around = unit
		switch {
		case m[2] != "":
			ends[i] = end{valueOf(m[3]), -1}
		case m[4] != "":
			ends[i] = end{valueOf(m[4]), 0}
			if both++; valueOf(m[5]) <= ends[i].from {
				return nil
			}
		case m[6] != "":
			ends[i] = end{valueOf(m[6]), 1}
		default:
			ends[i] = end{valueOf(m[9]), 1}
		}
	}
	compare := func(a, b end) int { return cmp.Or(cmp.Compare(a.open, b.open), cmp.Compare(a.from, b.from)) }
	sorted := slices.SortedFunc(slices.Values(ends), compare)
	if both < 2 || len(slices.Compact(slices.Clone(sorted))) < len(sorted) {
		return nil
	}
	places := make([]int, len(texts))
	for i, e := range ends {
		places[i], _ = slices.BinarySearchFunc(sorted, e, compare)
	}
	return places
}

// valueOf returns the number that the pattern number matches.
func valueOf(text string) float64 {
	v, _ := strconv.ParseFloat(strings.ReplaceAll(strings.TrimLeft(text, "$€£"), ",", ""), 64)
	return v
}
