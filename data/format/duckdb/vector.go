package duckdb

import "slices"

// vector has values of a column in a row group. Values of a flat type are in `fixed` or `texts`. Other types have
// vectors of their fields or elements.
type vector struct {
	typ   *logical
	rows  int
	valid []bool // nil: all rows are valid

	fixed    []byte // physical.width bytes each
	texts    rowTexts
	ends     []int64 // of a list: the end of each row's elements
	children []*vector
}

// read reads the values of a column.
func (r *groupReader) read(c *columnPlace, rows int) (*vector, error) {
	v := &vector{typ: c.typ, rows: rows}
	var err error
	if v.valid, err = r.mask(c.valid, rows); err != nil {
		return nil, err
	}
	switch c.typ.shape() {
	case structure:
		for _, child := range c.children {
			part, err := r.read(child, rows)
			if err != nil {
				return nil, err
			}
			v.children = append(v.children, part)
		}
	case fixedLists:
		n := int(c.typ.length)
		if n == 0 || rows > mostElements/n {
			return nil, errDamaged
		}
		return v, r.elements(v, c.children[0], rows*n)
	case list:
		ends, err := r.fixed(c, uint64s, rows)
		if err != nil {
			return nil, err
		}
		last := uint64(0)
		if err := r.spend(rows, 8); err != nil {
			return nil, err
		}
		for i := range rows {
			end := littleEndian(ends[8*i:])
			if end < last || end > mostElements {
				return nil, errDamaged
			}
			last = end
			v.ends = append(v.ends, int64(end))
		}
		return v, r.elements(v, c.children[0], int(last))
	default:
		return v, r.values(v, c, rows)
	}
	return v, nil
}

// elements reads n list elements.
func (r *groupReader) elements(v *vector, c *columnPlace, n int) error {
	child, err := r.read(c, n)
	v.children = []*vector{child}
	return err
}

// values reads the values of a flat type.
func (r *groupReader) values(v *vector, c *columnPlace, rows int) (err error) {
	k, known := c.typ.physical()
	switch {
	case !known:
		return errDamaged
	case k != texts:
		v.fixed, err = r.fixed(c, k, rows)
		return err
	}
	if err := r.spend(rows, 12); err != nil {
		return err
	}
	v.texts, r.texts = r.texts, rowTexts{}
	err = r.eachSegment(c, texts, rows, func(s *segment, _ int) error {
		before := len(v.texts.bytes)
		if err := s.strings(&v.texts); err != nil {
			return err
		}
		return r.spend(len(v.texts.bytes)-before, 1)
	})
	if err != nil {
		return err
	}
	if len(v.texts.rows) != rows {
		return errDamaged
	}
	for i, text := range v.texts.rows {
		if text > 0 {
			continue
		}
		if v.valid == nil {
			v.valid = allValid(rows)
		}
		v.valid[i] = false
	}
	return nil
}

// fixed reads values of a fixed size.
func (r *groupReader) fixed(c *columnPlace, k physical, rows int) ([]byte, error) {
	w := k.width()
	if err := r.spend(rows, w); err != nil {
		return nil, err
	}
	out := make([]byte, rows*w)
	return out, r.eachSegment(c, k, rows, func(s *segment, at int) error { return s.fixed(out[at*w : (at+s.rows)*w]) })
}

// mask reads which rows have a value, or returns nil if all have one.
func (r *groupReader) mask(c *columnPlace, rows int) ([]bool, error) {
	all := true
	for _, p := range c.pieces {
		all = all && (p.method == empty || p.method == constant && !p.known.hasNull)
	}
	if all && len(c.pieces) > 0 {
		return nil, nil
	}
	if err := r.spend(rows, 1); err != nil {
		return nil, err
	}
	out := make([]bool, rows)
	return out, r.eachSegment(c, bits, rows, func(s *segment, at int) error { return s.valid(out[at : at+s.rows]) })
}

// eachSegment calls `do` for each segment of a column. at is the index of the segment's first row. The segments must
// have exactly `rows` rows in all.
func (r *groupReader) eachSegment(c *columnPlace, k physical, rows int, do func(s *segment, at int) error) error {
	at := 0
	for _, p := range c.pieces {
		if p.rows > rows-at {
			return errDamaged
		}
		s, err := r.segment(p, k)
		if err != nil {
			return err
		}
		if err := do(s, at); err != nil {
			return err
		}
		at += p.rows
	}
	if at != rows {
		return errDamaged
	}
	return nil
}

func allValid(n int) []bool {
	return slices.Repeat([]bool{true}, n)
}

// filter returns the rows of the vector for which `keep` is true.
func (v *vector) filter(keep []bool) *vector {
	rows := 0
	for _, k := range keep {
		if k {
			rows++
		}
	}
	out := &vector{typ: v.typ, rows: rows}
	if v.valid != nil {
		out.valid = filterMask(v.valid, keep, rows)
	}
	switch v.typ.shape() {
	case structure:
		for _, child := range v.children {
			out.children = append(out.children, child.filter(keep))
		}
	case fixedLists:
		out.children = []*vector{v.children[0].filter(repeatEach(keep, int(v.typ.length)))}
	case list:
		of := make([]bool, v.children[0].rows)
		from, end := int64(0), int64(0)
		for i, k := range keep {
			if k {
				for e := from; e < v.ends[i]; e++ {
					of[e] = true
				}
				end += v.ends[i] - from
				out.ends = append(out.ends, end)
			}
			from = v.ends[i]
		}
		out.children = []*vector{v.children[0].filter(of)}
	default:
		v.filterValues(out, keep)
	}
	return out
}

// filterValues does what filter does for flat types.
func (v *vector) filterValues(out *vector, keep []bool) {
	if v.fixed != nil {
		k, _ := v.typ.physical()
		w := k.width()
		out.fixed = make([]byte, 0, out.rows*w)
		for i, yes := range keep {
			if yes {
				out.fixed = append(out.fixed, v.fixed[i*w:(i+1)*w]...)
			}
		}
		return
	}
	out.texts = rowTexts{ends: v.texts.ends, bytes: v.texts.bytes}
	for i, k := range keep {
		if k {
			out.texts.rows = append(out.texts.rows, v.texts.rows[i])
		}
	}
}

func filterMask(all, keep []bool, rows int) []bool {
	out := make([]bool, 0, rows)
	for i, k := range keep {
		if k {
			out = append(out, all[i])
		}
	}
	return out
}

// repeatEach repeats each value n times.
func repeatEach(keep []bool, n int) []bool {
	out := make([]bool, 0, len(keep)*n)
	for _, k := range keep {
		for range n {
			out = append(out, k)
		}
	}
	return out
}
