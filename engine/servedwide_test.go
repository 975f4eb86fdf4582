package engine

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/data/remote/dial"
	"cardinal/data/remote/remotetest"
	"cardinal/engine/query"
)

// wideServer is a server for tests of numbers of any length: its address without a table, a function that runs SQL on
// it, and its types.
type wideServer struct {
	kind, address string
	run           func(t *testing.T, sql string) string
	whole         string            // of 64 bits without a sign
	numbers       map[string]string // columns other than k, c and h, with their types
}

// onWideServers runs a test on each server.
func onWideServers(t *testing.T, test func(t *testing.T, s wideServer)) {
	shard := func(host string) wideServer {
		return wideServer{kind: remote.ClickHouse, address: "clickhouse://default@" + host + "/default",
			whole: "Nullable(UInt64)", run: func(t *testing.T, sql string) string {
				t.Helper()
				out, err := clickhouse(t.Context(), "http://"+host, sql, nil)
				if err != nil {
					t.Fatal(err)
				}
				return string(out)
			}}
	}
	t.Run("clickhouse", func(t *testing.T) { test(t, shard(remotetest.At(t, remotetest.ClickHouse))) })
	t.Run("current", func(t *testing.T) {
		s := shard(remotetest.Current(t))
		s.numbers = map[string]string{"d": "Nullable(Decimal(38, 4))", "e": "Nullable(Decimal(76, 10))",
			"i": "Nullable(Int128)", "u": "Nullable(UInt256)"}
		test(t, s)
	})
	t.Run("postgres", func(t *testing.T) {
		host := remotetest.At(t, remotetest.PostgreSQL)
		s := wideServer{kind: remote.PostgreSQL, address: "postgres://cardinal@" + host + "/flights",
			whole: "numeric(20)", run: func(t *testing.T, sql string) string {
				t.Helper()
				out, err := psql(context.Background(), host, sql, nil)
				if err != nil {
					t.Fatal(err)
				}
				return string(out)
			}}
		s.numbers = map[string]string{"d": "numeric", "e": "numeric", "i": "numeric(38, 0)", "u": "numeric"}
		test(t, s)
	})
	t.Run("mariadb", func(t *testing.T) {
		host := remotetest.At(t, remotetest.MariaDB)
		s := wideServer{kind: remote.MySQL, address: "mysql://cardinal@" + host + "/flights", whole: "bigint unsigned",
			run: func(t *testing.T, sql string) string {
				t.Helper()
				runMariaDB(t, host, sql)
				return ""
			}}
		s.numbers = map[string]string{"d": "decimal(40, 10)", "e": "decimal(60, 30)", "i": "decimal(38, 0)",
			"u": "decimal(65, 0)"}
		test(t, s)
	})
}

// columns returns the columns of the test table, which begin with k, c and h.
func (s wideServer) columns() []string {
	out := []string{"k", "c", "h"}
	for _, name := range []string{"d", "e", "i", "u"} {
		if s.numbers[name] != "" {
			out = append(out, name)
		}
	}
	return out
}

// fill makes the table wide with rows of texts; "" is null. It leaves out columns that the server lacks, except k, c
// and h.
func (s wideServer) fill(t *testing.T, rows [][]string) {
	t.Helper()
	var described []string
	for i, name := range s.columns() {
		described = append(described,
			name+" "+append([]string{map[string]string{remote.ClickHouse: "String", remote.PostgreSQL: "text",
				remote.MySQL: "text"}[s.kind], s.whole, s.whole}, s.numbers[name])[min(i, 3)])
	}
	s.run(t, "DROP TABLE IF EXISTS wide")
	engine := map[string]string{remote.ClickHouse: " ENGINE = MergeTree ORDER BY k"}[s.kind]
	s.run(t, "CREATE TABLE wide ("+strings.Join(described, ", ")+")"+engine)
	s.insert(t, rows)
}

// insert adds rows to the table wide.
func (s wideServer) insert(t *testing.T, rows [][]string) {
	t.Helper()
	var all []string
	for _, row := range rows {
		var values []string
		for i := range s.columns() {
			switch v := row[i]; {
			case v == "":
				values = append(values, "NULL")
			case i > 2 || s.kind == remote.PostgreSQL || i == 0:
				values = append(values, "'"+v+"'")
			default:
				values = append(values, v)
			}
		}
		all = append(all, "("+strings.Join(values, ", ")+")")
	}
	s.run(t, "INSERT INTO wide VALUES "+strings.Join(all, ", "))
}

// TestServedWide: whole numbers and decimals of any length give the same on a server as in a copy. Their sums equal
// those that the server itself computes.
func TestServedWide(t *testing.T) {
	onWideServers(t, func(t *testing.T, s wideServer) {
		for seed := range uint64(2) {
			r := rand.New(rand.NewPCG(seed, 1))
			pick := func(of ...string) string { return of[r.IntN(len(of))] }
			digits := func(n int) string {
				text := string(rune('1' + r.IntN(9)))
				for range n - 1 {
					text += string(rune('0' + r.IntN(10)))
				}
				return text
			}
			rows := [][]string{{"a", "9223372036854775807", "18446744073709551615", "922337203685477.5807",
				"12345678901234567890.5", "9223372036854775807", "1"}}
			for range 120 {
				row := []string{
					pick("a", "b", "ü"), pick("0", "1", "9223372036854775807", "9223372036854775806", "",
						digits(1+r.IntN(18))),
					pick("0", "9223372036854775807", "9223372036854775808", "18446744073709551615", "",
						digits(1+r.IntN(18))),
					pick("", "0", "-0.0001", "-922337203685477.5807", digits(3)+"."+digits(4), "-"+digits(8)),
					pick("", "0.0000000001", "-"+digits(30), digits(20)+"."+digits(9)),
					pick("", "0", "-9223372036854775807", "-"+digits(4), digits(18)),
					pick("", "0", "7", digits(30), digits(60)),
				}
				if s.kind == remote.PostgreSQL {
					row[4] = pick(row[4], "NaN", "Infinity", "-Infinity", "0."+digits(1+r.IntN(30)))
					row[6] = pick("", "0.5", "0.25", "-"+digits(3)+"."+digits(r.IntN(6)+1))
				}
				rows = append(rows, row)
			}
			s.fill(t, rows)
			address := s.address + "?table=" + url.QueryEscape(map[string]string{remote.ClickHouse: "wide",
				remote.PostgreSQL: "public.wide", remote.MySQL: "wide"}[s.kind])
			server, of, err := dial.Table(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			copied, err := dial.Open(t.Context(), address, nil)
			if err != nil {
				t.Fatal(err)
			}
			e := New(Options{NoGPU: true})
			schema := of.Schema()
			e.Attach(schema, server, of)
			types := map[string]string{}
			for i, c := range schema.Columns {
				types[c.Name] = fmt.Sprint(c.Type)
				if got := copied.Columns[i]; got.Type != c.Type || got.Scale != c.Scale || got.Note != c.Note {
					t.Errorf("%s is %v(%d) with the note %q on the server, and %v(%d) %q in the copy", c.Name, c.Type,
						c.Scale, c.Note, got.Type, got.Scale, got.Note)
				}
			}
			want := map[string]string{"k": "text", "c": "int", "h": "text", "d": "decimal", "e": "float",
				"i": "int", "u": "text"}
			if s.kind == remote.PostgreSQL { // whose numbers are decimals all
				want["h"], want["u"] = "float", "decimal"
			}
			if s.kind == remote.MySQL {
				want["u"] = "float"
			}
			maps.DeleteFunc(want, func(name, _ string) bool { return types[name] == "" })
			if !maps.Equal(types, want) {
				t.Errorf("the columns are %v, not %v", types, want)
			}
			exact := []string{"c"}
			measures := "count(), count(c), avg(c), min(c), max(c), median(c), distinct(c), mode(c), count(h), " +
				"distinct(h), min(h), max(h), mode(h)"
			for _, name := range s.columns()[3:] {
				measures += strings.ReplaceAll(", count(X), distinct(X), min(X), max(X), mode(X)", "X", name)
				if types[name] == "int" || types[name] == "decimal" {
					exact = append(exact, name)
				}
				if types[name] != "text" {
					measures += strings.ReplaceAll(", sum(X), avg(X), median(X)", "X", name)
				}
			}
			fields := append(s.columns(), "bin(c, 1000000000000)")
			filters := []string{"", "h = 18446744073709551615", "h in (9223372036854775808, 0)",
				"h != 9223372036854775807", "h is null or c > 5", "c >= 9223372036854775807",
				"c between 0 and 1", "c < -1"}
			if types["h"] == "text" {
				filters = append(filters, "h = '007' or h < '2'", "not h contains '18446'", "h = 36893488147419103232")
			}
			if types["d"] != "" {
				fields = append(fields, "bin(d, 100)")
				filters = append(filters, "d > -0.0001 and i < 0", "d = -922337203685477.5807", "e > 1",
					"e != 0.0000000001", "u = 7 or u is null")
			}
			for i, field := range fields {
				for j, where := range filters {
					if (i+j+int(seed))%4 > 0 && where != "" {
						continue
					}
					q := query.Query{}
					if q.Rows, err = query.ParseFields(field); err == nil {
						q.Values, err = query.ParseMeasures(measures)
					}
					if err == nil && where != "" {
						q.Filter, err = query.ParseFilter(where)
					}
					if err != nil {
						t.Fatal(err)
					}
					here, err := e.Pivot(t.Context(), copied, q, RunOptions{Tier: Serial})
					if err != nil {
						t.Fatal(err)
					}
					there, err := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Server})
					if err != nil {
						t.Fatalf("%s where %s: %v", field, where, err)
					}
					if want, got := figures(here), figures(there); !maps.Equal(got, want) {
						t.Fatalf("seed %d, %s where %s: %v, want %v", seed, field, where, got, want)
					}
				}
			}
			for at, name := range s.columns() {
				if types[name] != "int" && types[name] != "decimal" {
					continue
				}
				sum, count := new(big.Rat), 0
				for _, row := range rows {
					if v, ok := new(big.Rat).SetString(row[at]); ok {
						sum.Add(sum, v)
						count++
					}
				}
				q := query.Query{}
				if q.Values, err = query.ParseMeasures("sum(" + name + "), count(" + name + ")"); err != nil {
					t.Fatal(err)
				}
				a, err := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Server})
				if err != nil {
					t.Fatal(err)
				}
				total, n := a.Tab.Cell(0, 0, 0), a.Tab.Cell(0, 0, 1)
				if v, ok := new(big.Rat).SetString(total.String()); !ok || v.Cmp(sum) != 0 ||
					n.String() != fmt.Sprint(count) {
					t.Errorf("the sum and the count of %s are %v and %v, not %s and %d", name, total, n,
						sum.FloatString(10), count)
				}
			}
			e.Close()
			server.Close()
		}
	})
}

// TestServedWider: after the table was opened, numbers are inserted that do not fit its columns. The pivot has a right
// figure or an error, and the table opens again.
func TestServedWider(t *testing.T) {
	onWideServers(t, func(t *testing.T, s wideServer) {
		s.fill(t, [][]string{{"a", "1", "1", "1", "1", "1", "1"}, {"b", "2", "2", "2.5", "2", "2", "2"}})
		address := s.address + "?table=" + url.QueryEscape(map[string]string{remote.ClickHouse: "wide",
			remote.PostgreSQL: "public.wide", remote.MySQL: "wide"}[s.kind])
		e := New(Options{NoGPU: true})
		defer e.Close()
		server, of, err := dial.Table(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		schema := of.Schema()
		e.Attach(schema, server, of)
		s.insert(t, [][]string{{"c", "18446744073709551615", "1", "1.25", "12345678901234567890", "9223372036854775808",
			"9223372036854775808"}})
		for _, text := range []string{"sum(c)", "max(c)", "median(c)", "sum(d)", "max(d)", "sum(e)", "mode(e)",
			"sum(i)", "distinct(i)", "sum(u)", "min(u)"} {
			if name := text[strings.Index(text, "(")+1 : len(text)-1]; name != "c" && s.numbers[name] == "" {
				continue
			}
			q := query.Query{Rows: []query.Field{{Column: "k"}}}
			if q.Values, err = query.ParseMeasures(text); err != nil {
				t.Fatal(err)
			}
			a, err := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Server})
			right := map[string]string{"sum(c)": "18446744073709551618", "sum(d)": "4.7500", "max(d)": "2.5000"}[text]
			switch {
			case err != nil && strings.Contains(err.Error(), "open the table again"):
			case err != nil:
				t.Errorf("%s: %v", text, err)
			case right == "" || a.Tab.Cell(0, 0, 0).String() != right:
				t.Errorf("%s is %v", text, figures(a))
			}
		}
		again, of, err := dial.Table(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if got := of.Schema().Columns[1].Type; got == schema.Columns[1].Type {
			t.Errorf("c is %v still", got)
		}
	})
}

// TestServedAltered: columns whose type changes, or that are dropped, while the table is open give errors, not figures
// of other values.
func TestServedAltered(t *testing.T) {
	onWideServers(t, func(t *testing.T, s wideServer) {
		types := map[string][]string{
			remote.ClickHouse: {"String", "Decimal(9, 2)", "Int32", "MODIFY COLUMN d Decimal(9, 4)",
				"MODIFY COLUMN n Float64"},
			remote.PostgreSQL: {"text", "numeric(9,2)", "integer", "ALTER COLUMN d TYPE numeric(9,4)",
				"ALTER COLUMN n TYPE double precision"},
			remote.MySQL: {"text", "decimal(9,2)", "int", "MODIFY COLUMN d decimal(9,4)", "MODIFY COLUMN n double"},
		}[s.kind]
		s.run(t, "DROP TABLE IF EXISTS altered")
		s.run(t, fmt.Sprintf("CREATE TABLE altered (k %s, d %s, n %s)%s", types[0], types[1], types[2],
			map[string]string{remote.ClickHouse: " ENGINE = MergeTree ORDER BY k"}[s.kind]))
		s.run(t, "INSERT INTO altered VALUES ('a', 1.25, 1)")
		e := New(Options{NoGPU: true})
		defer e.Close()
		server, of, err := dial.Table(t.Context(), s.address+"?table="+map[string]string{remote.ClickHouse: "altered",
			remote.PostgreSQL: "public.altered", remote.MySQL: "altered"}[s.kind])
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		schema := of.Schema()
		e.Attach(schema, server, of)
		s.run(t, "ALTER TABLE altered "+types[3])
		s.run(t, "ALTER TABLE altered "+types[4])
		s.run(t, "INSERT INTO altered VALUES ('a', 1.2345, 0.5)")
		says := func(text, words string) {
			t.Helper()
			q := query.Query{Rows: []query.Field{{Column: "k"}}}
			if q.Values, err = query.ParseMeasures(text); err != nil {
				t.Fatal(err)
			}
			a, err := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Server})
			if err == nil || !strings.Contains(err.Error(), words) ||
				!strings.HasSuffix(err.Error(), ": open the table again") {
				t.Errorf("%s: %v does not say %q: %v", text, err, words, a)
			}
		}
		says("sum(d)", `"d" is of the type `)
		says("avg(n)", `"n" is of the type `)
		says("max(n)", `"n" is of the type `)
		s.run(t, "ALTER TABLE altered DROP COLUMN d")
		says("sum(d)", "a column is no longer in the table")
		says("max(d)", "a column is no longer in the table")
	})
}

// TestServedManyRows: the low halves of 3,000,000,000 values add up to more than 63 bits.
func TestServedManyRows(t *testing.T) {
	const rows = 3_000_000_000 // of -1, whose low half is 2^32 - 1
	of := &remote.Table{Address: remote.Address{Kind: remote.ClickHouse, Table: "many"}, Rows: rows,
		Columns: []remote.Column{{Name: "v", Type: data.Int, Declared: "Int32"}}}
	low := uint64(rows) * (1<<32 - 1)
	server := &plainServer{dialect: remote.Dialect{Kind: remote.ClickHouse, Major: 26}, send: func(_ context.Context,
		sql string) ([]byte, error) {
		if strings.Contains(sql, "bitShiftRight") {
			return fmt.Appendf(nil, "%d\t%[1]d\t%d\t%d\n", rows, -rows, int64(low)), nil
		}
		return fmt.Appendf(nil, "%d\n", rows), nil
	}}
	e := New(Options{NoGPU: true})
	defer e.Close()
	schema := of.Schema()
	e.Attach(schema, server, of)
	a, err := e.Pivot(t.Context(), schema, query.Query{Values: []query.Measure{{Func: query.Sum, Column: "v"}}},
		RunOptions{Tier: Server})
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Tab.Cell(0, 0, 0).String(); got != "-3000000000" {
		t.Errorf("the sum is %s", got)
	}
}
