package markup

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/shape/totals"
	"cardinal/internal/lazyregexp"
)

// rule matches the line between the names and the rows of a Markdown table.
var rule = lazyregexp.New(`^ {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\r?$`)

// comma matches the remark that package export writes below a table whose numbers have a decimal comma.
var comma = lazyregexp.New(`^<!-- 1\D?234,5 -->$`)

// once matches the remark that package export writes below a table that shows a label once for several rows.
var once = lazyregexp.New(`^<!-- (\d{1,3}) columns of labels; an empty one has the label above -->$`)

// bold matches the remark that package export writes below a table with rows of totals.
var bold = lazyregexp.New(`^<!-- columns of labels: (\d{1,3}); totals are bold -->$`)

// title matches the beginning of a Markdown heading.
var title = lazyregexp.New(`^#{1,6} `)

// RecogniseMarkdown reports whether a text begins with a Markdown table, perhaps below a title.
func RecogniseMarkdown(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	b, err := head(r, size)
	if err != nil {
		return false, err
	}
	return firstTable(b) >= 0, nil
}

// firstTable returns the offset of the line that names the columns of the first table, or -1. Lines without bars may
// precede this line if the first of them is a title.
func firstTable(b []byte) int {
	at, before := 0, -1 // offsets of the current line, and of the previous line if it has a bar
	for line := range bytes.Lines(b) {
		switch {
		case before >= 0:
			if names := bytes.TrimRight(b[before:at], "\r\n"); isRule(line) &&
				len(split(string(names))) == len(split(strings.TrimRight(string(line), "\r\n"))) {
				return before
			}
			return -1
		case bytes.IndexByte(line, '|') >= 0:
			before = at
		case at == 0 && !title().Match(line):
			return -1
		}
		at += len(line)
	}
	return -1
}

func isRule(line []byte) bool {
	return bytes.IndexByte(line, '|') >= 0 && rule().Match(bytes.TrimRight(line, "\n"))
}

// OpenMarkdown reads a table of a text of the given size in bytes. The name of a table is the heading above it, or its
// number. The error is a sentence for a person.
func OpenMarkdown(ctx context.Context, r io.ReaderAt, size int64, o Options,
	progress func(float64)) (*data.Table, error) {
	if err := checkSize(size, o.Limit); err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) < size {
		return nil, io.ErrUnexpectedEOF
	}
	all, around := findTables(bytes.TrimPrefix(b, []byte("\xEF\xBB\xBF")))
	if len(all.all) == 0 {
		return nil, errors.New("the text has no table of Markdown")
	}
	t, err := all.open(ctx, size, o, progress)
	if err == nil && around && len(all.all) == 1 {
		t.Notes = append(t.Notes, "the text around the table was left out")
	}
	return t, err
}

// findTables finds the tables of a text, except in blocks of code. around reports whether there is other text.
func findTables(b []byte) (all tables, around bool) {
	all.of = "text"
	heading, before := "", "" // the last heading, and the previous line if it may name columns
	code := false
	var g *grid // the current table
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			code = !code
		}
		switch {
		case g != nil && strings.Contains(line, "|"):
			g.add(line)
			continue
		case !code && before != "" && isRule([]byte(line)) && len(split(before)) == len(split(line)):
			g = &grid{heads: 1}
			g.add(before)
			all.all = append(all.all, named{g, heading})
			before = ""
			continue
		}
		g = nil
		if n := len(all.all); n > 0 && before == "" {
			if comma().MatchString(trimmed) {
				all.all[n-1].decimal = ','
				continue
			}
			if all.all[n-1].readRemark(trimmed) {
				continue
			}
		}
		around = around || before != ""
		before = ""
		switch {
		case !code && strings.Contains(line, "|"):
			before = line
		case trimmed != "":
			around = true
			if text := strings.TrimLeft(trimmed, "#"); !code && len(text) < len(trimmed) &&
				strings.HasPrefix(text, " ") {
				heading = plainText(strings.TrimRight(text, "# "))
			}
		}
	}
	return all, around || before != ""
}

// readRemark reads a line below a table, and reports whether it is a remark of package export on labels or totals.
func (g *grid) readRemark(line string) bool {
	again, totalled := once().FindStringSubmatch(line), bold().FindStringSubmatch(line)
	switch {
	case totalled != nil:
		labels, _ := strconv.Atoi(totalled[1])
		g.findTotals(labels)
	case again != nil:
		labels, _ := strconv.Atoi(again[1])
		g.repeat(labels)
	default:
		return false
	}
	if g.decimal == 0 { // a remark on a decimal comma would have come first
		g.decimal = '.'
	}
	return true
}

// findTotals finds the rows of totals, and the rows that say how many labels are not shown. labels is the number of
// first columns that have labels.
func (g *grid) findTotals(labels int) {
	g.marked, g.labels = true, labels
	before := false // the previous row is a total
	for i, row := range g.rows[1:] {
		labels := row[:min(labels, len(row))]
		total, last := slices.ContainsFunc(labels, func(c cell) bool { return c.bold && totals.IsLabel(c.text) }),
			len(labels)-1
		before = total || before && last > 0 && labels[last].bold && areEmpty(labels[:last]) // or its next measure
		if before || slices.ContainsFunc(labels, func(c cell) bool { return totals.IsCount(c.text) }) &&
			areEmpty(row[len(labels):]) {
			g.totals = append(g.totals, i+1)
		}
	}
}

func areEmpty(cells []cell) bool {
	return !slices.ContainsFunc(cells, func(c cell) bool { return c.text != "" })
}

// add adds a row of cells.
func (g *grid) add(line string) {
	var row []cell
	for _, text := range split(line) {
		row = append(row, cell{text: plainText(text), bold: isBold(strings.TrimSpace(text))})
	}
	g.rows = append(g.rows, row)
	g.cells += len(row)
}

// split cuts a line at its bars, except at a bar after a backslash.
func split(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	var out []string
	from := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			out = append(out, line[from:i])
			from = i + 1
		}
	}
	if strings.TrimSpace(line[from:]) != "" || len(out) == 0 {
		out = append(out, line[from:])
	}
	return out
}

var lineBreak = lazyregexp.New(`(?i)<br ?/?>`)

// plainText returns the text of a cell without Markdown: bold, backslashes and line breaks.
func plainText(s string) string {
	s = strings.TrimSpace(s)
	if isBold(s) {
		s = s[2 : len(s)-2]
	}
	s = lineBreak().ReplaceAllString(s, "\n")
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\\`*_{}[]<>()#+-.!|~&$\"'", s[i+1]) >= 0 {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func isBold(s string) bool {
	return len(s) > 4 && strings.HasPrefix(s, "**") && strings.HasSuffix(s, "**") && s[len(s)-3] != '\\'
}
