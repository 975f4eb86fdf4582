package sheet

import "testing"

func TestParseTitles(t *testing.T) {
	for text, want := range map[string]Titles{
		"Pivot!$A:$B,Pivot!$1:$2":           {2, 2},
		"'Sales, old'!$1:$3":                {3, 0},
		"Pivot!$A:$AB":                      {0, 28},
		"Pivot!$2:$3":                       {},
		"Pivot!$B:$C,Pivot!$1:$1":           {1, 0},
		"Pivot!$1:$5000":                    {},
		"Pivot!#REF!":                       {},
		"":                                  {},
		"Pivot!$1:$99999999999999999999999": {},
	} {
		if got := ParseTitles(text); got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
}
