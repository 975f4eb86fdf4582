package pushdown

import (
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// longest is the largest length of a condition in bytes: ClickHouse reads queries of up to 256 KB.
const longest = 200_000

// Under writes a condition that holds for the rows of groups. A group is given as the index of its row in an answer to
// Groups. The condition covers only the first groups, as many as fit a query. If the server cannot express a value,
// exact is false: the condition may then hold for rows of other groups, too.
func (k *Keys) Under(answer *data.Table, groups []int) (sql string, exact bool) {
	var all []string
	exact = true
	length := 0
	for _, group := range groups {
		var parts []string
		for i, c := range k.columns {
			said, alone := k.writer.groupConditions(c, answer.Columns[i].Value(group))
			parts, exact = append(parts, said...), exact && alone
		}
		if len(parts) == 0 { // every row may belong to the group
			return "", false
		}
		one := "(" + strings.Join(parts, " AND ") + ")"
		if length += len(one) + 4; length > longest && len(all) > 0 {
			break
		}
		all = append(all, one)
	}
	return "(" + strings.Join(all, " OR ") + ")", exact
}

// groupConditions writes conditions that all rows of a group fulfil, given a value of column c that occurs in the
// group.
func (w *Writer) groupConditions(c *keyColumn, v data.Value) (out []string, exact bool) {
	switch {
	case c.whole:
		sql, exact := w.Is(c.Column, v)
		if sql == "" {
			return nil, false
		}
		return []string{sql}, exact
	case v.IsNull():
		return []string{w.nullTest(c.Column).yes}, true
	}
	value, ok := w.constant(c.Column, v)
	if !ok {
		return nil, false
	}
	for _, by := range c.by { // in such an expression, a quoted name is always the column
		of := strings.NewReplacer(w.Bare(c.Column), value, w.name(c.Name), value).Replace(by)
		out = append(out, "("+by+" = "+of+")")
	}
	return out, true
}

// Is writes the condition that c has the value v; v may be null. If the server cannot express the condition, it returns
// "". exact is false if the condition may also hold for rows with other values.
func (w *Writer) Is(c remote.Column, v data.Value) (sql string, exact bool) {
	name := w.name(c.Name)
	switch {
	case v.IsNull():
		return w.nullTest(c).yes, true
	case c.Type == data.Text && strings.ContainsRune(v.Text, '\uFFFD'): // U+FFFD replaces bytes that are not valid text
		return "", false
	case c.Type == data.Text:
		if number, whole := w.digits(c, v.Text); whole {
			return "(" + name + " = " + number + ")", true
		}
		sql := w.sql.is(w, c, v.Text)
		return sql, sql != ""
	case c.Type == data.Bool:
		return "(" + name + " = " + w.sql.truths[v.Int.Sign()&1] + ")", true
	}
	d, ok := w.condition(&query.Expr{Op: query.Eq, Field: query.Field{Column: c.Name},
		Values: []query.Literal{{Text: v.String()}}})
	if !ok {
		return "", false
	}
	return d.yes, c.Type != data.Float && c.Type != data.Timestamp
}

// constant writes a value of a column of whole numbers, dates or times as an argument for the functions of parts.
func (w *Writer) constant(c remote.Column, v data.Value) (sql string, ok bool) {
	n, fits := v.Int.Int64()
	if !fits {
		return "", false
	}
	return w.sql.constant(w, c, n)
}
