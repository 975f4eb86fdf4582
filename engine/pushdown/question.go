package pushdown

import (
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Keys is the columns by which a question groups rows. All rows of a group have the same label in every field.
type Keys struct {
	writer  *Writer
	columns []*keyColumn
}

// keyColumn is a column with the expressions by which rows are grouped.
type keyColumn struct {
	remote.Column
	by    []string
	whole bool // rows are grouped by the column itself
}

// Keys returns the keys with which rows are grouped by fields, and by the given columns themselves.
func (w *Writer) Keys(fields []query.Field, columns []string) (*Keys, error) {
	k := &Keys{writer: w}
	for _, f := range fields {
		c, err := k.find(f.Column)
		if err != nil {
			return nil, err
		}
		if by, ok := w.parts(c.Column, f); ok {
			c.add(by...)
		} else {
			c.whole = true
		}
	}
	for _, name := range columns {
		c, err := k.find(name)
		if err != nil {
			return nil, err
		}
		c.whole = true
	}
	return k, nil
}

func (c *keyColumn) add(by ...string) { c.by = each.Add(c.by, by...) }

// find returns the key of a column, and adds the key if it is missing.
func (k *Keys) find(name string) (*keyColumn, error) {
	c, err := k.writer.column(name)
	if err != nil {
		return nil, err
	}
	for _, have := range k.columns {
		if have.Name == c.Name {
			return have, nil
		}
	}
	k.columns = append(k.columns, &keyColumn{Column: c})
	return k.columns[len(k.columns)-1], nil
}

// Columns returns the columns of the keys, which are the first columns of an answer. In each of these columns, a row of
// the answer has one value that occurs in the group.
func (k *Keys) Columns() []remote.Column {
	return each.Of(k.columns, func(c *keyColumn) remote.Column { return c.Column })
}

// exprs returns the expressions for GROUP BY, and the expressions for SELECT.
func (k *Keys) exprs() (by, selected []string) {
	for _, c := range k.columns {
		name := k.writer.Value(c.Column)
		same := k.writer.sql.identity(k.writer, c.Column)
		switch {
		case !c.whole:
			by, selected = append(by, c.by...), append(selected, "min("+name+")")
		case same != name:
			by, selected = append(by, same), append(selected, "min("+name+")")
		default:
			by, selected = append(by, name), append(selected, name)
		}
	}
	return by, selected
}

// Stat is a statistic of the rows of a group.
type Stat uint8

// The statistics. The sum of a column is High * 2^32 + Low. Low is an unsigned 64-bit integer, which is sent as the
// signed integer with the same bits.
const (
	Values Stat = iota // the number of values that are not null
	High
	Low
	Least
	Greatest
)

// State asks for a statistic of a column. Values exists for any column, the others for columns of whole numbers,
// decimals, dates or times.
type State struct {
	Column string
	Stat   Stat
}

// Sums reports whether the server can add the values of a column exactly.
func (w *Writer) Sums(name string) bool {
	c, err := w.column(name)
	return err == nil && (c.Type == data.Int || c.Type == data.Decimal)
}

// Extremes reports whether the server can find the least and the greatest value of a column.
func (w *Writer) Extremes(name string) bool {
	c, err := w.column(name)
	return err == nil && (c.Type == data.Int || c.Type == data.Decimal || c.Type.Temporal())
}

// Groups asks for the groups of the rows that fulfil a condition. The answer has the columns of the keys, the number of
// rows, and the states.
func (k *Keys) Groups(states []State, where string, most int) (remote.Question, error) {
	return k.groups(k.writer.from(), states, where, most)
}

// Sample asks for the groups of a sample of the rows that fulfil a condition. share is the approximate share of the
// rows, below 1. If a table of ClickHouse has a sampling key, ClickHouse samples by this key. PostgreSQL draws pages,
// and then rows of these pages. In all other cases rows are drawn one by one.
func (k *Keys) Sample(where string, share float64, most int) (remote.Question, error) {
	w := k.writer
	behind, drawn := w.sql.sample(w, share)
	return k.groups(w.from()+behind, nil, JoinConditions(where, drawn), most)
}

// JoinConditions returns the SQL condition that holds if both a and b hold; "" always holds.
func JoinConditions(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " AND " + b
}

func (k *Keys) groups(from string, states []State, where string, most int) (remote.Question, error) {
	w := k.writer
	by, selected := k.exprs()
	q := remote.Question{Most: most}
	for _, c := range k.columns {
		q.Columns = append(q.Columns, c.Result())
	}
	selected = append(selected, w.asInteger(w.sql.rows))
	q.Columns = append(q.Columns, remote.Result{Name: "rows", Type: data.Int})
	for i, s := range states {
		c, err := w.column(s.Column)
		if err != nil {
			return q, err
		}
		name := w.name(c.Name)
		if c.Type != data.Text {
			name = w.Value(c)
		}
		r := remote.Result{Name: fmt.Sprint("state ", i+1), Of: c.Name, Type: data.Int, Nullable: c.Nullable,
			Found: c.Found}
		n, _ := w.integer(c)
		if declared(c) == "UInt64" { // the halves of a UInt64 are unsigned
			n = name
		}
		switch s.Stat {
		case Values:
			selected = append(selected, w.asInteger(fmt.Sprintf(w.sql.count, name)))
			r.Nullable = false
		case High:
			selected = append(selected, w.asInteger("sum("+fmt.Sprintf(w.sql.high, n)+")"))
		case Low:
			selected = append(selected, w.asInteger("sum("+fmt.Sprintf(w.sql.low, n)+")"))
		default:
			selected = append(selected, map[Stat]string{Least: "min(", Greatest: "max("}[s.Stat]+name+")")
			r.Type, r.Scale, r.UTC = c.Type, c.Scale, c.UTC
		}
		q.Columns = append(q.Columns, r)
	}
	first, last := "", ""
	if most > 0 {
		first, last = w.limit(most + 1)
	}
	q.SQL = "SELECT " + first + strings.Join(selected, ", ") + " FROM " + from + whereOf(where)
	if len(by) > 0 {
		q.SQL += " GROUP BY " + strings.Join(by, ", ")
	} else {
		// without rows there is no group, not even the total
		q.SQL += " HAVING " + fmt.Sprintf(w.sql.count, "*") + " > 0"
	}
	q.SQL += last
	return q, nil
}

// limit writes a limit of rows. first follows SELECT, and last ends the question; one of them is empty.
func (w *Writer) limit(most int) (first, last string) {
	if w.sql.top {
		return fmt.Sprintf("TOP (%d) ", most), ""
	}
	return "", fmt.Sprintf(" LIMIT %d", most)
}

// asInteger writes an expression as an integer of 64 bits.
func (w *Writer) asInteger(expr string) string { return fmt.Sprintf(w.sql.whole, expr) }

func whereOf(condition string) string {
	if condition == "" {
		return ""
	}
	return " WHERE " + condition
}

// Rows asks for the values of columns in at most `most` rows that fulfil a condition, in arbitrary order.
func (w *Writer) Rows(columns []string, where string, most int) (remote.Question, error) {
	var q remote.Question
	names := make([]string, len(columns))
	for i, name := range columns {
		c, err := w.column(name)
		if err != nil {
			return q, err
		}
		names[i] = w.Value(c)
		q.Columns = append(q.Columns, c.Result())
	}
	first, last := w.limit(most)
	q.SQL = "SELECT " + first + strings.Join(names, ", ") + " FROM " + w.from() + whereOf(where) + last
	return q, nil
}

// Count asks for the number of rows.
func (w *Writer) Count() remote.Question {
	return remote.Question{SQL: "SELECT " + w.asInteger(w.sql.rows) + " FROM " + w.from(),
		Columns: []remote.Result{{Name: "rows", Type: data.Int}}}
}

// Latest asks for the greatest value of a column over the whole table.
func (w *Writer) Latest(name string) (remote.Question, error) {
	c, err := w.column(name)
	return remote.Question{
		// the column as it is, so that the server can find the greatest value in an index
		SQL:     "SELECT max(" + w.Bare(c) + ") FROM " + w.from() + whereOf(w.Held(c)),
		Columns: []remote.Result{{Name: name, Type: c.Type, Scale: c.Scale, UTC: c.UTC, Nullable: true}},
	}, err
}
