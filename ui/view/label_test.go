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
		"sum of units":                 sum("units"),
		"count of rows":                countRows,
		"count of region":              count("region"),
		"average of price · % of row":  {Func: query.Avg, Column: "price", Show: query.PctRow},
		"sum of price · running total": {Func: query.Sum, Column: "price", Show: query.Running},
		"count of rows · % of column":  {Func: query.Count, Show: query.PctCol},
		"median of units":              {Func: query.Median, Column: "units"},
		"90th percentile of units":     {Func: query.Quantile, Column: "units", Param: "0.9"},
		"99.9th percentile of units":   {Func: query.Quantile, Column: "units", Param: "0.999"},
		"std deviation of units":       {Func: query.Stddev, Column: "units"},
		"most frequent of region":      {Func: query.Mode, Column: "region"},
		"top 3 of price":               {Func: query.Top, Column: "price", Param: "3"},
		"price / units":                {Func: query.Ratio, Column: "price", Other: "units"},
		"(price - 1) / units":          {Func: query.Ratio, Expr: "price - 1", Other: "units"},
		"correlation of a and b":       {Func: query.Corr, Column: "a", Other: "b"},
		"sum of price * units":         {Func: query.Sum, Expr: "price * units"},
		"max(a) - min(b) · % of row":   {Func: query.Formula, Expr: "max(a) - min(b)", Show: query.PctRow},
	} {
		if got := MeasureText(m); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestOrdinal(t *testing.T) {
	for param, want := range map[string]string{
		"0": "0th", "0.01": "1st", "0.02": "2nd", "0.23": "23rd", "0.11": "11th", "0.12": "12th", "0.13": "13th", "0.5": "50th",
		"0.90": "90th", "0.995": "99.5th", "0.051": "5.1th", "1": "100th", ".25": "25th", "odd": "oddth",
	} {
		if got := Ordinal(param); got != want {
			t.Errorf("%s is the %s, want %s", param, got, want)
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
	for _, show := range query.Shows {
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
	if FuncTitle("skew") != "skew" || ShowTitle("best") != "best" {
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
