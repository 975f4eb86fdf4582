package totals

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/internal/ellipsis"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// words are the first words of a row of totals, in lower case.
var words = []string{"total", "totals", "grand total", "sum", "sums", "overall", "summe", "gesamt", "gesamtsumme",
	"insgesamt", "somme", "total général", "total general", "suma", "totale", "totaal", "итого", "合計", "总计"}

// subtotal matches a text that names the total of a group, such as "North Total", "Subtotal" or "Total for North".
var subtotal = lazyregexp.New(
	`(?i)^(.+ )?(sub[- ]?)?totals?:?$|^(sub[- ]?)?total (for|of) |^(zwischensumme|teilsumme|sous-total|subtotale|subtotaal)\b|^.+ (summe|ergebnis|somme)$`,
)

// Is reports whether a text announces a row of totals.
func Is(text string) bool {
	return slices.Contains(words, plainWord(text))
}

// Label returns the column of the word that begins a row of totals, or -1 if the record is no such row. The fields
// before the word must be empty.
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

// mostTexts is the greatest number of different texts of a column that is searched for totals. A column of group labels
// has fewer.
const mostTexts = 1 << 12

// Note returns a sentence on the first rows of a table that look like totals of other rows; "" if none do. Such a row
// has a text that names a total, and a number. In addition, another label is missing, or the text is only the word.
// Nothing in a table proves that such rows are totals.
func Note(t *data.Table, rows int) string {
	if !slices.ContainsFunc(t.Columns, func(c *data.Column) bool { return c.Type.Numeric() }) {
		return ""
	}
	n, first, label := 0, t.Rows, ""
	for _, c := range t.Columns {
		if c.Type != data.Text || len(c.Dict.Values) > mostTexts {
			continue
		}
		named := make([]bool, len(c.Dict.Values)+1) // by code; the last element is for null
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
	said := separators.Plural(n, "1 row looks like a total of other rows and was read as a row: row",
		"%d rows look like totals of other rows and were read as rows, the first is row")
	return separators.Sprintf("%s %d, %q; a filter leaves such rows out", said, first+1, ellipsis.Cut(label, 40))
}

// stems are parts of the texts that subtotal matches, in lower case: every such text has one of them.
var stems = []string{"total", "totaal", "summe", "ergebnis", "somme"}

// names reports whether a text names a total.
func names(text string) bool {
	lower := strings.ToLower(text)
	return Is(text) || slices.ContainsFunc(stems, func(s string) bool { return strings.Contains(lower, s) }) &&
		subtotal().MatchString(strings.TrimSpace(text))
}

// isTotal reports whether a row, whose label in a column reads like a total, has a number. If the label has further
// words, the row must also lack another label.
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
