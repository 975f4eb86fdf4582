package markup

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"cardinal/data"
	text "cardinal/data/format/csv"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/shape/totals"
	"cardinal/internal/separators"
)

// maxColumns is the greatest number of columns. It protects against a page that is no table.
const maxColumns = 20_000

// grid has the cells of a table.
type grid struct {
	rows  [][]cell
	cells int // number of cells in the file
	heads int // number of rows at the top that name the columns
	again int // number of texts that `spread` has copied to further rows
	bytes int // size of the texts of all cells, with the copies

	decimal byte  // the decimal sign of the numbers; 0: unknown
	marked  bool  // Cardinal wrote the table and marked its rows of totals
	totals  []int // indexes of the rows of totals, ascending
	labels  int   // number of first columns that have labels as Cardinal writes them
	others  bool  // one of these labels is "Others"
	above   int   // number of rows above the names, which are left out
	plain   bool  // a person chose that no row has names
	notes   []string
}

// cell is one cell, which may span other cells.
type cell struct {
	text       string
	name       bool // the cell is marked as a heading
	bold       bool // in Markdown
	number     *number
	down, over int // number of rows below and of columns to the right that the cell spans
}

// isNumber reports whether a text has digits and no letters. If a number spans several rows, only the first row gets
// it.
func isNumber(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && !strings.ContainsFunc(s, unicode.IsLetter)
}

// chooseHeads chooses the rows that name the columns. They are the rows that a person chose, as sheet.Parse reads the
// choice, or else the headings that the page marks.
func (g *grid) chooseHeads(header string) error {
	wish, err := sheet.Parse(data.Reading{Header: header})
	rows := wish.Names
	switch {
	case err != nil:
		return err
	case wish.Plain:
		g.heads, g.plain = 0, true
	case rows == sheet.Rows{}:
		g.headRows()
	case rows.Last > len(g.rows):
		return separators.Errorf("header: the table has %d rows, and row %d cannot name its columns",
			len(g.rows), rows.Last)
	default:
		g.heads, g.above = rows.Last, rows.First-1
	}
	return nil
}

// spread copies the text of a cell that spans rows or columns: a heading to every column, and a label to every row. It
// makes all rows equally long, and removes the rows above the names. most is the greatest number of bytes that all
// texts may have.
func (g *grid) spread(most int) error {
	var open []cell // by column: the cell that also spans the current row
	width := 0
	for r, row := range g.rows {
		var out []cell
		fill := func() {
			for len(out) < len(open) && open[len(out)].down > 0 {
				c := &open[len(out)]
				c.down--
				out = append(out, cell{text: c.text, name: c.name})
				if c.text != "" {
					g.again++
				}
				g.bytes += len(c.text)
			}
		}
		for _, c := range row {
			fill()
			for i := range c.over + 1 {
				if len(out) == maxColumns {
					return separators.Errorf("row %d of the table has more than the %d columns that Cardinal reads",
						r+1, maxColumns)
				}
				place := cell{name: c.name, down: c.down}
				if i == 0 || r < g.heads {
					place.text = c.text
				}
				if i == 0 {
					place.number = c.number
				}
				g.bytes += len(place.text)
				below := place
				if r >= g.heads && isNumber(place.text) && !c.name {
					below.text = ""
				}
				for len(open) <= len(out) {
					open = append(open, cell{})
				}
				open[len(out)] = below
				out = append(out, place)
			}
		}
		fill()
		if g.bytes > most {
			return errors.New("the table is too large: texts that span many rows do not fit the memory")
		}
		g.rows[r] = out
		width = max(width, len(out))
	}
	for r, row := range g.rows {
		g.rows[r] = append(row, make([]cell, width-len(row))...)
	}
	g.rows, g.heads = g.rows[g.above:], g.heads-g.above
	return nil
}

// headRows counts the heading rows: the first rows that have only headings. It changes nothing if the page marks these
// rows.
func (g *grid) headRows() {
	for g.heads == 0 || g.heads < len(g.rows) && len(g.rows[g.heads]) == 0 {
		n := g.heads
		for n < len(g.rows) && len(g.rows[n]) > 0 && all(g.rows[n], func(c cell) bool { return c.name }) {
			n++
		}
		if n == g.heads {
			return
		}
		g.heads = n
	}
}

func all[T any](some []T, is func(T) bool) bool {
	return !slices.ContainsFunc(some, func(v T) bool { return !is(v) })
}

// names returns the name of each column: the texts above it, from top to bottom, without repetitions. Above a column of
// row labels only the last text counts, because the texts over it name the other columns.
func (g *grid) names() []string {
	names := make([]string, len(g.rows[0]))
	for col := range names {
		var words []string
		labels := all(g.rows[g.heads:], func(row []cell) bool { return row[col].name })
		for _, row := range g.rows[:g.heads] {
			s := row[col].text
			if s != "" && labels {
				words = words[:0]
			}
			if s != "" && (len(words) == 0 || words[len(words)-1] != s) {
				words = append(words, s)
			}
		}
		names[col] = strings.Join(words, data.NameSeparator)
	}
	return names
}

// table makes a table of the grid.
func (g *grid) table(ctx context.Context, options Options, progress func(float64)) (*data.Table, error) {
	var b bytes.Buffer
	how := options.Reading
	how.Header = ""
	o, err := text.Parse(how)
	if err != nil {
		return nil, err
	}
	if o.Strict, o.Delimiter, o.Unfit = true, delimiter, options.Unfit; o.Decimal == 0 {
		o.Decimal = g.decimal
	}
	leaves := g.marked && how.Footer == ""
	if leaves {
		o.Footer = text.NoFooter // the rows of totals are marked
	}
	switch {
	case g.plain:
		o.Header = text.NoHeader
	case g.heads > 0:
		o.Header = 1
		for i, name := range g.names() {
			writeField(&b, i, name, name != "")
		}
		b.WriteByte('\n')
	}
	g.findLabels()
	left, first := 0, ""
	for r, row := range g.rows[g.heads:] {
		if _, total := slices.BinarySearch(g.totals, g.above+g.heads+r); total && leaves {
			if left++; left == 1 {
				first = joinCells(row)
			}
			continue
		}
		for i, c := range row {
			text, stands := c.value()
			if i < g.labels {
				text, stands = g.label(c.text, leaves)
			}
			writeField(&b, i, text, stands)
		}
		b.WriteByte('\n')
	}
	t, err := text.Open(ctx, bytes.NewReader(b.Bytes()), int64(b.Len()), options.Limit, o, progress)
	if err != nil {
		return nil, err
	}
	t.Text = data.TextFormat{}
	t.Notes = append(t.Notes, g.notes...)
	if left > 0 {
		t.Notes = append(t.Notes, totals.LeftOut(left, first))
	}
	if g.above > 0 {
		t.Notes = append(t.Notes, separators.Sprintf("rows above the names of the columns were left out: %d", g.above))
	}
	if g.again > 0 {
		t.Notes = append(t.Notes, separators.Sprintf("texts that span several rows stand in each of them: %d", g.again))
	}
	return t, nil
}

// delimiter separates the fields of a table that is written as text. A comma would be wrong: in a text with commas
// between fields, 1.234 is always a number with a decimal point.
const delimiter = 0x1f

// writeField writes field i of a line; the first field is 0. If stands is false, the field is null and has no quotes;
// an empty text has quotes.
func writeField(b *bytes.Buffer, i int, text string, stands bool) {
	if i > 0 {
		b.WriteByte(delimiter)
	}
	if text != "" && !strings.HasPrefix(text, " ") && !strings.ContainsAny(text, "\x1f\"\r\n") || !stands {
		b.WriteString(text)
		return
	}
	b.WriteString(`"` + strings.ReplaceAll(text, `"`, `""`) + `"`)
}

// value returns the text of a cell, and whether the cell has a value. Cardinal writes an empty text as a pair of
// quotes. It adds a pair of quotes to a text that has only quotes.
func (c cell) value() (text string, stands bool) {
	if n := len(c.text); n >= 2 && n%2 == 0 && strings.Trim(c.text, `"`) == "" {
		return c.text[1 : n-1], true
	}
	return c.text, c.text != ""
}

// findLabels counts the columns of labels in a page that Cardinal wrote. All cells of these columns are marked as
// headings, and cells with numbers are not.
func (g *grid) findLabels() {
	if rows := g.rows[g.heads:]; g.marked && g.labels == 0 && len(rows) > 0 {
		for g.labels < len(rows[0]) && all(rows, func(row []cell) bool { return row[g.labels].name }) {
			g.labels++
		}
	}
	for _, row := range g.rows[g.heads:] {
		g.others = g.others || slices.ContainsFunc(row[:min(g.labels, len(row))], func(c cell) bool {
			return totals.IsOthers(c.text)
		})
	}
}

// label returns the label of a cell with a text, and whether the cell has one. Package export puts a label in quotes if
// it looks like the label of totals or of Others. label removes these quotes, unless rows with the real labels of that
// kind are read. `without` says that rows of totals are left out.
func (g *grid) label(text string, without bool) (label string, stands bool) {
	label, stands = totals.Plain(text)
	if inner := strings.Trim(label, `"`); !without && (totals.IsLabel(inner) || totals.IsCount(inner)) || g.others &&
		totals.IsOthers(inner) {
		return text, text != ""
	}
	return label, stands && text != ""
}

// joinCells joins the texts of a row with blanks between them.
func joinCells(row []cell) string {
	var texts []string
	for _, c := range row {
		if c.text != "" {
			texts = append(texts, c.text)
		}
	}
	return strings.Join(texts, " ")
}
