package postgres

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/internal/separators"
)

// noteUnheld counts infinite dates, which are read as null, and NaN in the columns with the indices decimals, which
// have a known number of places. A column with NaN becomes floats. If the server does not count in time, a note says so
// for dates. A query that meets a NaN in such a column then returns an error.
func (s *Server) noteUnheld(ctx context.Context, t *remote.Table, decimals []int) error {
	var counts, dates []string
	var of []*remote.Column
	look := func(c *remote.Column, condition string) {
		counts = append(counts, "count(*) FILTER (WHERE "+condition+")")
		of = append(of, c)
	}
	for i := range t.Columns {
		if c := &t.Columns[i]; s.dialect.Held(*c) != "" {
			look(c, "NOT "+s.dialect.Held(*c))
			dates = append(dates, c.Name)
		}
	}
	for _, i := range decimals {
		look(&t.Columns[i], s.dialect.Name(t.Columns[i].Name)+" = 'NaN'")
	}
	found, err := remote.Count(ctx, s, t.Address, counts)
	if err != nil {
		if len(dates) > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("infinite dates are read as null, but the server did not count them "+
				"within %.0f s, in the columns: %s", remote.Looking.Seconds(), strings.Join(dates, ", ")))
		}
		return ctx.Err()
	}
	for i, c := range of {
		switch n := found[i]; {
		case n == 0:
		case c.Type == data.Date:
			c.Note = "infinity is not a date and is read as null, in " + separators.Counted(n, "row")
		case c.Type == data.Timestamp:
			c.Note = "infinity and times after the year 292276 are not timestamps and are read as null, in " +
				separators.Counted(n, "row")
		default:
			c.Note = fmt.Sprintf("NaN is not a %s, so the numbers are read as 64-bit floats: NaN stands in %s", c.Type,
				separators.Counted(n, "row"))
			c.Type, c.Scale, c.Found = data.Float, 0, true
		}
	}
	return nil
}

// setMoneyPlaces finds the number of places of money, which depends on the server's language. If the server does not
// tell, such columns are not read.
func (s *Server) setMoneyPlaces(ctx context.Context, t *remote.Table) error {
	var of []*remote.Column
	for i := range t.Columns {
		if t.Columns[i].AsNumber {
			of = append(of, &t.Columns[i])
		}
	}
	if len(of) == 0 {
		return nil
	}
	places, err := s.Ask(ctx, remote.Question{SQL: "SELECT scale(0::money::numeric)",
		Columns: []remote.Result{{Name: "places", Type: data.Int}}})
	for _, c := range of {
		switch {
		case err != nil:
			c.Type, c.AsNumber = data.Null, false
		case places.Columns[0].Int(0) == 0:
			c.Type = data.Int
		default:
			c.Scale = int(places.Columns[0].Int(0))
		}
	}
	return ctx.Err()
}
