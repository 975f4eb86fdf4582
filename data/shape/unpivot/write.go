package unpivot

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/internal/each"
)

// Columns returns the names of the columns of a table that become rows; nil if the table lacks one of them.
func (s Spec) Columns(t *data.Table) []string {
	columns, err := s.columns(t)
	if err != nil {
		return nil
	}
	return data.Names(columns)
}

// With writes the spec for other columns of a table, in the table's order. Neighbouring columns become a span, as in
// Jan..Mar. It returns "" for no columns.
func (s Spec) With(t *data.Table, names []string) string {
	var parts []string
	for at := 0; at < len(t.Columns); at++ {
		end := at
		for end < len(t.Columns) && slices.Contains(names, t.Columns[end].Name) {
			end++
		}
		if end-at > 2 {
			parts = append(parts, quoted(t.Columns[at].Name)+".."+quoted(t.Columns[end-1].Name))
		} else {
			for _, c := range t.Columns[at:end] {
				parts = append(parts, quoted(c.Name))
			}
		}
		at = end
	}
	if parts == nil {
		return ""
	}
	text := strings.Join(parts, ", ")
	if plain, _ := Parse("x"); !slices.Equal(s.Names(), plain.Names()) {
		made := each.Of(s.Names(), quoted)
		text += " as " + strings.Join(made, ", ")
	}
	if s.nulls {
		text = WithNulls(text)
	}
	return text
}

// quoted writes a name for a spec, in double quotes if it would be read as something else.
func quoted(name string) string {
	if words, err := split(name); err == nil && len(words) == 1 && words[0] == (word{text: name}) && !words[0].sign() &&
		!strings.HasPrefix(name, "as ") && !strings.HasSuffix(name, " as") &&
		!strings.HasSuffix(name, ".") && !strings.HasPrefix(name, ".") && !strings.HasPrefix(strings.ToLower(name),
		includeNulls) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}
