package view

import (
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestChooseLabels keeps labels and leaves labels out, one edit after the other.
func TestChooseLabels(t *testing.T) {
	year := query.Field{Column: "day", Part: query.Year}
	years := func(of ...int64) (out []data.Value) {
		for _, y := range of {
			out = append(out, data.IntValue(y))
		}
		return out
	}
	s := State{Filters: []Filter{between(units, "1", "2")}}
	for _, step := range []struct {
		edit func(State) State
		want string
	}{
		{func(s State) State { return s.LeaveOut(key("region"), region, texts("US")) }, "(not region in ('US') or " +
			"region is null)"},
		{func(s State) State {
			return s.LeaveOut(key("region"), region, texts("EU", "US"))
		}, "(not region in ('EU', 'US') or region is null)"},
		{func(s State) State { return s.KeepLabels(key("region"), region, texts("US", "EU", "Asia")) },
			"region in ('Asia', 'EU', 'US')"},
		{func(s State) State { return s.LeaveOut(key("region"), region, texts("EU")) }, "region in ('Asia', 'US')"},
		{func(s State) State {
			return s.LeaveOut(key("region"), region, texts("US", "Asia"))
		}, "(not region in ('Asia', 'US') or region is null)"},
		{func(s State) State { return s.ToggleLabel(1, data.TextValue("US")) }, "(not region in ('Asia') or region " +
			"is null)"},
		{func(s State) State { return s.ToggleLabel(1, data.Value{}) }, "not region in ('Asia')"},
		{func(s State) State { return s.KeepLabels(year, day, years(2024, 2023)) }, "(not region in ('Asia') and " +
			"year(day) in (2023, 2024))"},
		{func(s State) State { return s.KeepLabels(key("units"), units, years(5)) }, "(not region in ('Asia') and " +
			"year(day) in (2023, 2024) and units in (5))"},
	} {
		before := s.Query().Filter.String()
		next := step.edit(s)
		if got, want := next.Query().Filter.String(), "(units >= 1 and units <= 2)"; got != "("+want+" and "+step.want+
			")" && got != "("+want+" and "+step.want[1:] {
			t.Errorf("%s, want %s", got, step.want)
		}
		if s.Query().Filter.String() != before {
			t.Error("an edit changes the state before it")
		}
		s = next
	}
	if got := s.Others(0).String(); got != "(not region in ('Asia') and year(day) in (2023, 2024) and units in (5))" {
		t.Errorf("the others are %s", got)
	}
}

// TestPins puts a filter in view, clears the filters, and takes the filter out of view.
func TestPins(t *testing.T) {
	s := State{}.Add(region, Filters, 0).Add(units, Filters, 1).Pin(1, true)
	if f := s.Filters[1]; !f.Pinned || f.Kind != List {
		t.Errorf("pinned: %+v", f)
	}
	chosen := s.ToggleLabel(1, data.IntValue(0))
	if !s.SamePins(chosen) || s.SameQuery(chosen) || s.SamePins(s.Pin(1, false)) || !s.SameQuery(s.Pin(1, false)) {
		t.Error("a pin is no part of the query, and a choice is no part of the pins")
	}
	if left := chosen.ClearFilters(); len(left.Filters) != 1 || !left.Filters[0].Pinned || left.Query().Filter != nil {
		t.Errorf("cleared: %+v", left.Filters)
	}
	if kept := chosen.KeepLabels(key("units"), units, []data.Value{data.IntValue(2000)}); len(kept.Filters) != 2 ||
		!kept.Filters[1].Pinned {
		t.Errorf("kept: %+v", kept.Filters)
	}
}
