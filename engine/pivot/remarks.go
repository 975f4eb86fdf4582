package pivot

import (
	"fmt"

	"cardinal/engine/query"
	"cardinal/profiler"
)

// tie is a top that leaves out so many labels with the figure of the last label that it keeps under the same parent.
type tie struct {
	top    query.TopN
	labels int
}

func (a *Axis) tie(t query.TopN, labels int) {
	if labels > 0 {
		a.ties = append(a.ties, tie{t, labels})
	}
}

// remark writes the remarks that the crosstab knows of.
func (c *Crosstab) remark() {
	for m := range c.Measures {
		if show := c.Measures[m].Show; !c.HasBase(m) {
			c.Remarks = append(c.Remarks, fmt.Sprintf("no label of the %s is %s, so that %s is blank: the filter may leave it out", sides[show.Along], c.Measures[m].InLanguage(c.Query.Rows, c.Query.Cols).Show.Base.Label(), c.Measures[m].Title()))
		} else if text := c.uncompared(m); text != "" {
			c.Remarks = append(c.Remarks, text)
		}
	}
	for _, a := range []*Axis{&c.Rows, &c.Cols} {
		for f, field := range a.Fields {
			if absent := a.Absent(f); absent != "" {
				c.Remarks = append(c.Remarks, fmt.Sprintf("the groups name %s, and %s has no such label", absent, field.Base().Title()))
			}
		}
		for _, t := range a.ties {
			t.top.Others = false
			labels := "labels have"
			if t.labels == 1 {
				labels = "label has"
			}
			c.Remarks = append(c.Remarks, fmt.Sprintf("%s more %s the figure of the last label in %s: of equal figures, the first in the order of the labels are kept",
				profiler.Count(t.labels), labels, c.Query.TopTitle(t.top)))
		}
	}
}
