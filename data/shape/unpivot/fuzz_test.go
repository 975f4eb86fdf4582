package unpivot

import "testing"

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1952..2007 as year, n", `"a, b", c..d as "x", y`, "a as b as c, d", "..,..", `"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := Parse(text); err == nil && (len(s.ranges) == 0 || len(s.Names()) < 2) {
			t.Errorf("%q is read as %+v", text, s)
		}
	})
}
