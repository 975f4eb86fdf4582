package pushdown

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

var update = flag.Bool("update", false, "write testdata/sql.txt anew")

// printed are the servers whose SQL stands in testdata/sql.txt, with the types of their columns.
var printed = []struct {
	remote.Dialect
	columns []remote.Column
}{
	{remote.Dialect{Kind: remote.ClickHouse, Major: 18}, clickhouseColumns},
	{remote.Dialect{Kind: remote.ClickHouse, Major: 26}, clickhouseColumns},
	{remote.Dialect{Kind: remote.PostgreSQL, Major: 15}, []remote.Column{
		{Name: "int", Type: data.Int, Nullable: true, Declared: "integer"},
		{Name: "wide", Type: data.Int, Found: true, Declared: "numeric"},
		{Name: "decimal", Type: data.Decimal, Scale: 2, Declared: "numeric(18,2)"},
		{Name: "found", Type: data.Decimal, Scale: 3, Found: true, Nullable: true, Declared: "numeric"},
		{Name: "money", Type: data.Decimal, Scale: 2, AsNumber: true, Declared: "money"},
		{Name: "date", Type: data.Date, Nullable: true, Declared: "date"},
		{Name: "time", Type: data.Timestamp, Scale: 6, Nullable: true, Declared: "timestamp without time zone"},
		{Name: "utc", Type: data.Timestamp, Scale: 6, UTC: true, Nullable: true, Declared: "timestamp with time zone"},
		{Name: "real", Type: data.Float, Declared: "real"},
		{Name: "float", Type: data.Float, Nullable: true, Declared: "double precision"},
		{Name: "rounded", Type: data.Float, Found: true, Declared: "numeric"},
		{Name: `te"xt`, Type: data.Text, Nullable: true, Declared: "text"},
		{Name: "char", Type: data.Text, Declared: "character(3)"},
		{Name: "json", Type: data.Text, AsText: true, Declared: "jsonb"},
		{Name: "mood", Type: data.Text, Declared: "mood"},
		{Name: "bool", Type: data.Bool, Declared: "boolean"},
	}},
	{remote.Dialect{Kind: remote.MySQL, Major: 10, Minor: 11}, []remote.Column{
		{Name: "int", Type: data.Int, Nullable: true, Declared: "bigint(20)"},
		{Name: "wide", Type: data.Int, Found: true, Declared: "bigint(20) unsigned"},
		{Name: "year", Type: data.Int, AsNumber: true, Declared: "year(4)"},
		{Name: "decimal", Type: data.Decimal, Scale: 2, Declared: "decimal(18,2)"},
		{Name: "found", Type: data.Decimal, Scale: 3, Found: true, Nullable: true, Declared: "decimal(38,9)"},
		{Name: "date", Type: data.Date, Nullable: true, Declared: "date"},
		{Name: "time", Type: data.Timestamp, Scale: 6, Nullable: true, Declared: "datetime(6)"},
		{Name: "utc", Type: data.Timestamp, UTC: true, Nullable: true, Declared: "timestamp"},
		{Name: "real", Type: data.Float, Declared: "float"},
		{Name: "float", Type: data.Float, Nullable: true, Declared: "double"},
		{Name: "te`xt", Type: data.Text, Nullable: true, Declared: "varchar(100)"},
		{Name: "long", Type: data.Text, Declared: "longtext"},
		{Name: "enum", Type: data.Text, Declared: "enum('a')"},
		{Name: "json", Type: data.Text, AsText: true, Declared: "json"},
	}},
	{remote.Dialect{Kind: remote.SQLServer, Major: 16}, []remote.Column{
		{Name: "int", Type: data.Int, Nullable: true, Declared: "int"},
		{Name: "bigint", Type: data.Int, Declared: "bigint"},
		{Name: "wide", Type: data.Int, Found: true, Declared: "decimal(38,0)"},
		{Name: "decimal", Type: data.Decimal, Scale: 2, Declared: "decimal(18,2)"},
		{Name: "found", Type: data.Decimal, Scale: 3, Found: true, Nullable: true, Declared: "decimal(38,9)"},
		{Name: "money", Type: data.Decimal, Scale: 4, AsNumber: true, Nullable: true, Declared: "money"},
		{Name: "date", Type: data.Date, Nullable: true, Declared: "date"},
		{Name: "time", Type: data.Timestamp, Scale: 7, Nullable: true, Declared: "datetime2(7)"},
		{Name: "old", Type: data.Timestamp, Scale: 3, AsNumber: true, Nullable: true, Declared: "datetime"},
		{Name: "utc", Type: data.Timestamp, Scale: 3, AsNumber: true, UTC: true, Declared: "datetimeoffset(3)"},
		{Name: "real", Type: data.Float, Declared: "real"},
		{Name: "rounded", Type: data.Float, Found: true, Declared: "decimal(38,30)"},
		{Name: "te]xt'", Type: data.Text, Nullable: true, Declared: "nvarchar(100)"},
		{Name: "ansi", Type: data.Text, AsText: true, Declared: "varchar(100)"},
		{Name: "long", Type: data.Text, AsText: true, Declared: "varchar(8000)"},
		{Name: "id", Type: data.Text, AsText: true, Declared: "uniqueidentifier"},
		{Name: "bool", Type: data.Bool, Nullable: true, Declared: "bit"},
	}},
}

var clickhouseColumns = []remote.Column{
	{Name: "int", Type: data.Int, Nullable: true, Declared: "Nullable(Int32)"},
	{Name: "wide", Type: data.Int, Found: true, Declared: "UInt64"},
	{Name: "wider", Type: data.Int, Found: true, Nullable: true, Declared: "Nullable(Int128)"},
	{Name: "digits", Type: data.Text, AsText: true, Declared: "UInt128"},
	{Name: "decimal", Type: data.Decimal, Scale: 2, Declared: "Decimal(18, 2)"},
	{Name: "found", Type: data.Decimal, Scale: 3, Found: true, Nullable: true, Declared: "Nullable(Decimal(38, 9))"},
	{Name: "date", Type: data.Date, Declared: "Date"},
	{Name: "date32", Type: data.Date, Nullable: true, Declared: "Nullable(Date32)"},
	{Name: "time", Type: data.Timestamp, UTC: true, Nullable: true, Declared: "Nullable(DateTime('UTC'))"},
	{Name: "milli", Type: data.Timestamp, Scale: 3, UTC: true, Declared: "DateTime64(3)"},
	{Name: "float", Type: data.Float, Nullable: true, Declared: "Nullable(Float64)"},
	{Name: "te`xt", Type: data.Text, Declared: "LowCardinality(String)"},
	{Name: "fixed", Type: data.Text, Declared: "FixedString(3)"},
	{Name: "enum", Type: data.Text, Declared: "Enum8('a' = 1)"},
	{Name: "list", Type: data.Text, AsText: true, Declared: "Array(Int8)"},
	{Name: "bool", Type: data.Bool, Declared: "Bool"},
}

// conditions are conditions on a column of each type.
var conditions = map[data.Type][]string{
	data.Int:       {"= 5", "<> -3", "> 1.5", "<= 9223372036854775807", "in (1, 2, null)", "is null"},
	data.Decimal:   {"= 1.25", ">= -0.5", "< 1.234", "in (1, null)", "is null"},
	data.Date:      {"= 2024-02-29", ">= 2024-01-01", "in (2024-01-01, null)", "is null"},
	data.Timestamp: {"= '2024-02-29 12:30:00'", "< 2024-01-01", "> '2024-01-01 00:00:00.123456'", "is null"},
	data.Float:     {"= 1.5", "<> 0", "< 1e30", ">= -2", "in (1, null)", "is null"},
	data.Text: {"= 'it''s'", `<> 'a\b'`, "< 'm'", "contains 'x'", "begins 'ä'", "= '123'", "in ('a', null)", "is null",
		"= ''"},
	data.Bool: {"= true", "is null"},
}

// TestSQL prints the questions of every dialect about every type of column, and compares them with testdata/sql.txt.
func TestSQL(t *testing.T) {
	var out strings.Builder
	for _, d := range printed {
		fmt.Fprintf(&out, "== %s %d\n", d.Kind, d.Major)
		of := &remote.Table{Address: remote.Address{Kind: d.Kind, Database: "d'b", Table: "s.t"}, Columns: d.columns}
		w := NewWriter(d.Dialect, of)
		put := func(name string, q remote.Question, err error) {
			fmt.Fprintf(&out, "%s: %s\n", name, q.SQL)
			if err != nil {
				fmt.Fprintf(&out, "%s: %v\n", name, err)
			}
		}
		put("count", w.Count(), nil)
		for _, sampling := range []bool{false, true} {
			of.Sampling = sampling
			k, err := w.Keys([]query.Field{{Column: "int"}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			q, err := k.Sample("x", 0.01, 100)
			put("sample", q, err)
		}
		for _, c := range d.columns {
			column(t, &out, w, c, put)
		}
	}
	const file = "testdata/sql.txt"
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(wanted)) {
		if i >= len(got) || i >= len(wanted) || got[i] != wanted[i] {
			t.Fatalf("line %d of %s differs: got %d lines, want %d\n%s", i+1, file, len(got), len(wanted),
				strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""))
		}
	}
}

// column prints the questions about a column: its rows, its states, its parts, conditions, and the rows of a group.
func column(t *testing.T, out *strings.Builder, w *Writer, c remote.Column, put func(string, remote.Question, error)) {
	fmt.Fprintf(out, "-- %s %s\n", c.Name, c.Declared)
	q, err := w.Rows([]string{c.Name}, "", 7)
	put("rows", q, err)
	states := []State{{c.Name, Values}}
	if w.Sums(c.Name) {
		states = append(states, State{c.Name, High}, State{c.Name, Low})
	}
	if w.Extremes(c.Name) {
		states = append(states, State{c.Name, Least}, State{c.Name, Greatest})
		q, err := w.Latest(c.Name)
		put("latest", q, err)
	}
	k, err := w.Keys(nil, []string{c.Name})
	if err != nil {
		t.Fatal(err)
	}
	q, err = k.Groups(states, "", 9)
	put("groups", q, err)
	for part := query.Part(0); int(part) < len(query.PartKinds); part++ {
		f := query.Field{Column: c.Name, Part: part, BinWidth: 25, BinScale: min(c.Scale, 1)}
		if by, ok := w.parts(c, f); ok {
			fmt.Fprintf(out, "part %s: %s\n", part.Kind().Name, strings.Join(by, ", "))
		}
	}
	for _, condition := range conditions[c.Type] {
		e, err := query.ParseFilter(`"` + strings.ReplaceAll(c.Name, `"`, `""`) + `" ` + condition)
		if err != nil {
			t.Fatal(condition, err)
		}
		for _, e := range []*query.Expr{e, {Op: query.Not, Args: []*query.Expr{e}}} {
			sql, rest := w.Where(e)
			fmt.Fprintf(out, "where %s: %s %v\n", e, sql, rest != nil)
		}
	}
	value := map[data.Type]data.Value{data.Text: data.TextValue("5")}[c.Type]
	if c.Type == data.Float {
		value = data.FloatValue(0.5)
	} else if c.Type != data.Text {
		value = (&data.Column{Type: c.Type, Scale: c.Scale}).IntValue(1)
	}
	for _, v := range []data.Value{value, {}} {
		sql, exact := w.Is(c, v)
		fmt.Fprintf(out, "is %v: %s %t\n", v, sql, exact)
	}
	f := query.Field{Column: c.Name, Part: query.Month}
	if k, err := w.Keys([]query.Field{f}, nil); err == nil && c.Type.Temporal() {
		answer := data.NewTable("", []*data.Column{data.NewInts(c.Name, c.Type, c.Scale, []int64{1}, nil)})
		sql, exact := k.Under(answer, []int{0})
		fmt.Fprintf(out, "under: %s %t\n", sql, exact)
	}
}
