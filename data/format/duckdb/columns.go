package duckdb

import "errors"

// segmentPlace says where a segment of a column is, and how it is compressed.
type segmentPlace struct {
	rows   int
	block  int64 // -1: the segment has no block
	offset uint64
	method method
	known  statistics
	more   []int64
}

// columnPlace says where the values of a column in a row group are.
type columnPlace struct {
	typ      *logical // nil for a column of validity bits
	pieces   []segmentPlace
	valid    *columnPlace // nil for a column of validity bits
	children []*columnPlace
}

const noPlace = -1

// column reads a columnPlace. t is nil for a column of validity bits.
func (s *stream) column(t *logical, depth int) *columnPlace {
	if depth > mostDepth {
		panic(errDamaged)
	}
	c := &columnPlace{typ: t}
	if s.has(100) {
		for range s.count() {
			c.pieces = append(c.pieces, s.piece(t))
		}
	}
	if t != nil {
		s.expect(101)
		c.valid = s.column(nil, depth+1)
		switch t.shape() {
		case structure:
			s.expect(102)
			if s.count() != len(t.children) {
				panic(errDamaged)
			}
			for _, child := range t.children {
				c.children = append(c.children, s.column(child, depth+1))
			}
		case list, fixedLists:
			s.expect(102)
			c.children = []*columnPlace{s.column(t.children[0], depth+1)}
		}
	}
	s.end()
	return c
}

// piece reads a segmentPlace.
func (s *stream) piece(t *logical) segmentPlace {
	p := segmentPlace{block: noPlace}
	if s.has(100) { // the number of the first row, which follows from the earlier segments
		s.unsigned()
	}
	if s.has(101) {
		n := s.unsigned()
		if n > mostElements {
			panic(errDamaged)
		}
		p.rows = int(n)
	}
	s.expect(102)
	if s.has(100) {
		p.block = s.signed()
	} else {
		p.block = 0
	}
	if s.has(101) {
		p.offset = s.unsigned()
	}
	s.end()
	s.expect(103)
	p.method = method(s.unsigned())
	s.expect(104)
	p.known = s.statistics(t)
	if s.has(105) {
		if o, is := s.value("*SegmentState", 0).(object); is {
			for _, b := range o.list(1) {
				n, _ := b.(uint64)
				p.more = append(p.more, int64(n))
			}
		}
	}
	s.end()
	return p
}

// mostElements is the greatest number of values of a segment. A row group can have many list elements.
const mostElements = 1 << 31

// groupReader reads the columns of one row group. Small segments share blocks, so it keeps all blocks until release.
type groupReader struct {
	*file
	held map[int64][]byte // with their checksums
	left int64            // bytes that the values of the current column may still take
	// texts has buffers for the texts of the next column, or nothing.
	texts rowTexts
}

func (f *file) groupReader() *groupReader { return &groupReader{file: f, held: map[int64][]byte{}} }

// column reads the values of a column, without deleted rows.
func (r *groupReader) column(t table, g rowGroup, i int) (*vector, error) {
	r.left = max(smallColumn, outOfProportion*r.size)
	v, err := r.read(r.stream(g.columns[i]).column(t.columns[i].typ, 0), g.rows)
	if err != nil || g.keep == nil {
		return v, err
	}
	return v.filter(g.keep), nil
}

// Limits of the bytes of a column in a row group: smallColumn, or outOfProportion times the size of the file if that is
// more. Without a limit, a few bytes of a file could stand for billions of equal values.
const smallColumn, outOfProportion = 1 << 30, 100

var errTooLarge = errors.New("the columns of the DuckDB database declare more values than fit the memory: write the " +
	"table as Parquet, by COPY … TO 'table.parquet'")

// spend subtracts the bytes of n values from the limit.
func (r *groupReader) spend(n, width int) error {
	if r.left -= int64(n) * int64(width); r.left < 0 {
		return errTooLarge
	}
	return nil
}

func (r *groupReader) content(id int64) ([]byte, error) {
	if b, is := r.held[id]; is {
		return b[checksumBytes:], nil
	}
	var b []byte
	if spare, _ := r.spare.Get().(*[]byte); spare != nil {
		b = *spare
	} else {
		b = make([]byte, r.block)
	}
	content, err := r.contentInto(id, b)
	if err == nil {
		r.held[id] = b
	}
	return content, err
}

// release frees the blocks. The columns that were read do not refer to the blocks.
func (r *groupReader) release() {
	for _, b := range r.held {
		r.spare.Put(&b)
	}
	clear(r.held)
}

// segment returns a segment with its bytes.
func (r *groupReader) segment(p segmentPlace, k physical) (*segment, error) {
	s := &segment{kind: k, method: p.method, rows: p.rows, least: p.known.least, hasNull: p.known.hasNull,
		hasAny: p.known.hasAny, more: p.more, block: r.file.content}
	if p.block == noPlace {
		return s, nil
	}
	content, err := r.content(p.block)
	if err != nil {
		return nil, err
	}
	if p.offset > uint64(len(content)) {
		return nil, errDamaged
	}
	s.data = content[p.offset:]
	return s, nil
}
