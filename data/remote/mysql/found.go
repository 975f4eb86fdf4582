package mysql

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data/remote"
	"cardinal/internal/separators"
)

// long writes the SQL that measures decimals of more than 18 digits, and unsigned integers of 64 bits.
var long = remote.Long{
	Places: func(_ remote.Column, value string) string {
		return "char_length(trim(trailing '0' from substring_index(cast(" + value + " as char), '.', -1)))"
	},
	Text: "cast(%s as char)", First: "(SELECT %[1]s FROM %[2]s LIMIT %[3]d) t",
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
