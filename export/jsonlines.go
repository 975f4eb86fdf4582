package export

import (
	"context"
	"io"
	"math"
	"sync"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
)

// jsonLines writes a crosstab as a flat table without totals: a line with an object for each row.
func jsonLines(_ context.Context, w io.Writer, p Pivot) (Report, error) {
	t, err := flatten(p.Grid.Tab(), "a file of JSON lines")
	if err != nil {
		return Report{}, err
	}
	return t.jsonLines(w)
}

// jsonRows writes rows of a table as jsonLines does.
func jsonRows(_ context.Context, w io.Writer, l pivot.Listing) (Report, error) {
	return flatRows(l).jsonLines(w)
}

// jsonLines writes the rows on all cores. Integers and decimals are numbers with all their digits, which JSON does not
// limit. Dates have the form of ISO 8601, and nulls are members, too.
func (t *flatTable) jsonLines(w io.Writer) (report Report, err error) {
	names := make([][]byte, len(t.columns))
	for i, c := range t.columns {
		names[i] = append(data.TextValue(c.name).AppendJSON(nil), ':')
	}
	var reporting sync.Mutex
	done, err := inParts(w, t.rows, fieldsOfPart/max(1, len(names)), func(b []byte, from, to int) []byte {
		for row := from; row < to; row++ {
			for i, c := range t.columns {
				b = append(b, "{,"[min(i, 1)])
				b = append(b, names[i]...)
				v := c.at(row)
				if v.Type == data.Int || v.Type == data.Decimal {
					b = v.Append(b)
					continue
				}
				b = v.AppendJSON(b)
				if v.Type == data.Float && (math.IsNaN(v.Float) || math.IsInf(v.Float, 0)) {
					reporting.Lock()
					report.add(lostFinite, func() string { return c.name })
					reporting.Unlock()
				}
			}
			b = append(b, "}\n"...)
		}
		return b
	})
	if err != nil {
		return report, separators.Errorf("cannot write row %d of the JSON lines: %w", done+1, err)
	}
	return report, nil
}
