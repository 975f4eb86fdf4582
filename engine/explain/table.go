package explain

import (
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// shareScale is the decimal places of shares in Table: per cent with two places.
const shareScale = 4

// Table lists the lines of all columns as a table. Columns without a value are left out. A column with a number that
// does not fit 64 bits is a column of texts.
func (x *Explanation) Table() *data.Table {
	var columns []*data.Column
	list := func(name string, value func(c *Column, l *Line) data.Value) *data.Column {
		var values []data.Value
		for i := range x.Columns {
			for j := range x.Columns[i].Lines {
				values = append(values, value(&x.Columns[i], &x.Columns[i].Lines[j]))
			}
		}
		if slices.ContainsFunc(values, isWide) {
			for i, v := range values {
				if !v.IsNull() {
					values[i] = data.TextValue(v.String())
				}
			}
		}
		c := data.FromValues(name, values)
		if c.Nulls < c.Rows || len(columns) == 0 {
			columns = append(columns, c)
		}
		return c
	}
	share := func(name string, of func(c *Column, l *Line) *big.Rat) {
		list(name, func(c *Column, l *Line) data.Value {
			r := of(c, l)
			if r == nil {
				return data.Value{}
			}
			n, _ := new(big.Rat).SetString(r.FloatString(shareScale))
			v := Value(n, data.Value{Type: data.Decimal, Scale: shareScale})
			if isWide(v) {
				f, _ := v.Number()
				return data.FloatValue(f)
			}
			return v
		}).Format.Percent = true
	}
	fraction := func(name string, of func(l *Line) *big.Rat) {
		list(name, func(_ *Column, l *Line) data.Value { return Value(of(l), x.Figures[Own]) })
	}
	list("Column", func(c *Column, _ *Line) data.Value { return data.TextValue(c.Name(nil)) })
	share("Explains", func(c *Column, _ *Line) *big.Rat { return c.exact })
	list("Label", func(_ *Column, l *Line) data.Value { return data.TextValue(l.Text) })
	list("Rows", func(_ *Column, l *Line) data.Value { return data.IntValue(int64(l.Rows[Own])) })
	list("Figure", func(_ *Column, l *Line) data.Value { return l.Figures[Own] })
	if x.Kind == Divides || x.Kind == Adds && x.Measure.Func == query.Formula { // without a figure, too
		fraction("Contribution", func(l *Line) *big.Rat { return l.Contribution })
	}
	share("Share", func(_ *Column, l *Line) *big.Rat { return l.Parts[Own] })
	list("Holds it", func(_ *Column, l *Line) data.Value {
		if !l.Holds {
			return data.Value{}
		}
		return data.TextValue("yes")
	})
	if x.Other != nil {
		list("Other figure", func(_ *Column, l *Line) data.Value { return l.Figures[Other] })
		share("Share of other", func(_ *Column, l *Line) *big.Rat { return l.Parts[Other] })
	}
	fraction("Change", func(l *Line) *big.Rat { return l.Change })
	fraction("Mix", func(l *Line) *big.Rat { return l.Mix })
	fraction("Rate", func(l *Line) *big.Rat { return l.Rate })
	share("Share of whole", func(_ *Column, l *Line) *big.Rat { return l.Parts[Whole] })
	return data.NewTable("explanation", columns)
}

// isWide reports whether a value is an integer or a decimal that does not fit 64 bits: a column of numbers would round
// it.
func isWide(v data.Value) bool {
	_, fits := v.Int.Int64()
	return !fits && (v.Type == data.Int || v.Type == data.Decimal)
}
