package view

import (
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestOnlyWhatFits looks for aggregates of numbers that are offered for other columns, and for one offered twice.
func TestOnlyWhatFits(t *testing.T) {
	for _, c := range []*data.Column{region, paid, units, price, weight, day, at} {
		all := slices.Clone(FuncsOf(c))
		for _, group := range MoreFuncsOf(c) {
			all = append(all, group.Of...)
		}
		seen := map[query.Func]bool{}
		for _, f := range all {
			if f.NeedsNumbers() && !c.Type.Numeric() || seen[f] {
				t.Errorf("%s: %s", c.Name, f)
			}
			seen[f] = true
		}
		if c.Type.Numeric() && len(all) != len(query.Funcs) {
			t.Errorf("%s: %d aggregates of %d", c.Name, len(all), len(query.Funcs))
		}
	}
}

func TestSetFunc(t *testing.T) {
	m := query.Measure{Func: query.Quantile, Column: "units", Param: "0.9", Show: query.PctRow}
	if got := SetFunc(m, query.Ratio, units); got != (query.Measure{Func: query.Ratio, Column: "units", Show: query.PctRow}) {
		t.Errorf("%+v", got)
	}
	m.Show = query.Running
	if got := SetFunc(m, query.Sum, units); got.Show != query.Running {
		t.Errorf("a running total is %+v", got)
	}
	if got := SetFunc(m, query.Avg, units); got.Show != query.AsIs {
		t.Errorf("an average that runs: %+v", got)
	}
	m.Show = query.PctRow
	if got := SetFunc(m, query.Top, units); got.Show != query.AsIs || got.Param != "" {
		t.Errorf("a list of values is a share: %+v", got)
	}
	count := query.Measure{Func: query.Count, Column: "region", Show: query.PctTotal}
	if got := SetFunc(count, query.Mode, region); got.Show != query.AsIs {
		t.Errorf("a text is a share: %+v", got)
	}
	if got := SetFunc(count, query.Mode, units); got.Show != query.PctTotal {
		t.Errorf("a number is no share: %+v", got)
	}
}

func TestPartners(t *testing.T) {
	table := &data.Table{Columns: []*data.Column{region, units, price, day, weight}}
	if got := Partners(table, "units"); !slices.Equal(got, []string{"price", "weight"}) {
		t.Error(got)
	}
}

func TestParsePercent(t *testing.T) {
	for text, want := range map[string]string{
		"90": "0.9", " 99.5 % ": "0.995", "0": "0", "100": "1", ".1": "0.001", "5.": "0.05", "12.3456789": "0.123456789",
	} {
		got, err := ParsePercent(text)
		if err != nil || got != want {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
		if again, err := ParsePercent(query.Percent(got)); err != nil || again != got {
			t.Errorf("%q is written %q, which is read as %q", got, query.Percent(got), again)
		}
	}
	for _, text := range []string{"", "%", "101", "-1", "ninety", "1e1", "1/2", "1,5", "1.2.3", ".", "12.34567891", "99.99999999999"} {
		if got, err := ParsePercent(text); err == nil {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	for _, param := range Quantiles {
		if _, _, err := (query.Measure{Func: query.Quantile, Param: param}).Share(); err != nil {
			t.Error(err)
		}
	}
}

func TestParsePlaces(t *testing.T) {
	for text, want := range map[string]string{"3": "3", " 07 ": "7", "100": "100"} {
		if got, err := ParsePlaces(text); err != nil || got != want {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "101", "2.5", "three", "99999999999999999999"} {
		if got, err := ParsePlaces(text); err == nil {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	for _, param := range Places {
		if got, err := ParsePlaces(param); err != nil || got != param {
			t.Errorf("%s: %v", param, err)
		}
	}
}
