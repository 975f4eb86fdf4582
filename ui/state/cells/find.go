package cells

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
)

// Hit is a cell with the searched text.
type Hit struct{ Row, Col int }

// before reports whether a cell comes before another cell, row by row.
func (h Hit) before(o Hit) bool { return h.Row < o.Row || h.Row == o.Row && h.Col < o.Col }

// Hits are the cells with a text, row by row. They are immutable.
type Hits struct {
	Cells  []Hit
	More   bool // more than mostHits cells have the text, and Cells has only some of them
	Folded int  // the number of folded labels with the text
}

// mostHits is the greatest number of hits that are kept.
const mostHits = 1_000_000

// Next returns the position of the first hit after a cell, or of the very first hit if none comes after the cell.
func (h *Hits) Next(at Hit) (i int) {
	return max(0, slices.IndexFunc(h.Cells, at.before))
}

// Previous returns the position of the last hit before a cell, or of the very last hit if none comes before the cell.
func (h *Hits) Previous(at Hit) (i int) {
	for i = len(h.Cells) - 1; i >= 0; i-- {
		if h.Cells[i].before(at) {
			return i
		}
	}
	return len(h.Cells) - 1
}

// Matcher returns a function that reports whether the printed text of a cell contains a text, whatever the case. A
// number such as 1,234 also matches the text 1234. A label that covers several cells matches only in its first cell.
func Matcher(text string) func(c *pivot.Cell) bool {
	want := fold(text)
	thousands := separators.Used().Thousands
	plain := strings.ContainsAny(want, "0123456789") && !strings.Contains(want, thousands)
	words := strings.ContainsFunc(want, unicode.IsLetter)
	return func(c *pivot.Cell) bool {
		switch {
		case want == "" || c.Blank || c.Repeat && c.Role != pivot.RowLabel:
			return false
		case words && isPlainNumber(c):
			return false
		}
		s := c.Text()
		return contains(s, want) ||
			plain && c.Value.Type.Numeric() && strings.Contains(s, thousands) &&
				contains(strings.ReplaceAll(s, thousands, ""), want)
	}
}

// isPlainNumber reports whether the cell is a number that is printed only with digits and signs.
func isPlainNumber(c *pivot.Cell) bool {
	return (c.Value.Type == data.Int || c.Value.Type == data.Decimal) && c.Format.Chosen == nil &&
		c.Format.Currency == ""
}

// contains reports whether s contains `want`, whatever the case of s. `want` must be a result of fold. If s is ASCII,
// contains does not copy it.
func contains(s, want string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.Contains(fold(s), want)
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

// fold returns a text without surrounding spaces, in lower case, with a hyphen for a minus sign.
func fold(s string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(s)), "−", "-")
}

// Find returns the cells whose printed text contains a text. progress may be nil.
func Find(ctx context.Context, src Source, text string, progress func(float64)) (*Hits, error) {
	rows, cols, _, _ := src.Size()
	all := Rect{LastRow: rows - 1, LastCol: cols - 1}
	found := make([][]Hit, stripesOf(all))
	matches, lacks := Matcher(text), lacksDigits(src, text)
	var kept counter
	err := stripes(ctx, all, progress, func(i int, r Rect) {
		for row := r.FirstRow; row <= r.LastRow; row++ {
			for col := r.FirstCol; col <= r.LastCol; col++ {
				if lacks(row, col) {
					continue
				}
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
	h := &Hits{More: kept.n > mostHits}
	for _, f := range found {
		h.Cells = append(h.Cells, f...)
	}
	if g, ok := src.(*pivot.Grid); ok {
		h.Folded = countFolded(&g.Tab().Rows, g.HeaderRows, g.Rows, g.RowNode, matches) + countFolded(&g.Tab().Cols,
			g.LabelCols, g.Cols, g.ColNode, matches)
	}
	return h, nil
}

// lacksDigits returns a function that reports whether a cell cannot match a text, because the text has only digits and
// the cell is a whole number without them. This takes a fourth of the time of reading the cell.
func lacksDigits(src Source, text string) func(row, col int) bool {
	g, ok := src.(*pivot.Grid)
	digits := []byte(strings.TrimSpace(text))
	if !ok || len(digits) == 0 || len(bytes.Trim(digits, "0123456789")) > 0 {
		return func(int, int) bool { return false }
	}
	return func(row, col int) bool {
		var room [64]byte
		v, ok := g.WholeNumber(row, col)
		return ok && !bytes.Contains(v.Append(room[:0]), digits)
	}
}

// counter is a count that several goroutines share.
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

// countFolded counts the matching labels that are on no line of the grid.
func countFolded(axis *pivot.Axis, first, end int, nodeOf func(line int) int, matches func(*pivot.Cell) bool) (n int) {
	shown := make([]bool, axis.Len())
	for line := first; line < end; line++ {
		for node := nodeOf(line); node >= 0 && !shown[node]; node = axis.Parent(node) {
			shown[node] = true
		}
	}
	for node := range axis.Len() {
		if !shown[node] {
			c := pivot.Cell{Role: pivot.RowLabel, Value: data.TextValue(axis.Text(node)), Own: true}
			if matches(&c) {
				n++
			}
		}
	}
	return n
}
