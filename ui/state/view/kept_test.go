package view

import (
	"reflect"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestParseCondition reads conditions as people type them and as the grid prints numbers.
func TestParseCondition(t *testing.T) {
	of := sum("price")
	for text, want := range map[string]string{
		"> 1,000": "sum(price) > 1000", ">=12.5": "sum(price) >= 12.5", "≤ −3": "sum(price) <= -3",
		"<> 0": "sum(price) <> 0", "7": "sum(price) = 7",
		"10 to 20": "sum(price) between 10 and 20", "between 1,000 and 2,000.5": "sum(price) between 1000 and 2000.5",
		"> 5%": "sum(price) > 5e-2",
	} {
		e, err := ParseCondition(data.Float, data.NumberFormat{}, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := (query.Having{Of: of, If: e}).Condition(); got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
	if e, err := ParseCondition(data.Float, data.NumberFormat{Currency: "€"}, "> 1,000 €"); err != nil ||
		e.Values[0].Text != "1000" {
		t.Errorf("a currency: %v, %v", e, err)
	}
	for _, text := range []string{"", ">", "abc", "> 1,00", "1 to", "between 1", "> 1 2"} {
		if e, err := ParseCondition(data.Float, data.NumberFormat{}, text); err == nil {
			t.Errorf("%q is read as %+v", text, e)
		}
	}
}

// TestConditionText writes conditions as they are typed, so that a dialog that opens again can be used.
func TestConditionText(t *testing.T) {
	for _, text := range []string{"> 1,000", "<= -2.5", "<> 0", "= 12,345.5", "5,000 to 8,000"} {
		e, err := ParseCondition(data.Float, data.NumberFormat{}, text)
		c := Condition{Of: key("region"), By: sum("price"), If: e}
		if err != nil || c.Text() != text || c.Title() != "Sum of price "+text {
			t.Errorf("%q is written as %q, %q, %v", text, c.Text(), c.Title(), err)
		}
	}
	for text, title := range map[string]string{"sum(price) is null": "Sum of price is null"} {
		by, e, err := query.ParseCondition(text)
		c := Condition{Of: key("region"), By: by, If: e}
		if err != nil || c.Text() != "" || c.Title() != title {
			t.Errorf("%q is written as %q, %q, %v", text, c.Text(), c.Title(), err)
		}
	}
	for _, text := range []string{"> 2024-01-31", "<= 2024-01-31 18:30", "2024-01-01 to 2024-12-31",
		"2024-01-01T12:00 to 2024-12-31T18:30:00Z"} {
		e, err := ParseCondition(data.Timestamp, data.NumberFormat{}, text)
		c := Condition{Of: key("region"), By: query.Measure{Func: query.Max, Column: "at"}, If: e}
		if err != nil || c.Text() != text || c.Title() != "Maximum of at "+text {
			t.Errorf("%q is written as %q, %q, %v", text, c.Text(), c.Title(), err)
		}
	}
	if _, err := ParseCondition(data.Date, data.NumberFormat{}, "> 5"); err == nil ||
		err.Error() != "“5” is not a date like 2024-12-31 or 2024-12-31 18:30" {
		t.Error(err)
	}
	if _, err := ParseCondition(data.Float, data.NumberFormat{}, ">"); err == nil ||
		err.Error() != "write a number after the sign, such as > 1,000" {
		t.Error(err)
	}
}

// TestKept keeps labels of both axes by tops, conditions and Others, and takes them with the fields they belong to.
func TestKept(t *testing.T) {
	region, product, year := key("region"), key("product"), query.Field{Column: "day", Part: query.Year}
	s := State{Rows: []query.Field{region, product}, Cols: []query.Field{year}, Values: []query.Measure{sum("units")}}
	if s.SetOthers(region, true).HasOthers(region) {
		t.Error("Others without a top")
	}
	e, _ := ParseCondition(data.Float, data.NumberFormat{}, "> 5")
	s = s.Keep(Top{Of: year, N: 2, By: sum("units")}).SetCondition(Condition{Of: product, By: sum("price"),
		If: e}).SetOthers(year, true).SetOthers(product, true)
	q := s.Query()
	if want := []query.TopN{{Cols: true, N: 2, By: sum("units"), Others: true}}; !reflect.DeepEqual(q.Tops, want) {
		t.Errorf("tops %+v", q.Tops)
	}
	if want := []query.Having{{Field: 1, Of: sum("price"), If: e, Others: true}}; !reflect.DeepEqual(q.Havings, want) {
		t.Errorf("conditions %+v", q.Havings)
	}
	if got, want := s.KeptSentence(Rows, 1), "\nOnly those with Sum of price > 5 are shown, for each region; the "+
		"others are in Others."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	both := s.Keep(Top{Of: product, N: 3, By: sum("units")}).SetOthers(product, false)
	if got, want := both.KeptSentence(Rows, 1), "\nOnly those with Sum of price > 5, and of them the top 3 by Sum of "+
		"units are shown, the largest first, for each region; totals are of all."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := s.Note(Cols, 0, nil), "top 2 and Others by Sum of units ↓"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if s.SameQuery(s.ClearConditions(product)) || s.SameQuery(s.SetOthers(year, false)) ||
		!s.SameQuery(s.SetCondition(Condition{Of: product, By: sum("price"), If: e})) {
		t.Error("SameQuery does not look at conditions or Others")
	}
	if r := s.Remove(Rows, 1); len(r.Conditions) > 0 || r.HasOthers(product) || !r.HasOthers(year) {
		t.Errorf("without product: %+v", r)
	}
	if w := s.Swap().Query(); w.Tops[0].Cols || !w.Havings[0].Cols {
		t.Errorf("swapped: %+v, %+v", w.Tops, w.Havings)
	}
	if r := s.SetKey(Cols, 0, query.Field{Column: "day", Part: query.Month}).Query(); len(r.Tops) != 1 ||
		!r.Tops[0].Others {
		t.Errorf("another part of the date: %+v", r.Tops)
	}
}

// TestTopOrders shows the greatest label of a top first if no order was chosen. The order follows the top, and ends
// with it.
func TestTopOrders(t *testing.T) {
	region, product := key("region"), key("product")
	s := State{Rows: []query.Field{region, product}, Values: []query.Measure{sum("units")}}
	order := func(s State) string {
		q := s.Query()
		var texts []string
		for _, o := range q.Sorts {
			texts = append(texts, q.SortText(o))
		}
		return strings.Join(texts, "; ")
	}
	ten := Top{Of: product, N: 10, By: sum("units")}
	for i, c := range []struct {
		state State
		want  string
		note  string
	}{
		{s.Keep(ten), "product: sum(units) desc", "top 10 by Sum of units ↓"},
		{s.Keep(Top{Of: product, N: 10, By: sum("price"), Bottom: true}), "product: sum(price)",
			"bottom 10 by Sum of price ↑"},
		{s.Keep(ten).Keep(Top{Of: product, N: 5, By: sum("price"), Bottom: true}), "product: sum(price)",
			"bottom 5 by Sum of price ↑"},
		{s.Keep(ten).Keep(Top{Of: product}), "", ""},
		{s.Keep(Top{Of: product, Until: "80%", By: sum("units")}), "product: sum(units) desc",
			"top 80% by Sum of units ↓"},
		{s.Keep(Top{Of: product, Until: "80%", By: sum("units")}).SetMeasure(0, avg("units")),
			"product: avg(units) desc", "top 80% by Sum of units  ↓ Average of units"},
		{s.Keep(Top{Of: product, Until: "sum 1000", By: sum("units")}).SetMeasure(0, sum("price")),
			"product: sum(price) desc", "top sum 1,000 by Sum of price ↓"},
		{s.Keep(ten).SetMeasure(0, avg("units")), "product: avg(units) desc", "top 10 by Average of units ↓"},
		{s.Keep(ten).Remove(Values, 0), "product: sum(units) desc", "top 10 by Sum of units ↓"},
		{s.Keep(ten).SortField(product, Sort{}), "product: label", "top 10 by Sum of units  ↑ labels"},
		{s.Keep(ten).SortField(product, Sort{}).Keep(Top{Of: product, N: 5, By: sum("units")}), "product: label",
			"top 5 by Sum of units  ↑ labels"},
		{s.Keep(ten).SortLabels().Keep(Top{Of: product, N: 5, By: sum("units")}), "", "top 5 by Sum of units"},
		{s.SortField(product, Sort{Desc: true}).Keep(ten), "product: label desc", "top 10 by Sum of units  ↓ labels"},
		{s.SortBy(sum("units"), nil, false).Keep(ten), "region: sum(units); product: sum(units)",
			"top 10 by Sum of units"},
		{s.SortField(product, Sort{Natural: true}).Keep(ten).Keep(Top{Of: product}), "product: natural", "↑ natural"},
	} {
		if got := order(c.state); got != c.want {
			t.Errorf("%d: sorted %q, want %q", i, got, c.want)
		}
		if got := c.state.Note(Rows, 1, nil); got != c.note {
			t.Errorf("%d: note %q, want %q", i, got, c.note)
		}
	}
	if got, want := s.Keep(ten).KeptSentence(Rows, 1), "\nOnly the top 10 by Sum of units are shown, the largest "+
		"first, for each region; totals are of all."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := s.Keep(ten).SortLabels().KeptSentence(Rows, 1), "\nOnly the top 10 by Sum of units are shown, in "+
		"the order of their labels, for each region; totals are of all."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestKeptFollowsTheMeasure edits the measure that a top and a condition go by: they go by the edited one,
// unless the measure stands on Values a second time.
func TestKeptFollowsTheMeasure(t *testing.T) {
	region := key("region")
	e, _ := ParseCondition(data.Float, data.NumberFormat{}, "> 5")
	s := State{Rows: []query.Field{region}, Values: []query.Measure{sum("units"), sum("price")}}
	s = s.Keep(Top{Of: region, N: 2, By: sum("units")}).SetCondition(Condition{Of: region, By: sum("units"),
		If: e}).SetCondition(Condition{Of: region, By: sum("price"), If: e})
	where := sum("units")
	where.Where = "price > 3"
	named := where
	named.Name = "Units sold"
	if r := s.SetMeasure(0, named); r.Tops[0].By != where || r.Conditions[0].By != where ||
		r.Conditions[1].By != sum("price") {
		t.Errorf("the measure has a condition, and the rows are kept by %+v, %+v", r.Tops, r.Conditions)
	}
	shown := sum("units")
	shown.Show.Kind = query.PctTotal
	if r := s.AddMeasure(shown, 2).SetMeasure(0, where); r.Tops[0].By != sum("units") ||
		r.Conditions[0].By != sum("units") {
		t.Errorf("the measure stands on Values a second time, and the rows are kept by %+v, %+v", r.Tops, r.Conditions)
	}
	if r := s.SetMeasure(0, sum("price")); r.Tops[0].By != sum("price") || len(r.Conditions) != 1 {
		t.Errorf("two measures became one, and the rows are kept by %+v, %+v", r.Tops, r.Conditions)
	}
	if s.Tops[0].By != sum("units") || len(s.Conditions) != 2 {
		t.Error("the state before has changed")
	}
}

// TestOrdersOfColumns sorts a column field by a row, naturally and by hand.
func TestOrdersOfColumns(t *testing.T) {
	region, size := key("region"), key("size")
	s := State{Rows: []query.Field{region}, Cols: []query.Field{size}, Values: []query.Measure{sum("units")}}
	eu := At{Of: region, Label: data.TextValue("EU")}
	s = s.SortBy(sum("units"), nil, true).SortCols(sum("units"), []At{eu}, true)
	want := []query.Sort{{Desc: true}, {Cols: true, At: []query.Literal{{Text: "EU", Quoted: true}}, Desc: true}}
	if got := s.Query().Sorts; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := s.SortLabels().Query().Sorts; len(got) != 1 || !got[0].Cols {
		t.Errorf("sorting rows by label leaves %+v", got)
	}
	if got := s.Remove(Rows, 0).Query().Sorts; len(got) != 1 || got[0].At != nil {
		t.Errorf("without the row field: %+v", got)
	}
	beside := []data.Value{data.TextValue("L"), data.TextValue("M"), data.TextValue("S"), {}}
	by := s.Place(size, beside, 2, -2).Place(size, []data.Value{beside[2], beside[0], beside[1], {}}, 2, -1)
	got := by.Query().Sorts[1]
	labels := []string{}
	for _, l := range got.Hand {
		labels = append(labels, l.Label())
	}
	if got.Value != query.ByHand || !got.Cols || strings.Join(labels, " ") != "S M L (blank)" {
		t.Errorf("by hand: %+v", got)
	}
	if !s.Place(size, beside, 0, -1).SameQuery(s) || !s.Place(size, beside, 3, 1).SameQuery(s) {
		t.Error("a label moves beyond the ends")
	}
	if by.Note(Cols, 0, nil) != "by hand" || by.TapField(size).Note(Cols, 0, nil) != "↓" {
		t.Errorf("the notes are %q and %q", by.Note(Cols, 0, nil), by.TapField(size).Note(Cols, 0, nil))
	}
	if n := s.SortField(size, Sort{Natural: true}).Query().Sorts[1]; n.Value != query.ByNatural {
		t.Errorf("natural: %+v", n)
	}
}

// TestHandText writes labels that look like the grammar and reads them again.
func TestHandText(t *testing.T) {
	known := []data.Value{data.TextValue("S"), data.TextValue("a, b"), data.TextValue(`12" "x`), {}, data.IntValue(-5),
		data.TextValue("M")}
	text := HandText(query.Field{}, known[:5])
	if got, err := ParseHand(query.Field{}, text, known); err != nil || !reflect.DeepEqual(got, known[:5]) {
		t.Errorf("%s is read as %v, %v", text, got, err)
	}
	bins := query.Field{Column: "x", Part: query.Bin, BinWidth: 5}
	known = append(known, data.TextValue("-10 - -5"), data.TextValue("-5 - 0"))
	if got := HandText(bins, known[6:]); got != "−10 to −5, −5 to 0" {
		t.Errorf("bins are written %s", got)
	}
	if got, err := ParseHand(bins, "−5 to 0, -10 - -5", known); err != nil || len(got) != 2 || got[0] != known[7] ||
		got[1] != known[6] {
		t.Errorf("bins are read as %v, %v", got, err)
	}
	for _, bad := range []string{"", "S, XXL", "S, S"} {
		if got, err := ParseHand(query.Field{}, bad, known); err == nil {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}
