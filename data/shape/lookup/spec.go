package lookup

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cardinal/data/web"
	"cardinal/internal/each"
)

// Spec says what is looked up in which table.
type Spec struct {
	Path    string   // of the file of the second table
	Sheet   string   // of a workbook; "": the first sheet
	Join    string   // which rows the result has: one of Joins
	Every   bool     // a row is repeated for every line with its keys; false: it gets only the first line
	Keys    []Key    // at least one; all of them must be equal
	Columns []string // of the second table, to be added; nil: all except the keys
}

// Joins lists the joins: "" is a left join, which keeps all rows of the table. A right join keeps the rows with a
// match, and adds the lines of the second table without a match. A full join keeps all rows, and adds the same lines as
// a right join. An anti join keeps only the rows without a match, and adds no columns.
var Joins = []string{"", "right", "full", "anti"}

// Key is a column of the table, with the column of the second table that must be equal.
type Key struct{ On, Equals string }

// Parse reads a spec such as "airports.csv on origin = iata columns city, state", "book.xlsx sheet Airports on origin =
// iata", "targets.csv on region and month = period", "airports.csv full join on origin = iata", or "items.csv every
// line on order". Names with spaces, commas or signs may be in double quotes; a double quote within them is doubled.
// Without "= iata" both columns have the same name.
//
// A file may be at an address. In the spec and in errors, the address lacks everything that may be a secret
// (web.Clean).
func Parse(text string) (Spec, error) {
	if file, _, _ := strings.Cut(text, " "); web.Is(file) {
		text = strings.Replace(text, file, web.Clean(file), 1)
	}
	words, err := split(text)
	if err != nil {
		return Spec{}, err
	}
	at := slices.IndexFunc(words, func(w word) bool { return w.is("on") })
	if at < 0 {
		return Spec{}, fmt.Errorf("%q does not name the key: write FILE on COLUMN = COLUMN, as in airports.csv on "+
			"origin = iata", text)
	}
	s := Spec{}
	if at > 2 && words[at-2].is("every") && words[at-1].is("line") {
		s.Every = true
		words, at = slices.Delete(words, at-2, at), at-2
	}
	if at > 2 && words[at-1].is("join") && !words[at-2].quoted {
		s.Join = strings.TrimPrefix(strings.ToLower(words[at-2].text), "left")
		if !slices.Contains(Joins, s.Join) {
			return s, fmt.Errorf("%q has a %s join: there are left, right, full and anti", text, s.Join)
		}
		words, at = slices.Delete(words, at-2, at), at-2
	}
	if s.Every && s.Join == "anti" {
		return s, fmt.Errorf("%q asks for every line in an anti join, which keeps the rows without a line: leave out "+
			"\"every line\"", text)
	}
	s.Path = join(words[:at])
	if sheet := slices.IndexFunc(words[:at], func(w word) bool { return w.is("sheet") }); sheet > 0 && sheet < at-1 {
		s.Path, s.Sheet = join(words[:sheet]), join(words[sheet+1:at])
	}
	words = words[at+1:]
	if at = slices.IndexFunc(words, func(w word) bool { return w.is("columns") }); at >= 0 {
		for _, part := range cut(words[at+1:], ",") {
			s.Columns = append(s.Columns, join(part))
		}
		words = words[:at]
	}
	for _, part := range cut(words, "and", ",") {
		pair := cut(part, "=")
		key := Key{join(pair[0]), join(pair[len(pair)-1])}
		switch {
		case len(pair) > 2:
			return s, fmt.Errorf("%q has two equals signs in one key: several keys are written on COLUMN = COLUMN "+
				"and COLUMN = COLUMN", text)
		case key.On == "" || key.Equals == "":
			return s, fmt.Errorf("%q names no column beside on: write on COLUMN = COLUMN", text)
		case slices.Contains(s.Keys, key):
			return s, fmt.Errorf("%q has one key twice", text)
		}
		s.Keys = append(s.Keys, key)
	}
	switch {
	case s.Path == "":
		return s, fmt.Errorf("%q names no file before on", text)
	case slices.Contains(s.Columns, ""):
		return s, fmt.Errorf("%q has a column without a name", text)
	}
	return s, nil
}

// A word is a word of a spec, or one of the signs = and comma.
type word struct {
	text   string
	quoted bool
	space  bool // a space precedes the word
}

func (w word) is(text string) bool { return !w.quoted && strings.EqualFold(w.text, text) }

func split(text string) (words []word, err error) {
	space := false
	for text != "" {
		switch c := text[0]; {
		case c == ' ' || c == '\t':
			space, text = true, text[1:]
			continue
		case c == '"':
			value, rest, closed := strings.Cut(text[1:], `"`)
			for closed && strings.HasPrefix(rest, `"`) {
				var more string
				more, rest, closed = strings.Cut(rest[1:], `"`)
				value += `"` + more
			}
			if !closed {
				return nil, errors.New("a quote is not closed")
			}
			words, text = append(words, word{value, true, space}), rest
		case c == '=' || c == ',':
			words, text = append(words, word{text[:1], false, space}), text[1:]
		default:
			end := strings.IndexAny(text, " \t\",=")
			if end < 0 {
				end = len(text)
			}
			words, text = append(words, word{text[:end], false, space}), text[end:]
		}
		space = false
	}
	return words, nil
}

// join joins the words to one name, with the spaces between them.
func join(words []word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && w.space {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
	}
	return b.String()
}

// cut splits words at signs.
func cut(words []word, signs ...string) (parts [][]word) {
	from := 0
	for i, w := range words {
		if slices.ContainsFunc(signs, w.is) {
			parts = append(parts, words[from:i])
			from = i + 1
		}
	}
	return append(parts, words[from:])
}

// String writes the spec as Parse reads it.
func (s Spec) String() string {
	text := quote(s.Path)
	switch {
	case strings.EqualFold(s.Sheet, "join"): // sheet join would be a kind of join
		text += ` sheet "` + s.Sheet + `"`
	case s.Sheet != "":
		text += " sheet " + quote(s.Sheet)
	}
	text += s.keys()
	if len(s.Columns) > 0 {
		names := each.Of(s.Columns, quote)
		text += " columns " + strings.Join(names, ", ")
	}
	return text
}

func (s Spec) keys() string {
	keys := make([]string, len(s.Keys))
	for i, k := range s.Keys {
		if keys[i] = quote(k.On); k.Equals != k.On {
			keys[i] += " = " + quote(k.Equals)
		}
	}
	text := " on " + strings.Join(keys, " and ")
	if s.Every {
		text = " every line" + text
	}
	if s.Join != "" {
		text = " " + s.Join + " join" + text
	}
	return text
}

// On names the columns of the table that are keys.
func (s Spec) On() string {
	names := each.Of(s.Keys, func(k Key) string { return k.On })
	return strings.Join(names, " and ")
}

// Title writes the spec for a person: the file without its folder, and the keys.
func (s Spec) Title() string { return s.Name() + s.keys() }

// Name returns the name of the file without its folder.
func (s Spec) Name() string { return filepath.Base(s.Path) }

// Equal reports whether two specs are equal.
func (s Spec) Equal(o Spec) bool {
	return s.Path == o.Path && s.Sheet == o.Sheet && s.Join == o.Join && s.Every == o.Every &&
		slices.Equal(s.Keys, o.Keys) && slices.Equal(s.Columns, o.Columns)
}

func quote(name string) string {
	if strings.ContainsAny(name, " \t,=\"") || slices.ContainsFunc([]string{"on", "and", "columns", "sheet"},
		func(w string) bool { return strings.EqualFold(name, w) }) {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}
