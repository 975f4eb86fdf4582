package unpivot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/union"
	"cardinal/memory"
)

// Table is a table in which each of some columns has become rows: a row for each row of the table and each of the columns, with the name of the column and the value.
// The other columns repeat. A value that is null stays, as a row. The rows of a column stand together, in the order of the columns. Names that are all whole numbers, or
// all dates, have that type. limit is the number of bytes that the table may take; 0 is any number.
func Table(ctx context.Context, t *data.Table, s Spec, limit int64) (*data.Table, error) {
	columns, err := s.columns(t)
	if err != nil {
		return nil, err
	}
	var others []*data.Column
	need := int64(0)
	for _, c := range t.Columns {
		if slices.Contains(columns, c) {
			need += int64(c.Bytes())
			continue
		}
		for _, name := range []string{s.name, s.value} {
			if strings.EqualFold(c.Name, name) {
				return nil, fmt.Errorf(`there is a column %s already: write other names, as in "… as year, population"`, c.Name)
			}
		}
		others = append(others, c)
		need += int64(len(columns)) * int64(c.Bytes())
	}
	rows := t.Rows * len(columns)
	if limit > 0 && need > limit {
		return nil, fmt.Errorf("the %d rows of %d columns become %d rows, which need about %d MB of memory, and %d MB are free; %s or take fewer columns", t.Rows, len(columns), rows, need>>20, limit>>20, memory.Advice())
	}
	parts := make([]union.Part, len(columns))
	for i, c := range columns {
		value := *c
		value.Name, value.Note = s.value, "" // which the table has
		part := data.NewTable(t.Name, append(slices.Clone(others), &value))
		part.Notes = nil
		parts[i] = union.Part{Table: part, Name: c.Name, Marks: []union.Mark{{Column: s.name, Text: c.Name}}}
	}
	made, err := union.Tables(ctx, t.Name, "column", parts, 0, nil)
	if err != nil {
		return nil, err
	}
	for i, c := range others {
		made.Columns[i].Note = c.Note
	}
	n := len(made.Columns) // the names stand before the values
	made.Columns[n-1], made.Columns[n-2] = made.Columns[n-2], made.Columns[n-1]
	out := data.NewTable(t.Name, made.Columns)
	out.Notes = append(slices.Clone(t.Notes), fmt.Sprintf("%s of the file became %d rows of the table, one for each of %d columns, from %s to %s; a row without a value stays",
		rowsOf(t.Rows), rows, len(columns), columns[0].Name, columns[len(columns)-1].Name))
	if note := made.Columns[n-1].Note; note != "" {
		out.Notes = append(out.Notes, s.value+": "+note)
	}
	out.Path, out.Files, out.Size, out.Changed, out.Format, out.Sheet, out.Sheets, out.Member = t.Path, t.Files, t.Size, t.Changed, t.Format, t.Sheet, t.Sheets, t.Member
	out.Text, out.Cells, out.Lists, out.Unnest = t.Text, t.Cells, t.Lists, t.Unnest
	return out, nil
}

func rowsOf(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
