package intern

import (
	"slices"
	"strings"
	"unsafe"

	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// Piece names the texts that one piece of the rows added to a table: the codes from From up to To.
type Piece struct{ Table, From, To int }

// Join numbers the texts of tables that were filled in parallel. The pieces list all texts of all tables in the order
// of the rows; each table must have got its own pieces in that order. values has all texts in order of first
// appearance. codes[t][c] is the index in values of the text with code c of table t. If a table with Repeats has
// forgotten texts, values has the texts of all pieces.
func Join(tables []*Table, pieces []Piece) (values []string, codes [][]uint32) {
	codes = make([][]uint32, len(tables))
	for i, t := range tables {
		codes[i] = memory.Make[uint32](len(t.Values))
	}
	different := !slices.ContainsFunc(tables, func(t *Table) bool { return t.forgot && !t.Repeats })
	if one := slices.IndexFunc(tables, func(t *Table) bool { return len(t.Values) > 0 }); one < 0 ||
		different && hasOnly(tables, one) {
		if one < 0 {
			return nil, codes
		}
		for code := range codes[one] {
			codes[one][code] = uint32(code)
		}
		return tables[one].Values, codes
	}
	n := each.Sum(pieces, func(p Piece) int { return p.To - p.From })
	if different && slices.ContainsFunc(tables, func(t *Table) bool { return t.forgot }) {
		values = memory.Make[string](n)
		at := 0
		for _, p := range pieces {
			for code := p.From; code < p.To; code++ {
				codes[p.Table][code] = uint32(at + code - p.From)
			}
			at += copy(values[at:], tables[p.Table].Values[p.From:p.To])
		}
		return values, codes
	}
	if n >= manyTexts {
		return joinParallel(tables, pieces, codes, n), codes
	}
	all := Table{shares: true}
	for _, p := range pieces {
		for code := p.From; code < p.To; code++ {
			codes[p.Table][code] = all.Code(bytesOf(tables[p.Table].Values[code]))
		}
	}
	return all.Values, codes
}

// Distinct returns the first different texts, at most `most`.
func Distinct(texts []string, most int) []string {
	t := Table{shares: true}
	for _, text := range texts {
		if t.Text(text); len(t.Values) == most {
			break
		}
	}
	return t.Values
}

// Together copies texts into one allocation that holds nothing else.
func Together(values []string) {
	n := 0
	for _, v := range values {
		n += len(v)
	}
	var all strings.Builder
	all.Grow(n)
	for _, v := range values {
		all.WriteString(v)
	}
	rest := all.String()
	for i, v := range values {
		values[i], rest = rest[:len(v)], rest[len(v):]
	}
}

func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// hasOnly reports whether no other table has texts.
func hasOnly(tables []*Table, one int) bool {
	for i, t := range tables {
		if i != one && len(t.Values) > 0 {
			return false
		}
	}
	return true
}
