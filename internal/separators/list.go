package separators

import (
	"slices"
	"strings"

	"cardinal/internal/lazyregexp"
)

var (
	grouped = lazyregexp.New(`^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$`) // a number with commas between its thousands
	group   = lazyregexp.New(`^\d{3}(\.\d*)?$`)
)

// ReadList reads a typed list of numbers, and returns each as 1234.5. The list is split at the first of these
// separators that occurs in it: semicolons, commas with a space, spaces, commas. A comma without a space is a thousands
// separator if it can be one.
//
// doubtful reports that the text was read as one number, such as 100,200, but its commas could also separate numbers. A
// text that is not a number stays as it was typed.
func ReadList(text string) (numbers []string, doubtful bool) {
	s := Used()
	for _, dash := range []string{"−", "–"} {
		text = strings.ReplaceAll(text, dash, "-")
	}
	if text = strings.TrimSpace(text); s.Thousands != "," && s.Decimal != "," {
		text = strings.ReplaceAll(text, ",", ";")
	}
	commas := false
	var parts []string
	switch {
	case strings.Contains(text, ";"):
		parts = strings.Split(strings.TrimSuffix(text, ";"), ";")
	case strings.Contains(text, ", "):
		parts, commas = strings.Split(text, ", "), true
	case isBlank(s.Thousands):
		parts = joinGroups(strings.Fields(text), " ")
	default:
		parts = strings.Fields(text)
	}
	if len(parts) == 0 {
		parts = []string{""}
	}
	for _, p := range parts {
		p = strings.TrimSuffix(Read(strings.TrimSpace(p)), ",")
		switch {
		case grouped().MatchString(p):
			doubtful = len(parts) == 1 && s.Thousands == "," && !strings.Contains(p, ",0")
			numbers = append(numbers, strings.ReplaceAll(p, ",", ""))
		case s.Decimal != "," && (commas || len(parts) == 1):
			for _, n := range joinGroups(strings.Split(p, ","), ",") {
				numbers = append(numbers, strings.ReplaceAll(strings.TrimSpace(n), ",", ""))
			}
		default:
			numbers = append(numbers, p)
		}
	}
	return numbers, doubtful
}

// joinGroups appends groups of three digits to the number before them. It does so if one group begins with 0, because
// the sign at which the text was split then separates thousands.
func joinGroups(parts []string, sign string) (numbers []string) {
	thousands := slices.ContainsFunc(parts[min(1, len(parts)):], func(p string) bool {
		return group().MatchString(p) && p[0] == '0'
	})
	for i, p := range parts {
		last := len(numbers) - 1
		if thousands && i > 0 && group().MatchString(p) &&
			grouped().MatchString(strings.ReplaceAll(numbers[last], sign, ",")+","+p) {
			numbers[last] += sign + p
		} else {
			numbers = append(numbers, p)
		}
	}
	return numbers
}
