package filter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/text/header"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// comparison compares v, the label of a code, with a literal. The label must not be null. The result is negative if the
// label comes before the literal.
type comparison func(code uint32, v data.Value) int

// readsLabels reports whether a literal is read as a label of the column, and not only as a value of the labels' type.
// This is so for periods, names of months and weekdays, times of day, bins, and groups made by hand.
func readsLabels(k *key.Column) bool {
	_, bins := k.Lower(0)
	f := k.Field
	return bins || f.Groups != "" || f.Part.Kind().Unit != 0 || k.Unit != 0 || f.Part == query.MonthName ||
		f.Part == query.WeekdayName || f.Part == query.TimeOfDay
}

// labelledTest returns a function that compares a label with the literals of e, which are read as labels. v is the
// label of code, and must not be null.
func labelledTest(k *key.Column, c *data.Column, e *query.Expr) (func(code uint32, v data.Value) bool, error) {
	comparisons, _, err := literals(e, func(l query.Literal) (comparison, error) { return comparisonWith(k, c, l) })
	switch {
	case err != nil:
		return nil, err
	case e.Op == query.In:
		return func(code uint32, v data.Value) bool {
			return slices.ContainsFunc(comparisons, func(cmp comparison) bool { return cmp(code, v) == 0 })
		}, nil
	case len(comparisons) == 0:
		return nil, fmt.Errorf("%s: write %q to compare with null", e, e.Field.String()+" is null")
	}
	return func(code uint32, v data.Value) bool { return e.Op.Holds(comparisons[0](code, v)) }, nil
}

// comparisonWith reads a literal as a label of the column. A period is written 2001 or 2001-03, and a month or a
// weekday by its name. A bin is named by its lower edge or its whole label, and a group by its label.
func comparisonWith(k *key.Column, c *data.Column, l query.Literal) (comparison, error) {
	f := k.Field
	switch {
	case f.Groups != "":
		return labelled(k, l)
	case k.Unit != 0:
		return inPeriod(k, l)
	case f.Part == query.MonthName:
		return named(k, l, calendar.MonthNames[:], func(n int) int64 { return int64(n) })
	case f.Part == query.WeekdayName:
		return named(k, l, calendar.WeekdayNames[:], func(n int) int64 { return int64(n-max(f.N, 1)+7) % 7 })
	case f.Part == query.TimeOfDay && c.Type == data.Text:
		return atTime(k, c.Dict.TimesOfDay().Scale, 1, l)
	case f.Part == query.TimeOfDay:
		return atTime(k, c.Scale, 1, l)
	case f.Part.Kind().Unit != 0: // the hour or the minute of texts that are times of day
		return atTime(k, 0, f.Part.Kind().Unit.Seconds(), l)
	}
	edge, err := value(data.Float, f, l)
	if err != nil && l.Quoted {
		return labelled(k, l)
	}
	return func(code uint32, _ data.Value) int { return aboveEdge(k, code, edge) }, err
}

// inPeriod compares the start of a period with the period that a literal names: each month of 2001 equals 2001.
func inPeriod(k *key.Column, l query.Literal) (comparison, error) {
	with, ok := calendar.Parse(l.Text)
	if !ok {
		return nil, fmt.Errorf("%s is compared with %q, which is no period like %s", k.Field, l.Text,
			query.PeriodPart(k.Unit).Kind().Example)
	}
	return func(_ uint32, v data.Value) int { return with.Compare(v.Period().Start) }, nil
}

// named compares a month or a weekday with a name, in the order of the labels. n, the number of a name, counts from 1;
// place turns it into the number of a label.
func named(k *key.Column, l query.Literal, names []string, place func(n int) int64) (comparison, error) {
	n := calendar.ParseName(names, l.Text)
	if n == 0 {
		return nil, fmt.Errorf("%s is compared with %q, which is no name like %s", k.Field, l.Text, names[0])
	}
	return func(code uint32, _ data.Value) int { return cmp.Compare(k.Number(code), place(n)) }, nil
}

// atTime compares times of day. The labels are numbers that count `units` units of 10^-scale seconds. The literal 17:05
// equals all times of that minute.
func atTime(k *key.Column, scale int, units int64, l query.Literal) (comparison, error) {
	from, to, ok := calendar.ParseClock(l.Text, scale)
	if !ok {
		return nil, fmt.Errorf("%s is compared with %q, which is no time of day like 17:05 or 17:05:09",
			k.Field, l.Text)
	}
	return func(code uint32, _ data.Value) int {
		switch n := k.Number(code) * units; {
		case n < from:
			return -1
		case n >= to:
			return 1
		}
		return 0
	}, nil
}

// aboveEdge compares the lower edge of a bin with a number. The bin without a lower edge comes before all numbers, and
// NaN after all numbers.
func aboveEdge(k *key.Column, code uint32, edge data.Value) int {
	switch low, _ := k.Lower(code); {
	case low.IsNull():
		return -1
	case low.Type == data.Text:
		return 1
	default:
		return data.Compare(low, edge)
	}
}

// labelled compares ranks among all labels: the rank of a label, and the rank of the label that the literal spells.
func labelled(k *key.Column, l query.Literal) (comparison, error) {
	for _, text := range []string{l.Text, k.Spelled(l.Text)} { // a group may have the name under which a bin is shown
		for code := range k.Card {
			if v := k.Label(uint32(code)); !v.IsNull() && (v.String() == text || v.Type == data.Timestamp &&
				strings.Replace(v.String(), "T", " ", 1) == text) {
				return func(other uint32, _ data.Value) int { return k.Compare(other, uint32(code)) }, nil
			}
		}
	}
	return nil, fmt.Errorf("%s has no label %q", k.Field, l.Text)
}

// declaredTest compares labels with a literal in the order that the file declares for the labels.
func declaredTest(c *data.Column, e *query.Expr) (func(code uint32, v data.Value) bool, error) {
	if e.Values[0].Null {
		return nil, fmt.Errorf("%s: write %q to compare with null", e, e.Field.String()+" is null")
	}
	of := slices.Index(c.Dict.Order, e.Values[0].Text)
	if of < 0 {
		return nil, fmt.Errorf("%s has no label %q: its labels in their order are %s", e.Field, e.Values[0].Text,
			header.Listed(c.Dict.Order, len(c.Dict.Order)))
	}
	places := c.Dict.Places()
	return func(code uint32, _ data.Value) bool { return e.Op.Holds(cmp.Compare(places[code], of)) }, nil
}
