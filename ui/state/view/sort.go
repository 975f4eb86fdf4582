package view

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// Sort says how the labels of a field are sorted, under each label of the field before. The zero value sorts the labels
// themselves in ascending order.
type Sort struct {
	By query.Measure // the zero measure: by label
	// the labels of the column whose figures are compared, from the outermost on; for a column field, those of the row.
	// nil: compare the totals
	At      []At
	Desc    bool
	Unshown bool         // By need not be on Values
	Natural bool         // by label: digits in texts are compared as numbers
	Hand    []data.Value // by label: these come first, in this order; null: blank
}

// At is one label of the column or row whose figures a sort compares.
type At struct {
	Of     query.Field
	Label  data.Value // null: blank
	Others bool       // the label is Others of a top, not a text of the table
}

// Own is the sort of one field.
type Own struct {
	Of query.Field
	Sort
}

// ByLabel reports whether the labels themselves are compared, not figures.
func (s Sort) ByLabel() bool { return s.By == query.Measure{} }

// Equal reports whether both sorts give the same order.
func (s Sort) Equal(o Sort) bool {
	return s.By == o.By && s.Desc == o.Desc && s.Natural == o.Natural && slices.Equal(s.At, o.At) &&
		slices.Equal(s.Hand, o.Hand)
}

// SortOf returns the sort of a field's labels. `own` is false if a row field has the common sort, or if a column field
// has the default.
func (s State) SortOf(f query.Field) (order Sort, own bool) {
	if i := slices.IndexFunc(s.Own, func(o Own) bool { return o.Of == f }); i >= 0 {
		return s.Own[i].Sort, true
	}
	if slices.Contains(s.Cols, f) {
		return Sort{}, false
	}
	return s.Sort, false
}

// hasOwnRowSort reports whether some row field has a sort of its own.
func (s State) hasOwnRowSort() bool {
	return slices.ContainsFunc(s.Own, func(o Own) bool { return slices.Contains(s.Rows, o.Of) })
}

// colSorts lists the sorts of column fields.
func (s State) colSorts() []Own {
	return slices.DeleteFunc(slices.Clone(s.Own), func(o Own) bool { return slices.Contains(s.Rows, o.Of) })
}

// SortedBy reports whether every row field has the common sort, and this is order.
func (s State) SortedBy(order Sort) bool { return !s.hasOwnRowSort() && s.Sort.Equal(order) }

// SortBy sorts the labels of every row field by the figures of a measure in one column.
func (s State) SortBy(m query.Measure, at []At, desc bool) State {
	s.Sort, s.Own = Sort{By: m, At: at, Desc: desc}, s.colSorts()
	return s.settle()
}

// SortLabels sorts the labels of every row field by themselves, ascending.
func (s State) SortLabels() State {
	s.Sort, s.Own = Sort{}, s.colSorts()
	return s
}

// SortCols sorts the labels of every column field by the figures of a measure in one row.
func (s State) SortCols(m query.Measure, at []At, desc bool) State {
	for _, f := range s.Cols {
		s = s.SortField(f, Sort{By: m, At: at, Desc: desc})
	}
	return s
}

// SortField gives a field a sort of its own.
func (s State) SortField(f query.Field, order Sort) State {
	s.Own = append(slices.DeleteFunc(slices.Clone(s.Own), func(o Own) bool { return o.Of == f }), Own{f, order})
	return s.settle()
}

// Place moves the label at a position among its siblings, and so gives the field a manual sort. `beside` lists the
// siblings, with the label, in the order in which they are shown.
func (s State) Place(f query.Field, beside []data.Value, label, by int) State {
	to := label + by
	if label < 0 || to < 0 || label >= len(beside) || to >= len(beside) {
		return s
	}
	hand := shift(beside, label, to)
	order, _ := s.SortOf(f)
	for _, v := range order.Hand { // labels with another parent keep their order
		if !slices.Contains(hand, v) {
			hand = append(hand, v)
		}
	}
	return s.SortField(f, Sort{Hand: hand})
}

// TapField handles a click on the heading of a field. It sorts the labels in ascending order, or in descending order if
// they ascend already.
func (s State) TapField(f query.Field) State {
	order, _ := s.SortOf(f)
	return s.SortField(f, Sort{Desc: order.ByLabel() && !order.Desc})
}

// TapColumn handles a click on the heading of a measure in one column. It sorts every row field by the figures of this
// column, the largest first. If every row field is sorted so already, it sorts the smallest first. `here` reports
// whether the labels of a sort lead to the clicked column.
func (s State) TapColumn(m query.Measure, at []At, here func([]At) bool) State {
	other := func(f query.Field) bool {
		order, _ := s.SortOf(f)
		return order.By != m || !order.Desc || !here(order.At)
	}
	return s.SortBy(m, at, len(s.Rows) == 0 || slices.ContainsFunc(s.Rows, other))
}

// sorts returns the sorts of the fields for a query.
func (s State) sorts() (sorts []query.Sort) {
	for _, on := range []Shelf{Rows, Cols} {
		for i, f := range s.keys(on) {
			order, own := s.SortOf(f)
			q := query.Sort{Cols: on == Cols, Field: i, Value: slices.Index(s.Measures(), order.By),
				At: literals(order.At), Desc: order.Desc}
			switch {
			case !order.ByLabel():
				if q.Value < 0 && order.Unshown {
					q.Value, q.By = query.ByUnshown, order.By
				}
			case len(order.Hand) > 0:
				q.Value, q.Desc = query.ByHand, false
				for _, v := range order.Hand {
					q.Hand = append(q.Hand, Label(v))
				}
			case order.Natural:
				q.Value = query.ByNatural
			case !own && !order.Desc:
				continue
			}
			if order.ByLabel() || !q.Labels() {
				sorts = append(sorts, q)
			}
		}
	}
	return sorts
}

func literals(at []At) (path []query.Literal) {
	for _, a := range at {
		l := Label(a.Label)
		l.Others = a.Others
		path = append(path, l)
	}
	return path
}

// Node returns the node of the column or row whose figures a sort compares. If the answer does not have this node, it
// returns the nearest total above it.
func Node(at []At, axis *pivot.Axis) int {
	node, _ := axis.Find(literals(at))
	return node
}

// settle removes sorts, tops and conditions whose field or measure is gone. If a sort is by a column or row whose field
// is gone, it becomes a sort by the total above.
func (s State) settle() State {
	s = s.settleShows().settleMarks()
	settled := func(o Sort, across []query.Field) (Sort, bool) {
		keep := 0
		for keep < min(len(o.At), len(across)) && o.At[keep].Of == across[keep] {
			keep++
		}
		o.At = o.At[:keep:keep]
		shown := slices.Contains(s.Measures(), o.By)
		if o.Unshown && !shown { // such a sort ignores the Show of its measure
			o.By.Show = query.Show{}
		}
		return o, o.ByLabel() || o.Unshown || shown
	}
	var there bool
	if s.Sort, there = settled(s.Sort, s.Cols); !there {
		s.Sort = Sort{}
	}
	var own []Own
	ofRows := 0
	for _, o := range s.Own {
		onRows := slices.Contains(s.Rows, o.Of)
		across := s.Rows
		if onRows {
			across = s.Cols
		}
		if o.Sort, there = settled(o.Sort, across); there && (onRows || slices.Contains(s.Cols, o.Of)) {
			own = append(own, o)
			if onRows {
				ofRows++
			}
		}
	}
	if s.Own = own; ofRows == len(s.Rows) && ofRows > 0 {
		s.Sort = Sort{}
	}
	return s.settleKept()
}

// dropUnshown removes the sorts by measures that are not on Values and for which `gone` returns true.
func (s State) dropUnshown(gone func(query.Measure) bool) State {
	if s.Sort.Unshown && gone(s.Sort.By) {
		s.Sort = Sort{}
	}
	s.Own = slices.DeleteFunc(slices.Clone(s.Own), func(o Own) bool { return o.Unshown && gone(o.By) })
	return s
}

// rename gives the sort, the top and the conditions of field `from` to field `to`. It drops a manual sort, whose labels
// belong to the old field.
func (s State) rename(from, to query.Field) State {
	s.Own = renameIn(s.Own, func(o *Own) *query.Field { return &o.Of }, from, to)
	for i := range s.Own {
		if s.Own[i].Of == to && len(s.Own[i].Hand) > 0 {
			s.Own[i].Sort = Sort{}
		}
	}
	s.Tops = renameIn(s.Tops, func(t *Top) *query.Field { return &t.Of }, from, to)
	s.Conditions = renameIn(s.Conditions, func(c *Condition) *query.Field { return &c.Of }, from, to)
	s.Rest = renameIn(s.Rest, func(f *query.Field) *query.Field { return f }, from, to)
	return s.reshow(func(show query.Show) query.Show {
		if show.Of == from {
			show.Of = to
		}
		return show
	})
}

// settleShows changes how measures are shown after fields have moved. If a way goes along a field, such as a running
// total, it goes along the axis on which this field is now. If the field is gone, each label is compared with labels of
// its own field. If the way needs a field, the plain value is shown.
func (s State) settleShows() State {
	return s.reshow(func(show query.Show) query.Show {
		if show.Of == (query.Field{}) {
			return show
		}
		switch cols, at := s.position(show.Of); {
		case at < 0 && show.Way().Needs:
			return query.Show{}
		case at < 0:
			show.Of = query.Field{}
		case cols:
			show.Along = query.AlongCols
		default:
			show.Along = query.AlongRows
		}
		return show
	})
}

// reshow changes how measures are shown, on Values and in sorts.
func (s State) reshow(change func(query.Show) query.Show) State {
	if !slices.ContainsFunc(s.Values, func(m query.Measure) bool { return change(m.Show) != m.Show }) {
		return s
	}
	s.Own = slices.Clone(s.Own)
	for i, m := range s.Values {
		s.Values = slices.Clone(s.Values)
		s.Values[i].Show = change(m.Show)
		s = s.refer(m, s.Values[i])
	}
	s.Sort.By.Show = change(s.Sort.By.Show)
	for i := range s.Own {
		s.Own[i].By.Show = change(s.Own[i].By.Show)
	}
	return s
}

// renameIn returns the list with field `to` in place of field `from`. If the list already has an entry for field `to`,
// that entry is removed.
func renameIn[T any](list []T, of func(*T) *query.Field, from, to query.Field) (out []T) {
	for _, v := range list {
		switch f := of(&v); *f {
		case from:
			*f = to
		case to:
			continue
		}
		out = append(out, v)
	}
	return out
}
