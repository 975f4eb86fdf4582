package unpivot

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Spec says which columns become rows, how the new columns for the names and the values are called, and whether a null
// becomes a row. If there are several columns for the old names, each has one part of them.
type Spec struct {
	ranges []span
	names  []string
	value  string
	nulls  bool
}

// span is a range of columns from the first to the last, which may be the same. If last is "", the span ends at the
// last column of the table.
type span struct{ first, last string }

// includeNulls is the prefix of a spec that also makes rows of nulls, as in SQL.
const includeNulls = "include nulls"

// CutNulls cuts off the prefix of WithNulls, and reports whether the text had it.
func CutNulls(text string) (spec string, include bool) {
	text = strings.TrimSpace(text)
	if len(text) >= len(includeNulls) && strings.EqualFold(text[:len(includeNulls)], includeNulls) {
		if rest := text[len(includeNulls):]; rest == "" || rest[0] == ' ' || rest[0] == '"' {
			return strings.TrimSpace(rest), true
		}
	}
	return text, false
}

// WithNulls returns the spec with the prefix that makes rows of nulls.
func WithNulls(spec string) string { return includeNulls + " " + spec }

// Parse reads a spec such as 1952..2007 as year, population; or Jan, Feb, "a, b"; or include nulls Jan..Dec. Without
// names, the new columns are called Name and Value. 1952.. goes on to the last column. At least three names, as in
// a..b as year, quarter, sales, cut the columns' names into parts.
func Parse(text string) (Spec, error) {
	s := Spec{names: []string{"Name"}, value: "Value"}
	text, s.nulls = CutNulls(text)
	words, err := split(text)
	if err != nil {
		return s, err
	}
	if at := slices.IndexFunc(words, func(w word) bool { return !w.quoted && w.text == "as" }); at >= 0 {
		var names []string
		for i, w := range words[at+1:] {
			if w.is(",") != (i%2 == 1) || w.text == "" {
				names = nil
				break
			}
			if i%2 == 1 {
				continue
			}
			if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, w.text) }) {
				return s, fmt.Errorf("two columns cannot be called %s", w.text)
			}
			names = append(names, w.text)
		}
		if len(names) < 2 || words[len(words)-1].is(",") {
			return s,
				errors.New(
					`behind "as" stand two names, as in 1952..2007 as year, population, or more for the parts of names such as 2023 · Q1: as year, quarter, sales`,
				)
		}
		last := len(names) - 1
		s.names, s.value, words = names[:last], names[last], words[:at]
	}
	for len(words) > 0 {
		one := span{words[0].text, words[0].text}
		n := 1
		open := len(words) > 1 && words[1].is("..") && (len(words) == 2 || words[2].is(","))
		switch {
		case open:
			one.last, n = "", 2
		case len(words) > 2 && words[1].is(".."):
			one.last, n = words[2].text, 3
		}
		if words[0].sign() || !open && words[n-1].sign() || len(words) > n && !words[n].is(",") || len(words) == n+1 {
			return s, errors.New("columns are written as in 1952..2007, 1952.. or Jan, Feb, Mar; names with signs " +
				"stand in double quotes")
		}
		s.ranges = append(s.ranges, one)
		words = words[min(n+1, len(words)):]
	}
	if len(s.ranges) == 0 {
		return s, errors.New("no column is named: write 1952..2007, or Jan, Feb, Mar")
	}
	return s, nil
}

// Names returns the columns that the spec makes: the columns of the old names, and the column of the values.
func (s Spec) Names() []string { return append(slices.Clone(s.names), s.value) }

// betweenParts has the separators between the parts of names, in the order in which they are tried. The first
// separator joins names in two lines.
var betweenParts = []string{" · ", "_", "-", " "}

// parts cuts each column's name into as many parts as the spec has columns of names.
func (s Spec) parts(columns []*data.Column) (parts [][]string, err error) {
	if len(s.names) == 1 {
		for _, c := range columns {
			parts = append(parts, []string{c.Name})
		}
		return parts, nil
	}
	for _, sep := range betweenParts {
		parts = nil
		for _, c := range columns {
			cut := strings.Split(c.Name, sep)
			for i, part := range cut {
				cut[i] = strings.TrimSpace(part)
			}
			if len(cut) != len(s.names) || slices.Contains(cut, "") {
				if sep == betweenParts[0] || err == nil && strings.Contains(c.Name, sep) {
					err = separators.Errorf(
						`column %s does not have %d parts with " · ", an underscore, a hyphen or a blank between them, one for each of %s`, c.Name, len(s.names), strings.Join(s.names, ", "),
					)
				}
				parts = nil
				break
			}
			parts = append(parts, cut)
		}
		if parts != nil {
			return parts, nil
		}
	}
	return nil, err
}

// word is a name, or one of the signs , and ..
type word struct {
	text   string
	quoted bool
}

func (w word) is(sign string) bool { return !w.quoted && w.text == sign }
func (w word) sign() bool          { return w.is(",") || w.is("..") }

// split cuts a text at commas, double points and the word as. Blanks within a name belong to the name. Within double
// quotes, two double quotes mean one.
func split(text string) (words []word, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		named := len(words) > 0 && !words[len(words)-1].is(",")
		switch {
		case text[0] == '"':
			var name string
			if name, text, err = unquote(text[1:]); err != nil {
				return nil, err
			}
			words = append(words, word{name, true})
		case text[0] == ',':
			words, text = append(words, word{text: ","}), text[1:]
		case strings.HasPrefix(text, ".."):
			words, text = append(words, word{text: ".."}), text[2:]
		case named && strings.HasPrefix(text, "as "):
			words, text = append(words, word{text: "as"}), text[3:]
		default:
			end := len(text)
			for _, s := range []string{",", "..", " as "} {
				if i := strings.Index(text, s); i >= 0 {
					end = min(end, i)
				}
			}
			words, text = append(words, word{text: strings.TrimSpace(text[:end])}), text[end:]
		}
	}
	return words, nil
}

// unquote returns the name up to the closing quote, and the text after the quote.
func unquote(text string) (name, rest string, err error) {
	for {
		part, behind, closed := strings.Cut(text, `"`)
		if !closed {
			return "", "", errors.New("a double quote is not closed")
		}
		if name += part; !strings.HasPrefix(behind, `"`) {
			return name, behind, nil
		}
		name, text = name+`"`, behind[1:]
	}
}

// columns returns the columns of a table that the spec names, each once.
func (s Spec) columns(t *data.Table) (out []*data.Column, err error) {
	for _, r := range s.ranges {
		first, err := t.Column(r.first)
		if err != nil {
			return nil, err
		}
		last := t.Columns[len(t.Columns)-1]
		if r.last != "" {
			if last, err = t.Column(r.last); err != nil {
				return nil, err
			}
		}
		from, to := slices.Index(t.Columns, first), slices.Index(t.Columns, last)
		if from > to {
			return nil, fmt.Errorf("column %s stands behind %s: write %s..%s", r.first, r.last, r.last, r.first)
		}
		out = each.Add(out, t.Columns[from:to+1]...)
	}
	return out, nil
}
