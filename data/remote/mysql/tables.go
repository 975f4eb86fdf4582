package mysql

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
)

// Tables implements remote.Server.
func (s *Server) Tables(ctx context.Context) ([]remote.Listed, error) {
	t, err := s.Ask(ctx, remote.Question{
		SQL: "SELECT table_name, table_rows, data_length + index_length, table_type = 'VIEW', engine = 'InnoDB' FROM " +
			"information_schema.tables WHERE table_schema = " + s.dialect.Text(s.address.Database) + " ORDER BY 1",
		Columns: []remote.Result{{Name: "name", Type: data.Text}, {Name: "rows", Type: data.Int, Nullable: true},
			{Name: "bytes", Type: data.Int, Nullable: true}, {Name: "view", Type: data.Bool},
			{Name: "about", Type: data.Bool, Nullable: true}},
	})
	if err != nil {
		return nil, err
	}
	list := make([]remote.Listed, t.Rows)
	for i := range list {
		l := remote.Listed{Name: t.Columns[0].Value(i).Text, Rows: -1, Bytes: -1, View: t.Columns[3].Int(i) == 1}
		if !l.View && !t.Columns[1].Value(i).IsNull() {
			l.Rows, l.About = t.Columns[1].Int(i), t.Columns[4].Int(i) == 1
		}
		if !l.View && !t.Columns[2].Value(i).IsNull() {
			l.Bytes = t.Columns[2].Int(i)
		}
		list[i] = l
	}
	return list, nil
}

// columns asks for the columns of a table.
func (s *Server) columns(ctx context.Context, table string) (*data.Table, error) {
	return s.Ask(ctx, remote.Question{
		SQL: "SELECT c.column_name, c.column_type, c.is_nullable = 'YES', c.privileges LIKE '%select%', " +
			"coalesce(t.table_rows, -1), t.engine = 'InnoDB', coalesce(cast(t.create_time as char), '') FROM " +
			"information_schema.columns c JOIN information_schema.tables t ON t.table_schema = c.table_schema AND " +
			"t.table_name = c.table_name WHERE c.table_schema = " + s.dialect.Text(s.address.Database) +
			" AND c.table_name = " + s.dialect.Text(table) + " AND cast(c.table_name as binary) = cast(" +
			s.dialect.Text(table) + " as binary) ORDER BY c.ordinal_position",
		Columns: []remote.Result{{Name: "name", Type: data.Text}, {Name: "type", Type: data.Text},
			{Name: "nullable", Type: data.Bool}, {Name: "allowed", Type: data.Bool}, {Name: "rows", Type: data.Int},
			{Name: "about", Type: data.Bool, Nullable: true}, {Name: "made", Type: data.Text}},
	})
}

// Table implements remote.Server.
func (s *Server) Table(ctx context.Context, name string) (*remote.Table, error) {
	a := s.address
	a.Table = name
	if a.Query != "" {
		return s.query(ctx, a)
	}
	t, err := s.columns(ctx, name)
	if err != nil {
		return nil, err
	}
	if t.Rows == 0 {
		return nil, fmt.Errorf("the database %s has no table %s that the user may read: check the names, and their "+
			"capitals", a.Database, name)
	}
	out := &remote.Table{Address: a, Rows: t.Columns[4].Int(0), Version: t.Columns[6].Value(0).Text}
	out.About = out.Rows >= 0 && t.Columns[5].Int(0) == 1
	for i := range t.Rows {
		out.Columns = append(out.Columns, remote.Column{Name: t.Columns[0].Value(i).Text,
			Declared: t.Columns[1].Value(i).Text, Nullable: t.Columns[2].Int(i) == 1, Denied: t.Columns[3].Int(i) == 0})
	}
	if !slices.ContainsFunc(out.Columns, func(c remote.Column) bool { return !c.Denied }) {
		return nil, errors.New(words.Texts[1142])
	}
	return out, s.describe(ctx, out)
}

// describe finds the types of the columns of a table.
func (s *Server) describe(ctx context.Context, t *remote.Table) error {
	for i := range t.Columns {
		c := &t.Columns[i]
		if !c.Denied {
			setType(c)
		}
		t.Version += " " + strconv.Quote(c.Name) + c.Declared
	}
	if err := long.Measure(ctx, s, t); err != nil {
		return err
	}
	return s.noteUnheld(ctx, t)
}

// query describes the rows of a query.
func (s *Server) query(ctx context.Context, a remote.Address) (*remote.Table, error) {
	out := &remote.Table{Address: a, Rows: -1}
	var err error
	if out.Columns, err = s.returned(ctx, a); err != nil {
		return nil, err
	}
	return out, s.describe(ctx, out)
}

// returned returns the columns of a query. It asks for no row.
func (s *Server) returned(ctx context.Context, a remote.Address) (columns []remote.Column, err error) {
	return columns, s.run(ctx, "SELECT * FROM "+s.dialect.From(a)+" LIMIT 0", func(rows driver.Rows) error {
		columns = nil
		for i, name := range rows.Columns() {
			columns = append(columns, remote.Column{Name: name, Declared: declared(rows, i), Nullable: true})
		}
		return nil
	})
}

// declared writes the type of a column of an answer as the server declares columns, such as bigint unsigned.
func declared(rows driver.Rows, i int) string {
	kind := strings.ToLower(rows.(driver.RowsColumnTypeDatabaseTypeName).ColumnTypeDatabaseTypeName(i))
	kind, unsigned := strings.CutPrefix(kind, "unsigned ")
	size, places, known := rows.(driver.RowsColumnTypePrecisionScale).ColumnTypePrecisionScale(i)
	switch {
	case unsigned:
		kind += " unsigned"
	case kind == "bit": // the answer does not tell its length, which is at most 64
		kind = "bit(64)"
	case !known || kind == "float" || kind == "double":
	case kind == "decimal":
		kind = fmt.Sprintf("decimal(%d,%d)", size, places)
	case places > 0:
		kind = fmt.Sprintf("%s(%d)", kind, places)
	}
	return kind
}

// Altered implements remote.Server.
func (s *Server) Altered(ctx context.Context, of *remote.Table, columns []string) error {
	if of.Address.Query != "" {
		now, err := s.returned(ctx, of.Address)
		if err != nil {
			return err
		}
		return of.CheckUnchanged(columns, now)
	}
	t, err := s.columns(ctx, of.Address.Table)
	if err != nil {
		return err
	}
	now := make([]remote.Column, t.Rows)
	for i := range now {
		now[i] = remote.Column{Name: t.Columns[0].Value(i).Text, Declared: t.Columns[1].Value(i).Text}
	}
	return of.CheckUnchanged(columns, now)
}
