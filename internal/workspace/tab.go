package workspace

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardinal/engine/figure/numfmt"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Tab is the content of the shelves of one pivot. The texts are in the query language.
type Tab struct {
	Name       string   `json:"name"`
	Rows       []string `json:"rows,omitempty"`       // region, year(date)
	Cols       []string `json:"columns,omitempty"`    // as Rows
	Values     []Value  `json:"values,omitempty"`     // none: the number of rows
	Filters    []Filter `json:"filters,omitempty"`    // every filter must pass
	Sorts      []Sort   `json:"sorts,omitempty"`      // at most one for all fields, and one for each
	Tops       []Top    `json:"tops,omitempty"`       // at most one for each field
	Conditions []string `json:"conditions,omitempty"` // on figures: city: sum(revenue) > 100
	Others     []string `json:"others,omitempty"`     // fields whose excluded labels become one label
	Calculated []string `json:"calculated,omitempty"` // profit = revenue - cost
	Lookups    []Lookup `json:"lookups,omitempty"`    // in the order in which they are joined
	Layout     Layout   `json:"layout,omitzero"`
	Folded     Folded   `json:"folded,omitzero"`
	Chart      Chart    `json:"chart,omitzero"`
	RunOn      string   `json:"run_on,omitempty"` // auto, serial, workers, gpu; "": auto
	// it shows the pivots of the other tabs, and only has filters of its own
	Dashboard bool     `json:"dashboard,omitempty"`
	LeftOut   []string `json:"left_out,omitempty"` // the names of tabs that the dashboard does not show
}

// Value is a measure with its name and formats.
type Value struct {
	Measure string `json:"measure"`          // sum(revenue)
	Name    string `json:"name,omitempty"`   // a name that a person gave
	Format  string `json:"format,omitempty"` // #,##0.00
	Show    string `json:"show,omitempty"`   // pct_row, diff_of:EU along cols
	Mark    string `json:"mark,omitempty"`   // the conditional format: bars, 3 colours, top 10
	// its totals and subtotals are blank
	NoTotals bool `json:"no_totals,omitempty"`
}

// Filter is a condition on rows.
type Filter struct {
	Where string `json:"where,omitempty"` // the condition; "": every row passes
	Field string `json:"field,omitempty"` // the field, if there is no condition
	Kind  string `json:"kind,omitempty"`  // list, range, texts or relative, if there is no condition
	// a bound of Where as the person typed it; ignored if its meaning differs from Where
	From   string `json:"from,omitempty"`
	To     string `json:"to,omitempty"`      // as From
	InView bool   `json:"in_view,omitempty"` // the labels are shown next to the table
	// the filter applies to every tab, and is written in each of them
	EveryTab bool `json:"every_tab,omitempty"`
}

// Sort is how the labels of a field are sorted.
type Sort struct {
	// the field; "": every row field without a sort of its own
	Field string `json:"field,omitempty"`
	Order string `json:"order"`         // sum(revenue) at 2024 desc; label; natural; or labels by hand: S, M, L
	Nth   int    `json:"nth,omitempty"` // which of several equal measures is meant, counted from 1
}

// Top keeps the greatest or the least labels of a field.
type Top struct {
	Keep   string `json:"keep"` // 5 of city by sum(revenue)
	Bottom bool   `json:"bottom,omitempty"`
}

// Layout chooses the totals and labels of the answer.
type Layout struct {
	Totals       string   `json:"totals,omitempty"` // rows, cols or none; "": both
	NoSubtotals  []string `json:"no_subtotals,omitempty"`
	SubtotalsBy  []string `json:"subtotals_by,omitempty"` // region by avg
	TotalsFirst  bool     `json:"totals_first,omitempty"`
	RepeatLabels bool     `json:"repeat_labels,omitempty"`
	Compact      bool     `json:"compact_rows,omitempty"`
	ValuesOnRows bool     `json:"values_on_rows,omitempty"`
	ShowEmpty    bool     `json:"show_empty,omitempty"`
	Title        string   `json:"title,omitempty"`   // a title that a person gave
	NoRows       string   `json:"no_rows,omitempty"` // the text of cells that no row belongs to
}

// Folded says which labels are folded: all labels of a field, and single labels. If all labels of a field are folded,
// the single labels of that field are the unfolded ones.
type Folded struct {
	RowsOf string   `json:"rows_of,omitempty"` // a field
	ColsOf string   `json:"columns_of,omitempty"`
	Rows   []string `json:"rows,omitempty"` // the labels from the outermost on: EU, France
	Cols   []string `json:"columns,omitempty"`
}

// Chart is how the pivot is drawn.
type Chart struct {
	Place string `json:"place,omitempty"` // beside or instead of the figures; "": no chart
	Kind  string `json:"kind,omitempty"`  // bar, line log trend; "": the kind that suits
}

// TotalsNames are the values of Layout.Totals by query.Totals.
var TotalsNames = []string{query.TotalsBoth: "", query.TotalsRows: "rows", query.TotalsCols: "cols",
	query.TotalsNone: "none"}

// NewTab returns a pivot as a workspace keeps it, in a tab with a name. Query reads the same pivot back.
func NewTab(name string, q query.Query) Tab {
	t := Tab{Name: name, Rows: FieldTexts(q.Rows), Cols: FieldTexts(q.Cols)}
	for _, m := range q.Values {
		v := Value{Measure: m.String(), Name: m.Name, Format: m.Number, Mark: m.Marks.String(),
			NoTotals: m.NoTotals}
		if m.Show.Kind != query.AsIs {
			v.Show = m.Show.String()
		}
		t.Values = append(t.Values, v)
	}
	if q.Filter != nil {
		t.Filters = []Filter{{Where: q.Filter.String()}}
	}
	for _, l := range q.Lets {
		t.Calculated = append(t.Calculated, l.String())
	}
	for _, s := range q.Sorts {
		field := q.Side(s.Cols)[s.Field].String()
		t.Sorts = append(t.Sorts, NewSort(&q, s, field))
	}
	rest := func(cols bool, field int, others bool) {
		if text := q.Side(cols)[field].String(); others && !slices.Contains(t.Others, text) {
			t.Others = append(t.Others, text)
		}
	}
	for _, top := range q.Tops {
		t.Tops = append(t.Tops, Top{Keep: q.TopText(top), Bottom: top.Bottom})
		rest(top.Cols, top.Field, top.Others)
	}
	for _, h := range q.Havings {
		t.Conditions = append(t.Conditions, q.HavingText(h))
		rest(h.Cols, h.Field, h.Others)
	}
	l := q.Layout
	t.Layout = Layout{Totals: TotalsNames[l.Totals], NoSubtotals: FieldTexts(l.NoSubtotals), TotalsFirst: l.TotalsFirst,
		RepeatLabels: l.RepeatLabels, Compact: l.Compact, ValuesOnRows: l.ValuesOnRows, ShowEmpty: l.ShowEmpty,
		Title: l.Title, NoRows: l.NoRows,
		SubtotalsBy: each.Of(l.SubtotalsBy, func(s query.Subtotal) string { return s.String() })}
	return t
}

// NewSort returns a sort of a query as a workspace keeps it, for a field.
func NewSort(q *query.Query, s query.Sort, field string) Sort {
	w := Sort{Field: field, Order: strings.TrimPrefix(q.SortText(s), field+": ")}
	if s.Value > 0 {
		nth := 1
		for _, m := range q.Values[:s.Value] {
			if m.String() == q.Values[s.Value].String() {
				nth++
			}
		}
		if nth > 1 {
			w.Nth = nth
		}
	}
	return w
}

// FieldTexts writes fields as a workspace keeps them.
func FieldTexts(fields []query.Field) (out []string) {
	return each.Of(fields, func(f query.Field) string { return f.String() })
}

// Query returns the pivot of the tab.
func (t Tab) Query() (q query.Query, err error) {
	if q.Rows, err = fields(t.Rows); err != nil {
		return q, err
	}
	if q.Cols, err = fields(t.Cols); err != nil {
		return q, err
	}
	if q.Values, err = t.measures(); err != nil {
		return q, err
	}
	for _, text := range t.Calculated {
		l, err := query.ParseLet(text)
		if err != nil {
			return q, &fault{text, err}
		}
		q.Lets = append(q.Lets, l)
	}
	if q.Filter, err = t.filter(); err != nil {
		return q, err
	}
	if err = t.readSorts(&q); err != nil {
		return q, err
	}
	if err = t.readKept(&q); err != nil {
		return q, err
	}
	for _, text := range []string{t.Folded.RowsOf, t.Folded.ColsOf} {
		if text != "" {
			if _, err := Field(text); err != nil {
				return q, err
			}
		}
	}
	q.Layout, err = t.Layout.read()
	return q, err
}

func fields(texts []string) ([]query.Field, error) { return each.Try(texts, Field) }

// Field reads a field; the error holds its text.
func Field(text string) (query.Field, error) {
	f, err := query.ParseFields(text)
	if err == nil && len(f) != 1 {
		err = fmt.Errorf("%q is not one field", text)
	}
	if err != nil {
		return query.Field{}, &fault{text, err}
	}
	return f[0], nil
}

// measures reads the values; without values it returns count().
func (t Tab) measures() ([]query.Measure, error) {
	if len(t.Values) == 0 {
		return []query.Measure{{Func: query.Count}}, nil
	}
	q := query.Query{Values: make([]query.Measure, len(t.Values))}
	shows := make([]string, len(t.Values))
	for i, v := range t.Values {
		m, err := query.ParseMeasures(v.Measure)
		if err == nil && len(m) != 1 {
			err = fmt.Errorf("%q is not one measure", v.Measure)
		}
		if err != nil {
			return nil, &fault{v.Measure, err}
		}
		q.Values[i] = m[0]
		q.Values[i].Name, q.Values[i].Number, q.Values[i].NoTotals = v.Name, v.Format, v.NoTotals
		shows[i] = "(" + m[0].String() + ")=" + v.Show // the condition of a measure may have an equals sign
		if v.Show == "" {
			shows[i] += query.Show{}.String()
		}
		if _, err := numfmt.Parse(v.Format); v.Format != "" && err != nil {
			return nil, &fault{v.Format, err}
		}
		if v.Mark != "" {
			if q.Values[i].Marks, err = query.ParseMarks(v.Mark); err != nil {
				return nil, &fault{v.Mark, err}
			}
		}
	}
	for i, v := range t.Values {
		if v.Name != "" {
			if err := q.CheckName(i, v.Name); err != nil {
				return nil, &fault{v.Name, err}
			}
		}
	}
	q.Rows, _ = fields(t.Rows) // if a show names no axis, the fields on the shelves decide
	q.Cols, _ = fields(t.Cols)
	for i := range shows {
		if err := q.ApplyShows(shows[:i+1]); err != nil {
			return nil, &fault{t.Values[i].Show, err}
		}
	}
	return q.Values, nil
}

// Condition returns the condition of the filter, nil if every row passes.
func (f Filter) Condition() (*query.Expr, error) {
	e, err := query.ParseFilter(f.Where)
	switch {
	case err != nil:
		return nil, &fault{f.Where, err}
	case e == nil && f.Field == "":
		return nil, errors.New(`a filter has neither "where" nor "field"`)
	}
	return e, nil
}

// Slicers lists the fields of the filters whose labels are shown next to the table.
func (t Tab) Slicers() (fields []query.Field) {
	for _, f := range t.Filters {
		of, err := Field(f.Field)
		e, _ := f.Condition()
		for e != nil && len(e.Args) > 0 {
			e = e.Args[0]
		}
		if e != nil {
			of, err = e.Field, nil
		}
		if (f.InView || f.EveryTab) && err == nil && of != (query.Field{}) && !slices.Contains(fields, of) {
			fields = append(fields, of)
		}
	}
	return fields
}

func (t Tab) filter() (*query.Expr, error) {
	var all []*query.Expr
	for _, f := range t.Filters {
		e, err := f.Condition()
		if err != nil {
			return nil, err
		}
		if e != nil {
			all = append(all, e)
		} else if _, err := Field(f.Field); err != nil {
			return nil, err
		}
	}
	return query.AllOf(all...), nil
}

// readSorts reads the sorts of fields into a query that has its fields and values.
func (t Tab) readSorts(q *query.Query) error {
	var texts []string
	for _, s := range t.Sorts {
		texts = append(texts, s.text())
		sorts, err := q.ParseSorts(texts)
		if err != nil {
			return &fault{s.Order, err}
		}
		q.Sorts = sorts
	}
	for i, of := range q.Sorts {
		field := q.Side(of.Cols)[of.Field].String()
		at := slices.IndexFunc(t.Sorts, func(s Sort) bool { return s.Field == field })
		if at < 0 {
			at = slices.IndexFunc(t.Sorts, func(s Sort) bool { return s.Field == "" })
		}
		if at < 0 || of.Value < 0 {
			continue
		}
		value, err := nth(q.Values, of.Value, max(t.Sorts[at].Nth, 1))
		if err != nil {
			return &fault{t.Sorts[at].Order, err}
		}
		q.Sorts[i].Value = value
	}
	return nil
}

func (s Sort) text() string {
	if s.Field == "" {
		return s.Order
	}
	return s.Field + ": " + s.Order
}

// Common returns the sort that applies to row fields without a sort of their own; there is false if the tab has no such
// sort.
func (t Tab) Common(q query.Query) (order query.Sort, there bool) {
	for _, s := range t.Sorts {
		if s.Field != "" {
			continue
		}
		q.Rows = []query.Field{{Column: "x"}}
		if err := (Tab{Sorts: []Sort{s}}).readSorts(&q); err == nil && len(q.Sorts) == 1 {
			return q.Sorts[0], true
		}
	}
	return order, false
}

// nth returns the index of the nth measure that equals the measure with index `at`.
func nth(values []query.Measure, at, n int) (int, error) {
	for i, m := range values {
		if m.String() == values[at].String() {
			if n--; n == 0 {
				return i, nil
			}
		}
	}
	return 0, fmt.Errorf(`"nth" is too large: %s is not among the values so many times`, values[at])
}

// readKept reads the tops and the conditions on figures.
func (t Tab) readKept(q *query.Query) error {
	others, err := fields(t.Others)
	if err != nil {
		return err
	}
	rest := func(cols bool, field int) bool { return slices.Contains(others, q.Side(cols)[field]) }
	for _, text := range t.Tops {
		top, err := q.ParseTop(text.Keep)
		if err == nil && top.Field >= len(q.Side(top.Cols)) {
			err = errors.New("there is no field whose labels could be kept")
		}
		if err != nil {
			return &fault{text.Keep, err}
		}
		if top.By == (query.Measure{}) {
			top.By = q.TopMeasure(top.Cols, top.Field)
		}
		top.Bottom, top.Others = text.Bottom, rest(top.Cols, top.Field)
		if top.Limits() {
			q.Tops = append(q.Tops, top)
		}
	}
	for _, text := range t.Conditions {
		h, err := q.ParseHaving(text)
		if err != nil {
			return &fault{text, err}
		}
		h.Others = rest(h.Cols, h.Field)
		q.Havings = append(q.Havings, h)
	}
	return nil
}

func (l Layout) read() (query.Layout, error) {
	totals := slices.Index(TotalsNames, l.Totals)
	if l.Totals == "both" {
		totals = int(query.TotalsBoth)
	}
	if totals < 0 {
		return query.Layout{}, &fault{l.Totals, fmt.Errorf("totals: %q is none of both, rows, cols and none", l.Totals)}
	}
	if err := query.CheckTitle(l.Title); err != nil {
		return query.Layout{}, &fault{l.Title, err}
	}
	if err := query.CheckNoRows(l.NoRows); err != nil {
		return query.Layout{}, &fault{l.NoRows, err}
	}
	var by []query.Subtotal
	for _, text := range l.SubtotalsBy {
		_, s, err := query.ParseSubtotals(text, nil)
		if err != nil {
			return query.Layout{}, &fault{text, err}
		}
		by = append(by, s...)
	}
	without, err := fields(l.NoSubtotals)
	return query.Layout{Totals: query.Totals(totals), NoSubtotals: without, TotalsFirst: l.TotalsFirst,
		RepeatLabels: l.RepeatLabels, Compact: l.Compact, SubtotalsBy: by,
		ValuesOnRows: l.ValuesOnRows, ShowEmpty: l.ShowEmpty, Title: l.Title, NoRows: l.NoRows}, err
}
