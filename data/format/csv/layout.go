package csv

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/format/csv/cut"
	"cardinal/data/infer"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// maxColumns protects against a file that is no table and would have millions of columns.
const maxColumns = 20_000

// layoutRecords is the number of first records that decide where the table begins and what names its columns.
const layoutRecords = 200

// layout says where the names of a table, its rows, and the lines around the table are in a text.
type layout struct {
	names   []string        // of the columns; "" if a column has no name
	quoted  bool            // some name stands between quotes
	header  int64           // the offset of the record of the names; -1: no record
	last    int64           // the offset of the last record of names; 0: at most one record has names
	begin   int64           // the offset of the first row
	end     int64           // the offset behind the last row
	text    int64           // the offset of the end of the text
	single  bool            // the table has one column, so a blank line is a row
	chosen  []*infer.Choice // a person's choice for each name; nil: no choice, for one name or for all
	unfit   string          // the note on chosen types of columns that are missing
	wanted  []bool          // for each name, whether its column is read; nil: all, also columns beyond the names
	repeats []bool          // for each name, Options.Repeats; nil: none
	notes   []string
	sample  []record // the first records

	below   func(*layout) error // looks for the lines below the table, and sets `end`
	footers int                 // number of lines below the table that are left out
	left    []data.Loss         // the lines outside the table
}

// record is one of the first records.
type record struct {
	fields []string
	quoted bool  // some field stands between quotes
	start  int64 // the offset of the record
	end    int64 // the offset of the next record
	gap    bool  // a blank line stands above the record
}

// layout finds the layout of a text by its first records.
func (s *source) layout() (layout, error) {
	records, err := s.first()
	if err != nil {
		return layout{}, err
	}
	width := commonWidth(records)
	l := layout{begin: s.from, sample: records}
	if s.options.Header != 0 {
		heads := min(max(s.options.Heads, 1), len(records))
		if l, err = l.given(s.options.Header, records[:heads], width, s.options); err != nil {
			return l, err
		}
		l.below = func(l *layout) error { return s.findFooter(l, records[heads:], width) }
		return l, nil
	}
	comments := countComments(records, width)
	if comments > 0 {
		l.notes = append(l.notes, outsideNote(records[:comments], "1 comment line above the table was "+
			"left out: %s", "%d comment lines above the table were left out, the first is %s"))
		l.leave(records[:comments], "above")
		l.begin = records[comments-1].end
	}
	rest := records[comments:]
	titles := countTitles(rest, width)
	if titles > 0 && hasHeadings(rest[titles-1:]) {
		titles--
	}
	if titles > 0 {
		l.notes = append(l.notes, outsideNote(rest[:titles], "1 line above the table was left out: %s",
			"%d lines above the table were left out, the first is %s"))
		l.leave(rest[:titles], "above")
		l.begin = rest[titles-1].end
		rest = rest[titles:]
	}
	if hasHeadings(rest) {
		err := s.headings(&l, rest, width)
		return l, err
	}
	head := rest[0]
	l.names, l.quoted, l.header = head.fields, head.quoted, head.start
	switch judge(rest) {
	case isData:
		l.names, l.header = make([]string, max(len(head.fields), width)), -1
		l.notes = append(l.notes, "the first line looks like data and was read as a row; the columns are numbered")
	case looksLikeData:
		l.notes = append(l.notes, fmt.Sprintf("the first line names the columns, but looks in part like data: %s",
			ellipsis.Quote(strings.Join(head.fields, ", "), 40)))
		l.begin = head.end
	default:
		l.begin = head.end
	}
	if first := unnamedFirst(rest); first && len(l.names) == len(head.fields) {
		l.names = append([]string{""}, l.names...)
		l.notes = append(l.notes, "the first line has a name too few: the names are those of the columns from the "+
			"second on")
	}
	if second := rest[min(1, len(rest)-1):]; l.header >= 0 && namesAgain(second) {
		l.notes = append(l.notes, fmt.Sprintf("the line below the names looks like names, too, and was read as a "+
			"row: %s", ellipsis.Quote(strings.Join(second[0].fields, ", "), 40)))
	}
	if err := l.named(s.options); err != nil {
		return l, err
	}
	l.below = func(l *layout) error { return s.findFooter(l, rest[1:], width) }
	return l, nil
}

// headings sets the layout of a table whose first two records name the columns.
func (s *source) headings(l *layout, rest []record, width int) error {
	l.nameBy(rest[:2])
	first, err := s.Line(l.header)
	if err != nil {
		return err
	}
	last, err := s.Line(l.last)
	if err != nil {
		return err
	}
	l.notes = append(l.notes, separators.Sprintf("lines %d-%d are read as the header, with their names joined",
		first, last))
	l.below = func(l *layout) error { return s.findFooter(l, rest[2:], width) }
	return l.named(s.options)
}

// nameBy sets the names by consecutive records.
func (l *layout) nameBy(records []record) {
	first, last := records[0], records[len(records)-1]
	l.names, l.header, l.begin = first.fields, first.start, last.end
	if len(records) > 1 {
		l.names, l.last = joinNames(records), last.start
	}
	l.quoted = slices.ContainsFunc(records, func(r record) bool { return r.quoted })
}

// namesAgain reports whether the first row looks like a second line of names: it has words above most columns of
// numbers and dates, and above at least two.
func namesAgain(rows []record) bool {
	words, others := 0, 0
	for col, f := range rows[0].fields {
		if below, _ := kindBelow(rows[1:], col, rows[0].fields); below > infer.Word {
			if infer.KindOf(f) == infer.Word {
				words++
			} else {
				others++
			}
		}
	}
	return len(rows) > 2 && words > max(1, others)
}

// given returns the layout if a person chose the lines of the names. heads has these lines, or the first row.
func (l layout) given(h Header, heads []record, width int, o *Options) (layout, error) {
	l.names, l.header = make([]string, max(len(heads[0].fields), width)), -1
	if h != NoHeader {
		l.nameBy(heads)
	}
	err := l.named(o)
	return l, err
}

// named sets what depends on the names of the columns: the chosen types and the wanted columns.
func (l *layout) named(o *Options) error {
	if len(l.names) > maxColumns {
		return separators.Errorf("the first line has %d fields, more than the %d columns that Cardinal reads",
			len(l.names), maxColumns)
	}
	for _, n := range l.names {
		if !utf8.ValidString(n) {
			return errNotUTF8
		}
	}
	l.single = len(l.names) == 1
	names, _ := header.Repair(l.names)
	l.wanted = nil
	if wanted := header.Wanted(names, o.Columns); wanted != nil && o.Losses == nil {
		l.wanted = each.Of(names, func(name string) bool { return wanted[name] })
	}
	if o.Repeats != nil {
		l.repeats = each.Of(names, o.Repeats)
	}
	var err error
	l.chosen, l.unfit, err = infer.Chosen(o.Types, names, o.Unfit)
	return err
}

// first returns the first records that are not blank.
func (s *source) first() ([]record, error) {
	split := cut.Splitter{Text: &s.Text, At: s.from}
	var out []record
	for len(out) == 0 {
		sp, b, err := split.Next(nil)
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the text has only blank lines; its first line should name the columns")
		}
		if err != nil {
			return nil, err
		}
		out = cutRecords(b, sp.From, s.Dialect, layoutRecords)
	}
	return out, nil
}

// commonWidth returns the most frequent number of fields of a record, or the greatest of several equally frequent
// numbers.
func commonWidth(records []record) int {
	counts := map[int]int{}
	for _, r := range records {
		counts[len(r.fields)]++
	}
	return cut.MostFrequent(counts)
}

// countComments counts the lines above the table that start with # and do not name its columns.
func countComments(records []record, width int) int {
	n := 0
	for n < len(records)-1 && !records[n].quoted && strings.HasPrefix(records[n].fields[0], "#") {
		n++
	}
	for n > 0 && len(records[n-1].fields) == width && judge(records[n:]) != isNames {
		n-- // the line has as many fields as a row, and nothing below it looks like names
	}
	return n
}

// countTitles returns the number of lines above the names. Such a line fills less than about half of the fields of a
// row.
func countTitles(records []record, width int) int {
	n := 0
	for n < len(records)-1 && width > 1 && isTitle(records[n].fields, width) {
		n++
	}
	if n == 0 || len(records[n].fields) < width {
		return 0
	}
	names := judge(records[n:])
	if names == isNames || names == unknown && !slices.ContainsFunc(records[n].fields, isNoWord) ||
		hasHeadings(records[n:]) {
		return n
	}
	return 0
}

func isTitle(fields []string, width int) bool {
	filled := each.Count(fields, func(f string) bool { return f != "" })
	return len(fields) < width && filled <= max(1, width/2) || filled <= 1 && width > 2
}

// unnamedFirst reports whether every row has one field more than the first line, and some row has a value in its last
// field. R writes tables with row names in this form: its column of row names has no name.
func unnamedFirst(records []record) bool {
	filled := false
	for _, r := range records[1:] {
		if len(r.fields) != len(records[0].fields)+1 {
			return false
		}
		filled = filled || r.fields[len(r.fields)-1] != ""
	}
	return filled && len(records[0].fields) > 1
}

// leave adds records to the lines that the table leaves out. where is "above" or "below".
func (l *layout) leave(records []record, where string) {
	for _, r := range records {
		l.left = append(l.left, data.Loss{Text: strings.Trim(strings.Join(r.fields, " "), " "), What: "left out " +
			where + " the table"})
	}
}

// outsideNote returns the note on lines outside the table, of the formats for 1 line and for others.
func outsideNote(records []record, one, many string) string {
	first := ellipsis.Quote(strings.Trim(strings.Join(records[0].fields, " "), " "), 40)
	if len(records) == 1 {
		return fmt.Sprintf(one, first)
	}
	return separators.Sprintf(many, len(records), first)
}
