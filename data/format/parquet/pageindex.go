package parquet

import (
	"errors"
	"math"

	"cardinal/data"
	"cardinal/internal/each"

	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// A page index of a column chunk has the first row, the least value and the greatest value of each page. The pages of
// two columns have different rows. Therefore the rows to read are those whose pages may have wanted values in every
// column with a condition. A page of any column is skipped if it has none of these rows. PageIndex.md of the format
// describes the structures.

// stretch is a range [from, to) of rows in a row group.
type stretch struct{ from, to int }

// part has the rows of a row group that are read.
type part struct {
	rows   []stretch         // in ascending order, not adjacent; nil: all rows
	firsts map[*column][]int // the first row of each page, for the columns whose page index is used
}

// count returns the number of rows to read. all is the number of rows of the row group.
func (p part) count(all int) int {
	if p.rows == nil {
		return all
	}
	return each.Sum(p.rows, func(s stretch) int { return s.to - s.from })
}

// has reports whether any row in [from, to) is read.
func (p part) has(from, to int) bool {
	for _, s := range p.rows {
		if s.from < to && from < s.to {
			return true
		}
	}
	return p.rows == nil
}

// mostPicked is the greatest number of rows of a row group of which only some are read. A column of all rows is in
// memory while its pages are read.
const mostPicked = 16 << 20

// matchingPart returns the rows of a row group that may be wanted according to the page indexes.
func (l *loader) matchingPart(g int, within func(*data.Column) (least, most int64, ok bool)) part {
	p := part{firsts: map[*column][]int{}}
	rows := int(l.meta.RowGroup(g).NumRows())
	if rows > mostPicked {
		return p
	}
	for _, c := range l.columns {
		from, to, ok := l.wantedRange(c, within)
		if !ok {
			continue
		}
		firsts, pages := l.pageIndex(c, g, rows)
		var some []stretch
		for i, b := range pages {
			end := rows
			if i+1 < len(firsts) {
				end = firsts[i+1]
			}
			if !b.null && b.least <= to && b.most >= from {
				some = appendStretch(some, stretch{firsts[i], end})
			}
		}
		if len(pages) == 0 || len(some) == 1 && some[0] == (stretch{0, rows}) {
			continue
		}
		if p.rows != nil {
			some = intersect(p.rows, some)
		}
		p.rows, p.firsts[c] = append([]stretch{}, some...), firsts
	}
	return p
}

// appendStretch appends a stretch. It joins the stretch with the last one if they are adjacent.
func appendStretch(all []stretch, s stretch) []stretch {
	switch last := len(all) - 1; {
	case s.from >= s.to:
		return all
	case last >= 0 && all[last].to == s.from:
		all[last].to = s.to
		return all
	}
	return append(all, s)
}

// intersect returns the rows that are in both a and b.
func intersect(a, b []stretch) (both []stretch) {
	for len(a) > 0 && len(b) > 0 {
		both = appendStretch(both, stretch{max(a[0].from, b[0].from), min(a[0].to, b[0].to)})
		if a[0].to < b[0].to {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}

// bounds has the least and the greatest value in a page.
type bounds struct {
	null        bool // the page has only nulls
	least, most int64
}

// pick copies the rows of the part to c, from row `at` on. all is a column of all rows of the row group. pick returns
// the validity of the copied rows.
func (p part) pick(c, all *column, at, rows int, valid data.Bitmap) (picked data.Bitmap) {
	if valid != nil {
		picked = data.NewBitmap(rows)
	}
	first := at
	for _, s := range p.rows {
		switch {
		case c.ints != nil:
			copy(c.ints[at:], all.ints[s.from:s.to])
		case c.bools != nil:
			copy(c.bools[at:], all.bools[s.from:s.to])
		default:
			copy(all.codes[at-first:], all.codes[s.from:s.to])
		}
		for i := s.from; valid != nil && i < s.to; i++ {
			if valid.Get(i) {
				picked.Set(at - first + i - s.from)
			}
		}
		at += s.to - s.from
	}
	return picked
}

// errPageIndex means that a page index contradicts the pages. The file is then read again without page indexes.
var errPageIndex = errors.New("its page index does not fit its pages")

// pageIndex returns the page index of a column of integers. It returns nil if the column has no index or an invalid
// one.
func (l *loader) pageIndex(c *column, g, rows int) (firsts []int, pages []bounds) {
	m, err := l.meta.RowGroup(g).ColumnChunk(c.index)
	if err != nil {
		return nil, nil
	}
	if firsts = offsetIndex(l.index(m.GetOffsetIndexLocation())); len(firsts) == 0 || firsts[0] != 0 {
		return nil, nil
	}
	for i, b := range firsts {
		if b > rows || i > 0 && b < firsts[i-1] {
			return nil, nil
		}
	}
	if pages = c.columnIndex(l.index(m.GetColumnIndexLocation())); len(pages) != len(firsts) {
		return nil, nil
	}
	return firsts, pages
}

// index returns the bytes of an index, or nil if they are not in the file.
func (l *loader) index(at *metadata.IndexLocation) []byte {
	if at == nil || at.Offset < 0 || at.Length <= 0 || at.Length > maxFooter || at.Offset > l.size-int64(at.Length) {
		return nil
	}
	b := make([]byte, at.Length)
	if n, _ := l.in.ReadAt(b, at.Offset); n < len(b) {
		return nil
	}
	return b
}

// offsetIndex returns the first row of each page.
func offsetIndex(b []byte) (firsts []int) {
	t := thrift{rest: b}
	t.fields(0, func(id int, kind byte) bool {
		if id != 1 || kind != thriftList {
			return false
		}
		n, elem := t.listHeader()
		t.bad = t.bad || elem != thriftStruct
		for range n {
			first := int64(-1)
			t.fields(1, func(id int, kind byte) bool {
				if id != 3 || kind != thriftI64 {
					return false
				}
				first = t.int()
				return true
			})
			if t.bad || first < 0 || first > math.MaxUint32 {
				t.bad = true
				break
			}
			firsts = append(firsts, int(first))
		}
		return true
	})
	if t.bad {
		return nil
	}
	return firsts
}

// columnIndex returns the bounds of each page of a column of integers.
func (c *column) columnIndex(b []byte) []bounds {
	t := thrift{rest: b}
	var nulls []bool
	var ends [2][][]byte
	t.fields(0, func(id int, kind byte) bool {
		if kind != thriftList || id < 1 || id > 3 {
			return false
		}
		n, elem := t.listHeader()
		for range n {
			switch {
			case t.bad:
				return true
			case id == 1 && (elem == thriftTrue || elem == thriftFalse):
				nulls = append(nulls, t.byte() == thriftTrue)
			case id > 1 && elem == thriftBinary:
				before := t.rest
				size := t.varint()
				start := len(before) - len(t.rest)
				t.drop(size)
				ends[id-2] = append(ends[id-2], before[start:len(before)-len(t.rest)])
			default:
				t.bad = true
			}
		}
		return true
	})
	if t.bad || len(nulls) != len(ends[0]) || len(nulls) != len(ends[1]) {
		return nil
	}
	pages := make([]bounds, len(nulls))
	for i := range pages {
		p := &pages[i]
		if p.null = nulls[i]; p.null {
			continue
		}
		var low, high [1]int64
		if c.as.ints(ends[0][i], low[:]) != nil || c.as.ints(ends[1][i], high[:]) != nil || low[0] > high[0] {
			return nil
		}
		p.least, p.most = low[0], high[0]
	}
	return pages
}
