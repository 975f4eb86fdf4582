package chart

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/wording"
	"cardinal/profiler"
)

// label is a label along an axis of a chart, or the name of a series.
type label struct {
	text  string
	value data.Value // the label, if it is of only one field; else null
	ranks []int      // for each field, the rank of its label in the order of the field
	rest  bool       // the label is Others
}

// cell is a figure of a chart, and where it is in the pivot.
type cell struct {
	row, col, measure int
	v                 float64
	ok                bool // the figure exists and is finite
}

// table is figures, by series and by the labels along the axis.
type table struct {
	x, by []label
	cells [][]cell       // cells[series][label]
	words *wording.Words // the language of notes
	odd   int            // number of figures that are not finite numbers
	lead  int            // only the first `lead` series decide which labels are the greatest; 0: all series
}

// table returns the figures of measures. x has the indices of the fields along the axis, and by the indices of the
// fields that distinguish series. Together these must be all fields, so that no two figures have the same cell. Several
// measures also make series.
func (f *figures) table(ctx context.Context, x, by, measures []int) (*table, error) {
	t := &table{words: f.words}
	xs, series := newLabelPairs(f.parts(true, x), f.parts(false, x)), newLabelPairs(f.parts(true, by),
		f.parts(false, by))
	for i := range f.rows {
		for j := range f.cols {
			xs.add(i, j)
			series.add(i, j)
		}
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	t.x, t.by = xs.labels, series.labels
	if len(t.x)*len(t.by)*len(measures) > 4*maxFigures {
		return nil, tooMany(len(t.x), len(t.by))
	}
	if len(measures) > 1 {
		t.by = nil
		for _, m := range measures {
			for _, s := range series.labels {
				t.by = append(t.by, label{text: f.title(m)}.join(s))
			}
		}
	}
	t.cells = each.Times(len(t.by), func(int) []cell { return make([]cell, len(t.x)) })
	for i, r := range f.rows {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for j, c := range f.cols {
			for k, m := range measures {
				t.cells[k*len(series.labels)+series.at(i, j)][xs.at(i, j)] = t.read(f.tab, r, c, m)
			}
		}
	}
	return t, nil
}

// read reads a figure from the pivot.
func (t *table) read(tab *pivot.Crosstab, row, col, measure int) cell {
	v := tab.OfMeasure(row, col, measure)
	c := cell{row: row, col: col, measure: measure}
	if v.IsNull() {
		return c
	}
	if c.v, c.ok = v.Number(); c.ok && (math.IsNaN(c.v) || math.IsInf(c.v, 0)) {
		c.v, c.ok = 0, false
		t.odd++
	}
	return c
}

// labelPairs numbers the pairs of a row's label and a column's label, in the order in which they are added.
type labelPairs struct {
	rows, cols parts
	number     []int // the number of each pair, counted from 1; 0: the pair was not added yet
	labels     []label
}

func newLabelPairs(rows, cols parts) *labelPairs {
	return &labelPairs{rows: rows, cols: cols, number: make([]int, len(rows.labels)*len(cols.labels))}
}

// add gives the pair of row i and column j the next number, unless it has one.
func (p *labelPairs) add(i, j int) {
	r, c := p.rows.of[i], p.cols.of[j]
	if at := &p.number[r*len(p.cols.labels)+c]; *at == 0 {
		p.labels = append(p.labels, p.rows.labels[r].join(p.cols.labels[c]))
		*at = len(p.labels)
	}
}

// at returns the index of the label of row i and column j.
func (p *labelPairs) at(i, j int) int {
	return p.number[p.rows.of[i]*len(p.cols.labels)+p.cols.of[j]] - 1
}

// parts lists the labels that occur on an axis in some fields, and says which label each node has.
type parts struct {
	labels []label
	of     []int // by node, the index of its label in labels
}

// parts returns the labels that the nodes of an axis have in the fields with the indices at.
func (f *figures) parts(rows bool, at []int) parts {
	a, nodes := &f.tab.Cols, f.cols
	if rows {
		a, nodes = &f.tab.Rows, f.rows
	}
	var depths []int
	for _, field := range at {
		if on, depth := f.axis(field); on == a {
			depths = append(depths, depth)
		}
	}
	p := parts{of: make([]int, len(nodes))}
	// the fields are all fields of the axis, so that a node identifies the labels of its path
	whole := len(depths) > 0 && depths[0] == 1 && depths[len(depths)-1] == len(depths)
	byNode, byText := map[int]int{}, map[string]int{}
	var found []int
	for i, n := range nodes {
		found = found[:0]
		for _, depth := range depths {
			if a.Depth(n) >= depth {
				found = append(found, a.Ancestor(n, depth))
			}
		}
		id, there := 0, false
		if whole {
			last := found[len(found)-1]
			if id, there = byNode[last]; !there {
				id = len(byNode)
				byNode[last] = id
			}
		} else {
			key := keyOf(a, found)
			if id, there = byText[key]; !there {
				id = len(byText)
				byText[key] = id
			}
		}
		if !there {
			p.labels = append(p.labels, f.labelOf(a, found))
		}
		p.of[i] = id
	}
	return p
}

// keyOf returns a text that identifies a label.
func keyOf(a *pivot.Axis, nodes []int) string {
	if len(nodes) == 0 {
		return ""
	}
	var b strings.Builder
	for _, n := range nodes {
		b.WriteString(a.Text(n) + "\x00")
	}
	return b.String()
}

// labelOf returns one label that joins the labels of the given nodes.
func (f *figures) labelOf(a *pivot.Axis, nodes []int) (l label) {
	for i, n := range nodes {
		if i > 0 {
			l.text += data.NameSeparator
		}
		l.text += a.Format(n).Minus(a.Text(n), a.Label(n), f.minus)
		l.ranks = append(l.ranks, a.Rank(n))
	}
	if len(nodes) == 1 {
		if l.rest = a.Others(nodes[0]); !l.rest {
			l.value = a.Label(nodes[0])
		}
	}
	return l
}

// join joins two labels.
func (l label) join(o label) label {
	switch {
	case l.text == "" && len(l.ranks) == 0:
		return o
	case o.text == "" && len(o.ranks) == 0:
		return l
	}
	return label{text: l.text + data.NameSeparator + o.text, ranks: slices.Concat(l.ranks, o.ranks)}
}

// sortX sorts the labels along the axis by the order of their fields: the calendar for dates, and the numbers for
// numbers.
func (t *table) sortX() {
	order := places(0, len(t.x))
	sort.SliceStable(order, func(i, j int) bool { return slices.Compare(t.x[order[i]].ranks, t.x[order[j]].ranks) < 0 })
	t.takeX(order)
}

// orderBars orders the labels along the axis of bars: dates by the calendar, numbers and labels with a natural order as
// in the pivot. Labels without an order and without a sort that a person chose are ordered by their figures, the
// greatest first and Others last.
func (f *figures) orderBars(t *table, x []int) {
	if len(x) != 1 {
		return
	}
	at := f.fields[x[0]]
	switch {
	case at.dated:
		t.sortX()
	case !at.ordered && !at.ranked && !f.isSorted(x[0]):
		order := places(0, len(t.x))
		slices.SortStableFunc(order, func(i, j int) int {
			switch {
			case t.x[i].rest:
				return 1
			case t.x[j].rest:
				return -1
			}
			return cmp.Compare(t.sum(j), t.sum(i))
		})
		t.takeX(order)
	}
}

// isSorted reports whether a person has chosen a sort for the field with the given index.
func (f *figures) isSorted(at int) bool {
	onCols := at >= f.onRows
	if onCols {
		at -= f.onRows
	}
	return slices.ContainsFunc(f.tab.Query.Sorts, func(s query.Sort) bool { return s.Cols == onCols && s.Field == at })
}

// sum returns the sum of a label's figures in all series.
func (t *table) sum(label int) float64 {
	return each.Sum(t.cells, func(series []cell) float64 { return series[label].v })
}

// sortBy sorts the series by the order of their fields.
func (t *table) sortBy() {
	order := places(0, len(t.by))
	sort.SliceStable(order, func(i, j int) bool {
		return slices.Compare(t.by[order[i]].ranks, t.by[order[j]].ranks) < 0
	})
	t.takeBy(order)
}

func (t *table) takeX(order []int) {
	t.x = pick(t.x, order)
	for s := range t.cells {
		t.cells[s] = pick(t.cells[s], order)
	}
}

func (t *table) takeBy(order []int) { t.by, t.cells = pick(t.by, order), pick(t.cells, order) }

func pick[T any](list []T, order []int) []T {
	return each.Of(order, func(at int) T { return list[at] })
}

// keepX keeps at most `most` labels along the axis: the first labels if first is set, else the labels with the greatest
// figures. It returns a note if labels are left out.
func (t *table) keepX(most int, first bool) (note string) {
	of := len(t.x)
	if of <= most {
		return ""
	}
	t.takeX(keep(of, most, first, func(i int) (sum float64) {
		for s := range t.cells {
			if t.lead == 0 || s < t.lead {
				sum += math.Abs(t.cells[s][i].v)
			}
		}
		return sum
	}))
	return keptNote(t.words, most, of, "labels", first)
}

// keepBy keeps the `most` series with the greatest figures, and returns a note if series are left out. Series without a
// figure, such as a city in another region, are left out without a note.
func (t *table) keepBy(most int, what string) (note string) {
	if len(t.by) <= most {
		return ""
	}
	drawn := slices.DeleteFunc(places(0, len(t.by)), func(s int) bool {
		return !slices.ContainsFunc(t.cells[s], func(c cell) bool { return c.ok })
	})
	if len(drawn) > 0 {
		t.takeBy(drawn)
	}
	of := len(t.by)
	if of <= most {
		return ""
	}
	t.takeBy(keep(of, most, false, func(s int) (sum float64) {
		return each.Sum(t.cells[s], func(c cell) float64 { return math.Abs(c.v) })
	}))
	return keptNote(t.words, most, of, what, false)
}

// keep returns the indices that are kept, in ascending order.
func keep(of, most int, first bool, size func(int) float64) []int {
	order := places(0, of)
	if !first {
		sizes := each.Times(of, func(i int) float64 { return size(i) })
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	}
	order = order[:most]
	slices.Sort(order)
	return order
}

func keptNote(w *wording.Words, n, of int, what string, first bool) string {
	values := wording.With{"N": profiler.Count(n), "All": profiler.Count(of)}
	switch {
	case first:
		return w.L("The first {{.N}} of {{.All}} labels.", values)
	case what == "series":
		return w.L("The greatest {{.N}} of {{.All}} series.", values)
	case what == "columns":
		return w.L("The greatest {{.N}} of {{.All}} columns.", values)
	}
	return w.L("The greatest {{.N}} of {{.All}} labels.", values)
}

// bounds returns the least and the greatest figure; some is false if there is none.
func (t *table) bounds() (lo, hi float64, some bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range t.cells {
		for _, c := range s {
			if c.ok {
				lo, hi, some = min(lo, c.v), max(hi, c.v), true
			}
		}
	}
	return lo, hi, some
}
