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
		"bars of two measures": {apply{bars: []string{"sum(x), avg(y)"}}, "Data bars; Data bars; None"},
		"equal measures in their order": {apply{bars: []string{"sum(x)"}, highlights: []string{"top 3 of sum(x)"}},
			"Data bars; None; Top 3"},
		"a scale has two colours": {apply{scales: []string{"avg(y)"}}, "None; Colour scale of two colours; None"},
		"a scale of three": {apply{scales: []string{"3 colors of avg(y)"}}, "None; Colour scale of " +
			"three colours; None"},
		"highlights": {apply{highlights: []string{"above average of avg(y)",
			"bottom 1000 of sum(x)"}}, "Bottom 1000; Above average; None"},
		"comparisons": {apply{highlights: []string{"avg(y) >= 1,000", "sum(x) between 5% and 2.5K"}},
			"Figures between 0.05 and 2,500; Figures >= 1,000; None"},
		"no comparison with numbers": {apply{highlights: []string{"avg(y) > 'a'"}},
			`'a' is neither a number nor a date`},
		"a quoted number": {apply{highlights: []string{"avg(y) > 'nan'"}},
			`'nan' is neither a number nor a date: figures are highlighted by a comparison with numbers, without quotes`},
		"null": {apply{highlights: []string{"avg(y) > null"}}, "null is neither a number " +
			"nor a date"},
		"dates": {apply{highlights: []string{"avg(y) > 2024-01-31",
			"sum(x) between '2024-01-31 18:30' and 2024-02-01"}},
			"Figures between 2024-01-31 18:30 and 2024-02-01; Figures > 2024-01-31; None"},
		"the later date first": {apply{highlights: []string{"avg(y) between 2024-02-01 and 2024-01-31"}},
			"no figure is between '2024-02-01' and '2024-01-31': write the lower one first"},
		"a number and a date": {apply{highlights: []string{"avg(y) between 1 and 2024-01-31"}},
			"no figure is between 1 and '2024-01-31': one is a number, and one a date"},
		"all digits": {apply{highlights: []string{"avg(y) > 9223372036854775806",
			"sum(x) < -1.50e3"}}, "Figures < -1,500; Figures > 9,223,372,036,854,775,806; None"},
		"an exponent": {apply{highlights: []string{"avg(y) > 1e300"}}, "None; Figures > 1e300; None"},
		"the greater number first": {apply{highlights: []string{"avg(y) between 2,000 and 10"}},
			"no figure is between 2000 and 10: write the lower one first"},
		"of no measure": {apply{highlights: []string{"top 10"}},
			`"top 10" names no measure: name one of the values, such as sum(x)`},
		"a comparison of no measure": {apply{highlights: []string{"> 5"}}, `"> 5" names no measure`},
		"bars of no measure":         {apply{bars: []string{""}}, `"" names no measure`},
		"no comparison": {apply{highlights: []string{"avg(y)"}}, "'sum(x) > 1000', 'sum(x) between " +
			"10 and 20' and 'max(day) > 2024-12-31'"},
		"several comparisons": {apply{highlights: []string{"avg(y) in (1, 2)"}},
			"figures are highlighted by =, <>, <, <=, >, >= or between"},
		"half a comparison": {apply{highlights: []string{"avg(y) >"}}, "found the end"},
		"four colours": {apply{scales: []string{"4 colours of avg(y)"}},
			"a colour scale has 2 or 3 colours, not 4"},
		"too many": {apply{highlights: []string{"top 1001 of avg(y)"}},
			"1 to 1,000 figures can be highlighted, not 1,001"},
		"no number": {apply{highlights: []string{"top of avg(y)"}}, "none of 'top 10 of sum(x)'"},
		"several": {apply{bars: []string{"avg(y)"}, scales: []string{"3 colours per row of avg(y)"},
			highlights: []string{"avg(y) > 5"}},
			"None; Data bars; Colour scale of three colours in each row; Figures > 5; None"},
		"bars twice": {apply{bars: []string{"avg(y)", "per row of avg(y)"}},
			"avg(y) has such a conditional format already (data bars)"},
		"five": {apply{bars: []string{"avg(y)"}, scales: []string{"avg(y)"},
			highlights: []string{"avg(y) > 5", "avg(y) < 2", "avg(y) = 3"}},
			"avg(y): a measure has at most 4 conditional formats"},
		"of no set": {apply{scales: []string{"3 colours per page of avg(y)"}},
			"figures are compared per row, per column or per group, and not per page"},
		"by another measure": {apply{scales: []string{"3 colours of avg(y) by sum( x )"}, highlights: []string{
			"top 3 of avg(y) by sum(x)", "sum(x) > 5 by avg(y)", "> 5 of sum(x) by sum(x)=value"}},
			"Figures > 5 by avg(y); Colour scale of three colours by sum(x); Top 3 by sum(x); Figures > 5 by sum(x)"},
		"by an absent measure": {apply{scales: []string{"avg(y) by max(y)"}},
			"figures are to be coloured by max(y), which is not among the values"},
		"by an absent show": {apply{scales: []string{"avg(y) by sum(x)=pct_row"}},
			"coloured by sum(x)=pct_row, which is not among the values"},
		"bars by another measure": {apply{bars: []string{"avg(y) by sum(x)"}},
			"data bars show the figures of their own measure"},
		"absent": {apply{bars: []string{"max(y)"}}, "max(y) is to be formatted by its " +
			"figures, but is not among the values"},
		"unreadable": {apply{bars: []string{"sum(x"}}, "sum(x"},
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
			got = append(got, m.Marks.Title())
		}
		if strings.Join(got, "; ") != tc.want {
			t.Errorf("%s: %v, want %s", name, got, tc.want)
		}
	}
}

// TestMarkText reads conditional formats again as they are written.
func TestMarkText(t *testing.T) {
	for text, want := range map[string]Mark{
		"bars": {Kind: Bars}, "3 colors": {Kind: Scale, N: 3}, "top 7": {Kind: Most, N: 7},
		"below average": {Kind: Below}, "> 1000": {Kind: Passing, If: "> 1000"},
		"<>-1.5":          {Kind: Passing, If: "<> -1.5"},
		"between 1 and 2": {Kind: Passing, If: "between 1 and 2"}, "<= 5%": {Kind: Passing, If: "<= 5e-2"},
		"> 2024-01-31":                   {Kind: Passing, If: "> '2024-01-31'"},
		"top 7 per row BY avg(\"a; b\")": {Kind: Most, N: 7, Per: PerRow, By: `avg("a; b")`},
		"> 5 by (sum(x))=pct_row":        {Kind: Passing, If: "> 5", By: "(sum(x))=pct_row"},
	} {
		m, err := ParseMark(text)
		if err != nil || m != want || m.Check() != nil {
			t.Errorf("%s is %+v, %v", text, m, err)
		}
		if again, err := ParseMarks(m.String() + "; bars"); err != nil || again[0] != m && again[1] != m {
			t.Errorf("%s is written as %s", text, m)
		}
	}
	for _, text := range []string{"", "bars by sum(x)", "top", "> x", "is null", "> 1 and < 5", "in (1, 2)"} {
		if m, err := ParseMark(text); err == nil {
			t.Errorf("%q is %+v", text, m)
		}
	}
}

// TestMarkSuits says why figures of a type have no such conditional format.
func TestMarkSuits(t *testing.T) {
	of := Measure{Func: Max, Column: "x"}
	for _, tc := range []struct {
		mark    string
		figures ColumnTypes
		want    string // "": it suits
	}{
		{"bars", Numbers, ""}, {"top 3", Dates, ""}, {"> '2024-01-31'", Dates, ""}, {"> 5", Numbers, ""},
		{"", Texts, ""},
		{"bars", Dates, "max(x) gives dates, which have no data bars: highlight the top or the bottom ones, or " +
			"compare them with a date, as in max(x) > 2024-12-31"},
		{"3 colours", Dates, "max(x) gives dates, which have no colour scale"},
		{"above average", Dates, "max(x) gives dates, which have no average"},
		{"> 5", Dates, "max(x) gives dates, and is highlighted by > 5: compare it with a date, as in max(x) > " +
			"2024-12-31"},
		{"between '2024-01-01' and '2024-01-31'", Numbers, "max(x) gives numbers, and is highlighted by between " +
			"'2024-01-01' and '2024-01-31': compare it with a number, without quotes"},
		{"top 3", Texts, "max(x) gives no numbers and no dates, and only these have a conditional format"},
		{"> 5", Bools, "max(x) gives no numbers and no dates"},
	} {
		m, _ := ParseMark(tc.mark)
		err := m.Suits(of, tc.figures)
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tc.want)) {
			t.Errorf("%s of %d: %v, want %s", tc.mark, tc.figures, err, tc.want)
		}
	}
}
