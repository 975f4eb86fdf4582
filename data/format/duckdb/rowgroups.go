package duckdb

import (
	"slices"

	"cardinal/internal/each"
)

// rowGroup says where the columns of some rows are stored.
type rowGroup struct {
	rows    int
	columns []metaPointer
	deleted metaPointer // position of the deletions; noBlock: no row is deleted
	keep    []bool      // the rows that are not deleted, once read; nil: all rows
}

// mostRows is the greatest number of rows of a row group that DuckDB accepts as ROW_GROUP_SIZE.
const mostRows = 1 << 30

// groups returns the row groups of a table, and the statistics of its columns.
func (f *file) groups(t table) (out []rowGroup, known []statistics) {
	s := f.stream(t.place)
	known = s.tableStatistics(t.columns)
	n := s.u64()
	if n > t.rows+1 {
		panic(errDamaged)
	}
	total := uint64(0)
	for range n {
		o := s.object("RowGroup", 0)
		g := rowGroup{rows: int(o.number(101)), deleted: metaPointer{block: noBlock}}
		for _, p := range o.list(102) {
			g.columns = append(g.columns, pointerOf(p))
		}
		if d := o.list(103); len(d) > 0 {
			g.deleted = pointerOf(d[0])
		}
		if o.number(101) > mostRows || len(g.columns) != len(t.columns) {
			panic(errDamaged)
		}
		total += o.number(101)
		out = append(out, g)
	}
	if total < t.rows {
		panic(errDamaged)
	}
	return out, known
}

func rowsOf(groups []rowGroup) (rows uint64) {
	return each.Sum(groups, func(g rowGroup) uint64 { return uint64(g.rows) })
}

func pointerOf(v any) metaPointer {
	o, _ := v.(object)
	return metaPointer{o.number(100), o.number(101)}
}

// vectorRows is the number of rows for which deletions are stored together.
const vectorRows = 2048

// keptRows returns which rows of a row group are not deleted, or nil if no row is deleted.
func (f *file) keptRows(g rowGroup) []bool {
	if g.deleted.block == noBlock {
		return nil
	}
	keep := slices.Repeat([]bool{true}, g.rows)
	s := f.stream(g.deleted)
	for range s.u64() {
		first := s.u64() * vectorRows
		if first > uint64(g.rows) {
			panic(errDamaged)
		}
		part := keep[first:min(first+vectorRows, uint64(g.rows))]
		s.deletions(part)
	}
	return keep
}

// Kinds of deletion records (ChunkInfoType).
const (
	allDeleted  = 0
	someDeleted = 1
	noneDeleted = 2
)

// deletions reads the deletions, and sets `keep` to false for deleted rows.
func (s *stream) deletions(keep []bool) {
	switch s.byte() {
	case noneDeleted:
	case allDeleted:
		s.u64()
		clear(keep)
	case someDeleted:
		s.u64()
		s.mask(func(row int) {
			if row < len(keep) {
				keep[row] = false
			}
		})
	default:
		panic(errDamaged)
	}
}

// Encodings of a mask (ValiditySerialization).
const (
	wholeMask    = 0
	setPositions = 1
	otherPlaces  = 2
)

// mask reads a mask of vectorRows bits, and calls `set` for each row whose bit is set.
func (s *stream) mask(set func(row int)) {
	is := make([]bool, vectorRows)
	switch how := s.byte(); how {
	case wholeMask:
		for i, b := range s.bytes(vectorRows / 8) {
			for bit := range 8 {
				is[8*i+bit] = b>>bit&1 == 1
			}
		}
	case setPositions, otherPlaces:
		for i := range is {
			is[i] = how == otherPlaces
		}
		n := s.u32()
		if n > vectorRows {
			panic(errDamaged)
		}
		for range n {
			if row := int(s.u16()); row < vectorRows {
				is[row] = how == setPositions
			}
		}
	default:
		panic(errDamaged)
	}
	for row, yes := range is {
		if yes {
			set(row)
		}
	}
}
