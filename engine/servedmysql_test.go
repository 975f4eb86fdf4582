package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data/remote/dial"
	"cardinal/data/remote/remotetest"
	"cardinal/engine/query"
)

// oddColumns are columns of MariaDB with values that its collations, its operators or its calendar take for others.
var oddColumns = []struct {
	name, declared string
	values         []string
}{
	{"k", "varchar(20) COLLATE utf8mb4_general_ci", []string{"'a'", "'A'", "'a '", "'ä'", "'a\\0'", "''", "' '",
		"'it''s'", "'\\\\'", "'ß'", "'ss'", "'😀'", "'1'", "'01'"}},
	{"c", "char(5) CHARACTER SET latin1", []string{"'é'", "'e'", "'É'", "'e '", "''", "'%'"}},
	{"l", "longtext", []string{"'x'", "repeat('z', 5000)", "concat(repeat('z', 5000), 'q')",
		"concat(repeat('z', 5000), 'Q')", "repeat('z', 2000)", "concat(repeat('z', 2000), ' ')"}},
	{"e", "enum('b', 'a', 'B ', '') COLLATE utf8mb4_bin", []string{"'a'", "'b'", "''", "2"}},
	{"s", "set('x', 'y')", []string{"'x'", "'y,x'", "''"}},
	{"j", "time(2)", []string{"'-838:59:59'", "'25:00:00.5'", "'00:00:00'"}},
	{"n", "bigint", []string{"-9223372036854775808", "9223372036854775807", "-1", "0", "-4294967297"}},
	{"u", "bigint unsigned", []string{"0", "9223372036854775807", "4294967295", "7"}},
	{"i", "int unsigned", []string{"0", "4294967295", "7"}},
	{"b", "bit(63)", []string{"0", "9223372036854775807", "b'101'"}},
	{"y", "year", []string{"0000", "1901", "2024"}},
	{"m", "decimal(18,2)", []string{"-0.01", "9999999999999999.99", "-9999999999999999.99", "12.5"}},
	{"w", "decimal(65,30)", []string{"-0.000000001", "9223372036.854775807", "-9223372036.854775808", "3"}},
	{"f", "float", []string{"0.1", "16777217", "1e-40", "-3.4e38", "0.30000001"}},
	{"g", "double", []string{"0.1", "-5e-324", "1.7e308", "-0.5", "1e16"}},
	{"d", "date", []string{"'0000-00-00'", "'2024-02-00'", "'2024-02-31'", "'0000-05-05'", "'0001-01-01'",
		"'9999-12-31'", "'2024-02-29'", "'2023-01-01'"}},
	{"t", "datetime(3)", []string{"'0000-00-00 00:00:00'", "'2023-04-31 10:00:00'", "'0001-01-01 00:00:00.001'",
		"'9999-12-31 23:59:59.999'", "'2024-02-29 12:30:59.5'", "'2023-01-01 00:00:00'"}},
	{"z", "timestamp NULL", []string{"'0000-00-00 00:00:00'", "'1970-01-01 00:00:01'", "'2038-01-19 03:14:07'",
		"'2024-03-31 02:30:00'"}},
}

// TestServedOdd: texts that a collation calls equal, dates of no calendar, numbers without a sign and floats of 32 bits
// give the same on a server as in a copy: figures, labels, rows behind figures and conditions.
func TestServedOdd(t *testing.T) {
	host := remotetest.At(t, remotetest.MariaDB)
	same := 0
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 31))
		var described, rows []string
		for _, c := range oddColumns {
			described = append(described, c.name+" "+c.declared)
		}
		for range 120 {
			var values []string
			for _, c := range oddColumns {
				v := pick(r, c.values...)
				switch usual := r.IntN(3) == 0; {
				case r.IntN(8) == 0:
					v = "NULL"
				case c.name == "d" && usual:
					v = fmt.Sprintf("date '1999-12-27' + interval %d day", r.IntN(1000))
				case c.name > "s" && strings.Contains(c.declared, "time") && usual:
					v = fmt.Sprintf("timestamp '1999-12-27 00:00:00' + interval %d minute", r.IntN(1_000_000))
				case strings.ContainsAny(c.name, "nuiwmfg") && usual:
					v = fmt.Sprint(r.IntN(100))
				}
				values = append(values, v)
			}
			rows = append(rows, "("+strings.Join(values, ", ")+")")
		}
		runMariaDB(t, host, "DROP TABLE IF EXISTS odd", "CREATE TABLE odd ("+strings.Join(described, ", ")+
			", KEY (k), KEY (c), KEY (f), KEY (d), KEY (n), KEY (u)) CHARACTER SET utf8mb4",
			"INSERT INTO odd VALUES "+strings.Join(rows, ", "))
		address := "mysql://cardinal@" + host + "/flights?table=odd"
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
		for range 60 {
			q := oddQuery(t, r)
			here, err := e.Pivot(t.Context(), copied, q, RunOptions{Tier: Serial})
			there, far := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Server})
			if err != nil && strings.Contains(err.Error(), "GB of memory") { // of bins over all decimals
				continue
			}
			if err != nil || far != nil {
				t.Fatalf("seed %d, %s: %v here, %v there", seed, describe(q), err, far)
			}
			want, got := figures(here), figures(there)
			for label, figure := range want {
				if got[label] != figure {
					t.Fatalf("seed %d, %s: %s is %s, want %s", seed, describe(q), label, got[label], figure)
				}
			}
			if len(got) != len(want) {
				t.Fatalf("seed %d, %s: %d labels, want %d", seed, describe(q), len(got), len(want))
			}
			same += there.Profile.GroupsActual
			row := r.IntN(there.Tab.Rows.Len())
			name := pathNames(&there.Tab.Rows)[row]
			at := slices.Index(pathNames(&here.Tab.Rows), name)
			rows, n, err := e.RowsUnder(t.Context(), copied, here.Tab, at, 0, 1000)
			behind, m, far := e.RowsUnder(t.Context(), schema, there.Tab, row, 0, 1000)
			if err != nil || far != nil || n != m || behind.Len() != n || rows.Len() != n {
				t.Fatalf("seed %d, %s: %d rows behind %s, want %d: %v, %v", seed, describe(q), m, name, n, err, far)
			}
			left := map[string]int{}
			for i := range n {
				left[rowText(rows, i)]++
				left[rowText(behind, i)]--
			}
			for text, n := range left {
				if n != 0 {
					t.Fatalf("seed %d, %s: the row %s is %d times too few behind %s", seed, describe(q), text, n, name)
				}
			}
		}
		e.Close()
		server.Close()
	}
	t.Logf("%d groups are equal", same)
}

// oddQuery returns a random query over the table odd.
func oddQuery(t *testing.T, r *rand.Rand) query.Query {
	t.Helper()
	field := func() string {
		c := pick(r, oddColumns...).name
		f := query.Field{Column: c}
		switch {
		case strings.ContainsAny(c, "nuibmw") && r.IntN(2) == 0:
			return "bin(" + c + ", " + pick(r, "1", "7", "1e15") + ")"
		case strings.ContainsAny(c, "dtz") && r.IntN(5) > 0:
			k := pick(r, slices.DeleteFunc(slices.Clone(query.PartKinds), func(k query.PartKind) bool {
				return k.Takes != query.Dates || k.Clock && c == "d"
			})...)
			if f.Part = k.Part; k.Argument == query.FirstMonth {
				f.N = 1 + r.IntN(12)
			}
		}
		return f.String()
	}
	condition := func() string {
		c := pick(r, oddColumns...).name
		op := pick(r, " = ", " != ", " < ", " <= ", " > ", " >= ")
		switch {
		case strings.ContainsAny(c, "kclesj"):
			text := "'" + pick(r, "a", "A", "a ", "ä", "", "é", "e", "it''s", `\`, "x", "x,y", "ss", "😀", "%",
				"25:00:00.50", "1", strings.Repeat("z", 2000)) + "'"
			return c + pick(r, op, op, " contains ", " begins ") + text
		case strings.ContainsAny(c, "dtz"):
			return c + op + pick(r, "2000-06-01", "1970-01-01", "2024-02-29", "9999-12-31", "0001-01-01")
		}
		return pick(r, c+op+pick(r, "0", "-1", "7", "0.1", "12.5", "4294967295", "9223372036854775807", "1e16", "-0.01",
			"0.30000001", "16777216"), c+" in (0, 7, null)")
	}
	var err error
	q := query.Query{}
	if q.Rows, err = query.ParseFields(field()); err == nil && r.IntN(3) == 0 {
		q.Cols, err = query.ParseFields(pick(r, "c", "e", "s", "y", "quarter(d)"))
	}
	if err == nil {
		c := pick(r, oddColumns...).name
		measures := strings.ReplaceAll("count(), count(X), min(X), max(X), distinct(X), mode(X)", "X", c)
		if strings.ContainsAny(c, "nuibymwfg") {
			measures += strings.ReplaceAll(", sum(X), avg(X), median(X), stddev(X)", "X", c)
		}
		q.Values, err = query.ParseMeasures(measures)
	}
	if err == nil {
		where := pick(r, "", condition(), "not "+condition(), condition()+" or "+condition(), condition()+" and "+
			pick(r, oddColumns...).name+" is null", "not ("+condition()+" and "+condition()+")")
		if where != "" {
			q.Filter, err = query.ParseFilter(where)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return q
}
