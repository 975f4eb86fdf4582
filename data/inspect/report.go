package inspect

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/data/parallel"
)

// Report describes a table.
type Report struct {
	Name    string
	Format  string
	Sheet   string
	Sheets  []string
	Rows    int
	Bytes   int
	Columns []Column
	Notes   []string
}

// Column describes a column. Distinct does not count null; Min and Max are null where no row has a value.
type Column struct {
	Name     string
	Type     data.Type
	Scale    int
	Nulls    int
	Distinct int
	Min, Max data.Value
	Note     string
}

// Describe goes through all columns, on all processors. The number of different values is exact.
func Describe(ctx context.Context, t *data.Table) (Report, error) {
	r := Report{Name: t.Name, Format: t.Format, Sheet: t.Sheet, Sheets: t.Sheets, Rows: t.Rows, Bytes: t.Bytes(), Notes: t.Notes}
	r.Columns = make([]Column, len(t.Columns))
	err := parallel.Do(ctx, len(t.Columns), func(ctx context.Context, i int) (err error) {
		r.Columns[i], err = describe(ctx, t.Columns[i])
		return err
	})
	return r, err
}

func describe(ctx context.Context, c *data.Column) (Column, error) {
	out := Column{Name: c.Name, Type: c.Type, Scale: c.Scale, Nulls: c.Nulls, Note: c.Note}
	if c.Nulls == c.Rows {
		return out, nil
	}
	var err error
	switch c.Type {
	case data.Text:
		// The dictionary holds each text of the column once, and no other.
		out.Distinct = len(c.Dict.Values)
		rank := c.Dict.Rank()
		low, high := 0, 0
		for code, place := range rank {
			if place == 0 {
				low = code
			}
			if int(place) == len(rank)-1 {
				high = code
			}
		}
		out.Min, out.Max = data.TextValue(c.Dict.Values[low]), data.TextValue(c.Dict.Values[high])
	case data.Bool:
		var seen [2]bool
		for i := range c.Rows {
			if c.Valid.Get(i) {
				seen[c.Int(i)] = true
			}
		}
		for v, s := range seen {
			if s {
				out.Distinct++
				if out.Min.IsNull() {
					out.Min = data.BoolValue(v == 1)
				}
				out.Max = data.BoolValue(v == 1)
			}
		}
	case data.Float:
		if !math.IsInf(c.MinFloat, 1) || !math.IsInf(c.MaxFloat, -1) {
			out.Min, out.Max = data.FloatValue(c.MinFloat), data.FloatValue(c.MaxFloat)
		} else {
			out.Min, out.Max = data.FloatValue(math.NaN()), data.FloatValue(math.NaN())
		}
		out.Distinct, err = distinctFloats(ctx, c)
	default:
		out.Min, out.Max = c.IntValue(c.Min), c.IntValue(c.Max)
		out.Distinct, err = distinctInts(ctx, c)
	}
	return out, err
}
