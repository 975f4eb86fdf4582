package csv

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/format/csv/charset"
	"cardinal/data/format/csv/cut"
	"cardinal/data/infer"
	"cardinal/data/shape/totals"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// maxFooters is the greatest number of lines below the table that are recognised.
const maxFooters = 20

// Footer is the number of lines below the table to leave out. If it is 0, the last lines decide.
type Footer int

// NoFooter says that the last line is a row.
const NoFooter Footer = -1

// rowCount matches the count of rows that programs write below a table: (3 rows affected).
var rowCount = lazyregexp.New(`(?i)^\W*\d[\d.,' ]* (rows?|records?|lines?|entries|results?|zeilen|lignes|filas)\b`)

// tail returns the last records of a text: those in its last cut.TailSize bytes.
func (s *source) tail(l *layout) ([]record, error) {
	from := max(l.begin, s.Size-cut.TailSize)
	b := make([]byte, s.Size-from)
	if err := cut.ReadFull(s, b, from); err != nil {
		return nil, err
	}
	cut := 0
	if from > l.begin {
		cut = strings.IndexByte(string(b), s.EOL) + 1
	}
	return cutRecords(b[cut:], from+int64(cut), s.Dialect, math.MaxInt), nil
}

// cutRecords cuts a text into at most `most` records, and skips blank lines. The text begins at a record. offset is the
// offset of the text in the file.
func cutRecords(b []byte, offset int64, d cut.Dialect, most int) (out []record) {
	sc := cut.Scanner{Src: b, Dialect: d}
	start, gap := offset, false
	for len(out) < most && sc.Next() {
		r := record{start: start, end: offset + int64(sc.At), gap: gap}
		start, gap = r.end, sc.Blank
		if sc.Blank {
			continue
		}
		for i := range sc.Fields {
			r.fields = append(r.fields, string(sc.Value(&sc.Fields[i])))
			r.quoted = r.quoted || sc.Fields[i].Quoted
		}
		out = append(out, r)
	}
	return out
}

// trimEnd moves the end of the text before bytes that do not belong to it, such as the end-of-file character of DOS.
func (s *source) trimEnd() error {
	b := make([]byte, max(0, min(cut.TailSize, s.Size-s.from)))
	for s.Size > s.from {
		b = b[:min(int64(len(b)), s.Size-s.from)]
		if err := cut.ReadFull(s, b, s.Size-int64(len(b))); err != nil {
			return err
		}
		n := len(b) - len(charset.TrimEnd(b))
		s.Size -= int64(n)
		s.behind += int64(n)
		if n < len(b) {
			break
		}
	}
	return nil
}

// findFooter finds the lines below the table. head has the first records below the header.
func (s *source) findFooter(l *layout, head []record, width int) error {
	if err := s.trimEnd(); err != nil {
		return err
	}
	l.end, l.text = s.Size, s.Text.Size
	if s.options.Footer == NoFooter || len(head) == 0 {
		return nil
	}
	last, err := s.tail(l)
	if err != nil {
		return err
	}
	n := int(s.options.Footer)
	if n == 0 {
		if n = countFooters(last, head, width); n > 0 {
			l.notes = append(l.notes, belowNote(last[len(last)-n:]))
		}
	}
	if n > len(last) {
		return separators.Errorf("%d lines at the end are to be left out, and only %d were found there", n, len(last))
	}
	if l.footers = n; n > 0 {
		l.leave(last[len(last)-n:], "below")
		l.end = last[len(last)-n].start
	}
	return nil
}

func belowNote(records []record) string {
	return outsideNote(records, "1 line below the table was left out: %s",
		"%d lines below the table were left out, the first is %s")
}

// countFooters returns the number of footers, which are the lines below the last row. Either a blank line precedes the
// first footer, or each footer certainly is no row. If a row looks like a footer, too, the count is 0.
func countFooters(last, head []record, width int) int {
	if len(last) == 0 { // the last line is longer than the part that was read
		return 0
	}
	n := 0
	for n < min(maxFooters, len(last)-1) && width > 1 && mayBeFooter(last[len(last)-1-n].fields, width) {
		n++
	}
	rows := last[:len(last)-n]
	if start := rows[len(rows)-1].start; head[len(head)-1].start < rows[0].start { // the head ends before the tail
		rows = append(slices.Clone(head), rows...)
	} else if n == 0 || start == 0 {
		return 0
	}
	full := 0
	for _, r := range rows {
		if len(r.fields) == width {
			full++
		}
		if mayBeFooter(r.fields, width) {
			return 0
		}
	}
	if len(rows) < 2 || 10*full < 9*len(rows) {
		return 0
	}
	for ; n > 0; n-- {
		some := last[len(last)-n:]
		if some[0].gap || !slices.ContainsFunc(some, func(r record) bool { return !isFooter(r, rows, width) }) {
			return n
		}
	}
	return 0
}

// mayBeFooter reports whether a record may stand below a table: it has fewer fields than a row, or is a row of totals.
func mayBeFooter(fields []string, width int) bool {
	return isTitle(fields, width) || totals.Label(fields) >= 0
}

// isFooter reports whether a record is certainly not a row, judged by its fields. The caller knows that the record may
// be a footer.
func isFooter(r record, rows []record, width int) bool {
	column := 0
	for column < len(r.fields)-1 && r.fields[column] == "" {
		column++
	}
	below, _ := kindBelow(rows, column, r.fields)
	text := strings.TrimSpace(r.fields[column])
	if infer.KindOf(text) == infer.Word && below > infer.Word {
		return true // a word among numbers or dates
	}
	if totals.Label(r.fields) < 0 {
		return len(r.fields) == 1 && (rowCount().MatchString(text) || width > 2 && strings.ContainsAny(text, ": "))
	}
	for col := range width {
		below, _ := kindBelow(rows, col, r.fields)
		if empty := col >= len(r.fields) || r.fields[col] == ""; empty && below != infer.Nothing &&
			below != infer.Figure && filled(rows, col) {
			return true
		}
	}
	return false
}

// filled reports whether no row is empty in a column.
func filled(rows []record, col int) bool {
	return !slices.ContainsFunc(rows, func(r record) bool { return col >= len(r.fields) || r.fields[col] == "" })
}

// checkForTotals returns infer.ErrOthers if a row may be a row of totals. Only the sums of all columns can then decide.
// The first row may be one if it has the label of a pivot's total. The last row may be one if it has a word for totals;
// remarks may follow it.
func (s *source) checkForTotals(v *detection) error {
	if len(v.blocks) == 0 {
		return nil
	}
	switch below, err := s.firstFooter(v); {
	case err != nil:
		return err
	case len(below) > 0 && totals.IsGrand(below[0]):
		return infer.ErrOthers
	}
	read := func(block cut.Block) ([]byte, error) {
		b := make([]byte, block.To-block.From)
		return b, cut.ReadFull(s, b, block.From)
	}
	b, err := read(v.blocks[0])
	if err != nil {
		return err
	}
	if first := cutRecords(b, 0, s.Dialect, 1); len(first) > 0 && slices.ContainsFunc(first[0].fields, totals.IsLabel) {
		return infer.ErrOthers
	}
	if b, err = read(v.blocks[len(v.blocks)-1]); err != nil {
		return err
	}
	var last []int // the offsets of the last records
	start := 0
	sc := cut.Scanner{Src: b, Dialect: s.Dialect}
	for ; sc.Next(); start = sc.At {
		if !sc.Blank {
			last = append(last[max(0, len(last)-totals.MostRemarks):], start)
		}
	}
	for _, at := range slices.Backward(last) {
		sc = cut.Scanner{Src: b, Dialect: s.Dialect, At: at}
		sc.Next()
		filled := 0
		for i := range sc.Fields {
			text := string(sc.Value(&sc.Fields[i]))
			if totals.MayLabel(text) || totals.IsLabel(text) || i == 0 && text == "" {
				return infer.ErrOthers
			}
			if text != "" {
				filled++
			}
		}
		if filled > 1 {
			break // a row with several values is no remark
		}
	}
	return nil
}

// mostPivot is the greatest size in bytes of a text from which withoutTotals removes lines.
const mostPivot = 1 << 28

// withoutTotals returns the text of a pivot that Cardinal wrote, without the rows of totals. It returns nil if the text
// is too large, or is no such pivot.
func (s *source) withoutTotals(v *detection, t *data.Table) (*source, error) {
	if s.Size > mostPivot {
		return nil, nil
	}
	below, err := s.firstFooter(v)
	if err != nil {
		return nil, err
	}
	rows := totals.OfPivot(t, below)
	may := rows == nil && mayBeMarked(t, below)
	if rows == nil && !may {
		return nil, nil
	}
	b := make([]byte, s.Size)
	if err := cut.ReadFull(s, b, 0); err != nil {
		return nil, err
	}
	end := s.Size
	if v.end > 0 {
		end = v.end
	}
	records := cutRecords(b[v.begin:end], v.begin, s.Dialect, math.MaxInt)
	if may {
		rows = markedTotals(b[s.from:end], int(v.begin-s.from), s.Dialect)
	}
	if len(records) != v.cells.Rows() || len(rows) == 0 {
		return nil, nil
	}
	text, from := make([]byte, 0, len(b)), int64(0)
	out := &source{options: s.options, behind: s.behind}
	for _, row := range rows {
		r := records[row]
		text, from = append(text, b[from:r.start]...), r.end
		out.left = append(out.left, data.Loss{Text: strings.Trim(strings.Join(r.fields, " "), " "),
			What: "left out as a total of the pivot"})
	}
	text = append(text, b[from:]...)
	out.Text = cut.Text{ReaderAt: bytes.NewReader(text), Size: int64(len(text))}
	return out, s.release()
}

// firstFooter returns the fields of the first line below the table, or nil.
func (s *source) firstFooter(v *detection) ([]string, error) {
	if v.footers == 0 {
		return nil, nil
	}
	last, err := s.lastLines(v.footers)
	if err != nil || len(last) == 0 {
		return nil, err
	}
	return last[0].fields, nil
}

// lastLines returns the last n records of the text.
func (s *source) lastLines(n int) ([]record, error) {
	last, err := s.tail(&layout{begin: s.from})
	return last[max(0, len(last)-n):], err
}
