package header

import (
	"slices"
	"strings"
)

// Wanted is the set of the names that are wanted, in any case; nil stands for all names. All are wanted where
// one of wanted is no name, so that whoever looks for that name finds what there is. At least one name is
// wanted: a table without columns would have rows that nothing vouches for.
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

// LeftOut is the names that are not in the set of wanted ones; nil where the set stands for all names.
func LeftOut(names []string, wanted map[string]bool) []string {
	if wanted == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return wanted[name] })
}
