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
		"four colours":                  {apply{scales: []string{"4 colours of avg(y)"}}, "a colour scale has 2 or 3 colours, not 4"},
		"too many":                      {apply{highlights: []string{"top 1001 of avg(y)"}}, "1 to 1000 figures can be highlighted, not 1001"},
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
