package view

import (
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

func TestKeyText(t *testing.T) {
	for want, f := range map[string]query.Field{
		"region":           key("region"),
		"day · year":       {Column: "day", Part: query.Year},
		"at · hour":        {Column: "at", Part: query.Hour},
		"price · by 0.5":   {Column: "price", Part: query.Bin, BinWidth: 5, BinScale: 1},
		"price · by 10000": {Column: "price", Part: query.Bin, BinWidth: 10000},
	} {
		if got := KeyText(f); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestMeasureText(t *testing.T) {
	for want, m := range map[string]query.Measure{
		"sum of units":                sum("units"),
		"count of rows":               countRows,
		"count of region":             count("region"),
		"avg of price · % of row":     {Func: query.Avg, Column: "price", Show: query.PctRow},
		"count of rows · % of column": {Func: query.Count, Show: query.PctCol},
	} {
		if got := MeasureText(m); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestEverythingHasATitle looks for choices that a menu would show under their internal name.
func TestEverythingHasATitle(t *testing.T) {
	for _, f := range query.Funcs {
		if FuncTitle(f) == string(f) {
			t.Errorf("%s has no title", f)
		}
	}
	for _, show := range Shows {
		if ShowTitle(show) == string(show) {
			t.Errorf("%q has no title", show)
		}
	}
	for _, c := range []*data.Column{day, at} {
		for _, p := range PartsOf(c) {
			if PartTitle(p) == "" || p != query.Whole && partNames[p] == "" {
				t.Errorf("part %d has no title", p)
			}
		}
	}
	if FuncTitle("median") != "median" || ShowTitle("rank") != "rank" {
		t.Error("what is not known is shown as it is")
	}
}

func TestLabelText(t *testing.T) {
	for want, v := range map[string]data.Value{"EU": data.TextValue("EU"), "(blank)": {}, "2023-01-05": day.IntValue(day.Min)} {
		if got := LabelText(v); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
