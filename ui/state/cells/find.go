package cells

import (
	"context"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
)

// Hit is a cell whose text has what is looked for.
type Hit struct{ Row, Col int }

// before reports whether a cell stands before another one, row by row.
func (h Hit) before(o Hit) bool { return h.Row < o.Row || h.Row == o.Row && h.Col < o.Col }

// Hits are the cells that were found, row by row. They are immutable.
type Hits struct {
	Text   string // what was looked for
	Cells  []Hit
	More   bool // there are more hits than mostHits, of which Cells has some
	Folded int  // labels that have the text and are folded away
}

// mostHits is the largest number of hits that are kept.
const mostHits = 1_000_000

// Next is the first hit after a cell, or the first of all where none comes after it.
func (h *Hits) Next(at Hit) (i int) {
	for i = range h.Cells {
		if at.before(h.Cells[i]) {
			return i
		}
	}
	return 0
}

// Previous is the last hit before a cell, or the last of all where none comes before it.
func (h *Hits) Previous(at Hit) (i int) {
	for i = len(h.Cells) - 1; i >= 0; i-- {
		if h.Cells[i].before(at) {
			return i
		}
	}
	return len(h.Cells) - 1
}

// Matcher tells whether the printed text of a cell has a text in it, in any case. The text of a number may
// leave out the separators between thousands. A label that goes on in further cells matches in its first cell
// alone.
func Matcher(text string) func(c *pivot.Cell) bool {
	want := folded(text)
	thousands := separators.Used().Thousands
	plain := strings.ContainsAny(want, "0123456789") && !strings.Contains(want, thousands)
	words := strings.ContainsFunc(want, unicode.IsLetter)
	return func(c *pivot.Cell) bool {
		switch {
		case want == "" || c.Blank || c.Repeat && c.Role != pivot.RowLabel:
			return false
		case words && bare(c):
			return false
		}
		s := c.Text()
		return contains(s, want) ||
			plain && c.Value.Type.Numeric() && strings.Contains(s, thousands) && contains(strings.ReplaceAll(s, thousands, ""), want)
	}
}

// bare reports whether a cell has a number of digits and signs alone.
func bare(c *pivot.Cell) bool {
	return (c.Value.Type == data.Int || c.Value.Type == data.Decimal) && c.Format.Chosen == nil && c.Format.Currency == ""
}

// contains reports whether want, which is folded, is in s in any case. A text of ASCII is not copied.
func contains(s, want string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.Contains(folded(s), want)
		}
	}
	for i := 0; i+len(want) <= len(s); i++ {
		k := 0
		for k < len(want) && lower(s[i+k]) == want[k] {
			k++
		}
		if k == len(want) {
			return true
		}
	}
	return false
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// folded is a text in lower case, with the minus sign of programs.
func folded(s string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(s)), "−", "-")
}

// Find finds the cells whose printed text has a text in it. progress may be nil.
func Find(ctx context.Context, src Source, text string, progress func(float64)) (*Hits, error) {
	rows, cols, _, _ := src.Size()
	all := Rect{LastRow: rows - 1, LastCol: cols - 1}
	found := make([][]Hit, stripesOf(all))
	matches := Matcher(text)
	var kept counter
	err := stripes(ctx, all, progress, func(i int, r Rect) {
		for row := r.FirstRow; row <= r.LastRow; row++ {
			for col := r.FirstCol; col <= r.LastCol; col++ {
				if c := src.Cell(row, col); matches(&c) {
					found[i] = append(found[i], Hit{row, col})
				}
			}
		}
		if kept.add(len(found[i])) > mostHits {
			found[i] = found[i][:0:0]
		}
	})
	if err != nil {
		return nil, err
	}
	h := &Hits{Text: text, More: kept.n > mostHits}
	for _, f := range found {
		h.Cells = append(h.Cells, f...)
	}
	if g, ok := src.(*pivot.Grid); ok {
		h.Folded = foldedAway(&g.Tab().Rows, g.HeaderRows, g.Rows, g.RowNode, matches) + foldedAway(&g.Tab().Cols, g.LabelCols, g.Cols, g.ColNode, matches)
	}
	return h, nil
}

// counter counts in several goroutines.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += n
	return c.n
}

// foldedAway counts the labels that match and stand on no line of the grid.
func foldedAway(axis *pivot.Axis, first, end int, nodeOf func(line int) int, matches func(*pivot.Cell) bool) (n int) {
	shown := make([]bool, len(axis.Nodes))
	for line := first; line < end; line++ {
		for node := nodeOf(line); node >= 0 && !shown[node]; node = axis.Nodes[node].Parent {
			shown[node] = true
		}
	}
	for node := range axis.Nodes {
		if !shown[node] {
			c := pivot.Cell{Role: pivot.RowLabel, Value: data.TextValue(axis.Text(node)), Own: true}
			if matches(&c) {
				n++
			}
		}
	}
	return n
}
