package explain

import (
	"math/big"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/profiler"
)

// Finish puts the columns of an explanation in order, and adds the figures and the words.
func (e *Explainer) Finish(x *Explanation, tab *pivot.Crosstab) {
	for side, a := range e.totals {
		x.Rows[side], x.Figures[side] = a.rows, a.figure
	}
	slices.SortStableFunc(x.Columns, func(a, b Column) int { return b.exact.Cmp(a.exact) }) // the greatest score first
	x.Words = append(e.figureWords(x, tab), e.columnWords(x, tab)...)
}

// PlaceText names a place by its labels: East, 2024.
func PlaceText(tab *pivot.Crosstab, p Place) string {
	var labels []string
	for _, a := range []struct {
		*pivot.Axis
		n int
	}{{&tab.Rows, p.Row}, {&tab.Cols, p.Col}} {
		at := len(labels)
		for n := a.n; a.Depth(n) > 0; n = a.Parent(n) {
			labels = append(labels[:at], append([]string{a.Text(n)}, labels[at:]...)...)
		}
	}
	if len(labels) == 0 {
		return "All rows"
	}
	return strings.Join(labels, ", ")
}

// figureWords says how the figures came about.
func (e *Explainer) figureWords(x *Explanation, tab *pivot.Crosstab) (words []string) {
	say := func(format string, args ...any) { words = append(words, separators.Sprintf(format, args...)) }
	m := x.Measure
	say("%s: %s is %s, from %s of %s.", PlaceText(tab, Place{x.Row, x.Col}), m.Title(), e.text(x, x.Figures[Own]),
		profiler.Count(x.Rows[Own]), profiler.Counted(x.Rows[Whole], "row"))
	if f := tab.Query.Filter; f != nil {
		say("Only rows that pass the filter count: %s.", f)
	}
	if m.Where != "" {
		say("Of them, only rows with %s are aggregated.", m.Where)
	}
	if n := x.Rows[Own] - e.totals[Own].values; n > 0 && m.Func != query.Formula {
		say("Rows without a value to aggregate are left out: %s.", profiler.Count(n))
	}
	switch v := x.Figures[Own]; {
	case v.Rounded:
		say("The exact figure has more digits than a float holds, so it was rounded once.")
	case e.Kind != Shares && (v.Type == data.Int || v.Type == data.Decimal):
		say("The figure is exact.")
	}
	if m.Show.Kind != query.AsIs {
		say("The pivot shows it as %s; what is explained is the value itself.", m.Show.Title())
	}
	for _, a := range []struct {
		*pivot.Axis
		n int
	}{{&tab.Rows, x.Row}, {&tab.Cols, x.Col}} {
		if left, _, others := a.Omitted(a.n); left > 0 && !others {
			say("It has %s that the pivot leaves out, too.", profiler.Counted(left, "label"))
		}
	}
	switch {
	case x.Other != nil && !e.of[Other]:
		say("There is nothing to compare with: %s has no figure.", PlaceText(tab, *x.Other))
	case x.Other != nil:
		say("%s: %s, from %s.%s", PlaceText(tab, *x.Other), e.text(x, x.Figures[Other]),
			profiler.Counted(x.Rows[Other], "row"), e.differenceText(x))
	}
	return words
}

// text writes a figure of the explained measure.
func (e *Explainer) text(x *Explanation, v data.Value) string {
	if v.IsNull() {
		return "blank"
	}
	return x.Measure.Format.Text(v)
}

// differenceText says what the difference is, and which share of the other figure. It returns "" if there is none.
func (e *Explainer) differenceText(x *Explanation) string {
	d := x.Difference()
	if d.IsNull() {
		return ""
	}
	text := " The difference is " + e.text(x, d)
	share := d.Rational()
	if base := x.Figures[Other].Rational(); base != nil && share != nil && base.Sign() != 0 {
		percent, _ := share.Quo(share, base.Abs(base)).Mul(share, big.NewRat(100, 1)).Float64()
		text += separators.Sprintf(", %.1f%%", percent)
	}
	return text + "."
}

// columnWords says how the columns are to be read.
func (e *Explainer) columnWords(x *Explanation, tab *pivot.Crosstab) (words []string) {
	say := func(format string, args ...any) { words = append(words, separators.Sprintf(format, args...)) }
	switch f := x.Measure.Func; {
	case e.Kind == Adds:
		say("The contributions of a column's labels add up to the figure.")
	case e.Kind == Divides && e.of[Other]:
		say("The change of a label is mix and rate: the mix is what its other weight does, and the rate what its " +
			"other value does. Together they add up to the difference.")
	case e.Kind == Divides:
		say("The contributions of a column's labels, their weights times their values, add up to the figure.")
	case e.unsplit:
		say("A figure that is no finite number has no parts: labels share out the rows.")
	case f == query.Min || f == query.Max:
		say("A least or greatest value does not add up: marked labels hold it, and labels share out its rows.")
	default:
		say("%s does not add up: each label has its own, and labels share out the rows.", x.Measure.Title())
	}
	if len(x.Columns) > 1 {
		than := "the shares of the rows"
		switch {
		case e.of[Other]:
			than = PlaceText(tab, *x.Other)
		case x.Rows[Own] < x.Rows[Whole]:
			than = "the whole pivot"
		}
		say("The column whose labels differ most from %s comes first.", than)
	}
	for _, fields := range x.Ties() {
		say("%s explain equally much.", separators.Join(fields, "and"))
	}
	if len(x.LeftOut) > 0 {
		texts := each.Of(x.LeftOut, func(l LeftOut) string { return l.Column + " (" + l.Why + ")" })
		say("Left out: %s.", strings.Join(texts, ", "))
	}
	return words
}
