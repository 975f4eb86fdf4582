package totals

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// ofAll may end the label of a total of a pivot some of whose labels are left out.
const ofAll = `( of all [0-9,.’\x{a0}\x{202f} ]+)?$`

var (
	wholeOfPivot = regexp.MustCompile(`^Total` + ofAll)
	groupOfPivot = regexp.MustCompile(`(?s)^(.+) total` + ofAll)
)

// notShown ends a row of such a pivot that says how many labels are left out.
const notShown = " more not shown"

// mostLabels is more columns of labels than a pivot has.
const mostLabels = 20

// IsGrand reports whether a text is the label of the grand total of a pivot that Cardinal wrote.
func IsGrand(text string) bool { return wholeOfPivot.MatchString(text) }

// IsOfGroup reports whether a text may be the label of a group's total of such a pivot.
func IsOfGroup(text string) bool { return groupOfPivot.MatchString(text) }

// IsLabel reports whether a text may be the label of a total of such a pivot.
func IsLabel(text string) bool { return IsGrand(text) || IsOfGroup(text) }

// IsCount reports whether a text may say in such a pivot how many labels are left out.
func IsCount(text string) bool { return strings.HasSuffix(text, notShown) }

// OfPivot is the rows of totals of a pivot that Cardinal wrote, in ascending order, and those that count labels
// that are not shown. It is nil of a table that is none for certain: the last rows are grand totals, every
// group of each field that has subtotals ends with one, and no label stands behind that of a total. Where the
// first row is a grand total, groups begin with their totals. Grand totals may be missing, or stand below the
// table: below has the fields of the first line there; nil: there is none.
func OfPivot(t *data.Table, below []string) []int {
	if t.Rows < 2 {
		return nil
	}
	if len(below) == 0 || !IsGrand(below[0]) {
		below = nil
	}
	first, last := below == nil && IsGrand(textOf(t, 0, 0)), textOf(t, t.Rows-1, 0)
	ended := below != nil || !first && IsOfGroup(last)
	if !ended && !first && !IsGrand(last) {
		return nil
	}
	order := make([]int, t.Rows)
	for i := range order {
		order[i] = i
	}
	if first {
		slices.Reverse(order)
	}
	end := order[t.Rows-1]
	for labels := 2; labels < min(len(t.Columns), mostLabels); labels++ { // figures of the total may be empty, too
		if below == nil && t.Columns[labels-1].Valid.Get(end) || below != nil && labels <= len(below) && below[labels-1] != "" {
			break
		}
		p := written{table: t, order: order, labels: labels, ended: ended, before: -1, has: make([]bool, labels), seen: make([]bool, labels)}
		if !p.findLevels() || !slices.Contains(p.has, true) {
			continue
		}
		if p.before = -1; p.isWhole() {
			return p.totals()
		}
	}
	return nil
}

// written is a table that may be a pivot that Cardinal wrote.
type written struct {
	table  *data.Table
	order  []int  // the rows so that totals follow their groups
	labels int    // the number of columns of labels that are empty in a grand total, and the first one
	levels []int  // in order, of each row: the column of the total's label, or one of the values below
	has    []bool // by column, whether it has subtotals
	seen   []bool // by column, whether its group has its total already
	before int    // the last row that is no total; -1: none yet
	ended  bool   // no grand total is among the rows
}

const (
	noTotal = -1 - iota
	grand   // the total of all rows
	count   // the row counts labels that are not shown
)

// totals are the rows that are no rows of the table, in ascending order.
func (p *written) totals() (rows []int) {
	for i, level := range p.levels {
		if level != noTotal {
			rows = append(rows, p.order[i])
		}
	}
	slices.Sort(rows)
	return rows
}

// textOf is the text in a row of a column, "" where there is none.
func textOf(t *data.Table, row, col int) string {
	if c := t.Columns[col]; c.Type == data.Text && c.Valid.Get(row) {
		return c.Value(row).Text
	}
	return ""
}

// findLevels sets levels and has. It reports whether every label that reads like a total is one.
func (p *written) findLevels() bool {
	p.levels = make([]int, p.table.Rows)
	for i, row := range p.order {
		at := p.labels - 1
		for at >= 0 && !p.table.Columns[at].Valid.Get(row) {
			at--
		}
		text := ""
		if at >= 0 {
			text = textOf(p.table, row, at)
		}
		group := groupOfPivot.FindStringSubmatch(text)
		switch {
		case IsCount(text) && !p.hasFigure(row):
			p.levels[i] = count
		case at == 0 && IsGrand(text):
			p.levels[i] = grand
		case group == nil:
			p.levels[i], p.before = noTotal, row
		case p.before < 0 || at == p.labels-1 || p.differ(p.before, row) < at || !p.named(p.before, at, group[1]):
			return false
		default:
			p.levels[i], p.has[at] = at, true
		}
	}
	return true
}

// isWhole reports whether every group that should have a total ends with it, and the table ends with grand totals.
func (p *written) isWhole() bool {
	for i, row := range p.order {
		switch level := p.levels[i]; {
		case level == grand:
			return p.ends(0) && !slices.ContainsFunc(p.levels[i:], func(level int) bool { return level != grand })
		case level >= 0:
			p.seen[level] = true
		case level == noTotal:
			if p.before >= 0 && !p.ends(p.differ(p.before, row)) {
				return false
			}
			clear(p.seen)
			p.before = row
		}
	}
	return p.ended && p.ends(0)
}

// ends reports whether the groups that end, those of the columns from first on, have their totals, and no other
// one has.
func (p *written) ends(first int) bool {
	for col := range p.labels - 1 {
		if p.seen[col] != (p.has[col] && col >= first) {
			return false
		}
	}
	return true
}

// differ is the first column of labels in which two rows differ, labels where none does.
func (p *written) differ(a, b int) int {
	for col, c := range p.table.Columns[:p.labels] {
		if x, y := c.Value(a), c.Value(b); x.IsNull() != y.IsNull() || x.String() != y.String() {
			return col
		}
	}
	return p.labels
}

// named reports whether the total of a group repeats its label. A text may read an empty label as none.
func (p *written) named(row, col int, label string) bool {
	v := p.table.Columns[col].Value(row)
	plain, stands := Plain(label)
	return v.String() == label || v.IsNull() == !stands && v.String() == plain
}

func (p *written) hasFigure(row int) bool {
	return slices.ContainsFunc(p.table.Columns[p.labels:], func(c *data.Column) bool { return c.Valid.Get(row) })
}

// LeftOut is the note on n lines of totals of a pivot that were left out, of which the first has a text.
func LeftOut(n int, first string) string {
	said := "1 line"
	if n > 1 {
		said = separators.Sprintf("%d lines", n)
	}
	return fmt.Sprintf("%s of totals of a pivot left out, the first is %q: leave no line out at the end to read them", said, ellipsis.Cut(first, 40))
}
