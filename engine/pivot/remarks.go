package pivot

import (
	"fmt"

	"cardinal/engine/query"
	"cardinal/internal/separators"
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

// remark writes the remarks of the crosstab.
func (c *Crosstab) remark() {
	for m := range c.Measures {
		if !c.HasBase(m) {
			c.Remarks = append(c.Remarks, c.withoutBase(m))
		} else if text := c.uncompared(m); text != "" {
			c.Remarks = append(c.Remarks, text)
		}
	}
	for _, a := range []*Axis{&c.Rows, &c.Cols} {
		for f, field := range a.Fields {
			if absent := a.Absent(f); absent != "" {
				c.Remarks = append(c.Remarks, fmt.Sprintf("the groups name %s, and %s has no such label", absent,
					field.Base().Title()))
			}
		}
		for _, t := range a.unshared {
			t.Others = false
			c.Remarks = append(c.Remarks, fmt.Sprintf("labels have no share of a total that is zero, infinite or "+
				"missing: there, %s is all of them", c.Query.TopTitle(t)))
		}
		for _, t := range a.ties {
			t.top.Others = false
			c.Remarks = append(c.Remarks, fmt.Sprintf("%s the figure of the last label in %s: of equal figures, the "+
				"first in the order of the labels are kept",
				separators.Plural(t.labels, "1 more label has", "%d more labels have"), c.Query.TopTitle(t.top)))
		}
	}
}

// withoutBase says that the base label of a measure does not occur along its axis. It also says which field has the
// label, or that the filter may leave it out.
func (c *Crosstab) withoutBase(m int) string {
	show := c.Measures[m].Show
	of := "the " + sides[show.Along]
	if show.Of != (query.Field{}) {
		of = show.Of.Title()
	}
	text := fmt.Sprintf("no label of %s is %s, so that %s is blank", of, c.Measures[m].InLanguage(c.Query.Rows,
		c.Query.Cols).Show.Base.Label(), c.Measures[m].Title())
	show.Of = query.Field{}
	for _, a := range []*Axis{&c.Rows, &c.Cols} {
		if depth, _ := a.base(show); depth > 0 {
			return fmt.Sprintf("%s: it is a label of %s, so compare along %[2]s", text, a.Fields[depth-1].Title())
		}
	}
	if c.Query.Filter != nil {
		return text + ": the filter may leave it out"
	}
	return text
}
