package pushdown

import (
	"fmt"
	"math"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// parts writes the expressions that all rows of a label share. Two labels never have the same values; one label may
// have several. It returns false if the field needs the whole column.
func (w *Writer) parts(c remote.Column, f query.Field) ([]string, bool) {
	switch {
	case f.Part == query.Bin:
		return w.bin(c, f)
	case f.Part.Kind().Takes != query.Dates || c.Type == data.Text:
		return nil, false
	}
	return w.sql.part(w, c, f)
}

// bin writes floor(v/width) of whole numbers and decimals.
func (w *Writer) bin(c remote.Column, f query.Field) ([]string, bool) {
	n, ok := w.integer(c)
	if !ok || !c.Type.Numeric() || c.Scale < f.BinScale {
		return nil, false
	}
	width := f.BinWidth
	for range c.Scale - f.BinScale {
		if width > math.MaxInt64/10 {
			return nil, false
		}
		width *= 10
	}
	return []string{fmt.Sprintf(w.sql.bin, n, width)}, true
}
