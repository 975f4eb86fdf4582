package csv

import (
	"cardinal/data/format/csv/cut"
	"cardinal/data/infer"
	"cardinal/internal/separators"
)

// maxFurther is the greatest number of columns that a table gets beyond the names.
const maxFurther = 64

// ragged counts the records with fewer or more fields than names.
type ragged struct {
	short infer.Count
	long  infer.Count // with a value in a field beyond the names
	empty infer.Count // with only empty fields beyond the names
	one   int         // number of records in `empty` with one field beyond the names
	lost  infer.Count // with a value beyond the last of maxFurther columns
}

// rows returns the number of ragged rows. all is the number of rows of the table. If every row of the table ends with
// one extra delimiter, rows returns 0.
func (r *ragged) rows(all int) int {
	if r.one == all {
		return 0
	}
	return r.short.N + r.long.N + r.empty.N
}

// add counts a record that has fewer or more fields than columns. It returns the number of fields up to the last one
// with text, or maxFurther more than columns if that is less.
func (r *ragged) add(fields []cut.Field, columns, row int) (width int) {
	if len(fields) < columns {
		r.short.Add(row)
		return len(fields)
	}
	width = len(fields)
	for width > columns && len(fields[width-1].Text) == 0 {
		width--
	}
	switch {
	case width == columns:
		r.empty.Add(row)
		if len(fields) == columns+1 {
			r.one++
		}
	default:
		r.long.Add(row)
		if width > columns+maxFurther {
			r.lost.Add(row)
		}
	}
	return min(width, columns+maxFurther)
}

// joined adds up the counts of all blocks.
func (v *detection) joined() ragged {
	var all ragged
	row, rows := 0, v.cells.Blocks()
	for i := range v.ragged {
		r := &v.ragged[i]
		for _, c := range [...]struct{ sum, next *infer.Count }{{&all.short, &r.short}, {&all.long, &r.long},
			{&all.empty, &r.empty}, {&all.lost, &r.lost}} {
			if c.next.N > 0 {
				c.sum.Join(*c.next, row)
			}
		}
		all.one += r.one
		row += rows[i]
	}
	return all
}

// notes returns sentences for a person on the rows that are shorter or longer than the header.
func (r *ragged) notes(rows, columns, further int) []string {
	var notes []string
	note := func(c infer.Count, format string, args ...any) {
		if c.N > 0 {
			notes = append(notes, separators.Sprintf(format, append([]any{c.N, rows, c.First + 1}, args...)...))
		}
	}
	note(r.short, "%d of %d rows have fewer fields than the header, the first is row %d: what is missing is null")
	if further == 1 {
		note(r.long, "%d of %d rows have more fields than the header, the first is row %d: what is too much is in a "+
			"further column, number %d", columns+1)
	} else {
		note(r.long, "%d of %d rows have more fields than the header, the first is row %d: what is too much is in "+
			"further columns, numbers %d to %d", columns+1, columns+further)
	}
	note(r.lost, "%d of %d rows have still more fields, the first is row %d: what is behind column %d was left out",
		columns+maxFurther)
	if r.one < rows {
		note(r.empty, "%d of %d rows have more delimiters than the header, the first is row %d: nothing stands behind "+
			"the last one, but values may be a column off")
	}
	return notes
}
