package csv

import (
	"bytes"
	"slices"

	"cardinal/data"
	"cardinal/data/format/csv/cut"
	"cardinal/data/shape/totals"
)

// mayBeMarked reports whether package export may have written the text and quoted the labels of its totals. It looks
// for such a label in the first row, in the last row, and in the first line below the table.
func mayBeMarked(t *data.Table, below []string) bool {
	return slices.ContainsFunc(below, totals.IsLabel) || t.Rows > 0 && slices.ContainsFunc(t.Columns,
		func(c *data.Column) bool {
			labelled := func(row int) bool { return c.Valid.Get(row) && totals.IsLabel(c.Value(row).Text) }
			return c.Type == data.Text && (labelled(0) || labelled(t.Rows-1))
		})
}

// markedTotals returns the rows of totals of a text that package export wrote. In such a text, only the labels of
// totals stand in quotes that they do not need. begin is the offset of the first row, behind the names. The result is
// nil if other fields stand in needless quotes, if a column has labels of totals both with and without quotes, or if
// all fields of a column with such labels are quoted.
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

// marks says what quotes the fields of one column have.
type marks struct {
	quoted bool // some label of a total has quotes
	proven bool // such a label needs no quotes, or only package export writes it
	bare   bool // some field has no quotes
	label  bool // some label of a total has no quotes
}

// ofAll reports whether a label of a grand total also has the number of labels that were added up.
func ofAll(label []byte) bool { return totals.IsGrand(string(label)) && string(label) != "Total" }

// needsQuotes reports whether a text needs quotes because of its characters, as package export decides it.
func needsQuotes(text []byte, delimiter byte) bool {
	return len(text) == 0 || text[0] == ' ' || text[len(text)-1] == ' ' || bytes.IndexByte(text, delimiter) >= 0 ||
		bytes.ContainsAny(text, "\"\r\n")
}
