package remote

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"cardinal/data"
)

// Long writes the SQL with which a kind of servers measures long numbers.
type Long struct {
	// Places writes the number of decimal places that the values of a column need, given the column in SQL.
	Places func(c Column, value string) string
	Text   string // the format of a number as a text
	First  string // the format of the first %[3]d rows of the columns %[1]s of the table %[2]s, in place of a table
}

// sampled is the number of rows that are measured if measuring all rows takes too long.
const sampled = 100_000

// Measure finds the types of the columns of t whose numbers may need more than 64 bits, such as decimals of more than
// 18 digits. If the values fit at the greatest number of places that occurs, the column has integers or decimals.
// Otherwise decimals become floats, and whole numbers become texts with all digits.
//
// If the server does not measure all rows in time, it measures some, and a query that meets a larger value returns an
// error. A column that cannot be measured is not read.
func (l Long) Measure(ctx context.Context, s Server, t *Table) error {
	var wide []*Column
	var names, exprs []string
	q := Question{Most: 1}
	for i := range t.Columns {
		c := &t.Columns[i]
		if !c.Found {
			continue
		}
		value := s.Dialect().Value(*c)
		places := "0"
		if c.Type == data.Float {
			places = "coalesce(max(" + l.Places(*c, value) + "), 0)"
			if !strings.Contains(c.Declared, ",") || strings.Contains(c.Declared, ",0)") {
				places = "0"
			}
		}
		text := func(of string) string { return "coalesce(" + fmt.Sprintf(l.Text, of+"("+value+")") + ", '0')" }
		wide, names = append(wide, c), append(names, s.Dialect().Name(c.Name))
		exprs = append(exprs, places, text("min"), text("max"))
		q.Columns = append(q.Columns, Result{Name: fmt.Sprint("places ", i), Type: data.Int},
			Result{Name: fmt.Sprint("least ", i), Type: data.Text},
			Result{Name: fmt.Sprint("greatest ", i), Type: data.Text})
	}
	if len(wide) == 0 {
		return nil
	}
	from := s.Dialect().From(t.Address)
	q.SQL = "SELECT " + strings.Join(exprs, ", ") + " FROM " + from
	some := q
	some.SQL = "SELECT " + strings.Join(exprs, ", ") + " FROM " + fmt.Sprintf(l.First, strings.Join(names, ", "), from,
		sampled)
	found, err := AskInTime(ctx, s, q, some)
	for i, c := range wide {
		if err != nil {
			c.Type, c.Found = data.Null, false
			c.Note = "left out, because the server did not tell how long its numbers are: a view that casts it to " +
				"decimal(18, 2) or another length shows it"
			continue
		}
		places := int(found.Columns[3*i].Int(0))
		_, least := WholeNumber(found.Columns[3*i+1].Value(0).Text, places)
		_, greatest := WholeNumber(found.Columns[3*i+2].Value(0).Text, places)
		switch fits := least && greatest && places <= 18; {
		case fits && places > 0:
			c.Type, c.Scale = data.Decimal, places
		case fits:
			c.Type = data.Int
		case c.Type == data.Int:
			c.Type, c.AsText, c.Found = data.Text, true, false
			c.Note = "numbers wider than 64 bits with a sign: read as text with all digits"
		default:
			c.Note = "numbers wider than 64 bits: rounded to 64-bit floats"
		}
	}
	return ctx.Err()
}

// WholeNumber reads a decimal in units of its last place. ok is false if it has more places, or more than 64 bits.
func WholeNumber(text string, scale int) (n int64, ok bool) {
	whole, places, _ := strings.Cut(text, ".")
	places = strings.TrimRight(places, "0")
	if len(places) > scale {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+places+strings.Repeat("0", scale-len(places)), 10, 64)
	return n, err == nil
}
