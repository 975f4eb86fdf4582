package remote

import (
	"strings"

	"cardinal/data"
)

// Schema is a table of no rows with the columns of t that Cardinal reads. A note names the other columns.
func (t *Table) Schema() *data.Table {
	var (
		columns []*data.Column
		unread  []string
	)
	for _, c := range t.Columns {
		if c.Type == data.Null {
			unread = append(unread, c.Name+" ("+c.Declared+")")
		} else {
			columns = append(columns, c.empty())
		}
	}
	out := data.NewTable(t.Address.Table, columns)
	out.Path, out.Format, out.Served = t.Address.String(), t.Address.Kind, &data.Served{Host: t.Address.Host, Rows: t.Rows, About: t.About}
	if len(unread) > 0 {
		out.Notes = append(out.Notes, "columns of types that Cardinal does not read were left out: "+strings.Join(unread, ", "))
	}
	return out
}

func (c Column) empty() *data.Column {
	var out *data.Column
	switch c.Type {
	case data.Float:
		out = data.NewFloatColumn(c.Name, nil, nil)
	case data.Text:
		out = data.NewText(c.Name, nil, nil, nil)
	case data.Bool:
		out = data.NewBools(c.Name, nil, nil)
	default:
		out = data.NewInts[int64](c.Name, c.Type, c.Scale, nil, nil)
		out.UTC = c.UTC
	}
	return out
}
