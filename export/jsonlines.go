package export

import (
	"context"
	"fmt"
	"io"

	"cardinal/data"
)

// jsonLines writes a crosstab as a flat table without totals: a line with an object for each row.
func jsonLines(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	t, err := flatten(p.Grid.Tab(), "a file of JSON lines")
	if err != nil {
		return Report{}, err
	}
	return Report{}, t.jsonLines(ctx, w)
}

// jsonLines writes the rows on all cores. Integers and decimals are numbers with all their digits, which JSON does not
// limit. Dates have the form of ISO 8601, and nulls are members, too.
func (t *flatTable) jsonLines(_ context.Context, w io.Writer) error {
	names := make([][]byte, len(t.columns))
	for i, c := range t.columns {
		names[i] = append(data.TextValue(c.name).AppendJSON(nil), ':')
	}
	done, err := inParts(w, t.rows, fieldsOfPart/max(1, len(names)), func(b []byte, from, to int) []byte {
		for row := from; row < to; row++ {
			for i, c := range t.columns {
				b = append(b, "{,"[min(i, 1)])
				b = append(b, names[i]...)
				if v := c.at(row); v.Type == data.Int || v.Type == data.Decimal {
					b = v.Append(b)
				} else {
					b = v.AppendJSON(b)
				}
			}
			b = append(b, "}\n"...)
		}
		return b
	})
	if err != nil {
		return fmt.Errorf("cannot write row %d of the JSON lines: %w", done+1, err)
	}
	return nil
}
