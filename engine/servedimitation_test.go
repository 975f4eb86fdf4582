package engine

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"cardinal/data"
	"cardinal/data/remote"
)

// padded compares texts as SQL Server does: blanks at the end do not count.
func padded(fold func(string) string) sqlite3.CollatingFunction {
	return func(a, b []byte) int {
		return strings.Compare(fold(strings.TrimRight(string(a), " ")), fold(strings.TrimRight(string(b), " ")))
	}
}

// functions imitates functions of SQL Server on dates and texts. It adds the collations of the server, too.
func functions(c *sqlite3.Conn) error {
	same := func(s string) string { return s }
	if err := c.CreateCollation("Latin1_General_BIN2", padded(same)); err != nil {
		return err
	}
	if err := c.CreateCollation("Latin1_General_CI_AS", padded(strings.ToLower)); err != nil {
		return err
	}
	add := func(name string, of func(args []sqlite3.Value) (int64, bool)) error {
		return c.CreateFunction(name, -1, sqlite3.INNOCUOUS, func(ctx sqlite3.Context, args ...sqlite3.Value) {
			for _, arg := range args {
				if arg.Type() == sqlite3.NULL {
					ctx.ResultNull()
					return
				}
			}
			if n, ok := of(args); ok {
				ctx.ResultInt64(n)
			} else {
				ctx.ResultError(fmt.Errorf("%s of %s", name, args[0].Text()))
			}
		})
	}
	for name, of := range map[string]func(time.Time) int{"year": time.Time.Year, "day": time.Time.Day,
		"month": func(at time.Time) int { return int(at.Month()) }, "datepart_hour": time.Time.Hour,
		"datepart_quarter": func(at time.Time) int { return (int(at.Month()) + 2) / 3 },
		"datepart_minute":  time.Time.Minute} {
		if err := add(name, func(args []sqlite3.Value) (int64, bool) {
			at, err := time.Parse("2006-01-02 15:04:05.999999"[:min(26, max(10, len(args[0].Text())))], args[0].Text())
			return int64(of(at)), err == nil
		}); err != nil {
			return err
		}
	}
	days := func(v sqlite3.Value) int64 {
		at, err := time.Parse(time.DateOnly, v.Text()[:10])
		if err != nil {
			panic(err)
		}
		return (at.Unix() + 719162*86400) / 86400
	}
	for name, of := range map[string]func(args []sqlite3.Value) int64{
		"datediff_day": func(args []sqlite3.Value) int64 { return days(args[1]) - days(args[0]) },
		"charindex": func(args []sqlite3.Value) int64 {
			return int64(strings.Index(args[1].Text(), args[0].Text()) + 1)
		},
		"datalength": func(args []sqlite3.Value) int64 { return int64(2 * len(utf16.Encode([]rune(args[0].Text())))) },
		"bits":       func(args []sqlite3.Value) int64 { return int64(math.Float64bits(args[0].Float())) },
		"checksum":   func([]sqlite3.Value) int64 { return int64(int32(rand.Uint32())) },
	} {
		if err := add(name, func(args []sqlite3.Value) (int64, bool) { return of(args), true }); err != nil {
			return err
		}
	}
	return nil
}

// rewrites turn the words of T-SQL that SQLite does not know into others. Texts stand as numbers between braces, and
// names as numbers between brackets.
var rewrites = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`\bN\{`), "{"},
	{regexp.MustCompile(`\}\+\{`), "} || {"},
	{regexp.MustCompile(`^SELECT TOP \((\d+)\) (.*)$`), "SELECT $2 LIMIT $1"},
	{regexp.MustCompile(`CAST\((\{\d+\}) AS (date|datetime2\(\d\))\)`), "$1"},
	{regexp.MustCompile(`CAST\(CAST\((\[\w+\]) AS float\) AS binary\(8\)\)`), "bits($1)"},
	{regexp.MustCompile(`DATEDIFF\(day, `), "datediff_day("},
	{regexp.MustCompile(`DATEPART\((\w+), `), "datepart_${1}("},
	{regexp.MustCompile(`NEWID\(\)`), "1"},
	{regexp.MustCompile(`count_big\(`), "count("},
}

var (
	quoted = regexp.MustCompile(`\[(\]\]|[^\]])*\]|'(''|[^'])*'`)
	marked = regexp.MustCompile(`\{\d+\}|\[\d+\]`)
	moment = regexp.MustCompile(`^'\d{4}-\d\d-\d\dT`)
)

// sqliteName writes a name for SQLite.
func sqliteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// imitate writes a question to SQL Server for SQLite.
func imitate(question string) string {
	var texts []string
	question = quoted.ReplaceAllStringFunc(question, func(text string) string {
		form := "{%d}"
		switch {
		case text[0] == '[':
			form, text = "[%d]", sqliteName(strings.ReplaceAll(text[1:len(text)-1], "]]", "]"))
		case moment.MatchString(text):
			text = strings.Replace(text, "T", " ", 1)
		}
		texts = append(texts, text)
		return fmt.Sprintf(form, len(texts)-1)
	})
	for _, r := range rewrites {
		question = r.from.ReplaceAllString(question, r.to)
	}
	return marked.ReplaceAllStringFunc(question, func(mark string) string {
		n, _ := strconv.Atoi(mark[1 : len(mark)-1])
		return texts[n]
	})
}

// imitable returns a column that the imitation has: whole numbers in place of decimals, and texts that the server calls
// equal.
func imitable(c *data.Column, rows int) *data.Column {
	switch c.Type {
	case data.Decimal:
		ints := make([]int64, rows)
		for i := range ints {
			if c.Valid.Get(i) {
				ints[i] = c.Int(i)
			}
		}
		return data.NewInts(c.Name, data.Int, 0, ints, c.Valid)
	case data.Text:
		values := append([]string(nil), c.Dict.Values...)
		for i := range values {
			base := c.Dict.Values[i-i%3]
			values[i] = []string{base, strings.ToUpper(base), base + " "}[i%3]
			if i%3 == 1 && values[i] == base {
				values[i] = base + "  "
			}
		}
		codes := make([]uint32, rows)
		for i := range codes {
			codes[i] = uint32(c.Int(i))
		}
		return data.NewText(c.Name, codes, values, c.Valid)
	}
	return c
}

// toImitation sends the rows to SQLite, which then answers questions to SQL Server. It shows that the questions group
// and filter as they should if the server does what its manual says. It does not show what a real server does.
func toImitation(t *testing.T, table *data.Table, of *remote.Table) remote.Server {
	db, err := driver.Open(":memory:", functions)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	var columns []string
	for _, c := range of.Columns {
		kind := map[data.Type]string{data.Text: "TEXT COLLATE Latin1_General_CI_AS", data.Int: "INTEGER",
			data.Float: "REAL"}[c.Type]
		if c.Type.Temporal() {
			kind = "TEXT"
		}
		columns = append(columns, sqliteName(c.Name)+" "+kind)
	}
	ctx := context.Background()
	if _, err := db.ExecContext(ctx, "CREATE TABLE random ("+strings.Join(columns, ", ")+")"); err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for row := range table.Rows {
		values := make([]any, len(table.Columns))
		for i, c := range table.Columns {
			switch v := c.Value(row); {
			case v.IsNull():
			case c.Type == data.Float:
				values[i] = v.Float
			case c.Type == data.Int:
				values[i] = c.Int(row)
			case c.Type == data.Timestamp:
				values[i] = strings.Replace(v.String(), "T", " ", 1)
			default:
				values[i] = v.String()
			}
		}
		marks := "?" + strings.Repeat(", ?", len(values)-1)
		if _, err := tx.ExecContext(ctx, "INSERT INTO random VALUES ("+marks+")", values...); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	return &plainServer{dialect: remote.Dialect{Kind: remote.SQLServer, Major: 16}, send: func(ctx context.Context,
		question string) ([]byte, error) {
		return lines(ctx, db, imitate(question))
	}}
}

// lines runs a query and returns its rows as lines of fields with tabs between them.
func lines(ctx context.Context, db *sql.DB, query string) ([]byte, error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, query)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	values, to := make([]any, len(names)), make([]any, len(names))
	for i := range to {
		to[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return nil, err
		}
		for i, v := range values {
			field := ""
			switch v := v.(type) {
			case nil:
				field = `\N`
			case float64:
				field = strconv.FormatFloat(v, 'g', -1, 64)
			case int64:
				field = strconv.FormatInt(v, 10)
			case time.Time:
				return nil, fmt.Errorf("a time in %s", query)
			default:
				field = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`).Replace(fmt.Sprint(v))
			}
			out.WriteString(map[bool]string{true: "\t"}[i > 0] + field)
		}
		out.WriteByte('\n')
	}
	return []byte(out.String()), rows.Err()
}
