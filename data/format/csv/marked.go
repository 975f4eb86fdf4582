package csv

import (
	"bytes"
	"slices"

	"cardinal/data"
	"cardinal/data/format/csv/cut"
	"cardinal/data/shape/totals"
)

// mayBeMarked reports whether the first or the last row of a table, or the first line below it, has a label
// that package export would mark as that of a total.
func mayBeMarked(t *data.Table, below []string) bool {
	return slices.ContainsFunc(below, totals.IsLabel) || t.Rows > 0 && slices.ContainsFunc(t.Columns, func(c *data.Column) bool {
		labelled := func(row int) bool { return c.Valid.Get(row) && totals.IsLabel(c.Value(row).Text) }
		return c.Type == data.Text && (labelled(0) || labelled(t.Rows-1))
	})
}

// markedTotals are the rows of totals of a text that package export wrote: the labels of totals are the only
// fields between quotes that need none. begin is the offset of the first row, behind the names. It is nil of
// another text: one that quotes a further field without need, has such a label without quotes, or quotes all
// labels.
func markedTotals(b []byte, begin int, d cut.Dialect) (rows []int) {
	if d != (cut.Dialect{Delim: d.Delim, EOL: d.EOL}) {
		return nil
	}
	sc := cut.Scanner{Src: b, Dialect: d}
	columns := make([]marks, maxColumns)
	for row, at := 0, 0; sc.Next(); at = sc.At {
		if sc.Blank || len(sc.Fields) > maxColumns {
			continue
		}
		total := false
		for col := range sc.Fields {
			f := &sc.Fields[col]
			text := sc.Value(f)
			label := bytes.Contains(text, []byte("otal")) && totals.IsLabel(string(text))
			needs, c := needsQuotes(text, d.Delim), &columns[col]
			switch {
			case f.Quoted && !needs && (!label || at < begin):
				return nil
			case at < begin:
			case f.Quoted && label:
				total, c.quoted = true, true
				c.proven = c.proven || !needs || ofAll(text)
			case !f.Quoted && len(text) > 0:
				c.bare, c.label = true, c.label || label
			}
		}
		if total {
			rows = append(rows, row)
		}
		if at >= begin {
			row++
		}
	}
	if slices.ContainsFunc(columns, func(c marks) bool { return c.quoted && (!c.proven || !c.bare || c.label) }) {
		return nil
	}
	return rows
}

// marks is what the rows have in one column.
type marks struct {
	quoted bool // labels of totals between quotes
	proven bool // one of them needs no quotes, or no other program writes it
	bare   bool // texts without quotes
	label  bool // labels of totals without quotes
}

// ofAll reports whether the label of a total counts the labels that it is of.
func ofAll(label []byte) bool { return totals.IsGrand(string(label)) && string(label) != "Total" }

// needsQuotes reports whether package export would write a text between quotes whatever it means.
func needsQuotes(text []byte, delimiter byte) bool {
	return len(text) == 0 || text[0] == ' ' || text[len(text)-1] == ' ' || bytes.IndexByte(text, delimiter) >= 0 || bytes.ContainsAny(text, "\"\r\n")
}
