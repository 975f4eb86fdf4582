package pushdown

import (
	"fmt"
	"math"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// parts writes SQL expressions by which the server groups rows, instead of grouping by the column itself. If all
// expressions are equal in two rows, both rows have the same label of f. But rows with the same label may differ in an
// expression. parts returns false if the server cannot express the labels, so that it must group by the column itself.
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
