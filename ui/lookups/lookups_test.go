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
	} {
		if got := none(&m); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
