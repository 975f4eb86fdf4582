package markup

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
	"cardinal/internal/textwidth"
)

// mostAligned is the greatest size in bytes of a text that is searched for aligned columns. The whole text is read,
// because all of its lines are needed to find where columns end.
const mostAligned = 64 << 20

var (
	border = lazyregexp.New(`^ *\+([-=]+\+)+ *$`)             // of MySQL: +----+-------+
	cross  = lazyregexp.New(`^-+(\+-+)+ *$`)                  // of PostgreSQL: ----+-------
	ruler  = lazyregexp.New(`^ *([-=─]{2,}|─)( +[-=─]+)+ *$`) // ----  -------
	drawn  = lazyregexp.New(`^─+( +─+)+$`)                    // in a text that Cardinal wrote
)

// mostHeads is the greatest number of lines above the ruler in a text that Cardinal wrote.
const mostHeads = 8

// stretch is a range of character positions in a line.
type stretch struct{ from, to int }

// aligned has the lines of a table whose columns are aligned with blanks, and the positions of its columns.
type aligned struct {
	names   string
	rows    []string
	columns []stretch // nil: bars separate the columns
	above   []string  // further lines of names above the line `names`, in a text that Cardinal wrote
	ours    bool      // Cardinal wrote the text: the ruler is a drawn line
	lines   int       // number of lines of the table

	width func(word string) int // width of a word in positions: its characters, or its columns on a terminal
}

// RecogniseAligned reports whether a text begins with a table in aligned columns and with the names of the columns. The
// columns have a fixed width, or are drawn as by the clients of MySQL and PostgreSQL. All lines decide.
func RecogniseAligned(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	if size > mostAligned {
		return false, nil
	}
	b, err := head(r, size)
	if err != nil || !mayAlign(b) {
		return false, err
	}
	found, _ := readAligned(r, size)
	return len(found) > 0, nil
}

// mayAlign reports whether the first lines may belong to such a table: the first line has two adjacent blanks, or a
// line is a ruler.
func mayAlign(b []byte) bool {
	first, rest, _ := bytes.Cut(b, []byte("\n"))
	second, _, _ := bytes.Cut(rest, []byte("\n"))
	second = bytes.TrimRight(second, "\r")
	if lines := strings.Split(string(b[:min(len(b), 1<<16)]), "\n"); drawnLine(lines) > 0 {
		return true
	}
	return border().Match(bytes.TrimRight(first, "\r")) || cross().Match(second) || ruler().Match(second) ||
		bytes.Contains(bytes.TrimRight(first, " \r"), []byte("  ")) && !bytes.ContainsAny(first, ",;\t|\"")
}

// readAligned finds the tables of a text, which must begin with a table. besides is the number of non-empty lines
// outside the tables.
func readAligned(r io.ReaderAt, size int64) (found []*aligned, besides int) {
	b, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err != nil || !utf8.Valid(b) || bytes.IndexByte(b, '\t') >= 0 {
		return nil, 0
	}
	text := strings.TrimLeft(strings.TrimPrefix(string(b), "\uFEFF"), "\r\n")
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \r\n"))
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) < 3 {
		return nil, 0
	}
	a, ok := readMarked(lines)
	if a == nil {
		a, ok = readSpaced(lines)
	}
	if !ok {
		return nil, 0
	}
	found, lines = append(found, a), lines[a.lines:]
	for len(lines) > 0 {
		if a, ok = readMarked(lines); ok {
			found, lines = append(found, a), lines[a.lines:]
			continue
		}
		n := 1
		if a != nil { // the lines are no table: the search continues after the next empty line
			if n = slices.Index(lines, ""); n < 0 {
				n = len(lines)
			}
			n = max(n, 1)
		}
		besides += each.Count(lines[:n], func(line string) bool { return line != "" })
		lines = lines[n:]
	}
	return found, besides
}

// readMarked reads the table at the beginning of lines if a ruler or bars mark its columns; otherwise it returns nil.
// ok says whether the lines are such a table.
func readMarked(lines []string) (*aligned, bool) {
	switch {
	case len(lines) < 3:
	case border().MatchString(lines[0]):
		a, ok := readBarred(lines[1:], border(), len(strings.Split(lines[0], "+"))-2)
		a.lines++
		return a, ok
	case cross().MatchString(lines[1]):
		return readBarred(lines, cross(), len(strings.Split(lines[1], "+")))
	case ruler().MatchString(lines[1]):
		return readRuled(lines, 1)
	case drawnLine(lines) > 1:
		return readRuled(lines, drawnLine(lines))
	}
	return nil, false
}

// drawnLine returns the index of the ruler below the names in a text that Cardinal wrote, or 0.
func drawnLine(lines []string) int {
	return max(0, slices.IndexFunc(lines[:min(len(lines), mostHeads+1)], func(line string) bool {
		return drawn().MatchString(strings.TrimRight(line, "\r"))
	}))
}

// readBarred reads a table with bars between the given number of columns. The second line is a ruler. The table ends
// with another ruler, or with the last line that has bars.
func readBarred(lines []string, signs *regexp.Regexp, columns int) (*aligned, bool) {
	a := &aligned{names: lines[0]}
	if !signs.MatchString(lines[1]) || len(split(lines[0])) != columns {
		return a, false
	}
	at := 2
	for ; at < len(lines) && !signs.MatchString(lines[at]) && strings.Contains(lines[at], "|"); at++ {
		if len(bars(lines[at])) != columns {
			return a, false
		}
		a.rows = append(a.rows, lines[at])
	}
	if at < len(lines) && signs.MatchString(lines[at]) {
		at++
	}
	a.lines = at
	return a, columns > 1
}

// bars cuts a line at its bars. An empty last column counts.
func bars(line string) []string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "|") {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	}
	return strings.Split(line, "|")
}

// readRuled reads a table whose columns are marked by the ruler lines[at]. Cardinal aligns a text as a terminal shows
// it, so that a Chinese character takes two positions. Other programs count either characters or positions on a
// terminal.
func readRuled(lines []string, at int) (*aligned, bool) {
	ours := drawn().MatchString(lines[at])
	if !ours {
		if a, ok := readRuledBy(lines, at, utf8.RuneCountInString); ok {
			return a, ok
		}
	}
	a, ok := readRuledBy(lines, at, textwidth.Of)
	a.ours = ours
	return a, ok
}

// readRuledBy does what readRuled does, with `width` as the width of a word. Each line must have blanks between the
// columns, except for a title above the names.
func readRuledBy(lines []string, at int, width func(word string) int) (*aligned, bool) {
	a := &aligned{names: lines[at-1], above: lines[:at-1], width: width}
	for i, c := range []rune(lines[at] + " ") {
		switch n := len(a.columns); {
		case c == ' ' && n > 0 && a.columns[n-1].to == 0:
			a.columns[n-1].to = i
		case c != ' ' && (n == 0 || a.columns[n-1].to > 0):
			a.columns = append(a.columns, stretch{from: i})
		}
	}
	at++
	for ; at < len(lines) && lines[at] != ""; at++ {
		a.rows = append(a.rows, lines[at])
	}
	a.lines = at
	for _, line := range append([]string{a.names}, a.rows...) {
		places, from := a.places(line), 0
		for _, c := range a.columns {
			for i := from; i < min(c.from, len(places)); i++ {
				if places[i] != " " {
					return a, false
				}
			}
			from = c.to
		}
		if len(places) > from { // the last column may be longer than the ruler
			a.columns[len(a.columns)-1].to = len(places)
		}
	}
	return a, len(a.columns) > 1 && len(a.rows) > 0
}

// readSpaced reads a table in which every line has a blank at the positions between two columns. Each column must have
// a name that is no number, except for a first column of row numbers, as pandas prints it. At least two columns must be
// separated by two blanks.
func readSpaced(lines []string) (*aligned, bool) {
	a := &aligned{names: lines[0], rows: lines[1:], lines: len(lines), width: utf8.RuneCountInString}
	var used []bool
	for _, line := range lines {
		if line == "" {
			return nil, false
		}
		for i, text := range a.places(line) {
			if i == len(used) {
				used = append(used, false)
			}
			used[i] = used[i] || text != " "
		}
	}
	used = append(used, false)
	names, wide, from := a.places(lines[0]), false, -1
	for i, is := range used {
		switch {
		case is && from < 0:
			if n := len(a.columns); n > 0 && i-a.columns[n-1].to >= 2 {
				wide = true
			}
			from = i
		case !is && from >= 0:
			name := part(names, stretch{from, i})
			if n := len(a.columns); name == "" && n > 0 && from-a.columns[n-1].to == 1 { // words of one column
				a.columns[n-1].to, from = i, -1
				continue
			}
			if name == "" && (len(a.columns) > 0 || !a.isNumbered(i)) || strings.ContainsFunc(name, unicode.IsDigit) &&
				!strings.ContainsFunc(name, unicode.IsLetter) {
				return nil, false
			}
			a.columns, from = append(a.columns, stretch{from, i}), -1
		}
	}
	return a, wide && len(a.columns) > 1
}

// isNumbered reports whether the rows have the numbers 0, 1, 2 and so on before position `to`.
func (a *aligned) isNumbered(to int) bool {
	for n, row := range a.rows {
		if part(a.places(row), stretch{0, to}) != strconv.Itoa(n) {
			return false
		}
	}
	return true
}

// places returns the text at each position of a line. A word is at its first position; its other positions are empty,
// because no column ends within a word. A word without width, such as a combining mark, is joined with the blank beside
// it that is in its column.
func (a *aligned) places(line string) []string {
	places := make([]string, 0, len(line))
	for line != "" {
		word, _, _ := strings.Cut(line, " ")
		if word == "" {
			places, line = append(places, " "), line[1:]
			continue
		}
		line = line[len(word):]
		width, at := a.width(word), len(places)
		if width == 0 && at > 0 && !slices.ContainsFunc(a.columns, func(c stretch) bool {
			return c.from <= at && at < c.to
		}) {
			places[at-1] += word
			continue
		}
		if width == 0 {
			word, width, line = word+" ", 1, strings.TrimPrefix(line, " ")
		}
		for i := range width {
			if i > 0 {
				word = ""
			}
			places = append(places, word)
		}
	}
	return places
}

func part(places []string, s stretch) string {
	return strings.TrimSpace(strings.Join(places[min(s.from, len(places)):min(s.to, len(places))], ""))
}

// cells cuts a line into cells.
func (a *aligned) cells(line string) (out []cell) {
	if a.columns == nil {
		for _, text := range bars(line) {
			out = append(out, cell{text: strings.TrimSpace(text)})
		}
		return out
	}
	places := a.places(line)
	for _, c := range a.columns {
		out = append(out, cell{text: part(places, c)})
	}
	return out
}

// OpenAligned reads a table of a text of the given size in bytes. RecogniseAligned has recognised the text. The names
// of the tables are their numbers. The error is a sentence for a person.
func OpenAligned(ctx context.Context, r io.ReaderAt, size int64, o Options,
	progress func(float64)) (*data.Table, error) {
	if err := checkSize(size, o.Limit); err != nil {
		return nil, err
	}
	found, besides := readAligned(r, size)
	if len(found) == 0 {
		return nil, errors.New("the text has no aligned columns")
	}
	all := tables{of: "text"}
	how := "the columns are cut at the bars"
	for _, a := range found {
		g := &grid{heads: 1, rows: [][]cell{a.cells(a.names)}}
		for _, line := range a.rows {
			g.rows = append(g.rows, a.cells(line))
		}
		if a.ours {
			a.spread(g)
		}
		g.cells = len(g.rows) * len(g.rows[0])
		if a.columns != nil {
			how = "the columns are cut where every line has a blank"
		}
		all.all = append(all.all, named{grid: g})
	}
	t, err := all.open(ctx, size, o, progress)
	if err != nil {
		return nil, err
	}
	t.Notes = append([]string{how}, t.Notes...)
	beside := "below the table"
	if len(found) > 1 {
		beside = "beside the tables"
	}
	switch besides {
	case 0:
	case 1:
		t.Notes = append(t.Notes, "1 line "+beside+" was left out")
	default:
		t.Notes = append(t.Notes, separators.Sprintf("%d lines %s were left out", besides, beside))
	}
	return t, nil
}
