package view

import (
	"reflect"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

func TestShelves(t *testing.T) {
	s := full()
	for i, name := range []string{"Rows", "Columns", "Values", "Filters"} {
		if on := Shelves[i]; on.String() != name || s.Len(on) != 2 {
			t.Errorf("shelf %d is %s with %d chips", i, on, s.Len(on))
		}
	}
	if s.Empty() || !(State{Filters: s.Filters}).Empty() {
		t.Error("a state is empty where there is neither a key nor a measure")
	}
}

func TestQuery(t *testing.T) {
	if q := (State{}).Query(); !reflect.DeepEqual(q, query.Query{Values: []query.Measure{countRows}}) {
		t.Errorf("nothing asks for %+v", q)
	}
	s := full()
	q := s.Query()
	want := query.Query{Rows: s.Rows, Cols: s.Cols, Values: s.Values, Sorts: []query.Sort{{Desc: true},
		{Field: 1, Desc: true}}}
	if !reflect.DeepEqual(q, want) {
		t.Errorf("%+v, want %+v", q, want)
	}
	q.Rows[0].Column, q.Values[0].Column = "x", "x"
	unchanged(t, s)
}

func TestSameQuery(t *testing.T) {
	chosen := func(values ...data.Value) func(State) State {
		return func(s State) State {
			f := s.Filters[0]
			f.Values = values
			return s.SetFilter(0, f)
		}
	}
	for _, tc := range []struct {
		name string
		edit func(State) State
		same bool
	}{
		{"nothing", func(s State) State { return s }, true},
		{"fold", func(s State) State { return s.Toggle(true, "US") }, true},
		{"unfold", State.UnfoldAll, true},
		{"key", func(s State) State { return s.Remove(Rows, 0) }, false},
		{"measure", func(s State) State { return s.Remove(Values, 1) }, false},
		{"order of keys", func(s State) State { return s.Move(Rows, 0, Rows, 2, region) }, false},
		{"filter", chosen(data.TextValue("EU")), false},
		{"no value", chosen(data.Value{}), false},
		{"same filter", chosen(), true},
		{"sort", func(s State) State { return s.SortField(key("region"), Sort{Desc: true}) }, false},
		{"ascending by choice", func(s State) State { return s.SortField(key("region"), Sort{}) }, false},
		{"top", func(s State) State { return s.Keep(Top{Of: key("region"), N: 5, By: sum("units")}) }, false},
		{"tier", func(s State) State { return s.SetTier("gpu") }, false},
	} {
		if got := tc.edit(full()).SameQuery(full()); got != tc.same {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.same)
		}
	}
	// the count of rows is the same pivot whether it is chosen or stands in for nothing
	if bare := (State{}).Add(region, Rows, 0); !bare.SameQuery(bare.AddMeasure(countRows, 0)) {
		t.Error("the count of rows differs from the count of rows")
	}
}
