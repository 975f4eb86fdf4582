package parquet

import (
	"slices"

	"cardinal/data"
	"cardinal/internal/separators"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// prune skips row groups that have no wanted rows according to their statistics. In the other row groups, it skips
// pages without wanted rows according to the page index, unless `whole` is set.
//
// It skips nothing if the values in one row group can change the type of the whole column. For example, floats become
// decimals only if all of them are decimals. A value that does not fit changes the conversion of its column.
func (l *loader) prune(within func(*data.Column) (least, most int64, ok bool), whole bool) {
	if within == nil || l.list != "" || slices.ContainsFunc(l.columns, func(c *column) bool {
		return !l.hasFixedType(c)
	}) {
		return
	}
	all := l.meta.RowGroups
	keep := all[:0:0]
	var parts []part
	for g := range all {
		if slices.ContainsFunc(l.columns, func(c *column) bool { return l.excludes(c, g, within) }) {
			continue
		}
		var p part
		if !whole {
			p = l.matchingPart(g, within)
		}
		if p.rows == nil || len(p.rows) > 0 {
			keep, l.numbers, parts = append(keep, all[g]), append(l.numbers, g), append(parts, p)
		}
	}
	if len(keep) == 0 && len(all) > 0 { // one row group is kept, so that the table has its columns
		keep, l.numbers, parts = all[:1], []int{0}, []part{{}}
	}
	l.meta.RowGroups = keep
	l.starts, l.inFile = l.starts[:1], l.starts[:1:1]
	for g, p := range parts {
		n := int(l.meta.RowGroup(g).NumRows())
		l.starts, l.inFile = append(l.starts, l.starts[g]+p.count(n)), append(l.inFile, l.inFile[g]+n)
	}
	if len(keep) < len(all) {
		l.notes = append(l.notes, separators.Sprintf("%d of %d row groups were not read: their statistics say that "+
			"none of their rows passes the filter", len(all)-len(keep), len(all)))
	}
	if rows := l.inFile[len(keep)]; l.rows() < rows {
		l.parts = parts
		l.notes = append(l.notes, separators.Sprintf("of the %d rows in the row groups that were read, %d were left "+
			"out: the page index says that none of them passes the filter", rows, rows-l.rows()))
	}
}

// hasFixedType reports whether the type of a column does not depend on its values.
func (l *loader) hasFixedType(c *column) bool {
	if c.as.next != nil {
		_, isText := l.meta.Schema.Column(c.index).LogicalType().(schema.StringLogicalType)
		return isText
	}
	return c.as.fallback == nil && c.as.floats == nil
}

// excludes reports whether a column of a row group has no wanted value according to the statistics.
func (l *loader) excludes(c *column, g int, within func(*data.Column) (least, most int64, ok bool)) bool {
	from, to, ok := l.wantedRange(c, within)
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

// wantedRange returns the least and the greatest wanted value of a column of integers. ok is false if any value may be
// wanted.
func (l *loader) wantedRange(c *column, within func(*data.Column) (least, most int64,
	ok bool)) (from, to int64, ok bool) {
	if c.as.ints == nil || c.physical != parquet.Types.Int32 && c.physical != parquet.Types.Int64 {
		return 0, 0, false
	}
	return within(&data.Column{Name: c.name, Type: c.as.typ, Scale: c.as.scale, UTC: c.as.utc})
}

func (l *loader) statistics(c *column, g int) (metadata.TypedStatistics, error) {
	m, err := l.meta.RowGroup(g).ColumnChunk(c.index)
	if err != nil {
		return nil, err
	}
	return m.Statistics()
}

// ends returns the least and the greatest value of integers in a row group, from its statistics.
func (c *column) ends(s metadata.TypedStatistics) (least, most int64, ok bool) {
	var ends [2]int64
	if !s.HasMinMax() || c.as.ints(s.EncodeMin(), ends[:1]) != nil || c.as.ints(s.EncodeMax(), ends[1:]) != nil {
		return 0, 0, false
	}
	return ends[0], ends[1], true
}

// number returns the index of a row group in the file.
func (l *loader) number(g int) int {
	if l.numbers == nil {
		return g
	}
	return l.numbers[g]
}
