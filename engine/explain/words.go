package explain

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/internal/wording"
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

// PlaceText names a place by its labels, e.g. East, 2024.
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
		return tab.Words().L(pivot.AllRows)
	}
	return strings.Join(labels, ", ")
}

// figureWords says how the figures were computed.
func (e *Explainer) figureWords(x *Explanation, tab *pivot.Crosstab) (words []string) {
	m, w := x.Measure, e.words
	say := func(text string) { words = append(words, text) }
	rows := w.N("{{.N}} row", "{{.N}} rows", x.Rows[Whole])
	say(w.L("{{.Place}}: {{.Measure}} is {{.Figure}}, from {{.N}} of {{.Rows}}.", wording.With{
		"Place": PlaceText(tab, Place{x.Row, x.Col}), "Measure": m.Title(), "Figure": e.text(x, x.Figures[Own]),
		"N": profiler.Count(x.Rows[Own]), "Rows": rows}))
	if f := tab.Query.Filter; f != nil {
		say(w.L("Only rows that pass the filter count: {{.Condition}}.", wording.With{"Condition": f}))
	}
	if m.Where != "" {
		say(w.L("Of them, only rows with {{.Condition}} are aggregated.", wording.With{"Condition": m.Where}))
	}
	if n := x.Rows[Own] - e.totals[Own].values; n > 0 && m.Func != query.Formula {
		say(w.L("Rows without a value to aggregate are left out: {{.N}}.", wording.With{"N": profiler.Count(n)}))
	}
	switch v := x.Figures[Own]; {
	case v.Rounded:
		say(w.L("The exact figure has more digits than a float holds, so it was rounded once."))
	case e.Kind != Shares && (v.Type == data.Int || v.Type == data.Decimal):
		say(w.L("The figure is exact."))
	}
	if m.Show.Kind != query.AsIs {
		say(w.L("The pivot shows it as {{.Way}}; what is explained is the value itself.",
			wording.With{"Way": m.Show.TitleIn(w)}))
	}
	for _, a := range []struct {
		*pivot.Axis
		n int
	}{{&tab.Rows, x.Row}, {&tab.Cols, x.Col}} {
		if left, _, others := a.Omitted(a.n); left > 0 && !others {
			say(w.N("It has {{.N}} label that the pivot leaves out, too.",
				"It has {{.N}} labels that the pivot leaves out, too.", left))
		}
	}
	switch {
	case x.Other != nil && !e.of[Other]:
		say(w.L("There is nothing to compare with: {{.Place}} has no figure.",
			wording.With{"Place": PlaceText(tab, *x.Other)}))
	case x.Other != nil:
		say(w.L("{{.Place}}: {{.Figure}}, from {{.Rows}}.", wording.With{"Place": PlaceText(tab, *x.Other),
			"Figure": e.text(x, x.Figures[Other]), "Rows": w.N("{{.N}} row", "{{.N}} rows", x.Rows[Other])}) +
			e.differenceText(x))
	}
	return words
}

// text writes a figure of the explained measure.
func (e *Explainer) text(x *Explanation, v data.Value) string {
	if v.IsNull() {
		return e.words.L("blank")
	}
	return x.Measure.Format.Text(v)
}

// differenceText says what the difference is, and how many per cent of the other figure. It returns "" without a
// difference.
func (e *Explainer) differenceText(x *Explanation) string {
	d := x.Difference()
	if d.IsNull() {
		return ""
	}
	text := e.text(x, d)
	share := d.Rational()
	if base := x.Figures[Other].Rational(); base != nil && share != nil && base.Sign() != 0 {
		percent, _ := share.Quo(share, base.Abs(base)).Mul(share, big.NewRat(100, 1)).Float64()
		text += ", " + separators.Show(fmt.Sprintf("%.1f%%", percent))
	}
	return " " + e.words.L("The difference is {{.Figure}}.", wording.With{"Figure": text})
}

// columnWords says how to read the columns.
func (e *Explainer) columnWords(x *Explanation, tab *pivot.Crosstab) (words []string) {
	w := e.words
	say := func(text string) { words = append(words, text) }
	switch f := x.Measure.Func; {
	case e.Kind == Adds:
		say(w.L("The contributions of a column's labels add up to the figure."))
	case e.Kind == Divides && e.of[Other]:
		say(w.L("The change of a label is mix and rate: the mix is what its other weight does, and the rate what its " +
			"other value does. Together they add up to the difference."))
	case e.Kind == Divides:
		say(w.L("The contributions of a column's labels, their weights times their values, add up to the figure."))
	case e.unsplit:
		say(w.L("A figure that is no finite number has no parts: labels share out the rows."))
	case f == query.Min || f == query.Max:
		say(w.L("A least or greatest value does not add up: marked labels hold it, and labels share out its rows."))
	default:
		say(w.L("{{.Measure}} does not add up: each label has its own, and labels share out the rows.",
			wording.With{"Measure": x.Measure.Title()}))
	}
	if len(x.Columns) > 1 {
		switch {
		case e.of[Other]:
			say(w.L("The column whose labels differ most from {{.Place}} comes first.",
				wording.With{"Place": PlaceText(tab, *x.Other)}))
		case x.Rows[Own] < x.Rows[Whole]:
			say(w.L("The column whose labels differ most from the whole pivot comes first."))
		default:
			say(w.L("The column whose labels differ most from the shares of the rows comes first."))
		}
	}
	for _, fields := range x.Ties(w) {
		say(w.L("{{.Columns}} explain equally much.", wording.With{"Columns": w.And(fields)}))
	}
	if len(x.LeftOut) > 0 {
		texts := each.Of(x.LeftOut, func(l LeftOut) string { return l.Column + " (" + l.Why + ")" })
		say(w.L("Left out: {{.Columns}}.", wording.With{"Columns": strings.Join(texts, ", ")}))
	}
	return words
}
