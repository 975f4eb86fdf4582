package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"cardinal/data"
	"cardinal/data/remote"
)

// Tables implements remote.Server.
func (s *Server) Tables(ctx context.Context) ([]remote.Listed, error) {
	t, err := s.Ask(ctx, remote.Question{
		SQL: `SELECT (CASE WHEN n.nspname ~ '[.]|^"' THEN '"' || replace(n.nspname, '"', '""') || '"' ELSE n.nspname END) || '.' || c.relname::text, c.reltuples::bigint, c.relkind = 'v', pg_table_size(c.oid)::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\_t%'
			AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT') ORDER BY 1`,
		Columns: []remote.Result{{Name: "name", Type: data.Text}, {Name: "rows", Type: data.Int},
			{Name: "view", Type: data.Bool}, {Name: "size", Type: data.Int}},
	})
	if err != nil {
		return nil, err
	}
	list := make([]remote.Listed, t.Rows)
	for i := range list {
		list[i] = remote.Listed{Name: t.Columns[0].Value(i).Text, Rows: t.Columns[1].Int(i), About: true,
			View: t.Columns[2].Int(i) == 1, Bytes: t.Columns[3].Int(i)}
		if list[i].View || list[i].Rows < 0 {
			list[i].Rows, list[i].About = -1, false
		}
		if list[i].View {
			list[i].Bytes = -1
		}
	}
	return list, nil
}

// Table implements remote.Server.
func (s *Server) Table(ctx context.Context, name string) (*remote.Table, error) {
	a := s.address
	a.Table = name
	schema, table := a.Schema()
	of := "n.nspname = " + s.text(schema)
	if schema == "" {
		of = "pg_table_is_visible(c.oid)"
	}
	sql := `SELECT a.attname::text, format_type(a.atttypid, a.atttypmod), a.attnotnull, (CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END)::bigint,
				(CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END)::bigint, t.typtype = 'e', c.reltuples::bigint, c.relkind = 'v', c.oid::text, c.relkind IN ('r', 'p', 'm'),
				has_column_privilege(c.oid, a.attnum, 'SELECT')
			FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
			WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relname = ` + s.text(table) + " AND " + of + " ORDER BY a.attnum"
	if a.Query != "" {
		returned, err := s.returned(ctx, a)
		if err != nil {
			return nil, err
		}
		sql = "SELECT name, format_type(type, modifier), false, type::bigint, modifier::bigint, t.typtype = 'e', " +
			"-1::bigint, true, '', false, true FROM " + returned + " JOIN pg_type t ON t.oid = type ORDER BY place"
	}
	t, err := s.Ask(ctx, remote.Question{
		SQL: sql,
		Columns: []remote.Result{
			{Name: "name", Type: data.Text}, {Name: "type", Type: data.Text}, {Name: "not null", Type: data.Bool},
			{Name: "base", Type: data.Int}, {Name: "modifier", Type: data.Int},
			{Name: "words", Type: data.Bool}, {Name: "rows", Type: data.Int}, {Name: "view", Type: data.Bool},
			{Name: "number", Type: data.Text}, {Name: "sampling", Type: data.Bool},
			{Name: "allowed", Type: data.Bool},
		},
	})
	if err != nil {
		return nil, err
	}
	if t.Rows == 0 {
		hint := "check the names, and their capitals"
		if schema == "" {
			hint += "; a name is written with its schema, as in public." + table
		}
		return nil, fmt.Errorf("the database %s has no table %s: %s", a.Database, name, hint)
	}
	out := &remote.Table{Address: a, Rows: t.Columns[6].Int(0), About: true, Sampling: t.Columns[9].Int(0) == 1,
		Version: t.Columns[8].Value(0).Text}
	if out.Rows < 0 || t.Columns[7].Int(0) == 1 {
		out.Rows, out.About = -1, false
	}
	denied, decimals := 0, []int(nil)
	for i := range t.Rows {
		c := remote.Column{Name: t.Columns[0].Value(i).Text, Declared: t.Columns[1].Value(i).Text,
			Nullable: t.Columns[2].Int(i) == 0}
		if c.Denied = t.Columns[10].Int(i) == 0; c.Denied {
			denied++
		} else {
			base := uint32(t.Columns[3].Int(i))
			column(&c, base, t.Columns[4].Int(i), t.Columns[5].Int(i) == 1)
			if base == pgtype.NumericOID && !c.Found {
				decimals = append(decimals, i)
			}
		}
		out.Columns = append(out.Columns, c)
		out.Version += " " + strconv.Quote(c.Name) + c.Declared
	}
	if denied == t.Rows {
		return nil, errors.New(words.Texts["42501"])
	}
	if err := s.fit(ctx, out); err != nil {
		return nil, err
	}
	if err := s.setMoneyPlaces(ctx, out); err != nil {
		return nil, err
	}
	return out, s.noteUnheld(ctx, out, decimals)
}

// returned writes a table of the columns that a query returns, for a FROM clause: name, type, modifier and place. The
// server prepares the query and does not run it.
func (s *Server) returned(ctx context.Context, a remote.Address) (string, error) {
	start := time.Now()
	c, err := s.pool.Acquire(ctx)
	var prepared *pgconn.StatementDescription
	if err == nil {
		defer c.Release()
		prepared, err = c.Conn().PgConn().Prepare(ctx, "", "SELECT * FROM "+s.dialect.From(a), nil)
	}
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", inWords(a, err, time.Since(start))
	}
	lists := [3][]string{}
	for _, f := range prepared.Fields {
		for i, item := range []string{s.text(f.Name), fmt.Sprint(f.DataTypeOID), fmt.Sprint(f.TypeModifier)} {
			lists[i] = append(lists[i], item)
		}
	}
	return fmt.Sprintf("unnest(ARRAY[%s]::text[], ARRAY[%s]::oid[], ARRAY[%s]::int[]) WITH ORDINALITY AS "+
		"returned(name, type, modifier, place)", strings.Join(lists[0], ", "), strings.Join(lists[1], ", "),
		strings.Join(lists[2], ", ")), nil
}

// Altered implements remote.Server.
func (s *Server) Altered(ctx context.Context, of *remote.Table, columns []string) error {
	sql := "SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attnum > 0 AND NOT " +
		"attisdropped AND attrelid = to_regclass(" + s.text(s.dialect.From(of.Address)) + ")"
	if of.Address.Query != "" {
		returned, err := s.returned(ctx, of.Address)
		if err != nil {
			return err
		}
		sql = "SELECT name, format_type(type, modifier) FROM " + returned
	}
	t, err := s.Ask(ctx, remote.Question{
		SQL:     sql,
		Columns: []remote.Result{{Name: "name", Type: data.Text}, {Name: "type", Type: data.Text}},
	})
	if err != nil {
		return err
	}
	var now []remote.Column
	for i := range t.Rows {
		now = append(now, remote.Column{Name: t.Columns[0].Value(i).Text, Declared: t.Columns[1].Value(i).Text})
	}
	return of.CheckUnchanged(columns, now)
}
