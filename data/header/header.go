package header

import (
	"fmt"
	"strconv"
	"strings"
)

// Repair returns names that are not empty and all different. An empty one becomes column_N, counted from 1; the
// second of two equal ones gets _2. The note says what was changed and is empty where nothing was.
func Repair(names []string) (repaired []string, note string) {
	repaired = make([]string, len(names))
	taken := make(map[string]bool, len(names))
	for _, n := range names {
		taken[tidy(n)] = true
	}
	seen := make(map[string]bool, len(names))
	empty, twice := 0, 0
	for i, n := range names {
		name := tidy(n)
		if name == "" {
			empty++
			name = free("column_"+strconv.Itoa(i+1), taken, seen)
		}
		if seen[name] {
			twice++
			name = numbered(name, taken, seen)
		}
		seen[name] = true
		repaired[i] = name
	}
	var parts []string
	if empty > 0 {
		parts = append(parts, fmt.Sprintf("%d without a name", empty))
	}
	if twice > 0 {
		parts = append(parts, fmt.Sprintf("%d named like another", twice))
	}
	if parts != nil {
		note = "columns renamed: " + strings.Join(parts, ", ")
	}
	return repaired, note
}

// tidy drops what cannot be seen at the ends of a name and line breaks within.
func tidy(name string) string {
	return strings.Join(strings.FieldsFunc(strings.TrimSpace(name), func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

func free(name string, taken, seen map[string]bool) string {
	if !taken[name] && !seen[name] {
		return name
	}
	return numbered(name, taken, seen)
}

func numbered(name string, taken, seen map[string]bool) string {
	for k := 2; ; k++ {
		if n := name + "_" + strconv.Itoa(k); !taken[n] && !seen[n] {
			return n
		}
	}
}
