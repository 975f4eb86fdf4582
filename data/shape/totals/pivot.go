package totals

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/internal/each"
	"cardinal/internal/ellipsis"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// ofAll matches the optional end of a total's label, in a pivot that leaves out some labels: Total of all 1,234.
const ofAll = `( of all [0-9,.’\x{a0}\x{202f} ]+)?$`

var (
	wholeOfPivot = lazyregexp.New(`^Total` + ofAll)
	groupOfPivot = lazyregexp.New(`(?s)^(.+) total(?: \([a-z ]+\))?` + ofAll)
)

// notShown ends the text that counts the omitted labels of such a pivot: 12 more not shown.
const notShown = " more not shown"

// mostLabels is greater than the number of columns of labels of any pivot.
const mostLabels = 20

// IsGrand reports whether a text is the label of the grand total of a pivot that Cardinal wrote.
func IsGrand(text string) bool { return wholeOfPivot().MatchString(text) }

// IsOfGroup reports whether a text may be the label of a group's total of such a pivot.
func IsOfGroup(text string) bool { return groupOfPivot().MatchString(text) }

// IsLabel reports whether a text may be the label of a total of such a pivot.
func IsLabel(text string) bool { return IsGrand(text) || IsOfGroup(text) }

// IsCount reports whether a text in such a pivot may count the labels that are left out.
func IsCount(text string) bool { return strings.HasSuffix(text, notShown) }

// OfPivot returns those rows of a pivot written by Cardinal that are totals or count omitted labels, in ascending
// order. It returns nil for a table that is not certainly such a pivot.
//
// In such a pivot, the last rows are grand totals, every group of each field with subtotals ends with its total, and no
// label follows the label of a total. If the first row is a grand total, groups begin with their totals. Grand totals
// may be missing, or may follow the table: below has the fields of the first line after it, or is nil.
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
	order := each.Index(t.Rows)
	if first {
		slices.Reverse(order)
	}
	end := order[t.Rows-1]
	for labels := 2; labels < min(len(t.Columns), mostLabels); labels++ { // numbers of the total may also be empty
		if below == nil && t.Columns[labels-1].Valid.Get(end) || below != nil && labels <= len(below) &&
			below[labels-1] != "" {
			break
		}
		p := written{table: t, order: order, labels: labels, ended: ended, before: -1, has: make([]bool, labels),
			seen: make([]bool, labels)}
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
	order  []int  // the rows in an order in which totals follow their groups
	labels int    // number of first columns that are labels; all but the first are empty in a grand total
	levels []int  // by index in order: the column of the total's label, or one of the values below
	has    []bool // by column, whether it has subtotals
	seen   []bool // by column, whether the current group already has its total
	before int    // the last row that is no total; -1: no row yet
	ended  bool   // the rows contain no grand total
}

const (
	noTotal = -1 - iota
	grand   // the total of all rows
	count   // the row counts labels that are not shown
)

// totals returns the rows that do not belong to the table, in ascending order.
func (p *written) totals() (rows []int) {
	for i, level := range p.levels {
		if level != noTotal {
			rows = append(rows, p.order[i])
		}
	}
	slices.Sort(rows)
	return rows
}

// textOf returns the text in a row of a column, or "".
func textOf(t *data.Table, row, col int) string {
	if c := t.Columns[col]; c.Type == data.Text && c.Valid.Get(row) {
		return c.Value(row).Text
	}
	return ""
}

// findLevels sets levels and has. It reports whether every label that reads like a total belongs to a total.
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
		group := groupOfPivot().FindStringSubmatch(text)
		switch {
		case IsCount(text) && !p.hasFigure(row):
			p.levels[i] = count
		case at == 0 && IsGrand(text):
			p.levels[i] = grand
		case group == nil:
			p.levels[i], p.before = noTotal, row
		case p.before < 0 || at == p.labels-1 || p.firstDifference(p.before, row) < at ||
			!p.isNamed(p.before, at, group[1]):
			return false
		default:
			p.levels[i], p.has[at] = at, true
		}
	}
	return true
}

// isWhole reports whether every group of a field with subtotals ends with its total, and the table ends with grand
// totals.
func (p *written) isWhole() bool {
	for i, row := range p.order {
		switch level := p.levels[i]; {
		case level == grand:
			return p.haveTotals(0) && !slices.ContainsFunc(p.levels[i:], func(level int) bool { return level != grand })
		case level >= 0:
			p.seen[level] = true
		case level == noTotal:
			if p.before >= 0 && !p.haveTotals(p.firstDifference(p.before, row)) {
				return false
			}
			clear(p.seen)
			p.before = row
		}
	}
	return p.ended && p.haveTotals(0)
}

// haveTotals reports whether the groups that end here, those of the columns from first on, have their totals, and no
// other groups have one.
func (p *written) haveTotals(first int) bool {
	for col := range p.labels - 1 {
		if p.seen[col] != (p.has[col] && col >= first) {
			return false
		}
	}
	return true
}

// firstDifference returns the first column of labels in which two rows differ, or labels if none does.
func (p *written) firstDifference(a, b int) int {
	for col, c := range p.table.Columns[:p.labels] {
		if x, y := c.Value(a), c.Value(b); x.IsNull() != y.IsNull() || x.String() != y.String() {
			return col
		}
	}
	return p.labels
}

// isNamed reports whether the total of a group repeats the group's label. A text file may have read an empty label as
// null.
func (p *written) isNamed(row, col int, label string) bool {
	v := p.table.Columns[col].Value(row)
	plain, stands := Plain(label)
	return v.String() == label || v.IsNull() == !stands && v.String() == plain
}

func (p *written) hasFigure(row int) bool {
	return slices.ContainsFunc(p.table.Columns[p.labels:], func(c *data.Column) bool { return c.Valid.Get(row) })
}

// LeftOut returns the note on n lines of totals of a pivot that were left out. first is the text of the first line.
func LeftOut(n int, first string) string {
	return fmt.Sprintf("%s of totals of a pivot left out, the first is %q: to read them, leave out no line at the end",
		separators.Counted(n, "line"), ellipsis.Cut(first, 40))
}
