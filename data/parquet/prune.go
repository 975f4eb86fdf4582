package parquet

import (
	"fmt"
	"slices"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// prune leaves row groups out whose statistics say that no row is asked for. It leaves none out where the values of one row group decide the type of
// all: floats that are all decimals become decimals, and a value that does not fit a conversion changes that of its column.
func (l *loader) prune(within func(*data.Column) (least, most int64, ok bool)) {
	if within == nil || l.list != "" || slices.ContainsFunc(l.columns, func(c *column) bool { return !l.settled(c) }) {
		return
	}
	all := l.meta.RowGroups
	keep := all[:0:0]
	for g := range all {
		if !slices.ContainsFunc(l.columns, func(c *column) bool { return l.outside(c, g, within) }) {
			keep, l.numbers = append(keep, all[g]), append(l.numbers, g)
		}
	}
	switch len(keep) {
	case len(all):
		return
	case 0: // one row group stays, so that the table has its columns
		keep, l.numbers = all[:1], []int{0}
	}
	l.meta.RowGroups = keep
	l.starts = l.starts[:1]
	for g := range keep {
		l.starts = append(l.starts, l.starts[g]+int(l.meta.RowGroup(g).NumRows()))
	}
	l.notes = append(l.notes, fmt.Sprintf("%d of %d row groups were not read: their statistics say that none of their rows passes the filter", len(all)-len(keep), len(all)))
}

// settled reports whether the values of a column have no say in how they are read.
func (l *loader) settled(c *column) bool {
	if c.as.next != nil {
		_, isText := l.meta.Schema.Column(c.index).LogicalType().(schema.StringLogicalType)
		return isText
	}
	return c.as.fallback == nil && c.as.floats == nil
}

// outside reports whether no row of a row group has a value of a column that is asked for.
func (l *loader) outside(c *column, g int, within func(*data.Column) (least, most int64, ok bool)) bool {
	if c.as.ints == nil || c.physical != parquet.Types.Int32 && c.physical != parquet.Types.Int64 {
		return false
	}
	from, to, ok := within(&data.Column{Name: c.name, Type: c.as.typ, Scale: c.as.scale, UTC: c.as.utc})
	if !ok {
		return false
	}
	s, err := l.statistics(c, g)
	if err != nil || s == nil {
		return false
	}
	least, most, ok := c.ends(s)
	return ok && (most < from || least > to)
}

func (l *loader) statistics(c *column, g int) (metadata.TypedStatistics, error) {
	m, err := l.meta.RowGroup(g).ColumnChunk(c.index)
	if err != nil {
		return nil, err
	}
	return m.Statistics()
}

// ends are the least and the greatest value of a column of integers in a row group, as its statistics have them.
func (c *column) ends(s metadata.TypedStatistics) (least, most int64, ok bool) {
	var ends [2]int64
	if !s.HasMinMax() || c.as.ints(s.EncodeMin(), ends[:1]) != nil || c.as.ints(s.EncodeMax(), ends[1:]) != nil {
		return 0, 0, false
	}
	return ends[0], ends[1], true
}

// number is the number of a row group in the file.
func (l *loader) number(g int) int {
	if l.numbers == nil {
		return g
	}
	return l.numbers[g]
}
