package remote

import "cardinal/data"

// Schema is a table of no rows with the columns of t that Cardinal reads.
func (t *Table) Schema() *data.Table {
	var columns []*data.Column
	for _, c := range t.Columns {
		if c.Type != data.Null {
			columns = append(columns, c.empty())
		}
	}
	return data.NewTable(t.Address.Table, columns)
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
