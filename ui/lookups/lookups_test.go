package lookups

import (
	"testing"

	"cardinal/data/lookup"
)

func TestNone(t *testing.T) {
	for want, m := range map[string]lookup.Matched{
		"No row has a key.":                                   {},
		"The key Ulm is not found.":                           {Keys: 1, Missed: []string{"Ulm"}},
		"None of the 1,200 keys is found, such as Ulm, Rome.": {Keys: 1200, Missed: []string{"Ulm", "Rome"}},
		"The key Ulm is not found. 1 key would match if upper and lower case were ignored.":                          {Keys: 1, Missed: []string{"Ulm"}, Near: lookup.Near{Case: 1, Both: 1}},
		"None of the 3 keys is found, such as Ulm, Rome. 2 keys would match if the blanks around keys were ignored.": {Keys: 3, Missed: []string{"Ulm", "Rome"}, Near: lookup.Near{Blanks: 2, Both: 2}},
	} {
		if got := none(&m); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
