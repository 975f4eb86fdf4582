package engine

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/remote/dial"
	"cardinal/data/remote/remotetest"
	"cardinal/engine/query"
)

// endlessColumns are columns of PostgreSQL with some values that Cardinal's columns cannot hold.
var endlessColumns = []struct {
	name, declared, read string
	values               []string
}{
	{"k", "text", "text", []string{"a", "b", "", "infinity"}},
	{"d", "date", "date", []string{"infinity", "-infinity", "4714-11-24 BC", "4714-12-31 BC", "4713-01-01 BC",
		"0001-12-31 BC", "0044-03-15 BC", "0001-01-01", "9999-12-31", "10000-01-01", "290001-02-03", "5874897-12-31",
		"294276-12-31", "294277-01-01"}},
	{"f", "date NOT NULL", "date", []string{"infinity", "-infinity", "2024-02-29"}},
	{"t", "timestamp", "timestamp", []string{"infinity", "-infinity", "4714-11-24 00:00:00 BC", "4714-12-01 12:00 BC",
		"0044-03-15 13:14:15.000001 BC", "294276-12-31 23:59:59.999999", "292276-12-31 23:59:59.999999",
		"10000-01-01 00:00:01"}},
	{"z", "timestamptz", "timestamp", []string{"infinity", "-infinity", "0001-01-01 00:00:00+00",
		"2024-02-29 23:59:59+02", "12345-06-07 08:09:10+00"}},
	{"m", "numeric(9,2)", "float", []string{"NaN", "0.01", "-0.01", "9999999.99"}},
	{"w", "numeric", "float", []string{"NaN", "Infinity", "-Infinity", "0.25", "-7"}},
	{"c", "numeric(9,2)", "decimal", []string{"0", "-0.01", "9999999.99"}},
	{"p", "money", "decimal", []string{"0", "0.01", "-0.01", "92233720368547758.07", "-92233720368547758.08",
		"1234.5"}},
	{"n", "odd_cash", "decimal", []string{"-5", "7.25"}},
}

// fillEndless makes the table endless with random rows, and returns its address.
func fillEndless(t *testing.T, r *rand.Rand, rows int) string {
	t.Helper()
	host := remotetest.At(t, remotetest.PostgreSQL)
	var described, all []string
	for _, c := range endlessColumns {
		described = append(described, c.name+" "+c.declared)
	}
	for range rows {
		var values []string
		for _, c := range endlessColumns {
			v := "'" + pick(r, c.values...) + "'"
			switch usual := r.IntN(2) == 0; {
			case r.IntN(6) == 0 && !strings.Contains(c.declared, "NOT NULL"):
				v = "NULL"
			case c.read == "date" && usual:
				v = fmt.Sprintf("date '1999-12-27' + %d", r.IntN(1000))
			case c.read == "timestamp" && usual:
				v = fmt.Sprintf("timestamp '1999-12-27' + %d * interval '7 hours 11 minutes'", r.IntN(1000))
			case c.read != "text" && usual:
				v = fmt.Sprintf("'%d.%02d'", r.IntN(2000)-1000, r.IntN(100))
			}
			if strings.ContainsAny(c.name, "pn") && v != "NULL" {
				v += "::money" // which takes the longest number of a text alone
			}
			values = append(values, v)
		}
		all = append(all, "("+strings.Join(values, ", ")+")")
	}
	sql := "DROP TABLE IF EXISTS endless; DROP DOMAIN IF EXISTS odd_cash; CREATE DOMAIN odd_cash AS money; CREATE " +
		"TABLE endless (" + strings.Join(described, ", ") + "); INSERT INTO endless VALUES " + strings.Join(all, ", ")
	if _, err := psql(context.Background(), host, sql, nil); err != nil {
		t.Fatal(err)
	}
	return "postgres://cardinal@" + host + "/flights?table=public.endless"
}

// TestServedEndless: infinite dates, dates before Christ and far away, NaN and money give the same on a server as in a
// copy: figures, labels, rows behind figures and conditions.
func TestServedEndless(t *testing.T) {
	same, refused := 0, 0
	for seed := range uint64(2) {
		r := rand.New(rand.NewPCG(seed, 24))
		address := fillEndless(t, r, 240)
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
		for i, c := range schema.Columns {
			got := copied.Columns[i]
			if want := endlessColumns[i].read; fmt.Sprint(c.Type) != want || got.Type != c.Type ||
				got.Scale != c.Scale || got.Note != c.Note {
				t.Errorf("%s is %v(%d) with the note %q on the server, %v(%d) with %q in the copy, and not %s", c.Name,
					c.Type, c.Scale, c.Note, got.Type, got.Scale, got.Note, want)
			}
			if noted := c.Note != ""; noted != slices.Contains([]string{"d", "f", "t", "z", "m", "w"}, c.Name) {
				t.Errorf("the note of %s is %q", c.Name, c.Note)
			}
		}
		equal, not := sameEndless(t, e, schema, copied, r)
		same, refused = same+equal, refused+not
		for _, f := range []query.Field{{Column: "d"}, {Column: "t", Part: query.TruncMonth},
			{Column: "z", Part: query.Hour}, {Column: "p"}} {
			frequenciesOf(t, e, schema, copied, f, nil)
		}
		e.Close()
		server.Close()
	}
	t.Logf("%d groups are equal, %d queries were refused", same, refused)
}

// sameEndless asks random queries of a table on a server and of its copy, and compares the figures and the rows behind
// one of them.
func sameEndless(t *testing.T, e *Engine, schema, copied *data.Table, r *rand.Rand) (same, refused int) {
	t.Helper()
	for range 60 {
		q := endlessQuery(t, r)
		here, err := e.Pivot(t.Context(), copied, q, RunOptions{Tier: Serial})
		there, far := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Server})
		if (err == nil) != (far == nil) {
			t.Fatalf("%s: %v here, %v there", describe(q), err, far)
		}
		if err != nil {
			refused++
			continue
		}
		figured := figures(here)
		if got := figures(there); !maps.Equal(got, figured) {
			t.Fatalf("%s: %v, want %v", describe(q), got, figured)
		}
		if len(figured)%8 == 0 { // and from a copy of the columns that the engine makes
			pulled, err := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Serial})
			if err != nil {
				t.Fatal(err)
			}
			if got := figures(pulled); !maps.Equal(got, figured) {
				t.Fatalf("%s from a copy: %v, want %v", describe(q), got, figured)
			}
		}
		same += there.Profile.GroupsActual
		row := r.IntN(there.Tab.Rows.Len())
		at := slices.Index(pathNames(&here.Tab.Rows), pathNames(&there.Tab.Rows)[row])
		want, n, err := e.RowsUnder(t.Context(), copied, here.Tab, at, 0, 1000)
		got, m, far := e.RowsUnder(t.Context(), schema, there.Tab, row, 0, 1000)
		if err != nil || far != nil || n != m {
			t.Fatalf("%s: %d rows behind %s, want %d: %v, %v", describe(q), m,
				pathNames(&there.Tab.Rows)[row], n, far, err)
		}
		left := map[string]int{}
		for i := range n {
			left[rowText(want, i)]++
			left[rowText(got, i)]--
		}
		for text, n := range left {
			if n != 0 {
				t.Fatalf("%s: the row %s is %d times too few behind %s", describe(q), text, n,
					pathNames(&there.Tab.Rows)[row])
			}
		}
	}
	return same, refused
}

// endlessQuery returns a random query over the table endless.
func endlessQuery(t *testing.T, r *rand.Rand) query.Query {
	t.Helper()
	field := func() string {
		c := pick(r, "d", "d", "t", "t", "f", "z", "p", "k")
		switch c {
		case "k":
			return c
		case "p":
			return pick(r, c, "bin(p, 100)", "bin(p, 0.5)", "bin(p, 1e15)")
		}
		f := query.Field{Column: c}
		if kinds := slices.DeleteFunc(slices.Clone(query.PartKinds), func(k query.PartKind) bool {
			return k.Takes != query.Dates || k.Clock && (c == "d" || c == "f")
		}); r.IntN(5) > 0 {
			k := pick(r, kinds...)
			if f.Part = k.Part; k.Argument == query.FirstMonth {
				f.N = 1 + r.IntN(12)
			}
		}
		return f.String()
	}
	condition := func() string {
		c := pick(r, "d", "f", "t", "z")
		day := pick(r, "2000-06-01", "2000-03-26T00:58:12Z", "1999-12-31", "0001-01-01", "9999-12-31", "2024-02-29")
		return pick(r, c+" "+pick(r, "=", "!=", "<", "<=", ">", ">=")+" "+day, c+" is null", "not "+c+" is null",
			c+" in ("+day+", null)", "not "+c+" in (2000-02-03, "+day+")",
			c+" between 2000-01-01 and "+day, c+" in last 3 years", "year("+c+") = 2000",
			pick(r, "p", "n", "c", "m", "w")+" "+pick(r, "=", "!=", "<", ">=")+" "+pick(r, "0", "-0.01", "7.25", "1e17",
				"-1e17"), "k = 'infinity'")
	}
	var err error
	q := query.Query{}
	if q.Rows, err = query.ParseFields(field()); err == nil && r.IntN(3) == 0 {
		q.Cols, err = query.ParseFields(field())
	}
	if err == nil {
		c := pick(r, "d", "f", "t", "z", "p", "n", "c", "m", "w")
		measures := strings.ReplaceAll("count(), count(X), min(X), max(X), distinct(X), mode(X)", "X", c)
		if strings.ContainsAny(c, "pncmw") {
			measures += strings.ReplaceAll(", sum(X), avg(X), median(X), stddev(X)", "X", c)
		}
		q.Values, err = query.ParseMeasures(measures)
	}
	if err == nil {
		where := pick(r, "", condition(), "not "+condition(), condition()+" or "+condition(), "not ("+condition()+
			" and "+condition()+")")
		if where != "" {
			q.Filter, err = query.ParseFilter(where)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestServedLaterInfinity: infinity that is inserted after the table was opened is null, too, and NaN is an error.
func TestServedLaterInfinity(t *testing.T) {
	host := remotetest.At(t, remotetest.PostgreSQL)
	run := func(sql string) {
		t.Helper()
		if _, err := psql(context.Background(), host, sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	run("DROP TABLE IF EXISTS later; CREATE TABLE later (d date NOT NULL, m numeric(9,2)); INSERT INTO later VALUES " +
		"('2024-02-29', 1)")
	server, of, err := dial.Table(t.Context(), "postgres://cardinal@"+host+"/flights?table=public.later")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	e := New(Options{NoGPU: true})
	defer e.Close()
	schema := of.Schema()
	e.Attach(schema, server, of)
	if len(schema.Notes) > 0 {
		t.Error(schema.Notes)
	}
	run("INSERT INTO later VALUES ('infinity', 2), ('-infinity', 'NaN')")
	figure := func(text string) string {
		t.Helper()
		q := query.Query{}
		if q.Values, err = query.ParseMeasures(text); err != nil {
			t.Fatal(err)
		}
		a, err := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Server})
		if err != nil {
			return err.Error()
		}
		return a.Tab.Cell(0, 0, 0).String()
	}
	for text, want := range map[string]string{"count()": "3", "count(d)": "1", "max(d)": "2024-02-29",
		"distinct(d)": "1", "sum(m)": "a column of numbers has NaN or infinity, which sums cannot take: open the " +
			"table again, or filter such values"} {
		if got := figure(text); got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
}

// frequenciesOf compares the values of a field on a server with those of a copy.
func frequenciesOf(t *testing.T, e *Engine, schema, local *data.Table, f query.Field, where *query.Expr) int {
	t.Helper()
	want, here := e.Frequencies(t.Context(), local, nil, f, where)
	got, there := e.Frequencies(t.Context(), schema, nil, f, where)
	if (here == nil) != (there == nil) {
		t.Fatalf("%s where %v: %v here, %v there", f, where, here, there)
	}
	if here != nil {
		return 0
	}
	if len(got.Codes) != len(want.Codes) {
		t.Fatalf("%s where %v: %d labels, want %d", f, where, len(got.Codes), len(want.Codes))
	}
	for i, code := range want.Codes {
		if a, b := got.Key.Label(got.Codes[i]), want.Key.Label(code); labelID(a) != labelID(b) ||
			got.Rows[got.Codes[i]] != want.Rows[code] {
			t.Fatalf("%s where %v: %s has %d rows, want %s with %d", f, where, a, got.Rows[got.Codes[i]], b,
				want.Rows[code])
		}
	}
	return len(want.Codes)
}
