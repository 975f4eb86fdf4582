package ui

import (
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/state/view"
)

// TestNumbersOfARegion holds figures, labels, the status, copies and what a person types to the separators of
// the preferences.
func TestNumbersOfARegion(t *testing.T) {
	defer separators.Use(separators.Plain)
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.editor.Add("price", view.Values, 0)
	s.editor.Add("price", view.Cols, 0)
	s.answered()
	shown := func() string {
		var b strings.Builder
		g := s.session.Answer().Grid
		for row := range g.Rows {
			for col := range g.Cols {
				c := g.Cell(row, col)
				b.WriteString(c.Text() + "\n")
			}
		}
		return b.String()
	}
	if text := shown(); !strings.Contains(text, "\n1,235.56\n") {
		t.Fatalf("without a choice the grid reads\n%s", text)
	}
	s.prefer(func(v *prefs.Values) { v.Numbers = "de" })
	before := s.session.Answer()
	s.until("the pivot is written anew", func() bool { return s.session.Answer() != before })
	if text := shown(); !strings.Contains(text, "\n1.235,56\n") || strings.Contains(text, "1,235") {
		t.Errorf("with German numbers the grid reads\n%s", text)
	}
	s.filterBy("units")
	s.typed("1.5", "5.000")
	if says := s.read(s.asked()); !strings.Contains(says, "“1.5” is not a number like 1.234,5") {
		t.Errorf("the dialog says\n%s", says)
	}
	s.typed("-3.000,5", "5.000")
	s.button("Apply").OnTapped()
	if got := s.session.State().Query().Filter.String(); got != "(units >= -3000.5 and units <= 5000)" {
		t.Errorf("asks for %s", got)
	}
	if got := s.session.State().Filters[0].String(); got != "units: -3.000,5 – 5.000" {
		t.Errorf("the chip reads %s", got)
	}
	s.editor.EditFilter(0)
	s.until("the filter is asked for", func() bool { return s.asked() != nil })
	s.button("Apply").OnTapped()
	if got := s.session.State().Query().Filter.String(); got != "(units >= -3000.5 and units <= 5000)" {
		t.Errorf("an editor that changes nothing asks for %s", got)
	}
	s.prefer(func(v *prefs.Values) { v.Numbers = "en" })
	if got := s.session.State().Filters[0].String(); got != "units: -3,000.5 – 5,000" {
		t.Errorf("with English numbers the chip reads %s", got)
	}
	s.answered()
}

// TestConditionsOfARegion types a condition on figures, and reads it, with the separators of the preferences.
func TestConditionsOfARegion(t *testing.T) {
	defer separators.Use(separators.Plain)
	s := newStage(t, orders())
	s.prefer(func(v *prefs.Values) { v.Numbers = "fr" })
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.editor.Add("price", view.Values, 0)
	s.answered()
	s.chooseIn(s.menus.ChipItems(view.Rows, 0), "Filter by figures", "Sum of price…")
	s.until("a condition is asked for", func() bool { return s.asked() != nil })
	s.typed("> 1 234,5")
	s.button("Use").OnTapped()
	if q := s.session.State().Query(); len(q.Havings) != 1 || q.Havings[0].Condition() != "sum(price) > 1234.5" ||
		q.Havings[0].ConditionTitle() != "Sum of price > 1234,5" {
		t.Errorf("the condition is %+v", q.Havings)
	}
	s.answered()
}

// TestMonthsOfARegion holds the names of months in the grid, in a list of labels and on a chip to the language
// of the preferences, and the query to English.
func TestMonthsOfARegion(t *testing.T) {
	defer separators.Use(separators.Plain)
	defer calendar.Use(calendar.Language{})
	s := newStage(t, orders())
	s.load(0)
	months := query.Field{Column: "day", Part: query.MonthName}
	s.editor.Edit(func(st view.State) view.State { st.Rows = []query.Field{months}; return st })
	s.answered()
	labels := func() string {
		var all []string
		g := s.session.Answer().Grid
		for row := range g.Rows {
			c := g.Cell(row, 0)
			all = append(all, c.Text())
		}
		return strings.Join(all, " ")
	}
	if got := labels(); !strings.Contains(got, "January February April ") {
		t.Fatalf("the labels are %s", got)
	}
	s.prefer(func(v *prefs.Values) { v.Names = "de" })
	before := s.session.Answer()
	s.until("the pivot is written anew", func() bool { return s.session.Answer() != before })
	if got := labels(); !strings.Contains(got, "Januar Februar April ") || strings.Contains(got, "January") {
		t.Errorf("in German the labels are %s", got)
	}
	s.editor.Edit(func(st view.State) view.State {
		return st.AddFilter(view.Filter{Field: months, Values: []data.Value{data.TextValue("January"),
			data.TextValue("February")}}, 0)
	})
	s.answered()
	if got := s.session.State().Filters[0].String(); !strings.HasSuffix(got, ": Januar, Februar") {
		t.Errorf("the chip reads %s", got)
	}
	if got := s.session.State().Query().Filter.String(); !strings.Contains(got, "'January'") {
		t.Errorf("asks for %s", got)
	}
	if got := labels(); !strings.Contains(got, "Januar Februar Total") {
		t.Errorf("the filter leaves %s", got)
	}
}
