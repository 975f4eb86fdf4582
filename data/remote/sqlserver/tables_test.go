package sqlserver

import (
	"fmt"
	"strings"
	"testing"

	"cardinal/data/remote"
	"cardinal/data/remote/sqlserver/tdstest"
)

// described answers the question for the columns of a table.
func described(rows ...[]any) tdstest.Answer {
	return tdstest.Answer{Columns: []tdstest.Column{tdstest.Text("name"), tdstest.Text("type"), tdstest.BigInt("size"),
		tdstest.BigInt("digits"), tdstest.BigInt("places"), tdstest.Bit("nullable"), tdstest.Bit("allowed"),
		tdstest.Bit("hidden"), tdstest.BigInt("rows"), tdstest.Text("version")}, Rows: rows}
}

func row(name, kind string, size, digits, places int) []any {
	return []any{name, kind, size, digits, places, true, true, false, 400, "2026-11-30T10:00:00 17"}
}

// TestTable describes a table with a column of every type.
func TestTable(t *testing.T) {
	masked, denied := row("masked", "int", 4, 10, 0), row("denied", "int", 4, 10, 0)
	masked[7], denied[6] = true, false
	of := start(t, func(sql string) tdstest.Answer {
		switch {
		case strings.Contains(sql, "OBJECT_ID(N'[it''s].[t]]x]')"):
			return described(row("tiny", "tinyint", 1, 3, 0), row("big", "bigint", 8, 19, 0),
				row("bit", "bit", 1, 1, 0), row("real", "real", 4, 24, 0),
				row("money", "money", 8, 19, 4), row("whole", "decimal", 5, 9, 0),
				row("exact", "numeric", 9, 18, 2), row("long", "decimal", 17, 38, 9), row("wide", "decimal", 17, 38, 0),
				row("digits", "decimal", 17, 38, 0), row("places", "decimal", 17, 38, 30), row("day", "date", 3, 10, 0),
				row("at", "datetime2", 8, 27, 7), row("old", "datetime", 8, 23, 3),
				row("small", "smalldatetime", 4, 16, 0),
				row("utc", "datetimeoffset", 9, 30, 3), row("n", "nvarchar", 80, 0, 0), row("c", "nchar", 10, 0, 0),
				row("max", "nvarchar", -1, 0, 0), row("ansi", "varchar", 8000, 0, 0),
				row("id", "uniqueidentifier", 16, 0, 0),
				row("clock", "time", 5, 16, 7), row("x", "xml", -1, 0, 0), row("raw", "varbinary", 9, 0, 0),
				row("old text", "text", 16, 0, 0), masked, denied)
		case strings.Contains(sql, "PATINDEX"):
			text := tdstest.Text("")
			places := tdstest.BigInt("")
			return tdstest.Answer{Columns: []tdstest.Column{places, text, text, places, text, text, places, text, text,
				places, text, text}, Rows: [][]any{{3, "-1.500000000", "2.125000000", 0, "-5", "9223372036854775807", 0,
				"0", "9223372036854775808", 38, "0.1", "0.2"}}}
		}
		return tdstest.Answer{Number: 4242, Message: sql}
	})
	s := connect(t, of)
	table, err := s.Table(t.Context(), "it's.t]x")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range table.Columns {
		got = append(got, fmt.Sprintf("%s %s %d %t%t%t %s %s", c.Declared, c.Type, c.Scale, c.UTC, c.Found, c.Denied,
			s.dialect.Value(c), c.Note))
	}
	want := strings.Join([]string{
		"tinyint int 0 falsefalsefalse [tiny] ",
		"bigint int 0 falsefalsefalse [big] ",
		"bit bool 0 falsefalsefalse [bit] ",
		"real float 0 falsefalsefalse [real] ",
		"money decimal 4 falsefalsefalse CAST([money] AS decimal(19, 4)) ",
		"decimal(9,0) int 0 falsefalsefalse [whole] ",
		"numeric(18,2) decimal 2 falsefalsefalse [exact] ",
		"decimal(38,9) decimal 3 falsetruefalse [long] ",
		"decimal(38,0) int 0 falsetruefalse [wide] ",
		"decimal(38,0) float 0 falsetruefalse [digits] numbers wider than 64 bits: rounded to 64-bit floats",
		"decimal(38,30) float 0 falsetruefalse [places] numbers wider than 64 bits: rounded to 64-bit floats",
		"date date 0 falsefalsefalse [day] ",
		"datetime2(7) timestamp 7 falsefalsefalse [at] ",
		"datetime timestamp 3 falsefalsefalse CAST([old] AS datetime2(3)) ",
		"smalldatetime timestamp 0 falsefalsefalse CAST([small] AS datetime2(0)) ",
		"datetimeoffset(3) timestamp 3 truefalsefalse CAST(SWITCHOFFSET([utc], N'+00:00') AS datetime2(3)) ",
		"nvarchar(40) text 0 falsefalsefalse [n] ",
		"nchar(5) text 0 falsefalsefalse [c] ",
		"nvarchar(max) text 0 falsefalsefalse [max] ",
		"varchar(8000) text 0 falsefalsefalse CAST([ansi] AS nvarchar(max)) ",
		"uniqueidentifier text 0 falsefalsefalse CAST([id] AS nvarchar(36)) ",
		"time(7) text 0 falsefalsefalse CAST([clock] AS nvarchar(16)) ",
		"xml text 0 falsefalsefalse CAST([x] AS nvarchar(max)) ",
		"varbinary null 0 falsefalsefalse [raw] ",
		"text null 0 falsefalsefalse [old text] ",
		"int null 0 falsefalsefalse [masked] left out, because the server masks or encrypts its values",
		"int null 0 falsefalsetrue [denied] ",
	}, "\n")
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nnot\n%s", strings.Join(got, "\n"), want)
	}
	if table.Rows != 400 || !table.About || len(table.Notes) != 1 ||
		!strings.Contains(table.Notes[0], "not been tried") {
		t.Errorf("%d rows, %q", table.Rows, table.Notes)
	}
	asked := of.Asked()
	measured := asked[len(asked)-1]
	for _, part := range []string{
		"coalesce(max(9 + 1 - PATINDEX(N'%[^0]%', REVERSE(CAST([long] AS nvarchar(50))))), 0)",
		"coalesce(CAST(min([long]) AS nvarchar(50)), '0')", "FROM [it's].[t]]x]"} {
		if !strings.Contains(measured, part) {
			t.Errorf("%s lacks %s", measured, part)
		}
	}
	if err := s.Altered(t.Context(), table, []string{"n", "at"}); err != nil {
		t.Error(err)
	}
	if err := s.Altered(t.Context(), table, []string{"gone"}); err == nil {
		t.Error("a column that is gone is not missed")
	}
}

// TestTables lists tables and views.
func TestTables(t *testing.T) {
	s := connect(t, start(t, func(string) tdstest.Answer {
		return tdstest.Answer{Columns: []tdstest.Column{tdstest.Text("s"), tdstest.Text("n"), tdstest.Bit("v"),
			tdstest.BigInt("r"), tdstest.BigInt("b")}, Rows: [][]any{{"dbo", "flights", false, 400, 8192},
			{"a.b", "v.w", true, nil, nil}, {`q"`, "x", false, nil, nil}}}
	}))
	list, err := s.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(list); got != `[{dbo.flights 400 true 8192 false false} {"a.b".v.w -1 false -1 true false} `+
		`{"q""".x -1 false -1 false false}]` {
		t.Error(got)
	}
	for i, want := range []string{"[dbo].[flights]", "[a.b].[v.w]", `[q"].[x]`} {
		if got := s.dialect.From(remote.Address{Table: list[i].Name}); got != want {
			t.Errorf("%s is written %s", list[i].Name, got)
		}
	}
}

// TestQuery describes a query, and refuses what would leave its parentheses before the server is asked.
func TestQuery(t *testing.T) {
	of := start(t, func(string) tdstest.Answer {
		return tdstest.Answer{Columns: []tdstest.Column{tdstest.Text("s"), tdstest.TinyInt("n"),
			tdstest.DateTime2("at"), tdstest.Decimal("d", 9), tdstest.Money("m")}}
	})
	s := connect(t, of)
	ask := func(query string) (*remote.Table, error) {
		a, err := address(of).WithQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		s.address = a
		return s.Table(t.Context(), a.Table)
	}
	s.address = address(of)
	for _, query := range []string{"SELECT 1 AS a", "SELECT ')' AS [)], \")\" FROM t -- )",
		"SELECT (1) AS a /* ) /* ( */ ; */",
		"SELECT N'it''s)' AS [a]])]", "SELECT größe FROM [t] -- a\r\n WHERE a = 1", "select a from WithHolding"} {
		if err := contained(query); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
	before := len(of.Asked())
	for query, words := range map[string]string{
		"SELECT 1 AS a; DROP TABLE t --":                    "leave the semicolon",
		"SELECT 1 AS a) AS b DROP TABLE t SELECT * FROM (t": "closes a parenthesis",
		"SELECT 1 AS a) AS b DROP TABLE t --":               "closes a parenthesis",
		"SELECT (1 AS a":                                    "parenthesis without an end",
		"SELECT 'a":                                         "quote without an end",
		"SELECT 'a''":                                       "quote without an end",
		"SELECT [a]]":                                       "quote without an end",
		"SELECT 1 /* a /* b */":                             "comment without an end",
		"SELECT 1 AS a -- x\r) AS b DROP TABLE t --":        "may end it",
		"SELECT 1 AS a -- x\u2028) AS b DROP TABLE t --":    "may end it",
		"SELECT 1 AS a \uff09 AS b DROP TABLE t":            "outside of quotes",
		"SELECT 1\x00":                                      "a character that no text has",
		"SELECT \xff":                                       "a character that no text has",
		"/* a */ with x AS (SELECT 1 AS a) SELECT * FROM x": "begins with WITH",
		"SELECT * FROM OpenQuery(s, 'DELETE FROM t')":       "may change another server",
	} {
		if _, err := ask(query); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v does not say %q", query, err, words)
		}
	}
	if asked := of.Asked(); len(asked) != before {
		t.Errorf("the server was asked %q", asked[before:])
	}
	table, err := ask("SELECT s, n FROM t -- all ;")
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	for _, c := range table.Columns {
		declared = append(declared, c.Declared)
	}
	if got := strings.Join(declared, " "); got != "nvarchar(4000) tinyint datetime2(7) decimal(38,9) money" {
		t.Error(got)
	}
	if asked := of.Asked()[before]; asked != "SELECT TOP (0) * FROM (SELECT s, n FROM t -- all\n) AS [query]" {
		t.Error(asked)
	}
}

// TestLiterals writes names and texts that would end their quotes, and the line break that T-SQL leaves out.
func TestLiterals(t *testing.T) {
	d := remote.Dialect{Kind: remote.SQLServer}
	for text, want := range map[string]string{
		"it's":                    `N'it''s'`,
		"'; DROP TABLE t --":      `N'''; DROP TABLE t --'`,
		"a\\\nb":                  "N'a\\'+N'\nb'",
		"a\\\r\nb":                "N'a\\'+N'\r\nb'",
		"\\\\\n'":                 "N'\\\\'+N'\n'''",
		"a\\b":                    `N'a\b'`,
		"\uff07; DROP TABLE t --": "N'\uff07; DROP TABLE t --'",
	} {
		if got := d.Text(text); got != want {
			t.Errorf("%q is written %s", text, got)
		}
	}
	if got := d.Name("a]; DROP TABLE t --"); got != "[a]]; DROP TABLE t --]" {
		t.Error(got)
	}
}
