package clickhouse

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/data/remote"
)

// firstRows is the number of rows that are checked before all rows.
const firstRows = 10_000

// groups is the first version whose decimals of more than 18 digits are read. Version 18.16 crashes if a query groups
// by such decimals.
const groups = 20

// fit finds the types of the columns whose values may have more than 64 bits. If a value does not fit, integers become
// texts, and decimals become floats, as they do in a Parquet file. If the server does not check a column in time, its
// values are assumed to fit, and a query that meets a larger value returns an error.
func (s *Server) fit(ctx context.Context, t *remote.Table) error {
	var wide []*remote.Column
	var names []string
	q := remote.Question{Most: 1}
	for i := range t.Columns {
		c := &t.Columns[i]
		switch {
		case c.Found && s.dialect.Major < groups && strings.Contains(c.Declared, "Decimal"):
			c.Type, c.Scale, c.Found = data.Null, 0, false
		case c.Found && c.Type == data.Float:
			noteRounding(c)
		case c.Found:
			wide = append(wide, c)
			names = append(names, s.dialect.Name(c.Name))
			q.SQL += fmt.Sprintf(", toInt64(countIf(%s))", s.beyondCondition(c))
			q.Columns = append(q.Columns, remote.Result{Name: c.Name, Type: data.Int})
		}
	}
	if len(wide) == 0 {
		return nil
	}
	from := s.dialect.From(t.Address)
	q.SQL = fmt.Sprintf("SELECT %s FROM (SELECT %s FROM %s LIMIT %d)", q.SQL[2:], strings.Join(names, ", "),
		from, firstRows)
	first, err := s.Ask(ctx, q)
	if err != nil { // a limit of the server: all columns are assumed to fit
		return ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, remote.Checking)
	defer cancel()
	for i, c := range wide {
		if first.Columns[i].Int(0) > 0 {
			widen(c)
			continue
		}
		// The query ends at the first value that does not fit, and skips rows if the column has an index.
		found, err := s.Ask(limited, remote.Question{
			SQL: fmt.Sprintf("SELECT toInt64(count()) FROM (SELECT %s FROM %s WHERE %s LIMIT 1)",
				s.dialect.Name(c.Name), from, s.beyondCondition(c)),
			Columns: []remote.Result{{Name: "found", Type: data.Int}},
		})
		if err == nil && found.Columns[0].Int(0) > 0 {
			widen(c)
		}
	}
	return ctx.Err()
}

// beyondCondition writes a condition that is true for values of a column that do not fit 64 bits with a sign.
func (s *Server) beyondCondition(c *remote.Column) string {
	name := s.dialect.Name(c.Name)
	greatest := int128.From(1<<63 - 1)
	most, least := greatest.Decimal(c.Scale), greatest.Neg().Decimal(c.Scale)
	switch {
	case strings.Contains(c.Declared, "Decimal"):
		return fmt.Sprintf("(%s > toDecimal128('%s', %d) OR %[1]s < toDecimal128('%[4]s', %[3]d))", name, most,
			c.Scale, least)
	case strings.Contains(c.Declared, "UInt"):
		return "(" + name + " > " + most + ")"
	}
	return fmt.Sprintf("(%s > %s OR %[1]s < %[3]s)", name, most, least)
}

func widen(c *remote.Column) {
	if strings.Contains(c.Declared, "Decimal") {
		c.Type, c.Scale = data.Float, 0
		noteRounding(c)
		return
	}
	c.Type, c.AsText, c.Found = data.Text, true, false
	c.Note = "whole numbers beyond 64 bits with a sign: read as text, which keeps all digits"
}

func noteRounding(c *remote.Column) { c.Note = "decimals wider than 64 bits: rounded to 64-bit floats" }
