package engine

import (
	"cardinal/engine/dispatch"
	"cardinal/engine/estimate"
	"cardinal/engine/key"
)

// guard refuses a crosstab that is expected to be larger than whoever asked can show. Where not even the product of the
// fields' values is, nothing is estimated for it.
func (r *run) guard() error {
	rows, cols := r.keys[:len(r.query.Rows)], r.keys[len(r.query.Rows):]
	if r.how.Most <= 0 {
		return nil
	}
	extent := func(labels func([]*key.Column) int) dispatch.Extent {
		e := dispatch.Extent{Rows: labels(rows), Cols: labels(cols), Values: len(r.query.Values)}
		if len(rows) > 0 {
			e.First = labels(rows[:1])
		}
		for _, top := range r.query.Tops {
			switch {
			case top.N == 0:
			case top.Field == 0:
				e = e.Keep(top.N)
			case top.Field == len(rows)-1:
				e.Rows = min(e.Rows, labels(rows[:top.Field])*top.N)
			}
		}
		return e
	}
	if dispatch.Guard(extent(r.most), r.how.Most) == nil {
		return nil
	}
	return dispatch.Guard(extent(r.labels), r.how.Most)
}

// most is the most labels that fields can have together.
func (r *run) most(fields []*key.Column) int {
	slots := key.Compose(r.table.Rows, fields).Slots
	return int(min(slots, uint64(r.rows)))
}

// labels is how many labels fields are expected to have together.
func (r *run) labels(fields []*key.Column) int {
	if len(fields) == len(r.keys) {
		return r.record.GroupsEstimated
	}
	return estimate.Request{Key: key.Compose(r.table.Rows, fields), Selected: r.selected, Rows: r.rows}.Estimate().Groups
}
