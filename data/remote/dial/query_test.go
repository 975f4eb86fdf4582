package dial

import (
	"net/url"
	"strings"
	"testing"

	"cardinal/data/remote/remotetest"
)

// TestQuery opens queries as tables on every server, and compares them with the table that they select from.
func TestQuery(t *testing.T) {
	for kind, address := range map[string]string{
		"clickhouse": "clickhouse://default@" + remotetest.At(t, remotetest.ClickHouse) + "/default",
		"postgres":   "postgres://cardinal@" + remotetest.At(t, remotetest.PostgreSQL) + "/flights",
		"mysql":      "mysql://cardinal@" + remotetest.At(t, remotetest.MariaDB) + "/flights",
	} {
		t.Run(kind, func(t *testing.T) {
			asked := func(query string) string { return address + "?" + url.Values{"query": {query}}.Encode() }
			table, err := Open(t.Context(), address+"?table=flights", nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Open(t.Context(), asked("SELECT * FROM flights ORDER BY id -- of all\n ; "), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Rows != table.Rows || len(got.Columns) != len(table.Columns) || got.Name != "query" {
				t.Fatalf("%s has %d rows of %d columns, want %d of %d", got.Name, got.Rows, len(got.Columns),
					table.Rows, len(table.Columns))
			}
			id, err := table.Column("id")
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range table.Columns {
				q := got.Columns[i]
				if q.Name != c.Name || q.Type != c.Type || q.Scale != c.Scale || q.UTC != c.UTC || q.Nulls != c.Nulls {
					t.Errorf("%s is %v with %d places and %d nulls, want %v, %d and %d", q.Name, q.Type, q.Scale,
						q.Nulls, c.Type, c.Scale, c.Nulls)
				}
				for row := range table.Rows {
					if at := int(id.Int(row)); q.Value(at) != c.Value(row) {
						t.Fatalf("%s of flight %d is %v, want %v", c.Name, at, q.Value(at), c.Value(row))
					}
				}
			}
			twice := asked("SELECT origin, delay * 2 AS twice FROM flights WHERE delay > 0")
			server, of, err := Table(t.Context(), twice)
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			if err := server.Altered(t.Context(), of, []string{"origin", "twice"}); err != nil {
				t.Error(err)
			}
			if err := server.Altered(t.Context(), of, []string{"gone"}); err == nil {
				t.Error("a column that the query does not return is not missed")
			}
			for query, words := range map[string]string{
				"":                                    "the query is empty",
				" ; ":                                 "the query is empty",
				"SELECT nothing FROM flights":         "nothing",
				"SELECT 1 FROM nowhere":               "nowhere",
				"DROP TABLE flights":                  "the server refused the query",
				"SELECT 1 AS a; DROP TABLE flights":   "the server refused the query",
				"SELECT 1 AS a) AS b; DROP TABLE (c":  "the server refused the query",
				"INSERT INTO flights SELECT * FROM x": "the server refused the query",
				"SELECT 1 AS a /*":                    "the server refused the query",
			} {
				if _, err := Open(t.Context(), asked(query), nil); err == nil || !strings.Contains(err.Error(), words) {
					t.Errorf("%s: %v, want %q", query, err, words)
				}
			}
		})
	}
}
