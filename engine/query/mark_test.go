package query

import (
	"strings"
	"testing"
)

func TestApplyMarks(t *testing.T) {
	type apply struct {
		bars, scales, highlights []string
	}
	for name, tc := range map[string]struct {
		apply
		want string // the marks of sum(x), avg(y), sum(x), or the words of an error
	}{
		"bars of two measures":          {apply{bars: []string{"sum(x), avg(y)"}}, "Data bars; Data bars; None"},
		"equal measures in their order": {apply{bars: []string{"sum(x)"}, highlights: []string{"top 3 of sum(x)"}}, "Data bars; None; Top 3"},
		"a scale has two colours":       {apply{scales: []string{"avg(y)"}}, "None; Colour scale of two colours; None"},
		"a scale of three":              {apply{scales: []string{"3 colors of avg(y)"}}, "None; Colour scale of three colours; None"},
		"highlights":                    {apply{highlights: []string{"above average of avg(y)", "bottom 1000 of sum(x)"}}, "Bottom 1000; Above average; None"},
		"comparisons":                   {apply{highlights: []string{"avg(y) >= 1,000", "sum(x) between 5% and 2.5K"}}, "Figures between 0.05 and 2,500; Figures >= 1,000; None"},
		"no comparison with numbers":    {apply{highlights: []string{"avg(y) > 'a'"}}, `'a' is no number`},
		"a quoted number":               {apply{highlights: []string{"avg(y) > 'nan'"}}, `'nan' is no number: figures are highlighted by a comparison with numbers, without quotes`},
		"null":                          {apply{highlights: []string{"avg(y) > null"}}, "null is no number"},
		"all digits":                    {apply{highlights: []string{"avg(y) > 9223372036854775806", "sum(x) < -1.50e3"}}, "Figures < -1,500; Figures > 9,223,372,036,854,775,806; None"},
		"an exponent":                   {apply{highlights: []string{"avg(y) > 1e300"}}, "None; Figures > 1e300; None"},
		"the greater number first":      {apply{highlights: []string{"avg(y) between 2,000 and 10"}}, "no figure is between 2000 and 10: write the lower number first"},
		"of no measure":                 {apply{highlights: []string{"top 10"}}, `"top 10" names no measure: name one of the values, such as sum(x)`},
		"a comparison of no measure":    {apply{highlights: []string{"> 5"}}, `"> 5" names no measure`},
		"bars of no measure":            {apply{bars: []string{""}}, `"" names no measure`},
		"no comparison":                 {apply{highlights: []string{"avg(y)"}}, "'sum(x) > 1000' and 'sum(x) between 10 and 20'"},
		"several comparisons":           {apply{highlights: []string{"avg(y) in (1, 2)"}}, "figures are highlighted by =, <>, <, <=, >, >= or between"},
		"half a comparison":             {apply{highlights: []string{"avg(y) >"}}, "found the end"},
		"four colours":                  {apply{scales: []string{"4 colours of avg(y)"}}, "a colour scale has 2 or 3 colours, not 4"},
		"too many":                      {apply{highlights: []string{"top 1001 of avg(y)"}}, "1 to 1,000 figures can be highlighted, not 1,001"},
		"no number":                     {apply{highlights: []string{"top of avg(y)"}}, "none of 'top 10 of sum(x)'"},
		"twice":                         {apply{bars: []string{"avg(y)"}, scales: []string{"avg(y)"}}, "avg(y) has a conditional format already (data bars)"},
		"absent":                        {apply{bars: []string{"max(y)"}}, "max(y) is to be formatted by its figures, but is not among the values"},
		"unreadable":                    {apply{bars: []string{"sum(x"}}, "sum(x"},
	} {
		q := Query{Values: []Measure{{Func: Sum, Column: "x"}, {Func: Avg, Column: "y"}, {Func: Sum, Column: "x"}}}
		err := q.ApplyBars(tc.bars)
		if err == nil {
			err = q.ApplyScales(tc.scales)
		}
		if err == nil {
			err = q.ApplyHighlights(tc.highlights)
		}
		if err != nil {
			if !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		var got []string
		for _, m := range q.Values {
			got = append(got, m.Mark.Title())
		}
		if strings.Join(got, "; ") != tc.want {
			t.Errorf("%s: %v, want %s", name, got, tc.want)
		}
	}
}

// TestMarkText reads conditional formats again as they are written.
func TestMarkText(t *testing.T) {
	for text, want := range map[string]Mark{
		"bars": {Kind: Bars}, "3 colors": {Kind: Scale, N: 3}, "top 7": {Kind: Most, N: 7}, "below average": {Kind: Below}, "> 1000": {Kind: Passing, If: "> 1000"}, "<>-1.5": {Kind: Passing, If: "<> -1.5"},
		"between 1 and 2": {Kind: Passing, If: "between 1 and 2"}, "<= 5%": {Kind: Passing, If: "<= 5e-2"},
	} {
		m, err := ParseMark(text)
		if err != nil || m != want || m.Check() != nil {
			t.Errorf("%s is %+v, %v", text, m, err)
		}
		if again, err := ParseMark(m.String()); err != nil || again != m {
			t.Errorf("%s is written as %s", text, m)
		}
	}
	for _, text := range []string{"", "top", "> x", "is null", "> 1 and < 5", "in (1, 2)"} {
		if m, err := ParseMark(text); err == nil {
			t.Errorf("%q is %+v", text, m)
		}
	}
}
