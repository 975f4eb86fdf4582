package view

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

func list(c *data.Column, exclude bool, values ...data.Value) Filter {
	f := NewFilter(c)
	f.Kind, f.Exclude, f.Values = List, exclude, values
	return f
}

func between(c *data.Column, low, high string) Filter {
	f := NewFilter(c)
	f.Kind, f.Low, f.High = Range, low, high
	return f
}

func text(op query.Op, pattern string, matchCase, exclude bool) Filter {
	f := NewFilter(region)
	f.Kind, f.Exclude, f.Text = Texts, exclude, Text{op, pattern, matchCase}
	return f
}

func relative(p query.Period) Filter {
	f := NewFilter(day)
	f.Kind, f.Period = Relative, p
	return f
}

func part(p query.Part, values ...data.Value) Filter {
	f := list(day, false, values...)
	f.Field.Part = p
	return f
}

func texts(all ...string) (out []data.Value) {
	for _, s := range all {
		out = append(out, data.TextValue(s))
	}
	return out
}

// TestManyLabels says a filter of many labels by their number, and keeps all of them in a workspace.
func TestManyLabels(t *testing.T) {
	var values []data.Value
	for i := range 100_000 {
		values = append(values, data.TextValue(fmt.Sprintf("O-%06d", i)))
	}
	f := list(region, false, values...)
	if got := f.String(); got != "region: 100,000 values" {
		t.Errorf("the chip says %s", got)
	}
	if got := f.Expr().Title(); got != "region is one of 100,000 values" {
		t.Errorf("the title says %s", got)
	}
	f.Exclude = true
	if got := f.Expr().Title(); got != "(region is none of 100,000 values or region is (blank))" &&
		got != "region is none of 100,000 values or region is (blank)" {
		t.Errorf("the title says %s", got)
	}
	back, ok := filterFrom(f.kept(), func(string) *data.Column { return region })
	if !ok || !back.equal(f) {
		t.Errorf("a workspace keeps %d values", len(back.Values))
	}
}

// TestFilters compares what a filter asks for and how its chip says it; what it asks for must read back.
func TestFilters(t *testing.T) {
	blank := data.Value{}
	odd := data.NewText("unit price, €", []uint32{0}, []string{"x"}, nil)
	for _, tc := range []struct {
		filter     Filter
		want, chip string
	}{
		{NewFilter(region), "", "region: all"},
		{NewFilter(units), "", "units: all"},
		{list(region, false, texts("EU")...), "region in ('EU')", "region: EU"},
		{list(region, false, texts("EU", "", "it's")...), "region in ('EU', '', 'it''s')", `region: EU, "", it's`},
		{list(region, false, texts("a", "b", "c", "d", "e")...), "region in ('a', 'b', 'c', 'd', 'e')",
			"region: a, b, c +2"},
		{list(region, false, blank), "region is null", "region: (blank)"},
		{list(region, true, blank), "not region is null", "region: not (blank)"},
		{list(region, false, data.TextValue("EU"), blank), "(region in ('EU') or region is null)",
			"region: EU, (blank)"},
		{list(region, true, data.TextValue("EU")), "(not region in ('EU') or region is null)", "region: not EU"},
		{list(region, true, data.TextValue("EU"), blank), "not region in ('EU')", "region: not EU, (blank)"},
		{list(paid, false, data.BoolValue(true)), "paid in (true)", "paid: true"},
		{list(units, false, data.IntValue(-5), data.IntValue(7)), "units in (-5, 7)", "units: −5, 7"},
		{list(price, false, price.IntValue(1950)), "price in (19.50)", "price: 19.50"},
		{list(day, false, day.IntValue(day.Min)), "day in ('2023-01-05')", "day: 2023-01-05"},
		{between(units, "3", ""), "units >= 3", "units ≥ 3"},
		{between(units, "", "1e3"), "units <= 1e3", "units ≤ 1e3"},
		{between(units, "−1,003", "7,000.5"), "(units >= -1003 and units <= 7000.5)", "units: −1,003 – 7,000.5"},
		{between(day, "2023", "2023-06"), "(day >= '2023-01-01' and day < '2023-07-01')", "day: 2023 – 2023-06"},
		{between(units, "-3", "7.5"), "(units >= -3 and units <= 7.5)", "units: -3 – 7.5"},
		{between(day, "2023-01-05", "2023-12-31"), "(day >= '2023-01-05' and day <= '2023-12-31')",
			"day: 2023-01-05 – 2023-12-31"},
		{between(odd, "a", ""), `"unit price, €" >= 'a'`, "unit price, € ≥ a"},
		{between(at, "2024-03-01", "2024-03-31"), "(at >= '2024-03-01 00:00:00' and at < '2024-04-01 00:00:00')",
			"at: 2024-03-01 – 2024-03-31"},
		{between(at, "", "2024-02-29 23:59"), "at < '2024-03-01 00:00:00'", "at ≤ 2024-02-29 23:59"},
		{between(at, "", "2024-02-29 23:59:30"), "at <= '2024-02-29 23:59:30'", "at ≤ 2024-02-29 23:59:30"},
		{between(at, "", "9999-12-31"), "at <= '9999-12-31 23:59:59.999999999'", "at ≤ 9999-12-31"},
		{text(query.Contains, "x", false, false), "region icontains 'x'", "region contains “x”"},
		{text(query.Begins, "it's", true, false), "region begins 'it''s'", "region begins with “it's”, case matters"},
		{text(query.Eq, "EU", false, true), "(not region iequals 'EU' or region is null)",
			"region does not equal “EU”"},
		{Filter{Kind: List, Field: query.Field{Column: "units", Part: query.Bin, BinWidth: 5},
			Values: texts("-10 - -5", "-5 - 0", "-15 - -10", "10 - 15", "5 - 10")},
			"bin(units, 5) in ('-10 - -5', '-5 - 0', '-15 - -10', '10 - 15', '5 - 10')",
			"Bins of units (width 5): −15 to −10, −10 to −5, −5 to 0 +2"},
		{text(query.Matches, "^E", true, true), "(not region matches '^E' or region is null)",
			"region does not match “^E”, case matters"},
		{text(query.Ends, "", true, true), "", "region: all"},
		{relative(query.Period{N: 30, Unit: "day"}), "day in last 30 days", "day: last 30 days"},
		{relative(query.Period{Kind: query.ThisUnit, Unit: "month", Of: query.Today}), "day in this month of today",
			"day: this month, from today"},
		{relative(query.Period{}), "", "day: all"},
		{part(query.Year, data.IntValue(2024), data.Value{}), "(year(day) in (2024) or year(day) is null)",
			"Year of day: 2024, (blank)"},
		{part(query.MonthName, texts("April", "February", "January", "March")...),
			"monthname(day) in ('April', 'February', 'January', 'March')", "Month name of day: January, February, " +
				"March +1"},
		{part(query.WeekdayName, append(texts("Friday", "Monday"), blank)...), "(weekdayname(day) in ('Friday', " +
			"'Monday') or weekdayname(day) is null)",
			"Weekday name of day: (blank), Monday, Friday"},
		{list(weight, false, data.FloatValue(math.NaN()), data.FloatValue(0.5)), "weight in ('NaN', 0.5)",
			"weight: NaN, 0.5"},
	} {
		if got := tc.filter.String(); got != tc.chip {
			t.Errorf("the chip says %q, want %q", got, tc.chip)
		}
		e := tc.filter.Expr()
		if tc.want == "" {
			if e != nil || !tc.filter.passesAll() {
				t.Errorf("%s leaves rows out: %v", tc.chip, e)
			}
			continue
		}
		if e == nil || e.String() != tc.want {
			t.Errorf("%s: %v, want %s", tc.chip, e, tc.want)
			continue
		}
		readsBack(t, e)
	}
}

func readsBack(t testing.TB, e *query.Expr) {
	t.Helper()
	back, err := query.ParseFilter(e.String())
	if err != nil || !reflect.DeepEqual(back, e) {
		t.Errorf("%s reads back as %v (%v)", e, back, err)
	}
}

func TestFiltersTogether(t *testing.T) {
	s := State{Filters: []Filter{NewFilter(product), list(region, true, texts("EU")...), between(units, "1", "2")}}
	e := s.Query().Filter
	if want := "((not region in ('EU') or region is null) and (units >= 1 and units <= 2))"; e.String() != want {
		t.Errorf("%s, want %s", e, want)
	}
	readsBack(t, e)
	s.Filters = s.Filters[:2]
	if want := "(not region in ('EU') or region is null)"; s.Query().Filter.String() != want {
		t.Errorf("%s, want %s", s.Query().Filter, want)
	}
}

func TestNewFilterKind(t *testing.T) {
	for c, want := range map[*data.Column]FilterKind{
		region: List, paid: List, units: Range, price: Range, weight: Range, day: Range, at: Range,
	} {
		if f := NewFilter(c); f.Kind != want || f.Field.Column != c.Name || f.Type != c.Type {
			t.Errorf("%s: %+v", c.Name, f)
		}
	}
}
