package view

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// Sort is the order of the labels of row fields, under each label of the field before. The zero value is by label, ascending.
type Sort struct {
	By   query.Measure // the zero measure: by label
	At   []At          // the column whose figures decide, from the outermost label on; none: the total
	Desc bool
}

// At is a label of a column field.
type At struct {
	Of    query.Field // a field of Cols
	Label data.Value  // null: blank
}

// Own is the order of a single row field.
type Own struct {
	Of query.Field
	Sort
}

// Top keeps the N labels of a row field whose totals of By are the greatest, under each label of the field before. The order of the
// rows does not matter.
type Top struct {
	Of     query.Field
	N      int           // 0: all of them
	By     query.Measure // without a Show; it need not stand on Values
	Bottom bool          // the least in place of the greatest
}

// ByLabel reports whether the labels themselves decide the order.
func (s Sort) ByLabel() bool { return s.By == query.Measure{} }

// Equal reports whether both are one order.
func (s Sort) Equal(o Sort) bool { return s.By == o.By && s.Desc == o.Desc && slices.Equal(s.At, o.At) }

// SortOf is the order of a row field's labels, and whether it is the field's own.
func (s State) SortOf(f query.Field) (order Sort, own bool) {
	if i := slices.IndexFunc(s.Own, func(o Own) bool { return o.Of == f }); i >= 0 {
		return s.Own[i].Sort, true
	}
	return s.Sort, false
}

// SortBy orders the labels of every row field by the figures of a measure at a column.
func (s State) SortBy(m query.Measure, at []At, desc bool) State {
	s.Sort, s.Own = Sort{m, at, desc}, nil
	return s.settle()
}

// SortLabels orders the labels of every row field by themselves, ascending.
func (s State) SortLabels() State {
	s.Sort, s.Own = Sort{}, nil
	return s
}

// SortField gives a row field an order of its own.
func (s State) SortField(f query.Field, order Sort) State {
	s.Own = append(slices.DeleteFunc(slices.Clone(s.Own), func(o Own) bool { return o.Of == f }), Own{f, order})
	return s.settle()
}

// TapField is a click on the heading of a row field. The labels ascend, or descend if they ascend already.
func (s State) TapField(f query.Field) State {
	order, _ := s.SortOf(f)
	return s.SortField(f, Sort{Desc: order.ByLabel() && !order.Desc})
}

// TapColumn is a click on the heading of a measure at a column. Every row field is sorted by that measure, the largest first, or the
// smallest first if it is sorted so already. here reports whether the column of an order is the clicked one.
func (s State) TapColumn(m query.Measure, at []At, here func([]At) bool) State {
	again := len(s.Own) == 0 && s.Sort.By == m && here(s.Sort.At)
	return s.SortBy(m, at, !again || !s.Sort.Desc)
}

// TopOf is the top of a row field. If all labels are kept, N is 0 and By is the measure that a new top would use.
func (s State) TopOf(f query.Field) Top {
	if i := slices.IndexFunc(s.Tops, func(t Top) bool { return t.Of == f }); i >= 0 {
		return s.Tops[i]
	}
	q := s.Query()
	return Top{Of: f, By: q.TopMeasure(false, slices.Index(q.Rows, f))}
}

// Keep sets the top of a row field. N 0 removes it.
func (s State) Keep(t Top) State {
	s.Tops = slices.DeleteFunc(slices.Clone(s.Tops), func(o Top) bool { return o.Of == t.Of })
	if t.N > 0 {
		s.Tops = append(s.Tops, t)
	}
	return s.settle()
}

// sorts and tops are the orders and the tops of the row fields as a query has them.
func (s State) sorts() (sorts []query.Sort) {
	for i, f := range s.Rows {
		order, own := s.SortOf(f)
		value := slices.Index(s.Measures(), order.By)
		if order.ByLabel() && (own || order.Desc) || value >= 0 {
			sorts = append(sorts, query.Sort{Field: i, Value: value, At: literals(order.At), Desc: order.Desc})
		}
	}
	return sorts
}

func (s State) tops() (tops []query.TopN) {
	for _, t := range s.Tops {
		if i := slices.Index(s.Rows, t.Of); i >= 0 {
			tops = append(tops, query.TopN{Field: i, N: t.N, By: t.By, Bottom: t.Bottom})
		}
	}
	return tops
}

func literals(at []At) (path []query.Literal) {
	for _, a := range at {
		path = append(path, Label(a.Label))
	}
	return path
}

// Node is the node of the column whose figures decide an order: the column at the labels, or the nearest total where the answer lacks it.
func Node(at []At, cols *pivot.Axis) int {
	node, _ := cols.Find(literals(at))
	return node
}

// settle removes orders and tops whose field or measure is gone. An order by a column whose field is gone becomes an order by the total
// above that column.
func (s State) settle() State {
	settled := func(o Sort) (Sort, bool) {
		keep := 0
		for keep < min(len(o.At), len(s.Cols)) && o.At[keep].Of == s.Cols[keep] {
			keep++
		}
		o.At = o.At[:keep:keep]
		return o, o.ByLabel() || slices.Contains(s.Measures(), o.By)
	}
	var there bool
	if s.Sort, there = settled(s.Sort); !there {
		s.Sort = Sort{}
	}
	var own []Own
	for _, o := range s.Own {
		if o.Sort, there = settled(o.Sort); there && slices.Contains(s.Rows, o.Of) {
			own = append(own, o)
		}
	}
	if s.Own = own; len(own) == len(s.Rows) && len(own) > 0 {
		s.Sort = Sort{}
	}
	var tops []Top
	for _, t := range s.Tops {
		if slices.Contains(s.Rows, t.Of) {
			tops = append(tops, t)
		}
	}
	s.Tops = tops
	return s
}

// rename makes the order and the top of one row field those of another.
func (s State) rename(from, to query.Field) State {
	s.Own = renamed(s.Own, func(o *Own) *query.Field { return &o.Of }, from, to)
	s.Tops = renamed(s.Tops, func(t *Top) *query.Field { return &t.Of }, from, to)
	return s
}

// renamed is the list with the entry of field from given to field to. An earlier entry of field to is removed.
func renamed[T any](list []T, of func(*T) *query.Field, from, to query.Field) (out []T) {
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
