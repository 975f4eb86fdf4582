package markup

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"cardinal/data"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// beginnings has the first characters of a web page, or of a part of one.
var beginnings = []string{"<!doctype html", "<html", "<head", "<body", "<meta", "<table", "<div", "<!--startfragment"}

// headSize is the number of bytes that are enough to recognise a file.
const headSize = 64 << 10

// head returns the beginning of a file, without a byte order mark and without leading blanks.
func head(r io.ReaderAt, size int64) ([]byte, error) {
	b := make([]byte, min(size, headSize))
	if n, err := r.ReadAt(b, 0); n < len(b) {
		return nil, err
	}
	return bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xEF\xBB\xBF")), " \t\r\n"), nil
}

// RecogniseHTML reports whether a text begins like a web page or a part of one.
func RecogniseHTML(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	b, err := head(r, size)
	if err != nil {
		return false, err
	}
	start := strings.ToLower(string(b[:min(len(b), 32)]))
	for _, s := range beginnings {
		if strings.HasPrefix(start, s) {
			return true, nil
		}
	}
	m := element().FindSubmatch(b)
	return m != nil && atom.Lookup(bytes.ToLower(m[1])) != 0 && bytes.Contains(bytes.ToLower(b), []byte("<table")), nil
}

// element matches an HTML element at the beginning, such as a heading above a table.
var element = lazyregexp.New(`^<([A-Za-z][A-Za-z0-9]*)[\s>]`)

// OpenHTML reads a table of a page of the given size in bytes. The name of a table is its caption, the heading above
// it, or its number. The error is a sentence for a person.
func OpenHTML(ctx context.Context, r io.ReaderAt, size int64, o Options, progress func(float64)) (*data.Table, error) {
	if err := checkSize(size, o.Limit); err != nil {
		return nil, err
	}
	p, err := readPage(ctx, io.NewSectionReader(r, 0, size))
	if err != nil {
		return nil, err
	}
	if len(p.tables) == 0 {
		return nil, errors.New("the web page has no table: copy what you need into a spreadsheet, or open another file")
	}
	slices.SortFunc(p.tables, func(a, b *htmlTable) int { return cmp.Compare(a.at, b.at) })
	all := tables{of: "page"}
	for _, t := range p.tables {
		all.all = append(all.all, named{&t.grid, cmp.Or(strings.TrimSpace(t.caption.String()), t.heading)})
	}
	return all.open(ctx, size, o, progress)
}

// readPage finds the tables of a page.
func readPage(ctx context.Context, r io.Reader) (*page, error) {
	in, err := charset.NewReader(r, "text/html")
	if err != nil {
		return nil, err
	}
	p := &page{}
	z := html.NewTokenizer(in)
	for n := 0; z.Next() != html.ErrorToken; n++ {
		if n%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		p.token(z)
	}
	if err := z.Err(); !errors.Is(err, io.EOF) {
		return nil, err
	}
	for len(p.open) > 0 {
		p.closeTable()
	}
	return p, nil
}

// checkSize returns an error if a text is too large to be held in memory.
func checkSize(size, limit int64) error {
	if limit > 0 && size > limit/8 {
		return separators.Errorf("the text is too large: it takes %d MB, about eight times as much memory is needed, "+
			"and %d MB are free; turn it into .csv", size>>20, limit>>20)
	}
	return nil
}

// mostBytes returns the greatest size of a table's texts in bytes. Texts that are copied to several cells count several
// times.
func mostBytes(size, limit int64) int {
	n := 64<<20 + 16*size
	if limit > 0 {
		n = min(n, limit/4)
	}
	return int(n)
}

// mostHeading is the number of bytes of a heading that are kept, approximately.
const mostHeading = 1 << 10

// page collects the tables of a page.
type page struct {
	tables  []*htmlTable // tables with a row, in the order of their ends
	open    []*htmlTable // tables that have not ended; each is within the previous one
	begun   int          // number of tables so far
	ours    bool         // Cardinal wrote the page
	heading strings.Builder
	heads   bool // whether the following text belongs to the heading
}

// htmlTable is a table that is being read.
type htmlTable struct {
	grid
	at       int    // index among the tables of the page
	heading  string // the heading above the table
	caption  strings.Builder
	captions bool            // whether the following text belongs to the caption
	head     bool            // whether the following rows are headings
	cell     bool            // whether the following text belongs to the last cell of the last row
	hidden   bool            // whether the following text is a script or a style
	text     strings.Builder // of the current cell
}

// token reads the next token of the page.
func (p *page) token(z *html.Tokenizer) {
	token := z.Token()
	p.title(token)
	p.ours = p.ours || isOurs(token)
	if token.Type == html.StartTagToken && token.DataAtom == atom.Table {
		t := &htmlTable{at: p.begun, heading: strings.TrimSpace(p.heading.String())}
		for _, a := range token.Attr {
			if a.Key == "data-decimal" && (a.Val == "," || a.Val == ".") {
				t.decimal, t.marked = a.Val[0], p.ours
			}
		}
		p.open = append(p.open, t)
		p.begun++
		return
	}
	if len(p.open) == 0 {
		return
	}
	t := p.open[len(p.open)-1]
	switch token.Type {
	case html.TextToken:
		switch {
		case t.hidden:
		case t.captions:
			t.caption.WriteString(token.Data)
		case t.cell:
			t.addWords(token.Data)
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		t.begin(token)
	case html.EndTagToken:
		if token.DataAtom == atom.Table {
			p.closeTable()
			return
		}
		t.end(token.DataAtom)
	}
}

// title stores the text of the last heading.
func (p *page) title(token html.Token) {
	if token.Type == html.TextToken {
		if p.heads && p.heading.Len() < mostHeading {
			p.heading.WriteString(token.Data[:min(len(token.Data), mostHeading)])
		}
		return
	}
	switch token.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		if p.heads = token.Type == html.StartTagToken; p.heads {
			p.heading.Reset()
		}
	case atom.Table:
		p.heads = false // the heading has no end tag
	}
}

func (p *page) closeTable() {
	t := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	t.closeCell()
	if t.cells > 0 {
		p.tables = append(p.tables, t)
	}
}

func (t *htmlTable) begin(token html.Token) {
	switch token.DataAtom {
	case atom.Caption:
		t.captions = true
	case atom.Thead:
		t.head, t.captions = true, false
	case atom.Tbody, atom.Tfoot:
		t.closeCell()
		t.head = false
	case atom.Tr:
		t.closeCell()
		t.captions = false
		t.rows = append(t.rows, nil)
		if t.marked && isTotals(token) {
			t.totals = append(t.totals, len(t.rows)-1)
		}
		if t.head && t.heads == len(t.rows)-1 {
			t.heads++
		}
	case atom.Td, atom.Th:
		t.closeCell()
		if len(t.rows) == 0 {
			t.rows = append(t.rows, nil)
		}
		last := &t.rows[len(t.rows)-1]
		*last = append(*last, cell{name: token.DataAtom == atom.Th, number: numberOf(token),
			down: span(token, "rowspan", 65534), over: span(token, "colspan", 1000)})
		t.cell = true
		t.cells++
	case atom.Br:
		if t.cell {
			t.text.WriteByte('\n')
		}
	case atom.P, atom.Div, atom.Li:
		t.addWords(" ")
	case atom.Script, atom.Style:
		t.hidden = token.Type == html.StartTagToken
	}
}

// isOurs reports whether an element says that Cardinal wrote the page.
func isOurs(token html.Token) bool {
	return token.DataAtom == atom.Meta && slices.Contains(token.Attr, html.Attribute{Key: "name", Val: "generator"}) &&
		slices.Contains(token.Attr, html.Attribute{Key: "content", Val: "Cardinal"})
}

// isTotals reports whether a row of a table that Cardinal wrote has totals, or says how many labels are not shown.
func isTotals(token html.Token) bool {
	return slices.ContainsFunc(token.Attr, func(a html.Attribute) bool {
		return a.Key == "class" && (a.Val == "total" || a.Val == "note")
	})
}

func (t *htmlTable) end(tag atom.Atom) {
	switch tag {
	case atom.Caption:
		t.captions = false
	case atom.Thead:
		t.closeCell()
		t.head = false
	case atom.Td, atom.Th, atom.Tr:
		t.closeCell()
	case atom.Script, atom.Style:
		t.hidden = false
	}
}

// addWords adds a text. It replaces each sequence of blanks and line ends by one blank.
func (t *htmlTable) addWords(s string) {
	for i, word := range strings.FieldsFunc(s, isBlank) {
		if i > 0 || strings.TrimLeft(s, " \t\r\n") != s {
			t.text.WriteByte(' ')
		}
		t.text.WriteString(word)
	}
	if strings.TrimRight(s, " \t\r\n") != s {
		t.text.WriteByte(' ')
	}
}

// isBlank reports whether a browser collapses a sequence of such characters to one blank.
func isBlank(r rune) bool { return strings.ContainsRune(" \t\r\n\f", r) }

// plainBlanks replaces no-break blanks and blanks of other widths by plain blanks. It keeps them between digits, where
// they separate thousands.
func plainBlanks(s string) string {
	if !strings.ContainsFunc(s, isWide) {
		return s
	}
	runes := []rune(s)
	for i, r := range runes {
		if isWide(r) && (i == 0 || i+1 == len(runes) || !unicode.IsDigit(runes[i-1]) || !unicode.IsDigit(runes[i+1])) {
			runes[i] = ' '
		}
	}
	return string(runes)
}

func isWide(r rune) bool { return r > 0x7f && unicode.IsSpace(r) }

// closeCell sets the text of the current cell.
func (t *htmlTable) closeCell() {
	if t.cell {
		row := t.rows[len(t.rows)-1]
		lines := strings.Split(t.text.String(), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimSpace(line)
		}
		row[len(row)-1].text = plainBlanks(strings.TrimSpace(strings.Join(lines, "\n")))
	}
	t.cell = false
	t.text.Reset()
}

// span returns how many rows or columns an attribute adds to the first one. most is the limit that HTML sets.
func span(token html.Token, name string, most int) int {
	for _, a := range token.Attr {
		if a.Key == name {
			if n, err := strconv.Atoi(strings.TrimSpace(a.Val)); err == nil && n > 1 {
				return min(n, most) - 1
			}
		}
	}
	return 0
}
