package clickhouse

import (
	"context"
	"fmt"

	"cardinal/data"
	"cardinal/remote"
)

// Tables implements remote.Server.
func (s *Server) Tables(ctx context.Context) ([]remote.Listed, error) {
	t, err := s.Ask(ctx, remote.Question{
		SQL: "SELECT name, engine, ifNull(n, -1), ifNull(size, -1) FROM (SELECT name, engine FROM system.tables WHERE database = " + s.text(s.address.Database) + ")" +
			" ANY LEFT JOIN (SELECT table AS name, toNullable(toInt64(sum(rows))) AS n, toNullable(toInt64(sum(bytes_on_disk))) AS size FROM system.parts WHERE active AND database = " + s.text(s.address.Database) + " GROUP BY table) USING name ORDER BY name",
		Columns: []remote.Result{{Name: "name", Type: data.Text}, {Name: "engine", Type: data.Text}, {Name: "rows", Type: data.Int}, {Name: "size", Type: data.Int}},
	})
	if err != nil {
		return nil, err
	}
	list := make([]remote.Listed, t.Rows)
	for i := range list {
		engine := t.Columns[1].Value(i).Text
		list[i] = remote.Listed{Name: t.Columns[0].Value(i).Text, Rows: t.Columns[2].Int(i), Bytes: t.Columns[3].Int(i), View: engine == "View" || engine == "MaterializedView", Shards: engine == "Distributed"}
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
	of := "database = " + s.text(a.Database) + " AND table = " + s.text(name)
	// A column of the kind EPHEMERAL is of INSERT alone.
	t, err := s.Ask(ctx, remote.Question{
		SQL: "SELECT name, type FROM system.columns WHERE default_kind != 'EPHEMERAL' AND " + of, Columns: []remote.Result{{Name: "name", Type: data.Text}, {Name: "type", Type: data.Text}},
	})
	if err != nil {
		return nil, err
	}
	if t.Rows == 0 {
		return nil, fmt.Errorf("the database %s has no table %s that the user %s may read: check the names", a.Database, name, a.User)
	}
	out := &remote.Table{Address: a, Rows: -1}
	for i := range t.Rows {
		c := remote.Column{Name: t.Columns[0].Value(i).Text, Declared: t.Columns[1].Value(i).Text}
		if w, ok := typeOf(c.Declared); ok && w.as != data.Null {
			c.Type, c.Scale, c.UTC, c.Nullable, c.AsText, c.Found = w.as, w.scale, w.utc, w.nullable, w.asText, w.wide
			if c.Type == data.Float {
				c.Scale = 0
			}
		}
		out.Columns = append(out.Columns, c)
	}
	from := s.dialect.From(a)
	count, err := s.Ask(ctx, remote.Question{SQL: "SELECT toInt64(count()) FROM " + from, Columns: []remote.Result{{Name: "rows", Type: data.Int}}})
	if err != nil {
		return nil, err
	}
	out.Rows = count.Columns[0].Int(0)
	if err := s.fit(ctx, out); err != nil {
		return nil, err
	}
	changed, err := s.Ask(ctx, remote.Question{
		SQL:     "SELECT toString(metadata_modification_time), engine FROM system.tables WHERE database = " + s.text(a.Database) + " AND name = " + s.text(name),
		Columns: []remote.Result{{Name: "changed", Type: data.Text}, {Name: "engine", Type: data.Text}},
	})
	if err == nil && changed.Rows == 1 {
		out.Version = changed.Columns[0].Value(0).Text
		if changed.Columns[1].Value(0).Text == "View" { // which takes SAMPLE and gives all rows
			return out, ctx.Err()
		}
	}
	_, err = s.Ask(ctx, remote.Question{SQL: "SELECT toInt64(1) FROM " + from + " SAMPLE 1 / 1000 LIMIT 1", Columns: []remote.Result{{Name: "one", Type: data.Int}}})
	out.Sampling = err == nil
	return out, ctx.Err()
}
