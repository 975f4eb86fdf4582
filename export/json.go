package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// JSON writes the crosstab of a grid and its profile (nil: null) as one object, with one member on each line. Other
// programs rely on the names and the order of the members, and on the form of numbers. The member exact says for each
// measure whether all its figures are exact; all other figures were rounded once. Of the layout, only the grand totals
// and the empty labels change the object.
func JSON(w io.Writer, g *pivot.Grid, p *profiler.Record) error {
	c, totals := g.Tab(), g.Layout.Totals
	o := &object{w: w, tab: c, rounded: make([]atomic.Bool, len(c.Measures))}
	o.fields("row_fields", c.Rows.Fields)
	o.fields("col_fields", c.Cols.Fields)
	o.measures()
	o.titles()
	o.labels("rows", &c.Rows)
	o.labels("cols", &c.Cols)
	cols := c.Cols.Leaves()
	o.cells("cells", c.Rows.Leaves(), func(b []byte, row int) []byte {
		return appendList(b, len(cols), func(b []byte, j int) []byte { return o.cell(b, row, cols[j]) })
	})
	if totals.HasRows() {
		o.cells("row_totals", c.Rows.Leaves(), func(b []byte, n int) []byte { return o.cell(b, n, 0) })
	}
	if totals.HasCols() {
		o.cells("col_totals", c.Cols.Leaves(), func(b []byte, n int) []byte { return o.cell(b, 0, n) })
	}
	if totals == query.TotalsBoth {
		o.member("grand_total")
		o.buf = o.cell(o.buf, 0, 0)
	}
	o.member("exact")
	o.buf = appendList(o.buf, len(o.rounded), func(b []byte, m int) []byte {
		return strconv.AppendBool(b, !o.rounded[m].Load())
	})
	o.leftOut()
	if remarks := o.tab.Remarks; len(remarks) > 0 {
		o.texts("remarks", len(remarks), func(i int) string { return remarks[i] })
	}
	profile, err := profileJSON(p)
	if err != nil {
		return err
	}
	o.member("profile")
	o.buf = append(o.buf, profile...)
	o.buf = append(o.buf, "}\n"...)
	if o.flush(); o.err != nil {
		return fmt.Errorf("cannot write the JSON: %w", o.err)
	}
	return nil
}

// object is a JSON object that is being written.
type object struct {
	w    io.Writer
	err  error  // the first error of w
	buf  []byte // bytes that are not written to w yet
	tab  *pivot.Crosstab
	more bool // the object has a member already

	rounded []atomic.Bool // by measure: a figure that was rounded once has been written
}

func (o *object) flush() {
	if o.err == nil {
		_, o.err = o.w.Write(o.buf)
	}
	o.buf = o.buf[:0]
}

func (o *object) member(name string) {
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

// appendList appends n items in brackets.
func appendList(b []byte, n int, appendItem func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendItem(b, i)
	}
	return append(b, ']')
}

func (o *object) texts(name string, n int, text func(i int) string) {
	o.member(name)
	o.buf = appendList(o.buf, n, func(b []byte, i int) []byte { return data.TextValue(text(i)).AppendJSON(b) })
}

func (o *object) fields(name string, fields []query.Field) {
	o.texts(name, len(fields), func(i int) string { return fields[i].String() })
}

func (o *object) measures() {
	o.texts("values", len(o.tab.Measures), func(i int) string { return o.tab.Measures[i].Measure.String() })
}

// titles writes the titles of the fields and measures.
func (o *object) titles() {
	o.texts("row_titles", len(o.tab.Rows.Fields), func(i int) string { return o.tab.Rows.Fields[i].Title() })
	o.texts("col_titles", len(o.tab.Cols.Fields), func(i int) string { return o.tab.Cols.Fields[i].Title() })
	o.texts("value_titles", len(o.tab.Measures), func(i int) string { return o.tab.Measures[i].Title() })
}

func (o *object) labels(name string, a *pivot.Axis) {
	o.cells(name, a.Leaves(), func(b []byte, leaf int) []byte {
		return appendPath(b, a.Path(leaf))
	})
}

func appendPath(b []byte, path []data.Value) []byte {
	return appendList(b, len(path), func(b []byte, i int) []byte { return path[i].AppendJSON(b) })
}

// cells writes a list with an item for each leaf, on all cores.
func (o *object) cells(name string, leaves []int, appendItem func(b []byte, leaf int) []byte) {
	o.member(name)
	o.buf = append(o.buf, '[')
	o.flush()
	if o.err == nil {
		_, o.err = inParts(o.w, len(leaves), fieldsOfPart/o.tab.Cols.Len(), func(b []byte, from, to int) []byte {
			for i := from; i < to; i++ {
				if i > 0 {
					b = append(b, ',')
				}
				b = appendItem(b, leaves[i])
			}
			return b
		})
	}
	o.buf = append(o.buf, ']')
}

// leftOut writes the member left_out, which lists the labels under which labels of the next field are left out. For
// each such label it has two numbers: of the labels left out under it, and of all labels under it. "others" says that
// the last label under it is Others, with the figures of the labels left out. If no labels are left out, leftOut writes
// no member. Totals include all labels.
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
	o.buf = appendList(o.buf, len(places), func(b []byte, i int) []byte {
		a := places[i].axis
		left, of, others := a.Omitted(places[i].node)
		path := a.Path(places[i].node)
		b = data.TextValue(a.Fields[len(path)].String()).AppendJSON(append(b, `{"field":`...))
		b = appendPath(append(b, `,"under":`...), path)
		b = fmt.Appendf(b, `,"labels":%d,"of":%d`, left, of)
		if others {
			b = append(b, `,"others":true`...)
		}
		return append(b, '}')
	})
}

func (o *object) cell(b []byte, row, col int) []byte {
	if o.tab.Empty(row, col) && o.blank(row, col) {
		return append(b, "null"...)
	}
	return appendList(b, len(o.tab.Measures), func(b []byte, m int) []byte {
		v := o.tab.Cell(row, col, m)
		if v.Rounded && !o.rounded[m].Load() { // tested first, since a store in every cell would slow all cores down
			o.rounded[m].Store(true)
		}
		return v.AppendJSON(b)
	})
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

// profileJSON encodes a record. It writes an empty list as [] instead of null.
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
