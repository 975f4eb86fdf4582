package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// JSON writes the crosstab of a grid and its profile (nil: null) as one object, one member per line. Other programs
// rely on the names and the order of the members and on the form of numbers. Of the layout, only the grand totals and
// the empty labels change the object.
func JSON(w io.Writer, g *pivot.Grid, p *profiler.Record) error {
	c, totals := g.Tab(), g.Layout.Totals
	o := &object{w: bufio.NewWriterSize(w, 1<<16), tab: c}
	o.fields("row_fields", c.Rows.Fields)
	o.fields("col_fields", c.Cols.Fields)
	o.measures()
	o.titles()
	o.labels("rows", &c.Rows)
	o.labels("cols", &c.Cols)
	o.cells()
	if totals.HasRows() {
		o.totals("row_totals", c.Rows.Leaves(), func(n int) { o.cell(n, 0) })
	}
	if totals.HasCols() {
		o.totals("col_totals", c.Cols.Leaves(), func(n int) { o.cell(0, n) })
	}
	if totals == query.TotalsBoth {
		o.member("grand_total")
		o.cell(0, 0)
	}
	o.leftOut()
	if remarks := o.tab.Remarks; len(remarks) > 0 {
		o.member("remarks")
		o.list(len(remarks), func(i int) { o.buf = data.TextValue(remarks[i]).AppendJSON(o.buf) })
	}
	profile, err := profileJSON(p)
	if err != nil {
		return err
	}
	o.member("profile")
	o.buf = append(o.buf, profile...)
	o.buf = append(o.buf, "}\n"...)
	o.flush()
	if err := o.w.Flush(); err != nil {
		return fmt.Errorf("cannot write the JSON: %w", err)
	}
	return nil
}

// object is a JSON object that is being written. w keeps the first error for the last Flush.
type object struct {
	w    *bufio.Writer
	buf  []byte // bytes that are not in w yet
	tab  *pivot.Crosstab
	more bool // a member was written
}

func (o *object) flush() {
	o.w.Write(o.buf)
	o.buf = o.buf[:0]
}

func (o *object) member(name string) {
	o.flush()
	if o.more {
		o.buf = append(o.buf, ",\n"...)
	} else {
		o.buf = append(o.buf, '{')
	}
	o.more = true
	o.buf = append(o.buf, '"')
	o.buf = append(o.buf, name...)
	o.buf = append(o.buf, `":`...)
}

// list writes n items in brackets.
func (o *object) list(n int, item func(i int)) {
	o.buf = append(o.buf, '[')
	for i := range n {
		if i > 0 {
			o.buf = append(o.buf, ',')
		}
		item(i)
		if len(o.buf) > 1<<15 {
			o.flush()
		}
	}
	o.buf = append(o.buf, ']')
}

func (o *object) fields(name string, fields []query.Field) {
	o.member(name)
	o.list(len(fields), func(i int) { o.buf = data.TextValue(fields[i].String()).AppendJSON(o.buf) })
}

func (o *object) measures() {
	o.member("values")
	o.list(len(o.tab.Measures), func(i int) {
		o.buf = data.TextValue(o.tab.Measures[i].Measure.String()).AppendJSON(o.buf)
	})
}

// titles writes the titles of the fields and measures.
func (o *object) titles() {
	words := func(name string, n int, title func(i int) string) {
		o.member(name)
		o.list(n, func(i int) { o.buf = data.TextValue(title(i)).AppendJSON(o.buf) })
	}
	words("row_titles", len(o.tab.Rows.Fields), func(i int) string { return o.tab.Rows.Fields[i].Title() })
	words("col_titles", len(o.tab.Cols.Fields), func(i int) string { return o.tab.Cols.Fields[i].Title() })
	words("value_titles", len(o.tab.Measures), func(i int) string { return o.tab.Measures[i].Title() })
}

func (o *object) labels(name string, a *pivot.Axis) {
	o.member(name)
	leaves := a.Leaves()
	o.list(len(leaves), func(i int) {
		path := a.Path(leaves[i])
		o.list(len(path), func(j int) { o.buf = path[j].AppendJSON(o.buf) })
	})
}

func (o *object) cells() {
	o.member("cells")
	rows, cols := o.tab.Rows.Leaves(), o.tab.Cols.Leaves()
	o.list(len(rows), func(i int) {
		o.list(len(cols), func(j int) { o.cell(rows[i], cols[j]) })
	})
}

func (o *object) totals(name string, leaves []int, cell func(node int)) {
	o.member(name)
	o.list(len(leaves), func(i int) { cell(leaves[i]) })
}

// leftOut lists the labels under which labels of the next field are left out, with the number of these and of all
// labels. "others" says that the last label there is Others, with the figures of the left-out labels. Without such
// labels the member is missing. Totals include all labels.
func (o *object) leftOut() {
	type place struct {
		axis *pivot.Axis
		node int
	}
	var places []place
	for _, a := range []*pivot.Axis{&o.tab.Rows, &o.tab.Cols} {
		for n := range a.Len() {
			if left, _, _ := a.Omitted(n); left > 0 {
				places = append(places, place{a, n})
			}
		}
	}
	if len(places) == 0 {
		return
	}
	o.member("left_out")
	o.list(len(places), func(i int) {
		a := places[i].axis
		left, of, others := a.Omitted(places[i].node)
		path := a.Path(places[i].node)
		o.buf = append(o.buf, `{"field":`...)
		o.buf = data.TextValue(a.Fields[len(path)].String()).AppendJSON(o.buf)
		o.buf = append(o.buf, `,"under":`...)
		o.list(len(path), func(j int) { o.buf = path[j].AppendJSON(o.buf) })
		o.buf = fmt.Appendf(o.buf, `,"labels":%d,"of":%d`, left, of)
		if others {
			o.buf = append(o.buf, `,"others":true`...)
		}
		o.buf = append(o.buf, '}')
	})
}

func (o *object) cell(row, col int) {
	if o.tab.Empty(row, col) && o.blank(row, col) {
		o.buf = append(o.buf, "null"...)
		return
	}
	o.list(len(o.tab.Measures), func(m int) { o.buf = o.tab.Cell(row, col, m).AppendJSON(o.buf) })
}

// blank reports whether a cell shows nothing. A cell without rows can still show a running total or a difference.
func (o *object) blank(row, col int) bool {
	for m := range o.tab.Measures {
		if !o.tab.Cell(row, col, m).IsNull() {
			return false
		}
	}
	return true
}

// profileJSON encodes a record. An empty list is [], not null.
func profileJSON(p *profiler.Record) ([]byte, error) {
	if p == nil {
		return []byte("null"), nil
	}
	r := *p
	if r.Gates == nil {
		r.Gates = []profiler.Gate{}
	}
	if r.Stages == nil {
		r.Stages = []profiler.Stage{}
	}
	if r.Predicted == nil {
		r.Predicted = map[string]float64{}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("cannot encode the profile: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
