package export

import (
	"context"
	"io"

	"cardinal/data"
	"cardinal/internal/separators"
)

// jsonLines writes a line with an object for each row, on all cores. Integers and decimals are numbers with all their
// digits, since JSON does not limit digits. Dates are in the form of ISO 8601. A null is written as a member with the
// value null. NaN and infinities are texts, since JSON has no such numbers.
func (t *flatTable) jsonLines(_ context.Context, w io.Writer) error {
	done, err := inParts(w, t.rows, fieldsOfPart/max(1, len(t.columns)), func(b []byte, from, to int) []byte {
		for row := from; row < to; row++ {
			for i, c := range t.columns {
				b = append(data.TextValue(c.name).AppendJSON(append(b, "{,"[min(i, 1)])), ':')
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
		return separators.Errorf("cannot write row %d of the JSON lines: %w", done+1, err)
	}
	return nil
}
