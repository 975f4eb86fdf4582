package query_test

import (
	"testing"

	. "cardinal/engine/query"
)

func TestFieldTitle(t *testing.T) {
	for want, f := range map[string]Field{
		"Cost Total $":                   {Column: "Cost Total $"},
		"Year of Order Date":             {Column: "Order Date", Part: Year},
		"Day of month of date":           {Column: "date", Part: Day},
		"Hour of at":                     {Column: "at", Part: Hour},
		"Bins of price (width 0.5)":      {Column: "price", Part: Bin, BinWidth: 5, BinScale: 1},
		"Bins of unit price (width 100)": {Column: "unit price", Part: Bin, BinWidth: 100},
	} {
		if got := f.Title(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestOneName compares the parts in menus with those in headings.
func TestOneName(t *testing.T) {
	for _, k := range PartKinds {
		if k.Recurs() && k.Takes == Dates && k.Words != k.Title+" of %s" {
			t.Errorf("a menu says %q, and a heading %q", k.Title, k.Words)
		}
	}
}

// TestBy does not say by twice.
func TestBy(t *testing.T) {
	for want, f := range map[string]Field{
		"date (month)": {Column: "date", Part: TruncMonth}, "date (ISO week)": {Column: "date", Part: TruncWeek},
		"Year of date": {Column: "date", Part: Year}, "city": {Column: "city"},
	} {
		if got := f.By(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestMeasureTitle(t *testing.T) {
	for want, m := range map[string]Measure{
		"Number of rows":                                       {Func: Count},
		"Number of rows, % of column":                          {Func: Count, Show: Show{Kind: PctCol}},
		"Count of region":                                      {Func: Count, Column: "region"},
		"Sum of Cost Total $":                                  {Func: Sum, Column: "Cost Total $"},
		`Sum of "Wildlife Size"`:                               {Func: Sum, Column: `"Wildlife Size"`},
		"Average of price, % of row":                           {Func: Avg, Column: "price", Show: Show{Kind: PctRow}},
		"Sum of price, running total down rows":                {Func: Sum, Column: "price", Show: Show{Kind: Running}},
		"Minimum of price, rank largest to smallest down rows": {Func: Min, Column: "price", Show: Show{Kind: Rank}},
		"Sum of price, difference from EU": {Func: Sum, Column: "price",
			Show: Show{Kind: DiffOf, Base: Literal{Text: "EU"}}},
		"Sum of price, % difference from previous column": {Func: Sum, Column: "price",
			Show: Show{Kind: PctDiffPrev, Along: AlongCols}},
		"Revenue":                  {Func: Sum, Column: "price", Show: Show{Kind: Index}, Name: "Revenue"},
		"Median of units":          {Func: Median, Column: "units"},
		"90th percentile of units": {Func: Quantile, Column: "units", Param: "0.9"},
		"99.9th percentile of units, % of parent row": {Func: Quantile, Column: "units", Param: "0.999",
			Show: Show{Kind: PctParentRow}},
		"Population standard deviation of units": {Func: StddevPop, Column: "units"},
		"Most frequent of region":                {Func: Mode, Column: "region"},
		"Top 3 of unit price":                    {Func: Top, Column: "unit price", Param: "3"},
		"Ratio of price to units":                {Func: Ratio, Column: "price", Other: "units"},
		"Ratio of price - 1 to units":            {Func: Ratio, Expr: "price - 1", Other: "units"},
		"Correlation of a and b":                 {Func: Corr, Column: "a", Other: "b"},
		"Sum of price * units":                   {Func: Sum, Expr: "price * units"},
		"max(a) - min(b), % of row": {Func: Formula, Expr: "max(a) - min(b)",
			Show: Show{Kind: PctRow}},
	} {
		if got := m.Title(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFilterTitle(t *testing.T) {
	for text, want := range map[string]string{
		`not ("unit price" > 3 or year("Order Date") in (2001, 2002)) and "Cost $" is null`: "not (unit price > 3 or Year of Order Date is one of 2001, 2002) and Cost $ is (blank)",

		`bin(x, 1000) in ('-2,000 - -1,000', '0 - 1,000')`: "Bins of x (width 1000) is one of -2,000 to -1,000; 0 to 1,000",
		`name in ('Smith, John', 'Ann')`:                   "name is one of Smith, John; Ann",

		`region in ('EU')`: "region is EU", `not region in ('EU', null)`: "region is none of EU, (blank)",
		`region is not null or region = 'US'`:       "region is not (blank) or region = 'US'",
		`not (region in ('EU') and price in (1.5))`: "not (region is EU and price is 1.5)",
	} {
		e, err := ParseFilter(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Title(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if again, err := ParseFilter(e.String()); err != nil || again.String() != e.String() {
			t.Errorf("%s is read back as %v, %v", e, again, err)
		}
	}
}

// TestEverythingHasATitle looks for choices that a menu would show under the word of the query language.
func TestEverythingHasATitle(t *testing.T) {
	for _, f := range Funcs {
		if f.Title() == string(f) {
			t.Errorf("%s has no title", f)
		}
	}
	for _, w := range Ways {
		if w.Title == "" || w.Axis == (w.Ends == [2]string{} && !w.Base && !w.Needs) {
			t.Errorf("%q has no title for each axis", w.Kind)
		}
	}
	for p := Year; p <= Bin; p++ {
		if p.Title() == "" {
			t.Errorf("part %d has no title", p)
		}
	}
	if Func("skew").Title() != "skew" {
		t.Error("what is not known is not shown as it is")
	}
}

func TestOrdinal(t *testing.T) {
	for param, want := range map[string]string{
		"0": "0th", "0.01": "1st", "0.02": "2nd", "0.23": "23rd", "0.11": "11th", "0.12": "12th", "0.13": "13th",
		"0.5":  "50th",
		"0.90": "90th", "0.995": "99.5th", "0.051": "5.1th", "1": "100th", ".25": "25th", "odd": "oddth",
	} {
		if got := Ordinal(param); got != want {
			t.Errorf("%s is the %s, want %s", param, got, want)
		}
	}
}

// TestWrittenNumbers reads numbers in conditions on results as people write them.
func TestWrittenNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"sum(x) > 1,000": "sum(x) > 1000", "sum(x) <= 5%": "sum(x) <= 5e-2", "sum(x) > 2.5K": "sum(x) > 2.5e3",
		"sum(x) < -1,234,567.5":       "sum(x) < -1234567.5",
		"sum(x) between 1,000 and 2m": "sum(x) between 1000 and 2e6",
		"sum(x) in (1,000, 2K)":       "sum(x) in (1, 000, 2e3)", "p(x, 0.9) >= 1e3": "p(x, 0.9) >= 1e3",
		"max(day) > 2024-01-31": "max(day) > '2024-01-31'", `max("1,000K") = '1,000'`: `max("1,000K") = '1,000'`,
		"ratio(a, b) > .5%": "ratio(a, b) > .5e-2",
	} {
		m, e, err := ParseCondition(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := (Having{Of: m, If: e}).Condition(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"sum(x) > 1,00", "sum(x) > 1,0000", "sum(x) > 5 K", "sum(x) > 5x"} {
		if _, _, err := ParseCondition(text); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
