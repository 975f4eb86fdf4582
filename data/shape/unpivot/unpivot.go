package unpivot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/shape/union"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// Table makes rows of some columns of a table. Each row of the table becomes one row for each of these columns, with
// the name of the column and its value. The values of the other columns are repeated. A null becomes no row, unless the
// spec includes nulls. The rows of a column stay together, in the order of the columns. If all names are integers, or
// all names are dates, the column of names has that type, as in package union. limit is the number of bytes that the
// table may take; 0 is any number.
func Table(ctx context.Context, t *data.Table, s Spec, limit int64) (*data.Table, error) {
	columns, others, err := s.divide(t)
	if err != nil {
		return nil, err
	}
	names, err := s.parts(columns)
	if err != nil {
		return nil, err
	}
	width := each.Sum(others, func(c *data.Column) int64 { return int64(c.Bytes()) }) // bytes of the other columns
	rows, nulls, need := 0, 0, int64(0)
	for _, c := range columns {
		nulls += c.Nulls
		need += int64(c.Bytes())
		if s.nulls || c.Nulls == 0 {
			rows += t.Rows
			need += width
			continue
		}
		rows += t.Rows - c.Nulls
		need += int64(2 * float64(width) * float64(t.Rows-c.Nulls) / float64(t.Rows)) // copied twice
	}
	if limit > 0 && need > limit {
		return nil, separators.Errorf("the %s of %d columns become %s, which need about %d MB of memory, and %d MB "+
			"are free; %s or take fewer columns", separators.Counted(t.Rows, "row"), len(columns),
			separators.Counted(rows, "row"), need>>20, limit>>20, memory.Advice())
	}
	parts := make([]union.Part, len(columns))
	for i, c := range columns {
		value := *c
		value.Name, value.Note = s.value, "" // the table has the note
		all := append(slices.Clone(others), &value)
		if !s.nulls && c.Nulls > 0 {
			if all, err = withoutNulls(ctx, all); err != nil {
				return nil, err
			}
		}
		part := data.NewTable(t.Name, all)
		part.Notes = nil
		parts[i] = union.Part{Table: part, Name: c.Name}
		for n, text := range names[i] {
			parts[i].Marks = append(parts[i].Marks, union.Mark{Column: s.names[n], Text: text})
		}
	}
	made, err := union.Tables(ctx, t.Name, "column", parts, 0, nil)
	if err != nil {
		return nil, err
	}
	for i, c := range others {
		made.Columns[i].Note = c.Note
	}
	n, values := len(made.Columns), made.Columns[len(others)] // the names precede the values
	copy(made.Columns[len(others):], made.Columns[len(others)+1:])
	made.Columns[n-1] = values
	out := data.NewTable(t.Name, made.Columns)
	out.Notes = append([]string{fmt.Sprintf("%s of the file became %s of the table, one for each of %s%s",
		separators.Counted(t.Rows, "row"), separators.Counted(rows, "row"), columnRange(columns),
		s.nullsSentence(nulls))}, t.Notes...)
	if note := s.partsNote(columns, others); note != "" {
		out.Notes = slices.Insert(out.Notes, 1, note)
	}
	if note := made.Columns[n-1].Note; note != "" {
		out.Notes = append(out.Notes, s.value+": "+note)
	}
	out.Path, out.Files, out.Size, out.Changed, out.Format, out.Sheet, out.Sheets, out.Member = t.Path, t.Files, t.Size,
		t.Changed, t.Format, t.Sheet, t.Sheets, t.Member
	out.Text, out.Cells, out.Lists, out.Unnest = t.Text, t.Cells, t.Lists, t.Unnest
	return out, nil
}

// CheckColumns returns an error if the columns of a table cannot become rows by a spec: a column is missing, or a new
// column would have the name of another.
func (s Spec) CheckColumns(t *data.Table) error {
	columns, _, err := s.divide(t)
	if err == nil {
		_, err = s.parts(columns)
	}
	return err
}

// divide returns the columns of a table that become rows, and the other columns.
func (s Spec) divide(t *data.Table) (columns, others []*data.Column, err error) {
	if columns, err = s.columns(t); err != nil {
		return nil, nil, err
	}
	for _, c := range t.Columns {
		if slices.Contains(columns, c) {
			continue
		}
		for _, name := range s.Names() {
			if strings.EqualFold(c.Name, name) {
				return nil, nil,
					fmt.Errorf(`there is a column %s already: write other names, as in "… as year, population"`, c.Name)
			}
		}
		others = append(others, c)
	}
	return columns, others, nil
}

// withoutNulls returns columns without the rows in which the last column is null.
func withoutNulls(ctx context.Context, columns []*data.Column) ([]*data.Column, error) {
	value := columns[len(columns)-1]
	rows := make([]int32, 0, value.Rows-value.Nulls)
	for i := range value.Rows {
		if value.Valid.Get(i) {
			rows = append(rows, int32(i))
		}
	}
	out := make([]*data.Column, len(columns))
	err := parallel.Do(ctx, len(columns), func(ctx context.Context, i int) (err error) {
		out[i], err = columns[i].Gather(ctx, rows)
		return err
	})
	return out, err
}

// nullsSentence describes what happened to nulls.
func (s Spec) nullsSentence(nulls int) string {
	text := "; " + separators.Counted(nulls, "row") + " without a value "
	switch {
	case nulls == 0:
		return ""
	case s.nulls:
		return text + "among them"
	}
	return text + "left out"
}

func columnRange(columns []*data.Column) string {
	first, last := columns[0].Name, columns[len(columns)-1].Name
	if len(columns) == 1 {
		return "1 column, " + first
	}
	return separators.Sprintf("%d columns, from %s to %s", len(columns), first, last)
}
