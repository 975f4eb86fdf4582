package session

import (
	"fmt"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// written returns the found labels with their counts.
func written(c Choices, codes []uint32) string {
	var text []string
	for _, code := range codes {
		text = append(text, fmt.Sprint(c.Text(code), " ", c.Rows[code]))
	}
	return strings.Join(text, ";")
}

// find chooses the labels of a field and searches among them.
func (d *desk) find(f query.Field, besides int, how Search) string {
	got := "not called"
	d.Choose(f, besides, func(c Choices) { d.Search(c, how, func(codes []uint32) { got = written(c, codes) }) })
	d.settle()
	return got
}

func TestChoose(t *testing.T) {
	d := opened(t)
	for column, want := range map[string]string{
		"region": "Asia 1;EU 1;US 2", "units": "−3 1;5 2;8 1", "paid": "true 4",
		"weight": "0 1;0.1 1;0.3333333333333333 1;2 1",
		"wide":   "0 3;1099511627776 1", "day": "(blank) 2;2022-01-08 1;2022-01-09 1", "nope": "not called",
	} {
		if got := d.find(query.Field{Column: column}, -1, Search{}); got != want {
			t.Errorf("%s: %q, want %q", column, got, want)
		}
	}
	region := query.Field{Column: "region"}
	for _, c := range []struct {
		how  Search
		want string
	}{
		{Search{Text: " U "}, "EU 1;US 2"}, {Search{Text: "s", ByCount: true}, "US 2;Asia 1"}, {Search{Text: "x"}, ""},
		{Search{ByCount: true}, "US 2;Asia 1;EU 1"},
	} {
		if got := d.find(region, -1, c.how); got != c.want {
			t.Errorf("%+v: %q, want %q", c.how, got, c.want)
		}
	}
	if got := d.find(query.Field{Column: "day", Part: query.Day}, -1, Search{Text: "9"}); got != "9 1" {
		t.Errorf("days: %q", got)
	}
}

// TestCountsOfTheOtherFilters counts the rows that pass all filters but the one that is chosen from.
func TestCountsOfTheOtherFilters(t *testing.T) {
	d := opened(t)
	region := query.Field{Column: "region"}
	d.Edit(func(s view.State) view.State {
		return s.KeepLabels(region, d.Column("region"), []data.Value{data.TextValue("US")}).
			KeepLabels(query.Field{Column: "units"}, d.Column("units"), []data.Value{data.IntValue(5),
				data.IntValue(8)})
	})
	for besides, want := range map[int]string{-1: "Asia 0;EU 0;US 2", 0: "Asia 1;EU 0;US 2", 1: "Asia 0;EU 0;US 2"} {
		if got := d.find(region, besides, Search{}); got != want {
			t.Errorf("besides %d: %q, want %q", besides, got, want)
		}
	}
}

// TestSupersededSearch types on before the first search is done.
func TestSupersededSearch(t *testing.T) {
	d := opened(t)
	var got []string
	d.Choose(query.Field{Column: "region"}, -1, func(c Choices) {
		for _, text := range []string{"E", "EU"} {
			d.Search(c, Search{Text: text}, func(codes []uint32) { got = append(got, written(c, codes)) })
		}
	})
	d.settle()
	if len(got) != 1 || got[0] != "EU 1" {
		t.Errorf("%q", got)
	}
}

// TestChoicesOfATableThatIsGone opens a table while the choices of the one before are being found.
func TestChoicesOfATableThatIsGone(t *testing.T) {
	d := opened(t)
	d.Open("other.csv")
	d.running.Wait() // its table is waiting in the queue
	d.Choose(query.Field{Column: "region"}, -1, func(Choices) { t.Error("choices of a table that is gone") })
	d.running.Wait()
	d.settle()
}

// TestSlicers pins two filters, chooses in one, undoes, and takes both out of view.
func TestSlicers(t *testing.T) {
	d := opened(t)
	d.put("region", view.Filters)
	d.put("units", view.Filters)
	last := func() string {
		d.settle()
		var text []string
		for _, c := range d.screen.slicers[len(d.screen.slicers)-1] {
			text = append(text, c.Field.Column+": "+written(c, c.Codes))
		}
		return strings.Join(text, " | ")
	}
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() { d.Edit(func(s view.State) view.State { return s.Pin(0, true).Pin(1, true) }) },
			"region: Asia 1;EU 1;US 2 | units: −3 1;5 2;8 1"},
		{func() { d.Edit(func(s view.State) view.State { return s.ToggleLabel(0, data.TextValue("US")) }) },
			"region: Asia 1;EU 1;US 2 | units: −3 0;5 2;8 0"},
		{func() { d.Edit(func(s view.State) view.State { return s.ToggleLabel(1, data.IntValue(8)) }) },
			"region: Asia 1;EU 0;US 0 | units: −3 0;5 2;8 0"},
		{d.Undo, "region: Asia 1;EU 1;US 2 | units: −3 0;5 2;8 0"},
		{func() { d.Edit(view.State.ClearFilters) }, "region: Asia 1;EU 1;US 2 | units: −3 1;5 2;8 1"},
		{func() { d.Edit(func(s view.State) view.State { return s.Pin(0, false) }) }, "units: −3 1;5 2;8 1"},
	} {
		step.do()
		if got := last(); got != step.want {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
	shown := len(d.screen.slicers)
	d.Edit(func(s view.State) view.State { return s.Remove(view.Filters, 1) })
	d.settle()
	if len(d.screen.slicers) != shown || len(d.State().Filters) != 1 {
		t.Error("slicers are counted where none is in view")
	}
}

// TestEveryLabelIsKept keeps each label of parts of dates and of bins, and finds as many rows as were counted.
func TestEveryLabelIsKept(t *testing.T) {
	d := opened(t)
	for _, text := range []string{"region", "units", "paid", "weight", "wide", "day", "year(day)", "trunc(day, month)",
		"trunc(day, week)", "trunc(day, quarter)",
		"monthname(day)", "weekdayname(day)", "bin(units, 5)", "bin(weight, 0.5)", "edges(units, 0, 6)",
		"bins(wide, 2)"} {
		fields, err := query.ParseFields(text)
		if err != nil {
			t.Fatal(err)
		}
		f, c := fields[0], d.Column(fields[0].Column)
		var choices Choices
		d.Choose(f, -1, func(found Choices) { choices = found })
		d.settle()
		if choices.Frequencies == nil {
			t.Fatalf("%s is not counted", text)
		}
		for _, code := range choices.Codes {
			where := view.State{}.KeepLabels(f, c, []data.Value{choices.Label(code)}).Query().Filter
			left, err := d.engine.Frequencies(t.Context(), d.Table(), nil, f, where)
			if err != nil {
				t.Errorf("%s: %v", where, err)
				continue
			}
			for _, other := range left.Codes {
				if want := map[bool]uint32{true: choices.Rows[code]}[other == code]; left.Rows[other] != want {
					t.Errorf("%s: %d rows of %s, want %d", where, left.Rows[other], choices.Text(other), want)
				}
			}
		}
	}
}
