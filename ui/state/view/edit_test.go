package view

import (
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestEdits makes every edit on the same state, which must not change.
func TestEdits(t *testing.T) {
	year := query.Field{Column: "day", Part: query.Year}
	const end = 99
	for _, tc := range []struct {
		name string
		edit func(State) State
		want string
	}{
		{"nothing", func(s State) State { return s },
			"rows region product | cols year(day) paid | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},

		{"add a text to rows", func(s State) State {
			return State{}.Add(region, Rows, 0)
		}, "rows region | cols | values | filters"},
		{"add a date to columns", func(s State) State {
			return State{}.Add(day, Cols, 0)
		}, "rows | cols year(day) | values | filters"},
		{"add a number to values", func(s State) State {
			return State{}.Add(units, Values, 0)
		}, "rows | cols | values sum(units) | filters"},
		{"add a number to rows", func(s State) State {
			return State{}.Add(units, Rows, 0)
		}, "rows units | cols | values | filters"},
		{"add a decimal to rows", func(s State) State {
			return State{}.Add(price, Rows, 0)
		}, "rows bin(price, 5) | cols | values | filters"},
		{"add a text to values", func(s State) State {
			return State{}.Add(region, Values, 0)
		}, "rows | cols | values count(region) | filters"},
		{"add a filter", func(s State) State { return State{}.Add(day, Filters, 0) }, "rows | cols | values | " +
			"filters day"},
		{"add at the front", func(s State) State { return s.Add(units, Rows, 0) },
			"rows units region product | cols year(day) paid | values sum(units) avg(price) | filters region units | " +
				"sort sum(units) true"},
		{"add past the end", func(s State) State { return s.Add(units, Cols, end) },
			"rows region product | cols year(day) paid units | values sum(units) avg(price) | filters region units | " +
				"sort sum(units) true"},
		{"add before the front", func(s State) State { return s.Add(units, Rows, -3) },
			"rows units region product | cols year(day) paid | values sum(units) avg(price) | filters region units | " +
				"sort sum(units) true"},
		{"add a key again moves it", func(s State) State { return s.Add(region, Rows, end) },
			"rows product region | cols year(day) paid | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"add a key of the columns to rows moves it", func(s State) State { return s.Add(paid, Rows, 1) },
			"rows region paid product | cols year(day) | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"add a number twice takes the next aggregate", func(s State) State { return s.Add(units, Values, end) },
			"rows region product | cols year(day) paid | values sum(units) avg(price) avg(units) | filters region " +
				"units | sort sum(units) true"},
		{"add a measure that stands moves it", func(s State) State { return s.AddMeasure(sum("units"), end) },
			"rows region product | cols year(day) paid | values avg(price) sum(units) | filters region units | sort " +
				"sum(units) true"},
		{"add a filter again moves it", func(s State) State { return s.Add(region, Filters, end) },
			"rows region product | cols year(day) paid | values sum(units) avg(price) | filters units region | sort " +
				"sum(units) true"},

		{"remove a row", func(s State) State { return s.Remove(Rows, 0) },
			"rows product | cols year(day) paid | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"remove a column", func(s State) State { return s.Remove(Cols, 1) },
			"rows region product | cols year(day) | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"remove the sorted measure", func(s State) State { return s.Remove(Values, 0) },
			"rows region product | cols year(day) paid | values avg(price) | filters region units"},
		{"remove a filter", func(s State) State { return s.Remove(Filters, 1) },
			"rows region product | cols year(day) paid | values sum(units) avg(price) | filters region | sort " +
				"sum(units) true"},
		{"remove nothing", func(s State) State { return s.Remove(Rows, 2).Remove(Cols, -1) }, shelves(full())},

		{"move right", func(s State) State { return s.Move(Rows, 0, Rows, 2, region) },
			"rows product region | cols year(day) paid | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"move left", func(s State) State { return s.Move(Cols, 1, Cols, 0, paid) },
			"rows region product | cols paid year(day) | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"move onto itself", func(s State) State { return s.Move(Values, 0, Values, 1, units) }, shelves(full())},
		{"move a measure", func(s State) State { return s.Move(Values, 0, Values, end, units) },
			"rows region product | cols year(day) paid | values avg(price) sum(units) | filters region units | sort " +
				"sum(units) true"},
		{"move a filter", func(s State) State { return s.Move(Filters, 1, Filters, 0, units) },
			"rows region product | cols year(day) paid | values sum(units) avg(price) | filters units region | sort " +
				"sum(units) true"},
		{"move from rows to columns", func(s State) State { return s.Move(Rows, 0, Cols, 1, region) },
			"rows product | cols year(day) region paid | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"move a part between keys keeps it", func(s State) State { return s.Move(Cols, 0, Rows, 0, day) },
			"rows year(day) region product | cols paid | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"move from rows to values", func(s State) State { return s.Move(Rows, 0, Values, 0, region) },
			"rows product | cols year(day) paid | values count(region) sum(units) avg(price) | filters region units " +
				"| sort sum(units) true"},
		{"move from values to rows", func(s State) State { return s.Move(Values, 0, Rows, 0, units) },
			"rows units region product | cols year(day) paid | values avg(price) | filters region units"},
		{"move from values to filters", func(s State) State { return s.Move(Values, 1, Filters, 0, price) },
			"rows region product | cols year(day) paid | values sum(units) | filters price region units | sort " +
				"sum(units) true"},
		{"move a filter to rows", func(s State) State { return s.Move(Filters, 1, Rows, 0, units) },
			"rows units region product | cols year(day) paid | values sum(units) avg(price) | filters region | sort " +
				"sum(units) true"},
		{"move nothing", func(s State) State { return s.Move(Rows, 7, Cols, 0, region) }, shelves(full())},
		{"the count of rows stays", func(s State) State {
			return s.AddMeasure(countRows, 0).Move(Values, 0, Rows, 0, nil)
		},
			"rows region product | cols year(day) paid | values count() sum(units) avg(price) | filters region units " +
				"| sort sum(units) true"},

		{"another part", func(s State) State {
			return s.SetKey(Cols, 0, query.Field{Column: "day", Part: query.Month})
		},
			"rows region product | cols month(day) paid | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"a bin", func(s State) State {
			return s.Add(units, Rows, 0).SetKey(Rows, 0, query.Field{Column: "units", Part: query.Bin, BinWidth: 25,
				BinScale: 1})
		}, "rows bin(units, 2.5) region product | cols year(day) paid | values sum(units) avg(price) | filters " +
			"region units | sort sum(units) true"},
		{"the same part", func(s State) State { return s.SetKey(Cols, 0, year) }, shelves(full())},
		{"a key that stands before", func(s State) State { return s.SetKey(Rows, 1, key("region")) },
			"rows region | cols year(day) paid | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"a key that stands on columns", func(s State) State { return s.SetKey(Rows, 0, year) },
			"rows year(day) product | cols paid | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"a key that is gone", func(s State) State { return s.SetKey(Rows, 2, year).SetKey(Cols, -1, year) },
			shelves(full())},

		{"another aggregate takes the sort along", func(s State) State { return s.SetMeasure(0, avg("units")) },
			"rows region product | cols year(day) paid | values avg(units) avg(price) | filters region units | sort " +
				"avg(units) true"},
		{"a measure that stands behind", func(s State) State { return s.SetMeasure(0, avg("price")) },
			"rows region product | cols year(day) paid | values avg(price) | filters region units | sort avg(price) true"},
		{"a measure that stands before", func(s State) State { return s.SetMeasure(1, sum("units")) },
			"rows region product | cols year(day) paid | values sum(units) | filters region units | sort sum(units) true"},
		{"a measure that is gone", func(s State) State {
			return s.SetMeasure(2, sum("price")).SetMeasure(-1, sum("price"))
		}, shelves(full())},
		{"a filter that is gone", func(s State) State { return s.SetFilter(2, NewFilter(day)) }, shelves(full())},

		{"swap", State.Swap,
			"rows year(day) paid | cols region product | values sum(units) avg(price) | filters region units | sort " +
				"sum(units) true"},
		{"clear the filters", State.ClearFilters,
			"rows region product | cols year(day) paid | values sum(units) avg(price) | filters | sort sum(units) true"},
		{"clear", State.Clear, "rows | cols | values | filters"},
		{"sort by label", State.SortLabels,
			"rows region product | cols year(day) paid | values sum(units) avg(price) | filters region units"},
		{"sort by a measure", func(s State) State { return s.SortBy(avg("price"), nil, false) },
			"rows region product | cols year(day) paid | values sum(units) avg(price) | filters region units | sort " +
				"avg(price) false"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			old := full()
			if got := shelves(tc.edit(old)); got != tc.want {
				t.Errorf("\n got %s\nwant %s", got, tc.want)
			}
			unchanged(t, old)
		})
	}
}

// TestEditsShareNothing edits one state twice: the second edit must not show in the result of the first.
func TestEditsShareNothing(t *testing.T) {
	base := State{}
	for _, c := range []*data.Column{region, product, paid} { // slices with room to grow
		base = base.Add(c, Rows, 99).Add(c, Values, 99).Add(c, Filters, 99)
	}
	for _, on := range []Shelf{Rows, Values, Filters} {
		first := base.Add(units, on, 99)
		want := shelves(first)
		base.Add(price, on, 99)
		base.Add(day, on, 0)
		first.Remove(on, 0)
		if got := shelves(first); got != want {
			t.Errorf("%s: %s, want %s", on, got, want)
		}
	}
}

func TestAddFilterTakesConditionsOver(t *testing.T) {
	f := NewFilter(region)
	f.Values = []data.Value{data.TextValue("EU")}
	s := State{}.AddFilter(f, 0).Add(units, Filters, 1).Add(region, Filters, 99)
	if i := s.FilterOf(key("region")); i != 1 || len(s.Filters[i].Values) != 1 {
		t.Errorf("filter %d: %+v", i, s.Filters)
	}
	if s.FilterOf(key("product")) != -1 {
		t.Error("a filter that nobody made")
	}
}

func TestShowAs(t *testing.T) {
	s := full()
	m := s.Values[0]
	m.Show = query.Show{Kind: query.PctRow}
	s = s.SetMeasure(0, m)
	if s.Sort.By != m || s.Query().Values[0].Show.Kind != query.PctRow {
		t.Errorf("%+v", s)
	}
	// the same aggregate shown in two ways is two measures
	if s = s.AddMeasure(sum("units"), 99); len(s.Values) != 3 {
		t.Errorf("%v", s.Values)
	}
}

func TestFold(t *testing.T) {
	s := State{}
	folded := s.Toggle(true, "EU").Toggle(false, "2024")
	if !folded.Folds.Rows["EU"] || !folded.Folds.Cols["2024"] || s.Folds.Rows != nil {
		t.Errorf("%v, of %v", folded.Folds, s.Folds)
	}
	opened := folded.Toggle(true, "EU")
	if len(opened.Folds.Rows) != 0 || !folded.Folds.Rows["EU"] {
		t.Errorf("%v, of %v", opened.Folds, folded.Folds)
	}
	if swapped := folded.Swap(); !swapped.Folds.Cols["EU"] || !swapped.Folds.Rows["2024"] {
		t.Errorf("%v", swapped.Folds)
	}
	if all := folded.UnfoldAll(); len(all.Folds.Rows)+len(all.Folds.Cols) != 0 {
		t.Errorf("%v", all.Folds)
	}
}

func TestTierStays(t *testing.T) {
	if s := full().SetTier("serial").Clear(); s.Tier != "serial" || !s.Empty() {
		t.Errorf("%+v", s)
	}
}

// TestUnitOf reads units at the end of names, and none where the last word may be another thing.
func TestUnitOf(t *testing.T) {
	for name, want := range map[string]string{"Cost Total $": "$", "weight kg": "kg", "weight (kg)": "kg",
		"amount_EUR": "€", "distance [km]": "km", "kg": "", "": "", "cost": "", "Best in mm class": "", "usd rate": ""} {
		if got := unitOf(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	formats, _ := NumberFormats(query.Measure{Func: query.Sum, Column: "weight kg"}, nil)
	if f := formats[2]; f.Name != "In kg" || f.Code != `#,##0.00 "kg"` || query.NumberFormats[2].Name != "Currency" {
		t.Errorf("the format is %+v", f)
	}
}
