package header

import (
	"slices"
	"strings"
)

// Wanted returns the set of the names that are wanted, in any case, or nil for all names. If a wanted name is unknown,
// it also returns nil: the caller then reads all columns, and its error can list their names. If no name is wanted, the
// set has the first name, because a table without columns has no number of rows to check.
func Wanted(names, wanted []string) map[string]bool {
	if wanted == nil || len(names) == 0 {
		return nil
	}
	out := map[string]bool{}
	for _, w := range wanted {
		known := false
		for _, name := range names {
			if strings.EqualFold(name, w) {
				out[name], known = true, true
			}
		}
		if !known {
			return nil
		}
	}
	if len(out) == 0 {
		out[names[0]] = true
	}
	return out
}

// LeftOut returns the names outside the wanted set; nil if the set stands for all names.
func LeftOut(names []string, wanted map[string]bool) []string {
	if wanted == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return wanted[name] })
}
