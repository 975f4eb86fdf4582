package sheet

import (
	"testing"

	"cardinal/data"
)

func TestNumberFormat(t *testing.T) {
	for code, want := range map[string]data.NumberFormat{
		`General`:            {},
		`0.00`:               {},
		`#,##0`:              {Grouped: true},
		`0,`:                 {},
		`0.0%`:               {Percent: true},
		`0.0"%"`:             {},
		`+0;-0`:              {Plus: true},
		`$#,##0.00`:          {Currency: "$", Grouped: true},
		`"$"#,##0.00`:        {Currency: "$", Grouped: true},
		`\$ 0`:               {Currency: "$", Spaced: true},
		`#,##0.00\ "€"`:      {Currency: "€", After: true, Spaced: true, Grouped: true},
		`#,##0.00 [$€-407]`:  {Currency: "€", After: true, Spaced: true, Grouped: true},
		`0.00" EUR"`:         {Currency: "EUR", After: true, Spaced: true},
		`[$US$-409]#,##0`:    {Currency: "US$", Grouped: true},
		`[$CHF-807]\ #,##0`:  {Currency: "CHF", Spaced: true, Grouped: true},
		`0.00" kg"`:          {},
		`#,##0_);(#,##0)`:    {Grouped: true, Parens: true},
		`[Red]0;[Blue](0)`:   {Parens: true},
		`[$-409]#,##0;;"a;b`: {Grouped: true},
		`_("$"* #,##0.00_);_("$"* \(#,##0.00\);_("$"* "-"??_);_(@_)`: {Currency: "$", Grouped: true, Parens: true},
		`"`: {}, `\`: {}, `_`: {}, `[`: {}, ``: {},
	} {
		if got := numberFormat(code); got != want {
			t.Errorf("%s: %+v, want %+v", code, got, want)
		}
	}
}
