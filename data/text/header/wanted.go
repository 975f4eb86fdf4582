package header

import (
	"slices"
	"strings"
)

// Wanted returns the set of the names that are wanted, in any case, or nil for all names. If any wanted name is
// unknown, it returns nil, so that the caller's look-up fails with all names at hand. At least one name is wanted,
// because the number of rows of a table without columns could not be checked.
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
