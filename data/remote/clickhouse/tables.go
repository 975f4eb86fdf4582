package clickhouse

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
)

// Tables implements remote.Server.
func (s *Server) Tables(ctx context.Context) ([]remote.Listed, error) {
	t, err := s.Ask(ctx, remote.Question{
		SQL: "SELECT name, engine, ifNull(n, -1), ifNull(size, -1) FROM (SELECT name, engine FROM system.tables " +
			"WHERE database = " + s.text(s.address.Database) + ")" +
			" ANY LEFT JOIN (SELECT table AS name, toNullable(toInt64(sum(rows))) AS n, " +
			"toNullable(toInt64(sum(bytes_on_disk))) AS size FROM system.parts WHERE active AND database = " +
			s.text(s.address.Database) + " GROUP BY table) USING name ORDER BY name",
		Columns: []remote.Result{{Name: "name", Type: data.Text}, {Name: "engine", Type: data.Text},
			{Name: "rows", Type: data.Int}, {Name: "size", Type: data.Int}},
	})
	if err != nil {
		return nil, err
	}
	list := make([]remote.Listed, t.Rows)
	for i := range list {
		engine := t.Columns[1].Value(i).Text
		list[i] = remote.Listed{Name: t.Columns[0].Value(i).Text, Rows: t.Columns[2].Int(i), Bytes: t.Columns[3].Int(i),
			View: engine == "View" || engine == "MaterializedView", Shards: engine == "Distributed"}
		if list[i].Rows == 0 && engine != "MergeTree" {
			list[i].Rows, list[i].Bytes = -1, -1
		}
	}
	return list, nil
}

// Table implements remote.Server.
func (s *Server) Table(ctx context.Context, name string) (*remote.Table, error) {
	a := s.address
	a.Table = name
	columns, err := s.columns(ctx, a)
	if err != nil {
		return nil, err
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("the database %s has no table %s that the user %s may read: check the names", a.Database,
			name, a.User)
	}
	out := &remote.Table{Address: a, Rows: -1}
	for _, c := range columns {
		if w, ok := typeOf(c.Declared); ok && w.as != data.Null {
			c.Type, c.Scale, c.UTC, c.Nullable, c.AsText, c.Found = w.as, w.scale, w.utc, w.nullable, w.asText, w.wide
			if c.Type == data.Float {
				c.Scale = 0
			}
		}
		out.Columns = append(out.Columns, c)
	}
	from := s.dialect.From(a)
	count, err := s.Ask(ctx, remote.Question{SQL: "SELECT toInt64(count()) FROM " + from,
		Columns: []remote.Result{{Name: "rows", Type: data.Int}}})
	if err != nil {
		return nil, err
	}
	out.Rows = count.Columns[0].Int(0)
	if err := s.fit(ctx, out); err != nil || a.Query != "" {
		return out, err
	}
	changed, err := s.Ask(ctx, remote.Question{
		SQL: "SELECT toString(metadata_modification_time), engine FROM system.tables WHERE database = " +
			s.text(a.Database) + " AND name = " + s.text(name),
		Columns: []remote.Result{{Name: "changed", Type: data.Text}, {Name: "engine", Type: data.Text}},
	})
	if err == nil && changed.Rows == 1 {
		out.Version = changed.Columns[0].Value(0).Text
		engine := changed.Columns[1].Value(0).Text
		if kind := strings.TrimPrefix(strings.TrimPrefix(engine, "Replicated"), "Shared"); slices.Contains(versions,
			kind) {
			out.Notes = append(out.Notes, "the server keeps rows that others replace or cancel until it merges them ("+
				engine+"), and they count until then: a view with FINAL leaves them out")
		}
		if engine == "View" { // a view accepts SAMPLE, and gives all rows
			return out, ctx.Err()
		}
	}
	_, err = s.Ask(ctx, remote.Question{SQL: "SELECT toInt64(1) FROM " + from + " SAMPLE 1 / 1000 LIMIT 1",
		Columns: []remote.Result{{Name: "one", Type: data.Int}}})
	out.Sampling = err == nil
	return out, ctx.Err()
}

// versions lists the engines of tables with rows that other rows replace or cancel.
var versions = []string{"ReplacingMergeTree", "CollapsingMergeTree", "VersionedCollapsingMergeTree",
	"CoalescingMergeTree"}

// columns returns the names and types of the columns of a table or a query. It leaves out columns of the kind
// EPHEMERAL, which only INSERT uses.
func (s *Server) columns(ctx context.Context, a remote.Address) ([]remote.Column, error) {
	if a.Query != "" {
		return s.returned(ctx, a)
	}
	t, err := s.Ask(ctx, remote.Question{
		SQL: "SELECT name, type FROM system.columns WHERE default_kind != 'EPHEMERAL' AND database = " +
			s.text(a.Database) + " AND table = " + s.text(a.Table),
		Columns: []remote.Result{{Name: "name", Type: data.Text}, {Name: "type", Type: data.Text}},
	})
	if err != nil {
		return nil, err
	}
	out := make([]remote.Column, t.Rows)
	for i := range out {
		out[i].Name, out[i].Declared = t.Columns[0].Value(i).Text, t.Columns[1].Value(i).Text
	}
	return out, nil
}

// returned returns the names and types of the columns that a query returns.
func (s *Server) returned(ctx context.Context, a remote.Address) (columns []remote.Column, err error) {
	var answer struct{ Data [][]string } // name, type, and more in later versions
	err = s.stream(ctx, "", "DESCRIBE TABLE ("+a.Query+"\n) FORMAT JSONCompact", func(in io.Reader) error {
		return json.NewDecoder(in).Decode(&answer)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, c := range answer.Data {
		columns = append(columns, remote.Column{Name: c[0], Declared: c[1]})
	}
	return columns, err
}

// Altered implements remote.Server.
func (s *Server) Altered(ctx context.Context, t *remote.Table, columns []string) error {
	now, err := s.columns(ctx, t.Address)
	if err != nil {
		return err
	}
	return t.CheckUnchanged(columns, now)
}
