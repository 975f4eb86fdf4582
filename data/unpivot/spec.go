package unpivot

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
)

// Spec says which columns become rows, how the columns of their names and of their values are called, and whether a null becomes a row.
type Spec struct {
	ranges      []span
	name, value string
	nulls       bool
}

// span is the columns from the first to the last; both are the same where it is one column.
type span struct{ first, last string }

// includeNulls stands before a spec by which nulls become rows, as in SQL.
const includeNulls = "include nulls"

// CutNulls cuts off what WithNulls puts before a spec, and reports whether it was there.
func CutNulls(text string) (spec string, include bool) {
	text = strings.TrimSpace(text)
	if len(text) >= len(includeNulls) && strings.EqualFold(text[:len(includeNulls)], includeNulls) {
		if rest := text[len(includeNulls):]; rest == "" || rest[0] == ' ' || rest[0] == '"' {
			return strings.TrimSpace(rest), true
		}
	}
	return text, false
}

// WithNulls is the spec by which nulls become rows.
func WithNulls(spec string) string { return includeNulls + " " + spec }

// Parse reads a spec such as 1952..2007 as year, population; or Jan, Feb, "a, b"; or include nulls Jan..Dec. Without names, the columns are called Name and Value.
func Parse(text string) (Spec, error) {
	s := Spec{name: "Name", value: "Value"}
	text, s.nulls = CutNulls(text)
	words, err := split(text)
	if err != nil {
		return s, err
	}
	if at := slices.IndexFunc(words, func(w word) bool { return !w.quoted && w.text == "as" }); at >= 0 {
		names := slices.DeleteFunc(slices.Clone(words[at+1:]), func(w word) bool { return w.is(",") })
		if len(names) != 2 || len(words) != at+4 || !words[at+2].is(",") || names[0].text == "" || names[1].text == "" {
			return s, errors.New(`behind "as" stand two names, as in 1952..2007 as year, population`)
		}
		s.name, s.value, words = names[0].text, names[1].text, words[:at]
		if strings.EqualFold(s.name, s.value) {
			return s, fmt.Errorf("two columns cannot be called %s", s.name)
		}
	}
	for len(words) > 0 {
		one := span{words[0].text, words[0].text}
		n := 1
		if len(words) > 2 && words[1].is("..") {
			one.last, n = words[2].text, 3
		}
		if words[0].sign() || words[n-1].sign() || len(words) > n && !words[n].is(",") || len(words) == n+1 {
			return s, errors.New("columns are written as in 1952..2007, or Jan, Feb, Mar; names with signs stand in double quotes")
		}
		s.ranges = append(s.ranges, one)
		words = words[min(n+1, len(words)):]
	}
	if len(s.ranges) == 0 {
		return s, errors.New("no column is named: write 1952..2007, or Jan, Feb, Mar")
	}
	return s, nil
}

// Names are the columns that the spec makes: that of the names, and that of the values.
func (s Spec) Names() []string { return []string{s.name, s.value} }

// word is a name, or one of the signs , and ..
type word struct {
	text   string
	quoted bool
}

func (w word) is(sign string) bool { return !w.quoted && w.text == sign }
func (w word) sign() bool          { return w.is(",") || w.is("..") }

// split cuts a text at commas, double points and the word as. Blanks within a name belong to it. A double quote within double quotes stands twice.
func split(text string) (words []word, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		named := len(words) > 0 && !words[len(words)-1].sign()
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

// unquote is the name up to the closing quote, and what stands behind the quote.
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

// columns are those of a table that the spec names, each once.
func (s Spec) columns(t *data.Table) (out []*data.Column, err error) {
	for _, r := range s.ranges {
		first, err := t.Column(r.first)
		if err != nil {
			return nil, err
		}
		last, err := t.Column(r.last)
		if err != nil {
			return nil, err
		}
		from, to := slices.Index(t.Columns, first), slices.Index(t.Columns, last)
		if from > to {
			return nil, fmt.Errorf("column %s stands behind %s: write %s..%s", r.first, r.last, r.last, r.first)
		}
		for _, c := range t.Columns[from : to+1] {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out, nil
}
