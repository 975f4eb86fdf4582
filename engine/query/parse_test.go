package query_test

import (
	"slices"
	"strings"
	"testing"

	_ "cardinal/engine/aggregate/measure" // defines the aggregates
	. "cardinal/engine/query"
)

func TestFieldsReadBackAsWritten(t *testing.T) {
	for _, s := range []string{`region`, `region, year(date)`, `bin(price, 2.5)`, `"unit price", "a ""b"""`,
		`weekday("flight date")`, `städte`} {
		fields, err := ParseFields(s)
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		var parts []string
		for _, f := range fields {
			parts = append(parts, f.String())
		}
		if got := strings.Join(parts, ", "); got != s {
			t.Errorf("%s reads back as %s", s, got)
		}
	}
	if f, err := ParseFields("flight date, 2024"); err == nil {
		t.Errorf("a bare number became the field %v", f)
	}
}

func TestMeasures(t *testing.T) {
	got, err := ParseMeasures(`count(),avg(delay), Sum("unit price"), distinct(flight date)`)
	want := []Measure{{Func: Count}, {Func: Avg, Column: "delay"}, {Func: Sum, Column: "unit price"},
		{Func: Distinct, Column: "flight date"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
	for _, bad := range []string{"sum()", "total(x)", "sum(x", "x", "sum(x) y"} {
		if _, err := ParseMeasures(bad); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func TestFormulas(t *testing.T) {
	for in, want := range map[string]string{
		`max(v1) - min(v2)`: `max(v1) - min(v2)`,
		`max(v1)-1`:         `max(v1) - 1`,
		`corr(v1, v2)^2`:    `corr(v1, v2) ^ 2`,
		`1 - avg((charged - tax) / "total price")`: `1 - avg((charged - tax) / "total price")`,
		`(sum(a) - sum(b)) * (2 + count())`:        `(sum(a) - sum(b)) * (2 + count())`,
		`sum(a) - (sum(b) - sum(c))`:               `sum(a) - (sum(b) - sum(c))`,
		`-sum(a) / 2`:                              `-sum(a) / 2`,
		`2 ^ 3 ^ sum(a)`:                           `2 ^ 3 ^ sum(a)`,
		`(-2) ^ sum(a)`:                            `(-2) ^ sum(a)`,
		`-2 ^ sum(a)`:                              `(-2) ^ sum(a)`,
		`sum(-a * 1.5)`:                            `sum(-a * 1.5)`,
		`(sum(a))`:                                 `sum(a)`,
	} {
		got, err := ParseMeasures(in)
		if err != nil || len(got) != 1 || got[0].String() != want {
			t.Errorf("%s became %v, %v", in, got, err)
			continue
		}
		again, err := ParseMeasures(want)
		if err != nil || again[0] != got[0] {
			t.Errorf("%s reads back as %v, %v", want, again, err)
		}
	}
	for _, bad := range []string{"1 + 2", "sum(a) +", "sum(1)", "sum(a) - b", "sum(a))", "sum(a) ^",
		strings.Repeat("(", 10000), strings.Repeat("-", 10000) + "sum(a)"} {
		if m, err := ParseMeasures(bad); err == nil {
			t.Errorf("%.40s was read as %.40s", bad, m[0])
		}
	}
	for in, meant := range map[string]string{
		"sum(price where size = 'L')":              "(sum(price) where size = 'L')",
		"sum(price * qty where unit size > 3) / 2": "(sum(price * qty) where \"unit size\" > 3)",
		"avg(a where b in (1, 2) and c > 3)":       "(avg(a) where b in (1, 2) and c > 3)",
	} {
		if _, err := ParseMeasures(in); err == nil || !strings.HasSuffix(err.Error(), ": "+meant) {
			t.Errorf("%s: %v", in, err)
		} else if _, err := ParseMeasures(meant + " / sum(x)"); err != nil {
			t.Errorf("%s: %v", meant, err)
		}
	}
}

func TestFilter(t *testing.T) {
	for in, want := range map[string]string{
		`region in ("EU","US") and price > 3`:          `(region in ('EU', 'US') and price > 3)`,
		`not (a = 1 or b is not null) and c like 'x%'`: `(not (a = 1 or not b is null) and c like 'x%')`,
		`year(date) between 2001 and 2003`:             `(year(date) >= 2001 and year(date) <= 2003)`,
		`"unit price" <> -1.5e3`:                       `"unit price" <> -1.5e3`,
		`city not in ('it''s', null)`:                  `not city in ('it''s', null)`,
		`d >= 2024-01-31 and d < 2024-12-31T18:30`:     `(d >= '2024-01-31' and d < '2024-12-31T18:30')`,
		`open = true`: `open = true`,
		`name contains 'abc' and Name not iContains "it's"`: `(name contains 'abc' and not Name icontains 'it''s')`,
		`not name begins 'A' or zip ends 9`:                 `(not name begins 'A' or zip ends 9)`,
		`name matches '^A.*' or name imatches 'a|b'`:        `(name matches '^A.*' or name imatches 'a|b')`,
		`name ilike 'a%' and name iequals 'X'`:              `(name ilike 'a%' and name iequals 'X')`,
		`name equals 'X' and name == 'Y'`:                   `(name = 'X' and name = 'Y')`,
		`ends ends 'x' and trip ends contains 'y'`:          `(ends ends 'x' and "trip ends" contains 'y')`,
		`date in last 30 days`:                              `date in last 30 days`,
		`date not in LAST 1 Day of today`:                   `not date in last 1 day of today`,
		`date in this quarter of 2024-05-01`:                `date in this quarter of '2024-05-01'`,
		`date in previous week and date in next 2 years`:    `(date in previous week and date in next 2 years)`,
		`a = b`: `a = b`,
		`price - cost > 3 and (a + b) * 2 <= "unit price" - 1`: `(price - cost > 3 and (a + b) * 2 <= "unit price" - 1)`,
		`(a - 1) between 2 and b`:                              `(a - 1 >= 2 and a - 1 <= b)`,
		`"b c" = ("c d")`:                                      `"b c" = ("c d")`,
		`year(d) + 1 in (2001, 2002)`:                          `year(d) + 1 in (2001, 2002)`,
		`year(d) = month(e)`:                                   `year(d) = month(e)`,
	} {
		e, err := ParseFilter(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if e.String() != want {
			t.Errorf("%s became %s, want %s", in, e, want)
		}
		again, err := ParseFilter(e.String())
		if err != nil || again.String() != want {
			t.Errorf("%s does not read back: %v %v", want, again, err)
		}
	}
	for _, bad := range []string{"a =", "a = b c = d", "price +", "not", "a in (", "(a = 1", "a = 'x", "a = 1 b",
		"a in last month", "a in last 0 days",
		"a in last 2.5 days", "a in this fortnight", "a in this day of 3", "a matches '('", "a contains null",
		"a contains b", "a not = 1", strings.Repeat("(", 1000)} {
		if _, err := ParseFilter(bad); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func TestShow(t *testing.T) {
	all := func() *Query {
		return &Query{Rows: []Field{{Column: "r"}}, Cols: []Field{{Column: "c"}}, Values: []Measure{{Func: Count},
			{Func: Sum, Column: "x"}, {Func: Avg, Column: "x"}, {Func: Sum, Column: "x"}}}
	}
	for _, w := range Ways {
		for _, along := range []Along{AlongRows, AlongCols} {
			want := Show{Kind: w.Kind}
			if w.Axis {
				want.Along = along
			}
			if w.Base {
				want.Base = Literal{Text: "a, b: c", Quoted: true}
			}
			if w.Spans {
				want.N = 12
			}
			if w.Needs {
				want.Of = []Field{{Column: "r"}, {Column: "c"}}[along]
			}
			q := all()
			if err := q.ApplyShows([]string{"sum(x)=" + want.String()}); err != nil || q.Values[1].Show != want {
				t.Errorf("%s became %v, %v", want, q.Values[1].Show, err)
			}
		}
	}
	q := all()
	if err := q.ApplyShows([]string{"sum(x)=value, count() = pct_diff_of:2024-01-31 along cols",
		"sum(x)=rank_desc"}); err != nil ||
		q.Values[0].Show != (Show{Kind: PctDiffOf, Along: AlongCols, Base: Literal{Text: "2024-01-31",
			Quoted: true}}) || q.Values[1].Show != (Show{}) || q.Values[3].Show != (Show{Kind: Rank}) {
		t.Errorf("%v %v", q.Values, err)
	}
	q = all()
	q.Rows = nil
	if err := q.ApplyShows([]string{"sum(x)=diff_prev"}); err != nil || q.Values[1].Show.Along != AlongCols {
		t.Errorf("without rows: %v %v", q.Values, err)
	}
	for text, want := range map[string]string{
		"sum(x)=pct": `sum(x) cannot be shown as "pct"; there are pct_total, pct_col, pct_row, pct_parent_row, pct_parent_col, pct_parent along FIELD, pct_of:LABEL, ` +
			`pct_prev, pct_next, diff_prev, pct_diff_prev, diff_next, pct_diff_next, diff_of:LABEL, pct_diff_of:LABEL, running, pct_running, moving_avg:N, rank, rank_asc and index`,
		"avg(x)=moving_avg": `avg(x) cannot be shown as "moving_avg": write the number of labels, as in moving_avg:3`,
		"avg(x)=moving_avg:1": "avg(x) is shown as the moving average of 1 labels: write 2 to 1,000, as in " +
			"moving_avg:3",
		"avg(x)=moving_avg:1001": "avg(x) is shown as the moving average of 1,001 labels: write 2 to 1,000, as in " +
			"moving_avg:3",
		"avg(x)=moving_avg:a": `avg(x) cannot be shown as "moving_avg:a": write the number of labels, as in moving_avg:3`,
		"avg(x)=running":      "avg(x) has no running total: only sums and counts add up",
		"avg(x)=pct_running":  "avg(x) has no running total: only sums and counts add up",
		"sum(y)=running":      "sum(y) is to be shown otherwise, but is not among the values",
		"sum(x)=diff_of":      `sum(x) cannot be shown as "diff_of": write diff_of:LABEL`,
		"sum(x)=rank:EU":      `sum(x) cannot be shown as "rank:EU": write rank`,
		"sum(x)=rank along z": `sum(x) can be shown as rank along rows or along cols, not along "z"`,
		"sum(x)=running along z": "sum(x) cannot be shown as running along z: z stands neither on the rows nor on " +
			"the columns: put the field there, or write rows, cols or one of their fields",
		"sum(x)=pct_parent": "sum(x) is shown as pct_parent along a field of the rows or the columns: write " +
			"pct_parent along FIELD",
		"sum(x)=pct_row along cols": `sum(x) is shown as pct_row along both axes: leave "along cols" out`,
		"sum(x) running":            `"sum(x) running" lacks the equals sign after its measure`,
		"sum(x)=rank,":              "",
		"sum(x)=":                   "",
	} {
		if err := all().ApplyShows([]string{text}); err == nil || want != "" && err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzParseFilter(f *testing.F) {
	f.Add(`region in ("EU","US") and not price > 3 or year(d) is null`)
	f.Add(`a icontains 'x' and b imatches '(a|b)+' or d in last 3 weeks of '2024-01-01' and ends ends 3`)
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseFilter(s)
		if err != nil || e == nil {
			return
		}
		again, err := ParseFilter(e.String())
		if err != nil || again.String() != e.String() {
			t.Errorf("%q -> %q -> %v, %v", s, e, again, err)
		}
	})
}

// TestSources lists what a query reads of a file, by way of calculated fields.
func TestSources(t *testing.T) {
	rows, err := ParseFields("year(day), margin")
	if err != nil {
		t.Fatal(err)
	}
	values, err := ParseMeasures("sum(revenue), avg(profit)")
	if err != nil {
		t.Fatal(err)
	}
	q := Query{Rows: rows, Values: values, Lets: []Let{{Name: "Profit", Expr: "revenue - cost"},
		{Name: "margin", Expr: "profit / sales"}, {Name: "unused", Expr: "other"}}}
	got := q.Sources()
	slices.Sort(got)
	if want := []string{"cost", "day", "revenue", "sales"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNegatedDate keeps a date behind a minus sign a date: -2024-01-31 reads as the difference of three numbers.
func TestNegatedDate(t *testing.T) {
	for _, text := range []string{"z = - 2024-01-31", "z = 3 + -(2024-01-31)"} {
		l, err := ParseLet(text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseLet(l.String())
		if err != nil || again.String() != l.String() || !strings.Contains(l.String(), "-(2024-01-31)") {
			t.Errorf("%s: %s, then %s, %v", text, l, again, err)
		}
	}
}

// TestConditionIsNoMeasure refuses a condition in brackets, whose text without them is no measure.
func TestConditionIsNoMeasure(t *testing.T) {
	for _, text := range []string{"(max(a) >= min(a))", "(not sum(a) > 3)", "(sum(a) is null)"} {
		if m, err := ParseMeasures(text); err == nil || !strings.Contains(err.Error(), "write if(") {
			t.Errorf("%s: %v, %v", text, m, err)
		}
	}
	if _, err := ParseMeasures("if((sum(a) > 3), 1, 2)"); err != nil {
		t.Error(err)
	}
}
