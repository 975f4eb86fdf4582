package mysql

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/internal/separators"
)

const (
	// sampled is the number of rows that are checked if a check of all rows takes too long.
	sampled = 100_000
)

// fit finds the types of columns whose numbers may need more than 64 bits: decimals of more than 18 digits, and
// unsigned integers of 64 bits. If the values fit at the greatest number of places that occurs, the column has integers
// or decimals. Otherwise decimals become floats, and whole numbers become texts with all digits.
//
// If the server does not check all rows in time, it checks some, and a query that meets a larger value returns an
// error. A column that cannot be checked is not read.
func (s *Server) fit(ctx context.Context, t *remote.Table) error {
	var wide []*remote.Column
	var names, exprs []string
	q := remote.Question{Most: 1}
	for i := range t.Columns {
		c := &t.Columns[i]
		if !c.Found {
			continue
		}
		name := s.dialect.Value(*c)
		places := "0"
		if c.Type == data.Float {
			places = "coalesce(max(char_length(trim(trailing '0' from substring_index(cast(" + name +
				" as char), '.', -1)))), 0)"
			if !strings.Contains(c.Declared, ",") || strings.Contains(c.Declared, ",0)") {
				places = "0"
			}
		}
		wide, names = append(wide, c), append(names, s.dialect.Name(c.Name))
		exprs = append(exprs, places, "coalesce(cast(min("+name+") as char), '0')", "coalesce(cast(max("+name+
			") as char), '0')")
		q.Columns = append(q.Columns, remote.Result{Name: fmt.Sprint("places ", i), Type: data.Int},
			remote.Result{Name: fmt.Sprint("least ", i), Type: data.Text},
			remote.Result{Name: fmt.Sprint("greatest ", i), Type: data.Text})
	}
	if len(wide) == 0 {
		return nil
	}
	q.SQL = "SELECT " + strings.Join(exprs, ", ") + " FROM " + s.dialect.From(t.Address)
	some := q
	some.SQL = fmt.Sprintf("SELECT %s FROM (SELECT %s FROM %s LIMIT %d) t", strings.Join(exprs, ", "),
		strings.Join(names, ", "), s.dialect.From(t.Address), sampled)
	found, err := remote.AskInTime(ctx, s, q, some)
	for i, c := range wide {
		if err != nil {
			c.Type, c.Found = data.Null, false
			c.Note = "left out, because the server did not tell how long its numbers are: a view that casts it to " +
				"decimal(18, 2) or another length shows it"
			continue
		}
		places := int(found.Columns[3*i].Int(0))
		_, least := wholeNumber(found.Columns[3*i+1].Value(0).Text, places)
		_, greatest := wholeNumber(found.Columns[3*i+2].Value(0).Text, places)
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

// noteUnheld counts the dates that are in no calendar, such as 0000-00-00, which are read as null. If the server does
// not count in time, a note says so.
func (s *Server) noteUnheld(ctx context.Context, t *remote.Table) error {
	var counts, names []string
	var of []*remote.Column
	for i := range t.Columns {
		if c := &t.Columns[i]; s.dialect.Held(*c) != "" {
			of, names = append(of, c), append(names, c.Name)
			counts = append(counts, "count("+s.dialect.Name(c.Name)+") - count("+s.dialect.Value(*c)+")")
		}
	}
	found, err := remote.Count(ctx, s, t.Address, counts)
	if err != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("dates such as 0000-00-00 are read as null, and the server did not tell "+
			"within %.0f s whether it has any: %s", remote.Looking.Seconds(), strings.Join(names, ", ")))
		return ctx.Err()
	}
	for i, c := range of {
		if n := found[i]; n > 0 {
			c.Note = separators.Sprintf("0000-00-00 and other dates that no calendar has are read as null: %d", n)
		}
	}
	return nil
}
