package pushdown

import (
	"fmt"
	"math"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// parts writes SQL expressions by which the server groups rows instead of by the column itself. Rows in which all
// expressions are equal have the same label of f. Rows with the same label may differ in an expression. parts returns
// false if only the column itself tells the labels apart.
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
