package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cardinal/engine/query"
)

// Text writes the workspace of one tab as a text that people pass on: as a command, or as json.
func (f File) Text(form string) (string, error) {
	if form == "command" {
		return f.Command(f.Tabs[0])
	}
	text, err := f.Encode()
	if err == nil {
		_, err = Decode(text) // checks that the text can be opened again
	}
	return string(text), err
}

// Command writes the pivot of a tab as a command of a shell. The table is the file of the workspace.
func (f File) Command(t Tab) (string, error) {
	q, err := t.Query()
	if err != nil {
		return "", err
	}
	path := cmp.Or(f.Source.Absolute, filepath.FromSlash(f.Source.Path))
	if path == "" {
		return "", errors.New("the table lies in no file that a command could name: save it as a file, and open " +
			"the file")
	}
	c := append(command{"cardinal", "pivot"}, strings.Split(path, "\n")...)
	how := f.Source.Reading
	for _, o := range []struct{ option, value string }{
		{"sheet", f.Source.Sheet}, {"range", how.Range}, {"header", how.Header}, {"merged", how.Merged},
		{"footer", how.Footer}, {"delimiter", how.Delimiter}, {"quote", how.Quote}, {"encoding", how.Encoding},
		{"decimal", how.Decimal}, {"dates", how.Dates}, {"unnest", how.Unnest}, {"unpivot", how.Unpivot},
		{"table-version", how.Version},
	} {
		c.add(o.option, o.value)
	}
	if how.Skip > 0 {
		c.add("skip", strconv.Itoa(how.Skip))
	}
	c.add("type", how.Types...)
	c.add("role", how.Roles...)
	for _, l := range t.Lookups {
		c.add("lookup", l.WithPath(cmp.Or(l.Absolute, filepath.FromSlash(l.Path))).String())
	}
	c.add("let", t.Calculated...)
	c.add("rows", strings.Join(t.Rows, ", "))
	c.add("cols", strings.Join(t.Cols, ", "))
	if q.Filter != nil {
		c.add("filter", q.Filter.String())
	}
	if err := errors.Join(c.measures(&q), c.order(&q)); err != nil {
		return "", err
	}
	c.layout(&q)
	for i, w := range c {
		c[i] = Quoted(w)
	}
	return strings.Join(c, " "), nil
}

// command is the words of a command.
type command []string

// add adds an option with each of some values that are not empty.
func (c *command) add(option string, values ...string) {
	for _, v := range values {
		if v != "" {
			*c = append(*c, "--"+option, v)
		}
	}
}

// flag adds an option without a value, if it is on.
func (c *command) flag(option string, on bool) {
	if on {
		*c = append(*c, "--"+option)
	}
}

// measures writes the measures, and the name, format and display of each.
func (c *command) measures(q *query.Query) error {
	shown := slices.ContainsFunc(q.Values, func(m query.Measure) bool { return m.Show.Kind != query.AsIs })
	for i, m := range q.Values {
		of := m.String()
		c.add("values", of)
		again := slices.ContainsFunc(q.Values[:i], func(o query.Measure) bool { return o.String() == of })
		if again && (m.Name+m.Number != "" || m.NoTotals || m.Marks != query.Marks{}) {
			return fmt.Errorf("%s stands twice among the values, and a command cannot say which of them is meant: "+
				"copy the pivot as JSON", of)
		}
		if shown { // the first option is for the first of equal measures
			c.add("show", "("+of+")="+m.Show.String())
		}
		if m.Name != "" {
			c.add("title", "("+of+")="+m.Name)
		}
		if m.Number != "" {
			c.add("number", "("+of+")="+m.Number)
		}
		if m.NoTotals {
			c.add("no-totals", of)
		}
		for _, mark := range m.Marks.All() {
			option, by, own := "highlight", "", mark
			if mark.By != "" {
				by, own.By = " by "+mark.By, ""
			}
			switch mark.Kind {
			case query.Passing:
				c.add(option, "("+of+") "+own.If+by)
				continue
			case query.Bars:
				option = "bars"
			case query.Scale:
				option = "scale"
			case query.Icons:
				option = "arrows"
			}
			c.add(option, own.String()+" of "+of+by)
		}
	}
	return nil
}

// order writes the sorts and the labels that are kept.
func (c *command) order(q *query.Query) error {
	for _, s := range q.Sorts {
		c.add("sort", q.SortText(s))
	}
	others := map[bool]int{}
	for _, t := range q.Tops {
		others[t.Others]++
		c.add(map[bool]string{false: "top", true: "bottom"}[t.Bottom], q.TopText(t))
		if !slices.ContainsFunc(q.Sorts, func(s query.Sort) bool { return s.Cols == t.Cols && s.Field == t.Field }) {
			c.add("sort", q.Side(t.Cols)[t.Field].String()+": label")
		}
	}
	for _, h := range q.Havings {
		others[h.Others]++
		c.add("having", q.HavingText(h))
	}
	if len(others) > 1 {
		return errors.New("some fields have a label Others and some have none, which a command cannot say: copy the " +
			"pivot as JSON")
	}
	c.flag("others", others[true] > 0)
	return nil
}

// layout writes the layout.
func (c *command) layout(q *query.Query) {
	l, fields := q.Layout, slices.Concat(q.Rows, q.Cols)
	c.add("totals", TotalsNames[l.Totals])
	var with, usual []string
	functions := false
	for i, f := range fields {
		if l.Subtotals(f) {
			text := f.String()
			if by := l.SubtotalBy(f); by != "" {
				functions, text = true, query.Subtotal{Field: f, By: by}.String()
			}
			with = append(with, text)
		}
		if i < len(q.Rows) && l.Totals.HasCols() || i >= len(q.Rows) && l.Totals.HasRows() {
			usual = append(usual, f.String())
		}
	}
	if functions || !slices.Equal(with, usual) {
		c.add("subtotals", cmp.Or(strings.Join(with, ", "), "none"))
	}
	c.flag("repeat-labels", l.RepeatLabels)
	c.flag("compact", l.Compact)
	c.flag("show-empty", l.ShowEmpty)
	if l.TotalsFirst {
		c.add("totals-at", "top")
	}
	if l.ValuesOnRows {
		c.add("values-on", "rows")
	}
	c.add("no-rows", l.NoRows)
	c.add("heading", l.Title)
}

// Quoted returns a word, quoted for a shell if necessary.
func Quoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:" + string(filepath.Separator)
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !strings.ContainsRune(plain, r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
