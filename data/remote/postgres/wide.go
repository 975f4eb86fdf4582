package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
)

// sampled is about the number of rows that are checked if a check of all rows takes too long.
const sampled = 1_000_000

// fit finds the types of numeric columns that have no places, or more than 18 digits. If all values fit 64 bits at
// the greatest number of places that occurs, the column has integers or decimals. Otherwise it has floats, as in a
// Parquet file.
//
// If the server does not check all rows in time, it checks a sample, and a query that meets a larger value returns an
// error. A column that cannot be checked is not read.
func (s *Server) fit(ctx context.Context, t *remote.Table) error {
	var wide []*remote.Column
	for i := range t.Columns {
		if t.Columns[i].Found {
			wide = append(wide, &t.Columns[i])
		}
	}
	if len(wide) == 0 {
		return nil
	}
	all := s.dialect.From(t.Address)
	some := fmt.Sprintf("(SELECT * FROM %s LIMIT %d) t", all, sampled/10)
	if share := float64(sampled) / float64(t.Rows); t.Sampling && t.Rows > sampled {
		some = all + fmt.Sprintf(" TABLESAMPLE SYSTEM (%.6f)", 100*share)
	}
	found, err := remote.AskInTime(ctx, s, s.digits(wide, all), s.digits(wide, some))
	for i, c := range wide {
		switch {
		case err != nil:
			c.Type, c.Found = data.Null, false
			c.Note = "left out, because the server did not tell how long its numbers are (" + reason(err) +
				"): a view that casts it to numeric(18, 2) or another length shows it"
		case found.Columns[3*i+2].Int(0) == 1:
			c.Note = "NaN or infinity among its numbers: read as 64-bit floats, and rounded where these have fewer " +
				"digits"
		case found.Columns[3*i+1].Int(0) == 0:
			c.Note = "numbers wider than 64 bits: rounded to 64-bit floats"
		default:
			if c.Type, c.Scale = data.Decimal, int(found.Columns[3*i].Int(0)); c.Scale == 0 {
				c.Type = data.Int
			}
		}
	}
	return ctx.Err()
}

// reason returns what happened in an error, without the advice.
func reason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "it took too long"
	}
	what, _, _ := strings.Cut(err.Error(), ": it took longer than")
	return what
}

// digits returns a query for three facts of each column: the greatest number of decimal places, whether all values fit
// 64 bits with these places, and whether a value is NaN or infinity.
func (s *Server) digits(of []*remote.Column, from string) remote.Question {
	q := remote.Question{Most: 1}
	var inner, outer []string
	for i, c := range of {
		name := s.dialect.Name(c.Name)
		used := name
		if s.dialect.Major >= 13 { // these versions have trim_scale
			used = "trim_scale(" + name + ")"
		}
		inner = append(inner, fmt.Sprintf("coalesce(max(scale(%s)), 0) AS s%d, coalesce(greatest(abs(min(%s)), "+
			"abs(max(%[3]s))), 0) AS m%[2]d", used, i, name))
		// NaN and infinity are above every number.
		outer = append(outer, fmt.Sprintf("s%[1]d::bigint, CASE WHEN s%[1]d > 18 THEN false ELSE m%[1]d * ('1e' || "+
			"s%[1]d)::numeric <= 9223372036854775807 END, m%[1]d::text IN ('NaN', 'Infinity')", i))
		q.Columns = append(q.Columns, remote.Result{Name: fmt.Sprint("places ", i), Type: data.Int},
			remote.Result{Name: fmt.Sprint("fits ", i), Type: data.Bool}, remote.Result{Name: fmt.Sprint("endless ", i),
				Type: data.Bool})
	}
	q.SQL = "SELECT " + strings.Join(outer, ", ") + " FROM (SELECT " + strings.Join(inner, ", ") +
		" FROM " + from + ") q"
	return q
}
