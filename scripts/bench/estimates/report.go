package estimates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/bench/report"
)

// describe writes the page's section: a line for each family of shapes, and a line for each shape.
func describe(all []*Case) string {
	var b strings.Builder
	fmt.Fprintf(&b, `%s

Two or three key columns, tables that were never seen before, no calibration, no GPU. The width of a range is its upper
end divided by its lower end. An estimate within 2x is neither twice nor half of the number that was found. The cost is
the share of the estimate in the whole pivot. The table of likely ranges was fitted to other data. Two rules were set
after a look at these shapes: the whole bounds if many keys were seen twice, and two standard deviations below.

    bench estimates -page docs/measured/estimates.md

`, report.Machine())
	families := report.Table{Left: 1, Header: []string{"shapes", "rows", "tables", "in the range", "median width",
		"90% below", "within 2x", "median error", "90% below", "cost", "90% below"}}
	each := report.Table{Left: 1, Header: []string{"shape", "rows", "found", "expected", "from", "to", "width",
		"sampled", "cost"}}
	for _, cases := range divide(all, func(c *Case) string { return strconv.Itoa(c.Rows) }) {
		for _, family := range append(divide(cases, func(c *Case) string { return c.Family }), cases) {
			families.Add(summary(family, len(family) == len(cases))...)
		}
		for _, shape := range divide(cases, func(c *Case) string { return c.Name }) {
			each.Add(middle(shape)...)
		}
	}
	fmt.Fprintf(&b, "%s\n\nEach shape, by its table of median width:\n\n%s\n", families.String(), each.String())
	return b.String()
}

// divide groups neighbouring cases by a name.
func divide(all []*Case, by func(*Case) string) (out [][]*Case) {
	for i, c := range all {
		if i == 0 || by(c) != by(all[i-1]) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], c)
	}
	return out
}

// summary returns the line of a family of shapes, or of all shapes.
func summary(cases []*Case, whole bool) []string {
	inside, near := 0, 0
	for _, c := range cases {
		if c.inside() {
			inside++
		}
		if c.off() <= 2 {
			near++
		}
	}
	name := cases[0].Family
	if whole {
		name = "all"
	}
	share := func(n int) string { return fmt.Sprintf("%.0f%%", 100*float64(n)/float64(len(cases))) }
	number := func(of func(*Case) float64, at float64, format string) string {
		values := make([]float64, len(cases))
		for i, c := range cases {
			values[i] = of(c)
		}
		slices.Sort(values)
		return fmt.Sprintf(format, values[int(at*float64(len(values)-1))])
	}
	wrong := func(c *Case) float64 { return 100 * (c.off() - 1) }
	cost := func(c *Case) float64 { return 100 * c.cost() }
	return []string{name, report.Count(cases[0].Rows), strconv.Itoa(len(cases)), share(inside),
		number((*Case).width, 0.5, "%.1f"), number((*Case).width, 0.9, "%.1f"), share(near),
		number(wrong, 0.5, "%.0f%%"), number(wrong, 0.9, "%.0f%%"),
		number(cost, 0.5, "%.1f%%"), number(cost, 0.9, "%.1f%%")}
}

// middle returns the line of a shape, for its table whose range is of median width. A range that does not contain what
// was found is in bold.
func middle(cases []*Case) []string {
	cases = slices.Clone(cases)
	slices.SortStableFunc(cases, func(a, b *Case) int {
		switch {
		case a.width() < b.width():
			return -1
		case a.width() > b.width():
			return 1
		}
		return 0
	})
	c := cases[len(cases)/2]
	low, high := report.Count(c.Low), report.Count(c.High)
	if !c.inside() {
		low, high = "**"+low+"**", "**"+high+"**"
	}
	return []string{c.Name, report.Count(c.Rows), report.Count(c.Found), report.Count(c.Estimate), low, high,
		fmt.Sprintf("%.1f", c.width()), report.Count(c.Sampled), fmt.Sprintf("%.1f%%", 100*c.cost())}
}
