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
	m := query.Measure{Func: query.Quantile, Column: "units", Param: "0.9", Show: query.Show{Kind: query.PctRow}}
	if got := SetFunc(m, query.Ratio, units); got != (query.Measure{Func: query.Ratio, Column: "units",
		Show: query.Show{Kind: query.PctRow}}) {
		t.Errorf("%+v", got)
	}
	m.Show = query.Show{Kind: query.Running}
	if got := SetFunc(m, query.Sum, units); got.Show.Kind != query.Running {
		t.Errorf("a running total is %+v", got)
	}
	if got := SetFunc(m, query.Avg, units); got.Show.Kind != query.AsIs {
		t.Errorf("an average that runs: %+v", got)
	}
	m.Show = query.Show{Kind: query.PctRow}
	if got := SetFunc(m, query.Top, units); got.Show.Kind != query.AsIs || got.Param != "" {
		t.Errorf("a list of values is a share: %+v", got)
	}
	count := query.Measure{Func: query.Count, Column: "region", Show: query.Show{Kind: query.PctTotal}}
	if got := SetFunc(count, query.Mode, region); got.Show.Kind != query.AsIs {
		t.Errorf("a text is a share: %+v", got)
	}
	if got := SetFunc(count, query.Mode, units); got.Show.Kind != query.PctTotal {
		t.Errorf("a number is no share: %+v", got)
	}
}

func TestPartners(t *testing.T) {
	table := &data.Table{Columns: []*data.Column{region, units, price, day, weight}}
	if got := Partners(table, "units"); !slices.Equal(got, []string{"price", "weight"}) {
		t.Error(got)
	}
}
