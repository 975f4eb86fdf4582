package export

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/internal/wording"
	"cardinal/profiler"
)

// pivotingScript folds, sorts and filters the table of a page, and draws its chart again.
//
//go:embed pivoting.js
var pivotingScript string

// pivotingStyle is the style of the elements that the script adds.
//
//go:embed pivoting.css
var pivotingStyle string

// The largest numbers of groups and of figures of a web page that can fold, sort and filter. The largest page has some
// 10 MB.
const (
	mostGroups  = 20_000
	mostFigures = 100_000
)

// Finer answers a query over the table of a pivot. It returns nil if the answer would have more than `most` groups.
type Finer func(ctx context.Context, q query.Query, most int) (*pivot.Crosstab, error)

// pivoting is the data from which the script of a page computes: the finest groups, and the figures that Cardinal
// computed.
type pivoting struct {
	Rows      *pivotingAxis      `json:"rows"`
	Cols      *pivotingAxis      `json:"cols"`
	Slicers   []pivotingSlicer   `json:"slicers"`
	Measures  []*pivotingFigures `json:"measures"`
	Corner    [][]string         `json:"corner"` // by header row, the texts above the row labels
	Name      string             `json:"name"`   // the heading of all figures, if they have one
	Compact   bool               `json:"compact"`
	Down      bool               `json:"down"` // measures are labels of the rows
	Repeat    bool               `json:"repeat"`
	First     bool               `json:"first"` // totals come before their labels
	NoRows    string             `json:"noRows"`
	Decimal   string             `json:"decimal"`
	Thousands string             `json:"thousands"`
	Groups    [][]int            `json:"groups"` // by group, its row and column nodes, and its slicer labels
	Parts     []pivotingPart     `json:"parts"`
	Chart     *pivotingChart     `json:"chart,omitempty"`
	Say       map[string]string  `json:"say,omitempty"` // PageTexts in the language of the page
}

// PageTexts lists the texts of the script of a web page.
var PageTexts = []string{"All", "All rows", "None", "Find", "Find in {{.Field}}", "Filters", "Reset",
	"Fold {{.Label}}", "Unfold {{.Label}}", "Sort by {{.Column}}", "The first {{.N}} of {{.All}} labels.",
	"No figure passes the filters.", "{{.Field}}: {{.N}} of {{.All}}",
	"{{.N}} of {{.All}} rows pass the filters of this page.",
	"A chart of this kind is not drawn again: it would show the figures without the filters of this page.",
	"– stands for a figure that a filter leaves a part of: {{.Measures}} cannot be computed from the groups here."}

// pivotingAxis is the tree of labels of an axis. Node 0 is the grand total.
type pivotingAxis struct {
	Fields []string       `json:"fields"`
	Labels [][]string     `json:"labels"` // by field
	Others []int          `json:"others"` // by field, which label is Others; -1: none
	Parent []int          `json:"parent"`
	Label  []int          `json:"label"`  // by node, the index of its label in its field
	Totals []bool         `json:"totals"` // by depth, whether totals have a line of their own
	Folded []int          `json:"folded"`
	Words  map[int]string `json:"words"` // by node, the label of its total
	Notes  map[int]string `json:"notes"` // by node, how many labels are not shown
}

// pivotingSlicer is a field outside of the axes whose labels filter the groups.
type pivotingSlicer struct {
	Field  string   `json:"field"`
	Labels []string `json:"labels"`
}

// pivotingFigures is a measure, with the figure that Cardinal computed for each pair of nodes.
type pivotingFigures struct {
	Title  string          `json:"title"`
	Kind   string          `json:"kind"` // sum, count, avg, ratio, min or max; "": groups do not combine
	Show   query.ShowKind  `json:"show"`
	Words  bool            `json:"words"`
	Parts  []int           `json:"parts"` // indices of the parts from which the script computes figures
	Format *pivotingFormat `json:"format,omitempty"`
	Texts  []string        `json:"texts"`
	// the figures as numbers, if Kind is ""
	Numbers []*float64     `json:"numbers,omitempty"`
	Marks   map[int]string `json:"marks,omitempty"` // the style of cells with conditional formats
	Arrows  map[int]string `json:"arrows,omitempty"`
}

// pivotingPart has an exact number for each group: Values[i] / Base^Exp. For least and greatest values, Values[i] is
// instead the rank of the group's value, an index into Texts.
type pivotingPart struct {
	Base    int       `json:"base"`
	Exp     int       `json:"exp"`
	Values  []*string `json:"values"`
	Texts   []string  `json:"texts,omitempty"`
	Numbers []float64 `json:"numbers,omitempty"`
}

// pivotingChart is the chart. Each of its figures is given as row, column and measure.
type pivotingChart struct {
	Kind    string           `json:"kind"` // "": the script cannot draw the kind
	Title   string           `json:"title"`
	Upright bool             `json:"upright"`
	X       []string         `json:"x"`
	Series  []pivotingSeries `json:"series"`
}

type pivotingSeries struct {
	Name  string   `json:"name"`
	Cells [][3]int `json:"cells"`
	Some  []bool   `json:"some"`
}

// newPivoting returns the data for the script of a page. If the page cannot fold, sort and filter, why says why.
func newPivoting(ctx context.Context, p Pivot) (_ *pivoting, why string, err error) {
	tab, w := p.Grid.Tab(), p.Grid.Tab().Words()
	if n := tab.Rows.Len() * tab.Cols.Len() * len(tab.Measures); n > mostFigures {
		return nil, w.L("the page has no folds, sorts and filters: with all totals there are {{.N}} figures, and at "+
			"most {{.Most}} are written", wording.With{"N": profiler.Count(n),
			"Most": profiler.Count(mostFigures)}), nil
	}
	m := &pivoting{Rows: newPivotingAxis(&tab.Rows, w), Cols: newPivotingAxis(&tab.Cols, w),
		NoRows: p.Grid.Layout.NoRows, Decimal: separators.Used().Decimal, Thousands: separators.Used().Thousands,
		First: p.Grid.Layout.TotalsFirst, Repeat: p.Grid.Layout.RepeatLabels}
	if w != nil {
		m.Say = map[string]string{}
		for _, text := range PageTexts {
			m.Say[text] = w.L(text)
		}
	}
	m.layOut(p.Grid)
	parts := m.measures(tab)
	fine := query.Query{Rows: slices.Concat(tab.Query.Rows, tab.Query.Cols), Values: parts, Filter: tab.Query.Filter,
		Lets: tab.Query.Lets}
	fine.Rows = each.Add(fine.Rows, p.Slicers...)
	finest, err := p.Finer(ctx, fine, mostGroups)
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("cannot group the rows for the page: %w", err)
	case finest == nil:
		return nil, w.L("the page has no folds, sorts and filters: more than {{.N}} groups would be in it",
			wording.With{"N": profiler.Count(mostGroups)}), nil
	}
	if err = finest.Order(ctx); err != nil {
		return nil, "", err
	}
	m.groups(tab, finest)
	m.parts(finest)
	m.marks(p.Grid.Unfolded())
	m.Chart, err = newPivotingChart(ctx, p)
	return m, "", err
}

func newPivotingAxis(a *pivot.Axis, w *wording.Words) *pivotingAxis {
	out := &pivotingAxis{Words: map[int]string{}, Notes: map[int]string{}, Label: make([]int, a.Len()),
		Labels: make([][]string, len(a.Fields)), Folded: []int{}, Fields: []string{}, Others: []int{}}
	of := make([]map[string]int, len(a.Fields))
	for i, f := range a.Fields {
		out.Fields, out.Others, of[i] = append(out.Fields, f.TitleIn(w)), append(out.Others, -1), map[string]int{}
		out.Labels[i] = []string{}
		for _, v := range a.Labels(i) {
			of[i][pivot.PathKey([]data.Value{v})] = len(of[i])
			out.Labels[i] = append(out.Labels[i], "")
		}
	}
	for n := range a.Len() {
		out.Parent = append(out.Parent, a.Parent(n))
		if n == 0 {
			continue
		}
		field := a.Depth(n) - 1
		at, there := of[field][pivot.PathKey([]data.Value{a.Label(n)})]
		if a.Others(n) {
			at, there = out.Others[field], out.Others[field] >= 0
		}
		if !there {
			at = len(out.Labels[field])
			out.Others[field], out.Labels[field] = at, append(out.Labels[field], "")
		}
		out.Label[n], out.Labels[field][at] = at, a.Text(n)
	}
	return out
}

// layOut reads the lines and the headings of a grid.
func (m *pivoting) layOut(g *pivot.Grid) {
	tab := g.Tab()
	m.Rows.Totals, m.Cols.Totals = []bool{g.Layout.Totals.HasCols()}, []bool{g.Layout.Totals.HasRows()}
	for _, f := range tab.Query.Rows {
		m.Rows.Totals = append(m.Rows.Totals, g.Layout.Subtotals(f))
	}
	for _, f := range tab.Query.Cols {
		m.Cols.Totals = append(m.Cols.Totals, g.Layout.Subtotals(f))
	}
	m.Compact = g.Layout.Compact && len(tab.Query.Rows) > 1
	m.Down = g.Layout.ValuesOnRows && len(tab.Measures) > 1
	for row := range g.HeaderRows {
		var texts []string
		for col := range g.LabelCols {
			c := g.Cell(row, col)
			texts = append(texts, c.Text())
		}
		m.Corner = append(m.Corner, texts)
	}
	if name := g.Cell(0, g.LabelCols); (len(tab.Measures) == 1 || m.Down) && name.Role == pivot.Name {
		m.Name = name.Text()
	}
	eachLabel(g, func(c pivot.Cell, cols bool, n int) {
		if a := m.axis(cols); c.Fold == pivot.Closed && !slices.Contains(a.Folded, n) {
			a.Folded = append(a.Folded, n)
		}
	})
	all := g.Layout // a layout in which every total has a line
	all.NoSubtotals, all.Totals, all.ValuesOnRows = nil, query.TotalsBoth, false
	eachLabel(tab.Lay(all, pivot.Folds{}), func(c pivot.Cell, cols bool, n int) {
		a := m.axis(cols)
		switch axis := map[bool]*pivot.Axis{false: &tab.Rows, true: &tab.Cols}[cols]; {
		case c.Role == pivot.Note && c.Value.Text != "":
			a.Notes[n] = c.Text()
		case c.Role != pivot.Note && c.Total && c.Node == n && axis.Depth(n) < len(axis.Fields) &&
			!c.Empty() && !c.Blank:
			a.Words[n] = c.Text()
		}
	})
}

func (m *pivoting) axis(cols bool) *pivotingAxis {
	if cols {
		return m.Cols
	}
	return m.Rows
}

// eachLabel calls do for each row and column label of a grid. node is the node of the label's row or column.
func eachLabel(g *pivot.Grid, do func(c pivot.Cell, cols bool, node int)) {
	for row := g.HeaderRows; row < g.Rows; row++ {
		for col := range g.LabelCols {
			if c := g.Cell(row, col); c.Role == pivot.RowLabel || c.Role == pivot.Note {
				do(c, false, g.RowNode(row))
			}
		}
	}
	for col := g.LabelCols; col < g.Cols; col++ {
		for row := range g.HeaderRows {
			if c := g.Cell(row, col); c.Role == pivot.ColLabel || c.Role == pivot.Note {
				do(c, true, g.ColNode(col))
			}
		}
	}
}

// measures reads the figures of a crosstab. It returns the measures from which the script computes figures; the first
// is the number of rows.
func (m *pivoting) measures(tab *pivot.Crosstab) []query.Measure {
	parts := []query.Measure{{Func: query.Count}}
	for i, of := range tab.Measures {
		f := &pivotingFigures{Title: of.Title(), Show: of.Show.Kind, Parts: []int{}}
		kind, needs := combined(of.Measure)
		if f.Format = newPivotingFormat(of.Format, tab.Own(0, 0,
			i)); f.Format != nil || kind == "min" || kind == "max" {
			f.Kind = kind
		}
		if of.NoTotals || len(tab.Query.Layout.SubtotalsBy) > 0 { // the script computes totals like other figures
			f.Kind = ""
		}
		if f.Kind != "" {
			for _, part := range needs {
				at := slices.Index(parts, part)
				if at < 0 {
					at, parts = len(parts), append(parts, part)
				}
				f.Parts = append(f.Parts, at)
			}
		}
		for row := range tab.Rows.Len() {
			for col := range tab.Cols.Len() {
				v, format := tab.Cell(row, col, i), tab.FormatAt(row, col, i)
				if v.IsNull() && tab.Empty(row, col) {
					format.NoRows = m.NoRows
				}
				f.Words = f.Words || v.Type == data.Text
				f.Texts = append(f.Texts, strings.ToValidUTF8(format.Text(v), "\uFFFD"))
				f.Numbers = append(f.Numbers, finiteNumber(v))
			}
		}
		m.Measures = append(m.Measures, f)
	}
	return parts
}

// combined returns how a figure is computed from the parts of groups. If it cannot be computed, kind is "".
func combined(m query.Measure) (kind string, parts []query.Measure) {
	of := func(f query.Func, column string) query.Measure {
		part := query.Measure{Func: f, Column: column, Where: m.Where}
		if column == m.Column {
			part.Expr = m.Expr
		}
		return part
	}
	switch m.Show.Kind {
	case query.AsIs:
	case query.PctRow, query.PctCol, query.PctTotal, query.PctParentRow, query.PctParentCol:
		if m.Func == query.Min || m.Func == query.Max {
			return "", nil
		}
	default:
		return "", nil
	}
	switch m.Func {
	case query.Sum, query.Avg:
		return string(m.Func), []query.Measure{of(query.Sum, m.Column), of(query.Count, m.Column)}
	case query.Ratio:
		return string(m.Func), []query.Measure{of(query.Sum, m.Column), of(query.Count, m.Column),
			of(query.Sum, m.Other), of(query.Count, m.Other)}
	case query.Count, query.Min, query.Max:
		return string(m.Func), []query.Measure{of(m.Func, m.Column)}
	}
	return "", nil
}

// finiteNumber returns a figure as a number for JSON. If it is not a finite number, it returns nil.
func finiteNumber(v data.Value) *float64 {
	if f, ok := v.Number(); ok && f-f == 0 {
		return &f
	}
	return nil
}

// groups finds the nodes of each group, and its labels in the slicers.
func (m *pivoting) groups(tab, finest *pivot.Crosstab) {
	rows, cols := childrenOf(&tab.Rows), childrenOf(&tab.Cols)
	r, c := len(tab.Rows.Fields), len(tab.Cols.Fields)
	m.Slicers = []pivotingSlicer{}
	labels := make([]map[string]int, len(finest.Rows.Fields))
	for i, f := range finest.Rows.Fields[r+c:] {
		m.Slicers = append(m.Slicers, pivotingSlicer{Field: f.TitleIn(tab.Words())})
		labels[r+c+i] = map[string]int{}
		for _, v := range finest.Rows.Labels(r + c + i) {
			labels[r+c+i][pivot.PathKey([]data.Value{v})] = len(m.Slicers[i].Labels)
			m.Slicers[i].Labels = append(m.Slicers[i].Labels, "")
		}
	}
	for _, leaf := range finest.Rows.Leaves() {
		path := finest.Rows.Path(leaf)
		group := []int{under(rows, path[:r]), under(cols, path[r:r+c])}
		for i := r + c; i < len(path); i++ {
			at := labels[i][pivot.PathKey(path[i:i+1])]
			m.Slicers[i-r-c].Labels[at] = finest.Rows.Text(finest.Rows.Ancestor(leaf, i+1))
			group = append(group, at)
		}
		m.Groups = append(m.Groups, group)
	}
}

// childrenOf returns, for each node, its children by their labels. Others has a key of its own.
func childrenOf(a *pivot.Axis) []map[string]int {
	children := make([]map[string]int, a.Len())
	for n := 1; n < a.Len(); n++ {
		key := pivot.OthersKey
		if !a.Others(n) {
			key = pivot.PathKey([]data.Value{a.Label(n)})
		}
		if children[a.Parent(n)] == nil {
			children[a.Parent(n)] = map[string]int{}
		}
		children[a.Parent(n)][key] = n
	}
	return children
}

// under returns the deepest node to which rows with the labels of a path belong.
func under(children []map[string]int, path []data.Value) (n int) {
	for _, v := range path {
		child, there := children[n][pivot.PathKey([]data.Value{v})]
		if !there {
			child, there = children[n][pivot.OthersKey]
		}
		if !there {
			return n
		}
		n = child
	}
	return n
}

// marks reads the styles of the conditional formats of a grid.
func (m *pivoting) marks(g *pivot.Grid) {
	cols := g.Tab().Cols.Len()
	for row := g.HeaderRows; row < g.Rows; row++ {
		for col := g.LabelCols; col < g.Cols; col++ {
			c := g.Cell(row, col)
			if c.Mark.IsZero() || c.Role != pivot.Body {
				continue
			}
			style, _ := strings.CutPrefix(htmlMark(c.Mark), ` style="`)
			of, _ := g.Measure(row, col)
			f, at := m.Measures[of], g.RowNode(row)*cols+g.ColNode(col)
			if f.Marks == nil {
				f.Marks, f.Arrows = map[int]string{}, map[int]string{}
			}
			if style != "" {
				f.Marks[at] = strings.TrimSuffix(style, `"`)
			}
			if c.Mark.Arrow != 0 {
				f.Arrows[at] = c.Mark.Arrow.String()
			}
		}
	}
}

// newPivotingChart returns the data of the chart of a pivot, or nil without a chart.
func newPivotingChart(ctx context.Context, p Pivot) (*pivotingChart, error) {
	style, err := chart.ParseStyle(p.Chart)
	if p.Chart == "" || err != nil {
		return nil, err
	}
	plan, err := chart.NewPlan(ctx, p.Grid, style)
	if err != nil { // drawElements has reported why
		return nil, ctx.Err()
	}
	out := &pivotingChart{Title: plan.Title, Upright: plan.Upright, X: plan.X, Series: []pivotingSeries{}}
	if plan.Level == nil && !plan.Log && !plan.Trend && !plan.Panels &&
		slices.Contains([]*chart.Kind{chart.Bars, chart.Stacked, chart.Lines, chart.Areas, chart.Pie}, plan.Kind) {
		out.Kind = plan.Kind.Name
	}
	for _, s := range plan.Series {
		one := pivotingSeries{Name: s.Name}
		for _, c := range s.Cells {
			one.Cells, one.Some = append(one.Cells, [3]int{c.Row, c.Col, c.Measure}), append(one.Some, c.Some)
		}
		out.Series = append(out.Series, one)
	}
	return out, nil
}

// element returns the element of the page that has the data of the script, next to the table.
func (m *pivoting) element() (string, error) {
	// json.Marshal escapes <, > and &, e.g. as \u003c, so that no label can end the element
	text, err := json.Marshal(m)
	if err != nil {
		return "", fmt.Errorf("cannot write the groups of the page: %w", err)
	}
	return "<script type=\"application/json\" class=\"groups\">" + string(text) + "</script>\n", nil
}
