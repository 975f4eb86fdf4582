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
	Read    string   `json:"read"`              // options with which text or a sheet was read, in words; else ""
	Sheet   string   `json:"sheet"`             // as in data.Table
	Sheets  []string `json:"sheets"`            // as in data.Table
	Archive bool     `json:"archive,omitempty"` // Sheets are the files of an archive
	Areas   []Area   `json:"areas,omitempty"`   // of a workbook: other areas that can be read separately
	// columns named by years or months that can become rows, as --unpivot takes them
	Unpivot string   `json:"unpivot,omitempty"`
	Rows    int      `json:"rows"`
	Bytes   int      `json:"bytes"` // memory in bytes
	Columns []Column `json:"columns"`
	Notes   []string `json:"notes"`
}

// Area is an area of a workbook that can be read separately.
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
	Distinct int    `json:"distinct"` // number of distinct values, without null
	Min      Value  `json:"min"`      // null if all rows are null
	Max      Value  `json:"max"`
	Note     string `json:"note"`
	Distribution

	format data.NumberFormat
}

// Type is a data.Type that is its name in JSON.
type Type struct{ data.Type }

// MarshalText implements encoding.TextMarshaler.
func (t Type) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Value is a data.Value whose JSON is that of its AppendJSON. A text of more than mostCharacters is cut and ends with
// an ellipsis.
type Value struct{ data.Value }

const mostCharacters = 1000

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Type == data.Text {
		v.Text = ellipsis.Cut(v.Text, mostCharacters)
	}
	return v.AppendJSON(nil), nil
}

// Describe reads all columns of a table on all cores. The numbers of distinct values are exact. It returns an error
// only if ctx ends.
func Describe(ctx context.Context, t *data.Table) (Report, error) {
	r := Report{Name: t.Name, Format: t.Format, Sheet: t.Sheet, Rows: t.Rows, Bytes: t.Bytes(), Archive: t.Member != ""}
	r.Sheets, r.Notes = append([]string{}, t.Sheets...), append([]string{}, t.Notes...)
	if t.Path != "" && t.Served == nil { // a table on a server is read without options
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
		// The dictionary has exactly the texts of the column, each once.
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
