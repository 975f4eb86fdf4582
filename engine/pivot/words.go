package pivot

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/wording"
	"cardinal/profiler"
)

// These words of Cardinal are shown where a line has no label of the table.
const (
	blank    = "(blank)"
	Total    = "Total"
	Others   = "Others"   // one label for all labels that are left out
	OfTotal  = " total"   // after a label: EU total
	all      = " of all " // after a total with labels left out, before the number of all labels
	notShown = " more not shown"
	AllRows  = "All rows"
	values   = "Values" // above measure names that are labels of the rows
	value    = "Value"  // above the figures of these measures
)

// own has the words of Cardinal on an axis, in a language that is not English.
type own struct {
	*wording.Words
	alike []string // the words that a label of the table may equal
	total []string // the texts before and after the label in the name of its total
}

// words returns the language of the axis; nil is English.
func (a *Axis) words() *wording.Words {
	if a.own == nil {
		return nil
	}
	return a.own.Words
}

// Words returns the language of the crosstab; nil is English.
func (c *Crosstab) Words() *wording.Words { return c.words }

// newOwn returns the words of Cardinal in a language; nil for English.
func newOwn(w *wording.Words) *own {
	if w == nil {
		return nil
	}
	return &own{w, each.Of([]string{blank, Total, Others, AllRows}, func(word string) string { return w.L(word) }),
		strings.Split(w.L(labelTotal), "{{.Label}}")}
}

// In returns the format with labels in a language.
func (f Format) In(w *wording.Words) Format {
	f.own = newOwn(w)
	return f
}

// In returns the crosstab with its words in a language. Values of the table stay as they are.
func (c *Crosstab) In(w *wording.Words) *Crosstab {
	out := *c
	out.words, out.Rows.own, out.Measures = w, newOwn(w), slices.Clone(c.Measures)
	out.Cols.own = out.Rows.own
	for i, m := range out.Measures {
		out.Measures[i].title = m.InLanguage(c.Query.Rows, c.Query.Cols).TitleIn(w)
	}
	return &out
}

// In returns the grid with its words in a language.
func (g *Grid) In(w *wording.Words) *Grid {
	out := *g
	out.tab = g.tab.In(w)
	return &out
}

// InFile returns the grid for files that Cardinal can read again. Titles and headings are in a language, but words such
// as Total, which are shown as labels, are in English.
func (g *Grid) InFile(w *wording.Words) *Grid {
	out := g.In(w)
	out.tab.Rows.own, out.tab.Cols.own = nil, nil
	out.tab.Rows.inFile, out.tab.Cols.inFile = true, true
	return out
}

// labelTotal names the total of a label.
const labelTotal = "{{.Label}}" + OfTotal

// totalText names the total of a label, or the grand total for "": EU total, or Total of all 12 if a top leaves labels
// out.
//
// The total of a label whose field has a function is called EU average. In files that Cardinal can read again, it is
// called EU total (average), because a label of the table is more likely to be called EU average.
func (a *Axis) totalText(n int, label string) string { return a.totalIn(n, label, a.inFile) }

func (a *Axis) totalIn(n int, label string, inFile bool) string {
	var text string
	w := a.words()
	switch s := a.subtotalAt(a.Depth(n)); {
	case n == 0:
		text = w.L(Total)
	case s == nil && w == nil:
		text = label + OfTotal
	case s == nil:
		text = a.own.total[0] + label + a.own.total[1]
	case inFile:
		text = label + OfTotal + " (" + functionIn(nil, s.by) + ")"
	default:
		text = w.L("{{.Label}} {{.Function}}", wording.With{"Label": label, "Function": functionIn(w, s.by)})
	}
	return a.ofAll(n, text)
}

// functionIn returns the name of a function in the names of subtotals.
func functionIn(w *wording.Words, by query.Func) string {
	if w == nil {
		return strings.ToLower(by.Title())
	}
	return w.L(by.Title())
}

// ofAll adds to the name of a total how many labels it includes, if a top leaves some out.
func (a *Axis) ofAll(n int, text string) string {
	left, of := a.hidden(n)
	if left == 0 {
		return text
	}
	return a.words().L("{{.Label}} of all {{.N}}", wording.With{"Label": text, "N": profiler.Count(of)})
}

// label writes a label in the language of the axis. It writes a text that equals one of its words in quotes.
func (f Format) label(v data.Value) string {
	if f.own == nil || f.plain {
		return Label(v)
	}
	text := unquoted(v.Text)
	before, after := f.own.total[0], f.own.total[1]
	switch {
	case v.IsNull():
		return f.own.L(blank)
	case v.Type == data.Text && (slices.Contains(f.own.alike, text) || len(text) > len(before)+len(after) &&
		strings.HasPrefix(text, before) && strings.HasSuffix(text, after)):
		return `"` + v.Text + `"`
	}
	return Label(v)
}

// Label writes a value as a label: numbers without grouping, null as (blank). It writes an empty text in quotes, and
// also a text that reads like a word of Cardinal: "Total" is a value of the table, and Total is the total.
func Label(v data.Value) string {
	switch {
	case v.IsNull():
		return blank
	case v.Type == data.Text && (unquoted(v.Text) == "" || unquoted(v.Text) == blank || LikeOthers(v.Text) ||
		LikeTotal(v.Text) || strings.HasSuffix(unquoted(v.Text), notShown)):
		return `"` + v.Text + `"`
	case v.Type == data.Timestamp:
		return strings.Replace(v.String(), "T", " ", 1)
	}
	return v.String()
}

// LikeTotal reports whether a label of the table reads like the label of a total.
func LikeTotal(label string) bool {
	s := unquoted(label)
	if at := strings.LastIndex(s, OfTotal+" ("); at >= 0 && (strings.HasSuffix(s, ")") || strings.Contains(s, all)) {
		return true
	}
	if !strings.Contains(s, all) { // Contains is faster than LastIndex
		return s == Total || s == AllRows || strings.HasSuffix(s, OfTotal)
	}
	if i := strings.LastIndex(s, all); strings.Trim(s[i+len(all):], "0123456789,.’\u00a0") == "" {
		s = s[:i]
	}
	return s == Total || s == AllRows || strings.HasSuffix(s, OfTotal)
}

// LikeOthers reports whether a label of the table reads like the label Others.
func LikeOthers(label string) bool { return unquoted(label) == Others }

// unquoted returns s without the pairs of quotes around it.
func unquoted(s string) string {
	for len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	return s
}

// Heading returns the name of a column in one line, from its labels and its measure: 2023 · Sum of revenue.
func Heading(labels []string, measure string) string {
	return strings.Join(append(labels, measure), data.NameSeparator)
}
