package csv

import (
	"bytes"
	"slices"

	"cardinal/data"
	"cardinal/data/format/csv/cut"
	"cardinal/data/shape/totals"
)

// mayBeMarked reports whether a label that package export would mark as that of a total is in the first row of a table,
// in its last row, or in the first line below it.
func mayBeMarked(t *data.Table, below []string) bool {
	return slices.ContainsFunc(below, totals.IsLabel) || t.Rows > 0 && slices.ContainsFunc(t.Columns,
		func(c *data.Column) bool {
			labelled := func(row int) bool { return c.Valid.Get(row) && totals.IsLabel(c.Value(row).Text) }
			return c.Type == data.Text && (labelled(0) || labelled(t.Rows-1))
		})
}

// markedTotals returns the rows of totals of a text that package export wrote. In such a text, only the labels of
// totals have quotes without need. begin is the offset of the first row, behind the names. The result is nil if the
// text quotes another field without need, has such a label without quotes, or quotes all labels.
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

// marks describes the fields of one column.
type marks struct {
	quoted bool // the text has labels of totals in quotes
	proven bool // a label of a total that needs no quotes, or that no other program writes
	bare   bool // the text has fields without quotes
	label  bool // the text has labels of totals without quotes
}

// ofAll reports whether the label of a total contains the number of the labels that were added up.
func ofAll(label []byte) bool { return totals.IsGrand(string(label)) && string(label) != "Total" }

// needsQuotes reports whether package export would put quotes around a text, whatever the text means.
func needsQuotes(text []byte, delimiter byte) bool {
	return len(text) == 0 || text[0] == ' ' || text[len(text)-1] == ' ' || bytes.IndexByte(text, delimiter) >= 0 ||
		bytes.ContainsAny(text, "\"\r\n")
}
