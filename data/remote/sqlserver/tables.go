package sqlserver

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	mssql "github.com/microsoft/go-mssqldb"

	"cardinal/data"
	"cardinal/data/remote"
)

// counted is a subquery for the number of rows of each table, as the server last counted them.
const counted = "(SELECT object_id, SUM(rows) AS rows FROM sys.partitions WHERE index_id IN (0, 1) GROUP BY object_id)"

// Tables implements remote.Server.
func (s *Server) Tables(ctx context.Context) ([]remote.Listed, error) {
	t, err := s.Ask(ctx, remote.Question{
		SQL: "SELECT s.name, o.name, CAST(CASE WHEN o.type = 'V' THEN 1 ELSE 0 END AS bit), CAST(r.rows AS bigint), " +
			"CAST(b.bytes AS bigint) FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id " +
			"LEFT JOIN " + counted + " AS r ON r.object_id = o.object_id " +
			"LEFT JOIN (SELECT p.object_id, 8192 * SUM(a.total_pages) AS bytes FROM sys.partitions AS p " +
			"JOIN sys.allocation_units AS a ON a.container_id = p.partition_id GROUP BY p.object_id) AS b " +
			"ON b.object_id = o.object_id WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0 ORDER BY 1, 2",
		Columns: []remote.Result{{Name: "schema", Type: data.Text}, {Name: "name", Type: data.Text},
			{Name: "view", Type: data.Bool}, {Name: "rows", Type: data.Int, Nullable: true},
			{Name: "bytes", Type: data.Int, Nullable: true}},
	})
	if err != nil {
		return nil, err
	}
	list := make([]remote.Listed, t.Rows)
	for i := range list {
		schema := t.Columns[0].Value(i).Text
		if strings.ContainsAny(schema, `."`) {
			schema = `"` + strings.ReplaceAll(schema, `"`, `""`) + `"`
		}
		l := remote.Listed{Name: schema + "." + t.Columns[1].Value(i).Text, View: t.Columns[2].Int(i) == 1, Rows: -1,
			Bytes: -1}
		if !l.View && !t.Columns[3].Value(i).IsNull() {
			l.Rows, l.About = t.Columns[3].Int(i), true
		}
		if !l.View && !t.Columns[4].Value(i).IsNull() {
			l.Bytes = t.Columns[4].Int(i)
		}
		list[i] = l
	}
	return list, nil
}

// columns asks for the columns of a table. It also asks whether the server hides the values of a column: encrypted
// values, and masked values if the user may not see the original ones.
func (s *Server) columns(ctx context.Context, a remote.Address) (*data.Table, error) {
	return s.Ask(ctx, remote.Question{
		SQL: "SELECT c.name, COALESCE(t.name, TYPE_NAME(c.user_type_id)), CAST(c.max_length AS bigint), " +
			"CAST(c.precision AS bigint), CAST(c.scale AS bigint), c.is_nullable, " +
			"CAST(CASE WHEN HAS_PERMS_BY_NAME(QUOTENAME(s.name) + N'.' + QUOTENAME(o.name), N'OBJECT', N'SELECT', " +
			"c.name, N'COLUMN') = 1 THEN 1 ELSE 0 END AS bit), " +
			"CAST(CASE WHEN c.encryption_type IS NOT NULL OR c.is_masked = 1 AND " +
			"COALESCE(HAS_PERMS_BY_NAME(DB_NAME(), N'DATABASE', N'UNMASK'), 0) = 0 THEN 1 ELSE 0 END AS bit), " +
			"CAST(CASE WHEN o.type = 'U' THEN COALESCE(r.rows, -1) ELSE -1 END AS bigint), " +
			"CONVERT(nvarchar(30), o.modify_date, 126) + N' ' + CAST(o.object_id AS nvarchar(20)) " +
			"FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id = c.object_id " +
			"JOIN sys.schemas AS s ON s.schema_id = o.schema_id " +
			"LEFT JOIN sys.types AS t ON t.user_type_id = c.system_type_id " +
			"LEFT JOIN " + counted + " AS r ON r.object_id = o.object_id WHERE o.type IN ('U', 'V') AND " +
			"c.object_id = OBJECT_ID(" + s.dialect.Text(s.dialect.From(a)) + ") ORDER BY c.column_id",
		Columns: []remote.Result{{Name: "name", Type: data.Text}, {Name: "type", Type: data.Text},
			{Name: "size", Type: data.Int}, {Name: "digits", Type: data.Int}, {Name: "places", Type: data.Int},
			{Name: "nullable", Type: data.Bool}, {Name: "allowed", Type: data.Bool}, {Name: "hidden", Type: data.Bool},
			{Name: "rows", Type: data.Int}, {Name: "version", Type: data.Text}},
	})
}

// declared returns the declared type of the column in row i of the table that columns returned.
func declared(t *data.Table, i int) string {
	return declare(t.Columns[1].Value(i).Text, t.Columns[2].Int(i), t.Columns[3].Int(i), t.Columns[4].Int(i))
}

// Table implements remote.Server.
func (s *Server) Table(ctx context.Context, name string) (*remote.Table, error) {
	a := s.address
	a.Table = name
	out := &remote.Table{Address: a, Rows: -1, Notes: []string{"Cardinal has not been tried on a real SQL Server " +
		"yet: compare some figures with the server's before you rely on them"}}
	if a.Query != "" {
		var err error
		if out.Columns, err = s.returned(ctx, a); err != nil {
			return nil, err
		}
		return out, s.describe(ctx, out)
	}
	t, err := s.columns(ctx, a)
	if err != nil {
		return nil, err
	}
	if t.Rows == 0 {
		return nil, fmt.Errorf("the database %s has no table %s that the user may read: check the names; a name is "+
			"written with its schema, as in dbo.%[2]s", a.Database, name)
	}
	out.Rows, out.Version = t.Columns[8].Int(0), t.Columns[9].Value(0).Text
	out.About = out.Rows >= 0
	for i := range t.Rows {
		c := remote.Column{Name: t.Columns[0].Value(i).Text, Declared: declared(t, i),
			Nullable: t.Columns[5].Int(i) == 1, Denied: t.Columns[6].Int(i) == 0}
		if t.Columns[7].Int(i) == 1 {
			c.Note = "left out, because the server masks or encrypts its values"
		}
		out.Columns = append(out.Columns, c)
	}
	if !slices.ContainsFunc(out.Columns, func(c remote.Column) bool { return !c.Denied }) {
		return nil, errors.New(words.Texts[229])
	}
	return out, s.describe(ctx, out)
}

// describe sets the types of the columns of a table.
func (s *Server) describe(ctx context.Context, t *remote.Table) error {
	for i := range t.Columns {
		c := &t.Columns[i]
		if !c.Denied && c.Note == "" {
			setType(c)
		}
		t.Version += " " + strconv.Quote(c.Name) + c.Declared
	}
	return long.Measure(ctx, s, t)
}

// long is the SQL that measures decimals of more than 18 digits. The server converts a decimal to a text with all
// places of its column, e.g. 1.5 to 1.500 for decimal(20,3). So the zeros at the end are subtracted.
var long = remote.Long{
	Places: func(c remote.Column, value string) string {
		_, places, _ := strings.Cut(strings.TrimSuffix(c.Declared, ")"), ",")
		if n, err := strconv.Atoi(places); err != nil || n > mostPlaces {
			return "CASE WHEN " + value + " IS NOT NULL THEN 38 END" // the column keeps its floats
		}
		return places + " + 1 - PATINDEX(N'%[^0]%', REVERSE(CAST(" + value + " AS nvarchar(50))))"
	},
	Text: "CAST(%s AS nvarchar(50))", First: "(SELECT TOP (%[3]d) %[1]s FROM %[2]s) AS t",
}

// returned returns the columns of a query. It asks the server for 0 rows.
func (s *Server) returned(ctx context.Context, a remote.Address) (columns []remote.Column, err error) {
	if err := contained(a.Query); err != nil {
		return nil, err
	}
	return columns, s.run(ctx, "SELECT TOP (0) * FROM "+s.dialect.From(a), func(of driver.Rows) error {
		rows := of.(*mssql.Rows)
		for i, name := range rows.Columns() {
			kind := strings.ToLower(rows.ColumnTypeDatabaseTypeName(i))
			size, _ := rows.ColumnTypeLength(i)
			digits, places, _ := rows.ColumnTypePrecisionScale(i)
			if strings.HasPrefix(kind, "n") && size <= 4000 { // the driver counts characters
				size *= 2
			}
			columns = append(columns, remote.Column{Name: name, Declared: declare(kind, size, digits, places),
				Nullable: true})
		}
		return nil
	})
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
	t, err := s.columns(ctx, of.Address)
	if err != nil {
		return err
	}
	now := make([]remote.Column, t.Rows)
	for i := range now {
		now[i] = remote.Column{Name: t.Columns[0].Value(i).Text, Declared: declared(t, i)}
	}
	return of.CheckUnchanged(columns, now)
}
