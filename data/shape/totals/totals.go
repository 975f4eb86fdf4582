package totals

import (
	"regexp"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// words are the first words of a row of totals, in lower case.
var words = []string{"total", "totals", "grand total", "sum", "sums", "overall", "summe", "gesamt", "gesamtsumme", "insgesamt", "somme", "total général", "total general", "suma", "totale", "totaal", "итого", "合計", "总计"}

// subtotal is a text that names the total of a group, such as "North Total", "Subtotal" or "Total for North".
var subtotal = regexp.MustCompile(`(?i)^(.+ )?(sub[- ]?)?totals?:?$|^(sub[- ]?)?total (for|of) |^(zwischensumme|teilsumme|sous-total|subtotale|subtotaal)\b|^.+ (summe|ergebnis|somme)$`)

// Is reports whether a text says that its row holds totals.
func Is(text string) bool {
	return slices.Contains(words, plainWord(text))
}

// Label is the column of the word in a row of totals, -1 in another record. Nothing stands before the word.
func Label(fields []string) int {
	for i, f := range fields {
		if f = strings.TrimSpace(f); f != "" {
			if Is(f) {
				return i
			}
			return -1
		}
	}
	return -1
}

// mostTexts is the number of different texts of a column up to which totals are looked for among them. Labels
// of groups are few.
const mostTexts = 1 << 12

// Note names those of the first rows of a table that look like totals of other rows, "" where there is none:
// the text of a column says so, a number stands in the row, and another label is missing or the text is nothing
// but such a word. Nothing in a table proves that they are.
func Note(t *data.Table, rows int) string {
	if !slices.ContainsFunc(t.Columns, func(c *data.Column) bool { return c.Type.Numeric() }) {
		return ""
	}
	n, first, label := 0, t.Rows, ""
	for _, c := range t.Columns {
		if c.Type != data.Text || len(c.Dict.Values) > mostTexts {
			continue
		}
		named := make([]bool, len(c.Dict.Values)+1) // by code; the last one is that of null
		for code, text := range c.Dict.Values {
			named[code] = names(text)
		}
		if !slices.Contains(named, true) {
			continue
		}
		for row := range rows {
			if code := c.Codes.At(row); named[code] && isTotal(t, c, row) {
				n++
				if row < first {
					first, label = row, c.Dict.Values[code]
				}
			}
		}
	}
	if n == 0 || n == t.Rows {
		return ""
	}
	said := "1 row looks like a total of other rows and was read as a row: row"
	if n > 1 {
		said = separators.Sprintf("%d rows look like totals of other rows and were read as rows, the first is row", n)
	}
	return separators.Sprintf("%s %d, %q; a filter leaves such rows out", said, first+1, ellipsis.Cut(label, 40))
}

// stems are parts of every text that subtotal matches, in lower case.
var stems = []string{"total", "totaal", "summe", "ergebnis", "somme"}

// names reports whether a text names a total.
func names(text string) bool {
	lower := strings.ToLower(text)
	return Is(text) || slices.ContainsFunc(stems, func(s string) bool { return strings.Contains(lower, s) }) && subtotal.MatchString(strings.TrimSpace(text))
}

// isTotal reports whether a row whose label in a column reads like a total has a number and, where the label
// has further words, lacks another label.
func isTotal(t *data.Table, c *data.Column, row int) bool {
	number, lacks := false, false
	for _, other := range t.Columns {
		switch is := other.Valid.Get(row); {
		case other == c:
		case other.Type.Numeric():
			number = number || is
		case !is:
			lacks = true
		}
	}
	text := c.Dict.Values[c.Codes.At(row)]
	return number && (lacks || Is(text) || !strings.Contains(strings.TrimSpace(text), " "))
}
