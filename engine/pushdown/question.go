package pushdown

import (
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Keys is the columns that a question groups by. All rows of a group have the same label in every field.
type Keys struct {
	writer  *Writer
	columns []*keyColumn
}

// keyColumn is a column, with the expressions that distinguish its values.
type keyColumn struct {
	remote.Column
	by    []string
	whole bool // the column itself is grouped by
}

// Keys returns the keys of fields, and of whole columns.
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

// find returns the key of a column. A missing key is added.
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

// Columns returns the columns of the keys: the first columns of an answer. A row of the answer has a value of the
// group in each of them.
func (k *Keys) Columns() []remote.Column {
	return each.Of(k.columns, func(c *keyColumn) remote.Column { return c.Column })
}

// exprs returns the expressions that the keys group by, and the ones that they select.
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

// The statistics. The sum of a column is High * 2^32 + Low. Low is an unsigned integer of 64 bits, and is sent as the
// signed integer with the same bits.
const (
	Values Stat = iota // the number of values that are not null
	High
	Low
	Least
	Greatest
)

// State is a state of a column of whole numbers, decimals, dates or times. Values is a state of any column.
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

// Groups asks for the groups of the rows that hold a condition. The answer has the columns of the keys, the number of
// rows, and the states.
func (k *Keys) Groups(states []State, where string, most int) (remote.Question, error) {
	return k.groups(k.writer.from(), states, where, most)
}

// Sample asks for the groups of a sample of the rows that hold a condition. share is the approximate share of the
// rows, below 1. A table of ClickHouse with a sampling key is sampled by that key; otherwise rows are drawn one by
// one. PostgreSQL draws pages, and then rows of these pages.
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
		if declared(c) == "UInt64" { // its halves are unsigned integers
			n = name
		}
		switch s.Stat {
		case Values:
			selected = append(selected, w.asInteger("count("+name+")"))
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
	q.SQL = "SELECT " + strings.Join(selected, ", ") + " FROM " + from + whereOf(where)
	if len(by) > 0 {
		q.SQL += " GROUP BY " + strings.Join(by, ", ")
	} else {
		q.SQL += " HAVING count(*) > 0" // no rows are no group
	}
	if most > 0 {
		q.SQL += fmt.Sprintf(" LIMIT %d", most+1)
	}
	return q, nil
}

// asInteger writes an expression as an integer of 64 bits.
func (w *Writer) asInteger(expr string) string { return fmt.Sprintf(w.sql.whole, expr) }

func whereOf(condition string) string {
	if condition == "" {
		return ""
	}
	return " WHERE " + condition
}

// Rows asks for whole columns of at most `most` rows that hold a condition, in no order.
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
	q.SQL = fmt.Sprintf("SELECT %s FROM %s%s LIMIT %d", strings.Join(names, ", "), w.from(), whereOf(where), most)
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
		// an index of the server can find the greatest value
		SQL:     "SELECT max(" + w.Bare(c) + ") FROM " + w.from() + whereOf(w.Held(c)),
		Columns: []remote.Result{{Name: name, Type: c.Type, Scale: c.Scale, UTC: c.UTC, Nullable: true}},
	}, err
}
