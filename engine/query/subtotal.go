package query

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// A Subtotal gives the subtotals of a field's labels another function than the measures have, as Excel's custom
// subtotals do. With avg, the subtotal of sum(x) is avg(x) over the rows below the label.
type Subtotal struct {
	Field Field
	By    Func
}

// SubtotalFuncs lists the functions of subtotals in the order of menus.
var SubtotalFuncs = []Func{Sum, Count, Avg, Max, Min, Product, Median, Distinct, Stddev, StddevPop, Var, VarPop}

// SubtotalBy returns the function of a field's subtotals, or "" if each measure uses its own function.
func (l Layout) SubtotalBy(f Field) Func {
	return each.First(l.SubtotalsBy, func(s Subtotal) bool { return s.Field == f }).By
}

// Subtotal returns the measure that subtotals with a function show in place of m. ok is false if there is no such
// measure: for the count of rows, for formulas, for aggregates of two columns, and for measures that are shown in
// another way, such as % of total.
func (m Measure) Subtotal(by Func) (shown Measure, ok bool) {
	own := m.Func.Describe()
	switch {
	case m.Show.Kind != AsIs || m.Func == Formula || own.Pair || m.Column+m.Expr == "":
		return Measure{}, false
	case m.Expr != "" && own.Takes != Numbers && by.Describe().Takes != AnyColumns: // the results may be texts
		return Measure{}, false
	}
	return Measure{Func: by, Column: m.Column, Expr: m.Expr, Where: m.Where}, true
}

// Subtotals lists the measures that the subtotals with a function show, without those in Impossible.
func (q *Query) Subtotals() (all []Measure) {
	for _, fields := range [][]Field{q.Rows, q.Cols} {
		for _, f := range fields[:max(0, len(fields)-1)] {
			by := q.Layout.SubtotalBy(f)
			for _, m := range q.Values {
				if of, ok := m.Subtotal(by); ok && by != "" && !slices.Contains(q.Impossible, of) {
					all = append(all, of)
				}
			}
		}
	}
	return all
}

// SubtotalNames lists the functions of subtotals for a sentence.
func SubtotalNames() string {
	return separators.Join(each.Of(SubtotalFuncs, func(f Func) string { return string(f) }), "or")
}

// ParseSubtotals reads the fields that have subtotals: all, none or a list. A field or all may have a function: "all by
// avg", or "region by max, city". ParseSubtotals returns the fields without subtotals, and the functions. If fields is
// nil, the list may have any fields.
func ParseSubtotals(text string, fields []Field) (without []Field, by []Subtotal, err error) {
	if strings.ToLower(strings.TrimSpace(text)) == "none" {
		return fields, nil, nil
	}
	without = slices.Clone(fields)
	for more := true; more; {
		var one string
		one, text, more = cutList(text)
		names, function := cut(one+" ", " by ")
		listed := fields
		if strings.ToLower(strings.TrimSpace(names)) != "all" {
			if listed, err = ParseFields(names); err != nil {
				return nil, nil, err
			}
		}
		f := funcNamed(strings.TrimSpace(function))
		if (function != "" || len(names) < len(one)) && !slices.Contains(SubtotalFuncs, f) {
			return nil, nil, fmt.Errorf("subtotals are by %s, not by %q", SubtotalNames(), f)
		}
		for _, field := range listed {
			at := slices.Index(without, field)
			if fields != nil && !slices.Contains(fields, field) {
				return nil, nil, fmt.Errorf("%s is neither among the rows nor among the columns", field)
			} else if at >= 0 {
				without = slices.Delete(without, at, at+1)
			}
			if f != "" { // the last function counts: all by avg, region by max
				by = slices.DeleteFunc(by, func(s Subtotal) bool { return s.Field == field })
				by = append(by, Subtotal{field, f})
			}
		}
	}
	return without, by, nil
}

// String writes the subtotal as an item of the list that ParseSubtotals reads.
func (s Subtotal) String() string { return s.Field.String() + " by " + string(s.By) }
