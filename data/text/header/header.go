package header

import (
	"strconv"
	"strings"

	"cardinal/internal/separators"
)

// Repair returns distinct names, none of them empty. An empty name becomes column_N, counted from 1, and the second
// of two equal names gets _2. The note counts the changed names; it is "" if no name changed. The time is linear in
// the number of names.
func Repair(names []string) (repaired []string, note string) {
	repaired = make([]string, len(names))
	given := make([]string, len(names))
	odd := 0
	t := taken{names: make(map[string]bool, len(names)), last: map[string]int{}}
	for i, n := range names {
		var changed bool
		if given[i], changed = tidy(n); changed {
			odd++
		}
		t.names[given[i]] = true
	}
	seen := make(map[string]bool, len(names))
	empty, twice := 0, 0
	for i, name := range given {
		switch {
		case name == "":
			empty++
			if name = "column_" + strconv.Itoa(i+1); t.names[name] {
				name = t.addNumber(name)
			}
			t.names[name] = true
		case seen[name]:
			twice++
			name = t.addNumber(name)
		default:
			seen[name] = true
		}
		repaired[i] = name
	}
	var parts []string
	if empty > 0 {
		parts = append(parts, separators.Sprintf("%d without a name", empty))
	}
	if twice > 0 {
		parts = append(parts, separators.Sprintf("%d named like another", twice))
	}
	if odd > 0 {
		parts = append(parts, separators.Sprintf("%d with control characters", odd))
	}
	if parts != nil {
		note = "columns renamed: " + strings.Join(parts, ", ")
	}
	return repaired, note
}

// tidy drops white space at the ends of a name, line breaks within, and control characters, which nobody can type.
func tidy(name string) (tidied string, changed bool) {
	tidied = strings.Map(func(r rune) rune {
		switch {
		case r == 0:
			return -1
		case r < '\t' || r > '\r' && r < ' ': // Hive separates fields by such characters
			return ' '
		}
		return r
	}, name)
	changed = tidied != name
	return strings.Join(strings.FieldsFunc(strings.TrimSpace(tidied), func(r rune) bool {
		return r == '\n' || r == '\r'
	}), " "), changed
}

// taken has the names of the header, and the names that were made for it.
type taken struct {
	names map[string]bool
	last  map[string]int // by name: the last number that was tried after it
}

// addNumber returns the name with the next free number, and marks the result as taken.
func (t *taken) addNumber(name string) string {
	for k := max(2, t.last[name]+1); ; k++ {
		if n := name + "_" + strconv.Itoa(k); !t.names[n] {
			t.names[n], t.last[name] = true, k
			return n
		}
	}
}
