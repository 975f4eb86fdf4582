package inspect

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/shape/unpivot"
	"cardinal/internal/ellipsis"
)

// Report describes a table.
type Report struct {
	Name    string   `json:"name"`
	Format  string   `json:"format"`            // as in data.Table
	Read    string   `json:"read"`              // how delimited text or a sheet was read, in words; "" for other files
	Sheet   string   `json:"sheet"`             // as in data.Table
	Sheets  []string `json:"sheets"`            // as in data.Table
	Archive bool     `json:"archive,omitempty"` // Sheets are files of an archive
	Areas   []Area   `json:"areas,omitempty"`   // of a workbook: other parts that can be read by themselves
	// columns named by years or months that may become rows, in the form for --unpivot
	Unpivot string   `json:"unpivot,omitempty"`
	Rows    int      `json:"rows"`
	Bytes   int      `json:"bytes"` // of memory
	Columns []Column `json:"columns"`
	Notes   []string `json:"notes"`
}

// Area is a part of a workbook that can be read by itself.
type Area struct {
	Kind  string `json:"kind"` // table, name or block
	Name  string `json:"name,omitempty"`
	Range string `json:"range"`
}

// Column describes a column.
type Column struct {
	Name     string `json:"name"`
	Type     Type   `json:"type"`
	Scale    int    `json:"scale"` // as in data.Column
	Nulls    int    `json:"nulls"`
	Distinct int    `json:"distinct"` // number of different values, without null
	Min      Value  `json:"min"`      // null if all rows are null
	Max      Value  `json:"max"`
	Note     string `json:"note"`
	Distribution

	format data.NumberFormat
}

// Type is a data.Type that JSON writes by its name.
type Type struct{ data.Type }

// MarshalText implements encoding.TextMarshaler.
func (t Type) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Value is a data.Value that JSON writes as its AppendJSON does. A text of more than mostCharacters is cut and ends
// with an ellipsis.
type Value struct{ data.Value }

const mostCharacters = 1000

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Type == data.Text {
		v.Text = ellipsis.Cut(v.Text, mostCharacters)
	}
	return v.AppendJSON(nil), nil
}

// Describe reads all columns of a table, on all processors. The number of different values is exact. The only error
// is the end of ctx.
func Describe(ctx context.Context, t *data.Table) (Report, error) {
	r := Report{Name: t.Name, Format: t.Format, Sheet: t.Sheet, Rows: t.Rows, Bytes: t.Bytes(), Archive: t.Member != ""}
	r.Sheets, r.Notes = append([]string{}, t.Sheets...), append([]string{}, t.Notes...)
	if t.Path != "" && t.Served == nil { // a table on a server takes no options of reading
		r.Unpivot = unpivot.Offer(t, unpivot.Wide)
	}
	if t.Text != (data.TextFormat{}) {
		r.Read = t.Text.String()
	}
	if t.Cells.Range != "" {
		r.Read = t.Cells.String()
	}
	for _, a := range t.Cells.Areas {
		r.Areas = append(r.Areas, Area(a))
	}
	r.Columns = make([]Column, len(t.Columns))
	err := parallel.Do(ctx, len(t.Columns), func(ctx context.Context, i int) (err error) {
		r.Columns[i], err = describe(ctx, t.Columns[i])
		return err
	})
	return r, err
}

func describe(ctx context.Context, c *data.Column) (Column, error) {
	out := Column{Name: c.Name, Type: Type{c.Type}, Scale: c.Scale, Nulls: c.Nulls, Note: c.Note, format: c.Format}
	var err error
	if out.Distribution, err = Distribute(ctx, c); err != nil || c.Nulls == c.Rows {
		return out, err
	}
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
		out.Min, out.Max = Value{data.TextValue(c.Dict.Values[low])}, Value{data.TextValue(c.Dict.Values[high])}
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
				if out.Max = (Value{data.BoolValue(v == 1)}); out.Min.IsNull() {
					out.Min = out.Max
				}
			}
		}
	case data.Float:
		least, most := c.MinFloat, c.MaxFloat
		if least > most { // every value is NaN
			least, most = math.NaN(), math.NaN()
		}
		out.Min, out.Max = Value{data.FloatValue(least)}, Value{data.FloatValue(most)}
		out.Distinct, err = distinctFloats(ctx, c)
	default:
		out.Min, out.Max = Value{c.IntValue(c.Min)}, Value{c.IntValue(c.Max)}
		out.Distinct, err = distinctInts(ctx, c)
	}
	return out, err
}
