package query

import (
	"fmt"
	"strings"

	"cardinal/internal/each"
)

// othersLabel is the label for all labels that a top leaves out. Written in quotes, it means a label of the table.
const othersLabel = "Others"

// blankLabel is the label of missing values.
const blankLabel = "(blank)"

// parseLabels reads printed labels between commas. A label in quotes may have any text, null is the label of missing
// values, and Others stands for the labels that a top leaves out.
func parseLabels(text string) []Literal {
	var out []Literal
	for text != "" {
		var one string
		one, text = cutLabel(text)
		l := Literal{Text: strings.TrimSpace(one), Quoted: true}
		switch {
		case strings.EqualFold(l.Text, "null") || l.Text == blankLabel:
			l = Literal{Null: true}
		case strings.EqualFold(l.Text, othersLabel):
			l.Others = true
		case l.Text != "" && (l.Text[0] == '\'' || l.Text[0] == '"'):
			if s, n, ok := unquote(l.Text, l.Text[0]); ok && n == len(l.Text) {
				l.Text = s
			}
		}
		out = append(out, l)
	}
	return out
}

// ParseLabels reads labels from a text that LabelsText has written.
func ParseLabels(text string) []Literal { return parseLabels(text) }

// LabelsText writes labels between commas: EU, 'A, B', null.
func LabelsText(labels []Literal) string {
	texts := each.Of(labels, labelText)
	return strings.Join(texts, ", ")
}

// cutLabel splits a list of labels after its first label. A quote within a label does not quote; only a quote at its
// beginning does.
func cutLabel(text string) (first, rest string) {
	start := strings.TrimLeft(text, " ")
	if start != "" && (start[0] == '\'' || start[0] == '"') {
		if _, n, ok := unquote(start, start[0]); ok {
			_, rest, _ = strings.Cut(start[n:], ",")
			return start[:n], rest
		}
	}
	first, rest, _ = strings.Cut(text, ",")
	return first, rest
}

// ParseCell reads the labels of a cell of a pivot and their fields: region=North, year(date)=2024. Labels are written
// as they are printed. A label in quotes may have any text, and null is the label of missing values.
func ParseCell(text string) (fields []Field, labels []Literal, err error) {
	for rest := text; rest != ""; {
		name, label := cut(rest, "=")
		field, err := ParseFields(name)
		switch {
		case err != nil:
			return nil, nil, err
		case len(field) != 1 || label == "":
			return nil, nil, fmt.Errorf("%q names no field and its label, as in 'region=North, year(date)=2024'", text)
		}
		label, rest = cutLabel(label)
		fields, labels = append(fields, field[0]), append(labels, parseLabels(label)...)
	}
	return fields, labels, nil
}

// Label returns the literal in the form in which labels are printed.
func (l Literal) Label() string {
	if l.Null {
		return blankLabel
	}
	return l.Text
}

// labelText writes a label so that parseLabels reads it back.
func labelText(l Literal) string {
	switch {
	case l.Null:
		return "null"
	case l.Others:
		return othersLabel
	}
	plain := l.Text != "" && l.Text == strings.TrimSpace(l.Text) && !strings.EqualFold(l.Text, "null") &&
		l.Text != blankLabel && !strings.EqualFold(l.Text, othersLabel) &&
		!strings.ContainsAny(l.Text, `,'":()`) && !strings.Contains(strings.ToLower(l.Text), " along ")
	for _, word := range []string{"asc", "desc"} {
		if _, ends := cutSuffixWord(" "+l.Text, word); ends {
			plain = false
		}
	}
	if plain {
		return l.Text
	}
	return Literal{Text: l.Text, Quoted: true}.String()
}

// cut splits a text at the first mark outside quotes and brackets. Upper and lower case of the mark are the same. If
// the text does not have the mark, after is "".
func cut(text, mark string) (before, after string) {
	at := outside(text, func(i int) bool { return hasWord(text[i:], mark) })
	return text[:at], text[min(at+len(mark), len(text)):]
}

// outside returns the first offset i outside quotes and brackets for which is(i) is true, or the length of the text.
func outside(text string, is func(i int) bool) int {
	depth, quote := 0, byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case depth == 0 && is(i):
			return i
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
	}
	return len(text)
}

// cutSuffixWord returns the text without its last word, and true, if the last word is the given one.
func cutSuffixWord(text, word string) (string, bool) {
	n := len(text) - len(word)
	if n > 0 && strings.EqualFold(text[n:], word) && text[n-1] == ' ' {
		return strings.TrimSpace(text[:n]), true
	}
	return text, false
}
