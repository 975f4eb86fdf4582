package pivot

import (
	"slices"
	"strings"

	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/wording"
)

// tie counts the labels that a top leaves out although their figures equal the figure of the last label that it keeps
// under the same parent.
type tie struct {
	top    query.TopN
	labels int
}

func (a *Axis) tie(t query.TopN, labels int) {
	if labels > 0 {
		a.ties = append(a.ties, tie{t, labels})
	}
}

// RemarksIn returns the remarks in a language.
func (c *Crosstab) RemarksIn(w *wording.Words) []string {
	if w == nil || len(c.Remarks) == 0 {
		return c.Remarks
	}
	english, said := c.axisRemarks(nil), c.axisRemarks(w)
	return each.Of(c.Remarks, func(text string) string {
		if i := slices.Index(english, text); i >= 0 {
			return said[i]
		}
		if note, is := strings.CutPrefix(text, "column "); is {
			return w.L("column {{.Note}}", wording.With{"Note": w.Sentence(note)})
		}
		return w.Sentence(text)
	})
}

// axisRemarks returns the remarks on the axes and on measures that are compared along them.
func (c *Crosstab) axisRemarks(w *wording.Words) (remarks []string) {
	for m := range c.Measures {
		if !c.HasBase(m) {
			remarks = append(remarks, c.withoutBase(w, m))
		} else if text := c.uncompared(w, m); text != "" {
			remarks = append(remarks, text)
		}
	}
	for _, a := range []*Axis{&c.Rows, &c.Cols} {
		remarks = append(remarks, c.withoutSubtotals(w, a)...)
		for f, field := range a.Fields {
			if absent := a.Absent(w, f); absent != "" {
				remarks = append(remarks, w.L("the groups name {{.Labels}}, and {{.Field}} has no such label",
					wording.With{"Labels": absent, "Field": field.Base().TitleIn(w)}))
			}
		}
		for _, t := range a.unshared {
			t.Others = false
			remarks = append(remarks, w.L("labels have no share of a total that is zero, infinite or missing: there, "+
				"{{.Top}} is all of them", wording.With{"Top": c.Query.TopTitleIn(w, t)}))
		}
		for _, t := range a.ties {
			t.top.Others = false
			remarks = append(remarks, w.N("{{.N}} more label has the figure of the last label in {{.Top}}: of equal "+
				"figures, the first in the order of the labels are kept", "{{.N}} more labels have the figure of the "+
				"last label in {{.Top}}: of equal figures, the first in the order of the labels are kept", t.labels,
				wording.With{"Top": c.Query.TopTitleIn(w, t.top)}))
		}
	}
	return remarks
}

// withoutBase says that the base label of a measure does not occur along its axis. It also says which field has the
// label, or that the filter may leave it out.
func (c *Crosstab) withoutBase(w *wording.Words, m int) string {
	measure := c.Measures[m].InLanguage(c.Query.Rows, c.Query.Cols)
	show := measure.Show
	of := side(w, show.Along)
	if show.Of != (query.Field{}) {
		of = show.Of.TitleIn(w)
	}
	text := w.L("no label of {{.Field}} is {{.Label}}, so that {{.Measure}} is blank", wording.With{"Field": of,
		"Label": show.Base.Label(), "Measure": measure.TitleIn(w)})
	show = c.Measures[m].Show
	show.Of = query.Field{}
	for _, a := range []*Axis{&c.Rows, &c.Cols} {
		if depth, _ := a.base(show); depth > 0 {
			return w.L("{{.Remark}}: it is a label of {{.Field}}, so compare along {{.Field}}",
				wording.With{"Remark": text, "Field": a.Fields[depth-1].TitleIn(w)})
		}
	}
	if c.Query.Filter != nil {
		return w.L("{{.Remark}}: the filter may leave it out", wording.With{"Remark": text})
	}
	return text
}
