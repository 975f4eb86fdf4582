package view

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
)

var sales = data.NewTable("sales", []*data.Column{region, units, price, weight, day,
	data.NewInts("net price", data.Decimal, 2, []int64{100, 250}, nil)})

// TestParseFormula reads formulas as typed. What is accepted must be computed, and reads back from its own text.
func TestParseFormula(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for text, want := range map[string]query.Measure{
		"max(units) - min(units)":          {Func: query.Formula, Expr: "max(units) - min(units)"},
		"sum(price)/sum(units)*100":        {Func: query.Formula, Expr: "sum(price) / sum(units) * 100"},
		" ( median( weight )) ":            {Func: query.Median, Column: "weight"},
		"sum(price * units)":               {Func: query.Sum, Expr: "price * units"},
		`avg("net price" - price)`:         {Func: query.Avg, Expr: `"net price" - price`},
		"count(region) / count()":          {Func: query.Formula, Expr: "count(region) / count()"},
		"ratio(price, units) - 1":          {Func: query.Formula, Expr: "ratio(price, units) - 1"},
		"max(day) - min(day)":              {Func: query.Formula, Expr: "max(day) - min(day)"},
		"max(day) + count()":               {Func: query.Formula, Expr: "max(day) + count()"},
		"if(max(day) > 2024-01-01, 1, 0)":  {Func: query.Formula, Expr: "if(max(day) > '2024-01-01', 1, 0)"},
		"datediff(min(day), max(day))":     {Func: query.Formula, Expr: "datediff(min(day), max(day))"},
		"max(day)":                         {Func: query.Max, Column: "day"},
		"first(units) + mode(units)":       {Func: query.Formula, Expr: "first(units) + mode(units)"},
		"corr(price, UNITS) * p(units, 1)": {Func: query.Formula, Expr: "corr(price, UNITS) * p(units, 1)"},
	} {
		m, err := ParseFormula(sales, text)
		if err != nil || m != want {
			t.Errorf("%q is read as %+v, %v", text, m, err)
			continue
		}
		if again, err := ParseFormula(sales, m.String()); err != nil || again != m {
			t.Errorf("%q reads back as %+v, %v", m, again, err)
		}
		if _, err := e.Pivot(context.Background(), sales, State{}.AddMeasure(m, 0).Query(),
			engine.RunOptions{}); err != nil {
			t.Errorf("%q is accepted and then fails: %v", text, err)
		}
	}
}

// TestWrongFormulas looks at the sentence for each. The engine must refuse all of them too.
func TestWrongFormulas(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for text, want := range map[string]string{
		"":                         "nothing is written",
		"sum(units), sum(price)":   "one formula at a time",
		"max(units) -":             "found the end",
		"units + 1":                "an aggregate",
		"1 + 2":                    "aggregates nothing",
		"sum(cost)":                `no column "cost"`,
		"sum(units) / sum(cost)":   `no column "cost"`,
		"sum(units * cost)":        `no column "cost"`,
		"median(region)":           "region holds none",
		"sum(units) - sum(region)": "region holds none",
		"ratio(units, region)":     "region holds none",
		"avg(units - day)":         "a whole number of days",
		"max(region) + 1":          "no number and no date",
		"1.5 + first(day)":         "a whole number of days",
		"max(day) - avg(units)":    "a whole number of days",
		"if(max(day) > 5, 1)":      "not a date",
		"datediff(count(), 1)":     "datediff takes a date",
		"top(units, 3) * 2":        "no number and no date",
		"p(units, 90)":             "a quantile is",
		"skew(units)":              "no aggregate",
	} {
		_, err := ParseFormula(sales, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if all, bad := query.ParseMeasures(text); bad == nil && len(all) == 1 {
			if _, err := e.Pivot(context.Background(), sales, State{}.AddMeasure(all[0], 0).Query(),
				engine.RunOptions{}); err == nil {
				t.Errorf("%q is refused, but the engine computes it", text)
			}
		}
	}
}

func TestColumnsOf(t *testing.T) {
	for text, want := range map[string][]string{
		"count()":                           nil,
		"sum(units)":                        {"units"},
		"ratio(price, units)":               {"price", "units"},
		"sum(price * units)":                {"price", "units"},
		"max(price) - corr(units, weight)":  {"price", "units", "weight"},
		`sum(price + 1) / sum("net price")`: {"net price", "price"},
	} {
		m, err := ParseFormula(sales, text)
		got := ColumnsOf(m)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	if got := ColumnsOf(query.Measure{Func: query.Formula, Expr: "("}); got != nil {
		t.Error(got)
	}
}

// TestFormulaEdits undoes what a formula changed, its sort included.
func TestFormulaEdits(t *testing.T) {
	one, _ := ParseFormula(sales, "max(units) - min(units)")
	two, _ := ParseFormula(sales, "sum(units) / count()")
	var h History
	h.Do(h.Now().AddMeasure(one, 0))
	h.Do(h.Now().SortBy(one, nil, true))
	h.Do(h.Now().SetMeasure(0, two))
	if now := h.Now(); now.Values[0] != two || now.Sort.By != two {
		t.Errorf("%+v", now)
	}
	h.Undo()
	if now := h.Now(); now.Values[0] != one || now.Sort.By != one {
		t.Errorf("%+v", now)
	}
	if gone := h.Now().SetMeasure(-1, two); len(gone.Values) != 1 || gone.Values[0] != one {
		t.Errorf("an edit of a formula that is gone: %+v", gone)
	}
}
