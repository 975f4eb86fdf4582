package view

import (
	"reflect"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

var (
	year    = query.Field{Column: "day", Part: query.Year}
	in2024  = At{Of: year, Label: data.IntValue(2024)}
	wasPaid = At{Of: key("paid"), Label: data.BoolValue(true)}
)

// under tells whether an order's column is the one at a path, as an answer that has it would.
func under(path ...At) func([]At) bool {
	return func(o []At) bool { return reflect.DeepEqual(append([]At{}, o...), append([]At{}, path...)) }
}

func TestTapColumn(t *testing.T) {
	s := full().SortLabels()
	for i, step := range []struct {
		m    query.Measure
		path []At
		desc bool
	}{
		// the largest first, then the other way round
		{avg("price"), nil, true}, {avg("price"), nil, false}, {avg("price"), nil, true},
		{avg("price"), []At{in2024}, true}, {avg("price"), []At{in2024}, false}, {sum("units"), []At{in2024}, true},
		{sum("units"), []At{in2024, wasPaid}, true}, {sum("units"), nil, true},
	} {
		s = s.TapColumn(step.m, step.path, under(step.path...))
		if want := (Sort{By: step.m, At: step.path, Desc: step.desc}); !s.Sort.Equal(want) {
			t.Fatalf("step %d: %+v, want %+v", i, s.Sort, want)
		}
	}
	q := s.SortBy(avg("price"), []At{in2024, wasPaid}, true).Query()
	path := []query.Literal{{Text: "2024", Quoted: true}, {Text: "true", Quoted: true}}
	if want := []query.Sort{{Field: 0, Value: 1, At: path, Desc: true}, {Field: 1, Value: 1, At: path,
		Desc: true}}; !reflect.DeepEqual(q.Sorts, want) {
		t.Errorf("%+v", q.Sorts)
	}
}

// TestTapColumnOfOwnOrders reverses the order if every row field has it as its own order.
func TestTapColumnOfOwnOrders(t *testing.T) {
	s := full().SortLabels()
	for _, f := range s.Rows {
		s = s.SortField(f, Sort{By: sum("units"), Desc: true})
	}
	if s = s.TapColumn(sum("units"), nil, under()); !s.SortedBy(Sort{By: sum("units")}) {
		t.Errorf("%+v, %+v", s.Sort, s.Own)
	}
}

// TestTapColumnWithoutRows sorts the fields that the rows will have by the largest first.
func TestTapColumnWithoutRows(t *testing.T) {
	s := State{Values: []query.Measure{sum("units")}}.TapColumn(sum("units"), nil, under()).Add(region, Rows, 0)
	if !s.SortedBy(Sort{By: sum("units"), Desc: true}) {
		t.Errorf("%+v, %+v", s.Sort, s.Own)
	}
}

// TestOrderByAMeasureThatGoes takes a measure that is shown as ranks off Values, while the order of a top goes
// by it: the order is that of the figures.
func TestOrderByAMeasureThatGoes(t *testing.T) {
	ranks := sum("units")
	ranks.Show = query.Show{Kind: query.Rank}
	s := State{Rows: []query.Field{key("region")}, Values: []query.Measure{ranks,
		avg("price")}}.Keep(Top{Of: key("region"), N: 3, By: ranks})
	if order, _ := s.SortOf(key("region")); order.By != ranks {
		t.Errorf("while it is shown, the order is %+v", order)
	}
	s = s.Remove(Values, 0)
	order, own := s.SortOf(key("region"))
	if !own || order.By != sum("units") || !order.followsTop(s.Tops[0]) {
		t.Errorf("the order is %+v, by %s", order, order.By.Title())
	}
}

// TestTapField sorts one field by its labels, and leaves the others as they are.
func TestTapField(t *testing.T) {
	for name, c := range map[string]struct {
		want  []query.Sort
		state State
	}{
		"ascending to descending": {[]query.Sort{{Field: 1, Value: query.ByLabel, Desc: true}}, full().SortLabels()},
		"a measure to ascending": {[]query.Sort{{Field: 0, Value: 0, Desc: true}, {Field: 1, Value: query.ByLabel}},
			full()},
		"descending to ascending": {[]query.Sort{{Field: 1, Value: query.ByLabel}},
			full().SortLabels().TapField(key("product"))},
		"and back": {[]query.Sort{{Field: 1, Value: query.ByLabel, Desc: true}},
			full().SortLabels().TapField(key("product")).TapField(key("product"))},
	} {
		if got := c.state.TapField(key("product")).Query().Sorts; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	s := full().TapField(key("product")).TapColumn(sum("units"), nil, under())
	if want := (full().Query().Sorts); !reflect.DeepEqual(s.Query().Sorts, want) {
		t.Errorf("a tap on a column sorts %+v, not every field", s.Query().Sorts)
	}
}

// TestOrdersFollowTheShelves edits the shelves under orders and tops.
func TestOrdersFollowTheShelves(t *testing.T) {
	base := full().SortBy(avg("price"), []At{in2024, wasPaid}, true)
	top := Top{Of: key("region"), N: 10, By: sum("units")}
	for name, c := range map[string]struct {
		got  State
		want string
	}{
		"the inner column goes": {base.Remove(Cols, 1), " | sort avg(price) true at year(day) 2024"},
		"the outer column goes": {base.Remove(Cols, 0), " | sort avg(price) true"},
		"another part of the date": {base.SetKey(Cols, 0, query.Field{Column: "day", Part: query.Month}),
			" | sort avg(price) true"},
		"the columns change place": {base.Move(Cols, 0, Cols, 2, nil), " | sort avg(price) true"},
		"the axes change place":    {base.Swap(), " | sort avg(price) true"},
		"a column comes inside": {base.Add(units, Cols, 99), " | sort avg(price) true at year(day) " +
			"2024 at paid true"},
		"the measure goes": {base.Remove(Values, 1), ""},
		"another aggregate": {base.SetMeasure(1, sum("price")), " | sort sum(price) true at " +
			"year(day) 2024 at paid true"},
		"a field's own, it goes": {full().SortLabels().TapField(key("product")).Remove(Rows, 1), ""},
		"a field's own, by a measure that goes": {full().SortLabels().SortField(key("product"),
			Sort{By: avg("price")}).Remove(Values, 1), ""},
		"a field's own, another aggregate": {full().SortLabels().SortField(key("product"),
			Sort{By: avg("price")}).SetMeasure(1, sum("price")), " | product by sum(price) false"},
		"a field's own, another part": {State{}.AddKey(year, Rows, 0).TapField(year).SetKey(Rows, 0,
			query.Field{Column: "day", Part: query.Month}), " | month(day) by () true"},
		"every field has its own": {full().TapField(key("product")).TapField(key("region")),
			" | product by () false | region by () false"},
		"a top, by a measure that goes": {full().SortLabels().Keep(top).Remove(Values, 0),
			" | region by sum(units) true | top 10 of region by sum(units)"},
		"a top, its field goes": {full().SortLabels().Keep(top).Remove(Rows, 0), ""},
		"a top goes to the columns": {full().SortLabels().Keep(top).Move(Rows, 0, Cols, 0, region),
			" | region by sum(units) true | top 10 of region by sum(units)"},
		"a top of another part": {State{}.AddKey(year, Rows,
			0).Keep(Top{Of: year, N: 3, By: countRows}).SetKey(Rows, 0, query.Field{Column: "day", Part: query.Month}),
			" | month(day) by count() true | top 3 of month(day) by count()"},
		"no top": {full().SortLabels().Keep(top).Keep(Top{Of: key("region")}), ""},
		"another top": {full().SortLabels().Keep(top).Keep(Top{Of: key("region"), N: 3,
			By: avg("price")}), " | region by avg(price) true | top 3 of region by avg(price)"},
	} {
		orders := c.got
		orders.Rows, orders.Cols, orders.Values, orders.Filters = nil, nil, nil, nil
		if got := shelves(orders)[len(shelves(State{})):]; got != c.want {
			t.Errorf("%s:%s, want%s", name, got, c.want)
		}
	}
	unchanged(t, full())
}

func TestTopOf(t *testing.T) {
	s := full().SortLabels()
	if got := s.TopOf(key("product")); got != (Top{Of: key("product"), By: sum("units")}) {
		t.Errorf("%+v", got)
	}
	if got := s.SortBy(avg("price"), nil, true).TopOf(key("product")); got.By != avg("price") {
		t.Errorf("by %s, where the rows are sorted by another measure", got.By)
	}
	share := sum("units")
	share.Show = query.Show{Kind: query.PctRow}
	if got := s.SetMeasure(0, share).TopOf(key("product")); got.By != sum("units") {
		t.Errorf("by %+v, as it is shown", got.By)
	}
	kept := Top{Of: key("product"), N: 3, By: avg("weight"), Bottom: true}
	s = s.Keep(kept)
	if got := s.TopOf(key("product")); got != kept {
		t.Errorf("%+v", got)
	}
	if got := s.Query(); len(got.Tops) != 1 || got.Tops[0] != (query.TopN{Field: 1, N: 3, By: avg("weight"),
		Bottom: true}) || len(got.Sorts) != 1 || !got.Sorts[0].Equal(query.Sort{Field: 1, Value: query.ByUnshown,
		By: avg("weight")}) {
		t.Errorf("%+v", got)
	}
}

// TestSortByRowsThatAreNoLongerCounted sorts by the count shown for want of a measure, which goes when one arrives.
func TestSortByRowsThatAreNoLongerCounted(t *testing.T) {
	s := State{}.Add(region, Rows, 0).TapColumn(countRows, nil, under())
	if q := s.Query(); len(q.Sorts) != 1 || q.Sorts[0].Value != 0 || !q.Sorts[0].Desc {
		t.Fatalf("sorts %+v", q.Sorts)
	}
	if q := s.Add(units, Values, 0).Query(); q.Sorts != nil {
		t.Errorf("sorts %+v of a measure that is not shown", q.Sorts)
	}
	if q := s.AddMeasure(countRows, 0).Query(); len(q.Sorts) != 1 {
		t.Errorf("the count is shown, and the sorts are %+v", q.Sorts)
	}
}

// TestUnshownOrder keeps an order by a measure that is not on Values through edits and a workspace, and drops
// it with its calculated field.
func TestUnshownOrder(t *testing.T) {
	table := data.NewTable("t", []*data.Column{
		data.NewText("city", []uint32{0, 1}, []string{"Rome", "Oslo"}, nil), data.NewInts("price", data.Int, 0,
			[]int64{1, 2}, nil),
	})
	s := State{Lets: []query.Let{{Name: "twice", Expr: "price * 2"}}, Rows: []query.Field{{Column: "city"}},
		Values: []query.Measure{sum("price")}}
	s = s.SortField(s.Rows[0], Sort{By: avg("twice"), Desc: true, Unshown: true})
	want := []query.Sort{{Value: query.ByUnshown, By: avg("twice"), Desc: true}}
	for name, s := range map[string]State{"set": s, "another measure": s.AddMeasure(sum("twice"), 1),
		"a measure less": s.Remove(Values, 0)} {
		if got := s.Query().Sorts; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	shown := s.AddMeasure(avg("twice"), 0)
	if got := shown.Query().Sorts; !reflect.DeepEqual(got, []query.Sort{{Value: 0, Desc: true}}) {
		t.Errorf("the measure on Values: %+v", got)
	}
	again, gone, lost := FromTab(s.Tab("a"), table)
	if got := again.Query().Sorts; len(gone)+len(lost) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("from a workspace: %+v, without %v and %v", got, gone, lost)
	}
	if got := s.RemoveLet("twice").Query().Sorts; len(got) > 0 {
		t.Errorf("without the calculated field: %+v", got)
	}
}
