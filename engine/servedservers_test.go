package engine

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/data/remote/mysql"
	"cardinal/data/remote/remotetest"
)

// plainServer asks a server by text: the answers of both servers are lines of fields with tabs between them.
type plainServer struct {
	dialect remote.Dialect
	send    func(ctx context.Context, sql string) ([]byte, error)
	asked   []string
	whole   remote.Server // asks in place of send, if it is not nil
}

func (s *plainServer) Dialect() remote.Dialect                              { return s.dialect }
func (s *plainServer) Tables(context.Context) ([]remote.Listed, error)      { return nil, nil }
func (s *plainServer) Table(context.Context, string) (*remote.Table, error) { return nil, nil }
func (s *plainServer) Complete(context.Context) error                       { return nil }
func (s *plainServer) Altered(context.Context, *remote.Table, []string) error {
	return nil
}
func (s *plainServer) Close() {
	if s.whole != nil {
		s.whole.Close()
	}
}

func (s *plainServer) Ask(ctx context.Context, q remote.Question) (*data.Table, error) {
	s.asked = append(s.asked, q.SQL)
	if s.whole != nil {
		return s.whole.Ask(ctx, q)
	}
	body, err := s.send(ctx, q.SQL)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, q.SQL)
	}
	var lines []string
	if len(body) > 0 {
		lines = strings.Split(strings.TrimSuffix(string(body), "\n"), "\n")
	}
	if q.Most > 0 && len(lines) > q.Most {
		return nil, &remote.TooMany{Most: q.Most}
	}
	var columns []*data.Column
	for at, c := range q.Columns {
		values, valid := make([]string, len(lines)), data.NewBitmap(len(lines))
		for row, line := range lines {
			field := strings.Split(line, "\t")[at]
			if field != `\N` {
				valid.Set(row)
				values[row] = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\'`, "'", `\r`, "\r", `\b`, "\b",
					`\f`, "\f").Replace(field)
			} else if !c.Nullable {
				return nil, fmt.Errorf("null in %s of %s", c.Name, q.SQL)
			}
		}
		columns = append(columns, columnOf(c, values, valid))
	}
	t := data.NewTable("answer", columns)
	t.Rows = len(lines)
	return t, nil
}

func columnOf(c remote.Result, values []string, valid data.Bitmap) *data.Column {
	switch c.Type {
	case data.Text:
		codes, dict, seen := make([]uint32, len(values)), []string(nil), map[string]uint32{}
		for i, v := range values {
			code, ok := seen[v]
			if !ok {
				code = uint32(len(dict))
				seen[v], dict = code, append(dict, v)
			}
			codes[i] = code
		}
		return data.NewText(c.Name, codes, dict, valid)
	case data.Float:
		out := make([]float64, len(values))
		for i, v := range values {
			out[i], _ = strconv.ParseFloat(strings.Replace(v, "-nan", "nan", 1), 64)
		}
		return data.NewFloatColumn(c.Name, out, valid)
	case data.Bool:
		out := make([]uint8, len(values))
		for i, v := range values {
			if v == "t" || v == "1" {
				out[i] = 1
			}
		}
		return data.NewBools(c.Name, out, valid)
	}
	out := make([]int64, len(values))
	for i, v := range values {
		if !valid.Get(i) {
			continue
		}
		switch c.Type {
		case data.Date, data.Timestamp:
			layout := "2006-01-02 15:04:05.999999"
			if c.Type == data.Date {
				layout = time.DateOnly
			}
			at, err := time.Parse(layout, strings.Replace(v, "0000-00-00", "1970-01-01", 1)) // of no rows
			if err != nil {
				panic(err)
			}
			switch {
			case c.Type == data.Date:
				out[i] = at.Unix() / 86400
			case c.Scale == 6:
				out[i] = at.UnixMicro()
			default:
				out[i] = at.Unix()
			}
		default:
			whole, frac, _ := strings.Cut(v, ".")
			n, err := strconv.ParseInt(whole+frac+strings.Repeat("0", c.Scale-len(frac)), 10, 64)
			if err != nil {
				panic(fmt.Sprint(err, c, v))
			}
			out[i] = n
		}
	}
	column := data.NewInts(c.Name, c.Type, c.Scale, out, valid)
	column.UTC = c.UTC
	return column
}

// onServer returns t as a server can keep it, and its description.
func onServer(t *data.Table, kind string) (*data.Table, *remote.Table) {
	of := &remote.Table{Address: remote.Address{Kind: kind, Table: "random"}, Rows: int64(t.Rows)}
	var columns []*data.Column
	for _, c := range t.Columns {
		declared := map[data.Type]string{data.Text: "String", data.Int: "Int64", data.Decimal: "Decimal(18, 2)",
			data.Date: "Date", data.Timestamp: "DateTime", data.Float: "Float64", data.Bool: "UInt8"}[c.Type]
		if kind == "postgres" {
			declared = map[data.Type]string{data.Text: "text", data.Int: "bigint", data.Decimal: "numeric(18,2)",
				data.Date: "date", data.Timestamp: "timestamp without time zone", data.Float: "double precision",
				data.Bool: "boolean"}[c.Type]
		}
		if kind == remote.MySQL {
			declared = map[data.Type]string{data.Text: "varchar(100)", data.Int: "bigint",
				data.Decimal: "decimal(18,2)", data.Date: "date", data.Timestamp: "datetime(6)", data.Float: "double", data.Bool: "tinyint(1)"}[c.Type]
		}
		if kind == remote.SQLServer {
			declared = map[data.Type]string{data.Text: "nvarchar(100)", data.Int: "bigint", data.Decimal: "bigint",
				data.Date: "date", data.Timestamp: "datetime2(6)", data.Float: "float", data.Bool: "tinyint"}[c.Type]
			c = imitable(c, t.Rows)
		}
		if c.Name == "f" {
			declared = map[string]string{"clickhouse": "Float64", "postgres": "double precision",
				"mysql": "double", "sqlserver": "float"}[kind]
			floats := make([]float64, t.Rows)
			for i := range floats {
				if v := c.Value(i); !v.IsNull() {
					floats[i], _ = v.Number()
				}
			}
			c = data.NewFloatColumn("f", floats, c.Valid)
		}
		if c.Type == data.Float && (kind == remote.MySQL || kind == remote.SQLServer) {
			floats := slices.Clone(c.Floats)
			for i, f := range floats {
				switch {
				case math.IsNaN(f):
					floats[i] = 3.25
				case math.IsInf(f, 0):
					floats[i] = math.Copysign(1e200, f)
				case f == 0: // MariaDB reads the literal -0e0 as 0
					floats[i] = 0
				}
			}
			c = data.NewFloatColumn(c.Name, floats, c.Valid)
		}
		if c.Name == "t" || c.Type == data.Bool && kind != "postgres" {
			ints := make([]int64, t.Rows)
			for i := range ints {
				switch {
				case !c.Valid.Get(i):
				case c.Type == data.Bool:
					ints[i] = c.Int(i)
				case kind == "clickhouse":
					ints[i] = max(c.Int(i), -c.Int(i)) / 1000
				default:
					ints[i] = c.Int(i) * 1000
				}
			}
			old := c
			switch {
			case c.Type == data.Bool:
				c = data.NewInts(c.Name, data.Int, 0, ints, c.Valid)
			case kind == "clickhouse":
				c = data.NewInts(c.Name, data.Timestamp, 0, ints, c.Valid)
				c.UTC = true
			default:
				c = data.NewInts(c.Name, data.Timestamp, 6, ints, c.Valid)
			}
			c.Name = old.Name
		}
		judged := *c // as a copy of the server's table is
		judged.Answered = true
		columns = append(columns, &judged)
		described := remote.Column{Name: c.Name, Type: c.Type, Scale: c.Scale, UTC: c.UTC, Nullable: c.Valid != nil,
			Declared: declared}
		if kind == "clickhouse" && described.Nullable {
			described.Declared = "Nullable(" + declared + ")"
		}
		of.Columns = append(of.Columns, described)
	}
	out := data.NewTable("random", columns)
	out.Rows = t.Rows
	return out, of
}

// sending sends a table to a server.
type sending func(*testing.T, *data.Table, *remote.Table) remote.Server

// onServers runs a test on two shards of ClickHouse, on a current ClickHouse, on PostgreSQL and on MariaDB, and on an
// imitation of SQL Server.
func onServers(t *testing.T, test func(t *testing.T, kind string, send sending)) {
	t.Run("clickhouse", func(t *testing.T) { test(t, remote.ClickHouse, toClickhouse) })
	t.Run("current", func(t *testing.T) { test(t, remote.ClickHouse, toCurrent) })
	t.Run("postgres", func(t *testing.T) { test(t, remote.PostgreSQL, toPostgres) })
	t.Run("mariadb", func(t *testing.T) { test(t, remote.MySQL, toMariaDB) })
	t.Run("imitation", func(t *testing.T) { test(t, remote.SQLServer, toImitation) })
}

// shards returns the addresses of the ClickHouse servers.
func shards(t *testing.T) []string {
	t.Helper()
	return []string{"http://" + remotetest.At(t, remotetest.ClickHouse), "http://" + remotetest.At(t,
		remotetest.Second)}
}

// clickhouse sends a query, and the rows of an INSERT.
func clickhouse(ctx context.Context, server, sql string, rows []byte) ([]byte, error) {
	if rows == nil {
		sql, rows = "", []byte(sql)
	}
	r, _ := http.NewRequestWithContext(ctx, "POST", server+"/?"+url.Values{"wait_end_of_query": {"1"},
		"query": {sql}}.Encode(), bytes.NewReader(rows))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	out, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != 200 {
		err = fmt.Errorf("%s", out)
	}
	return out, err
}

// toClickhouse sends the rows to two shards.
func toClickhouse(t *testing.T, table *data.Table, of *remote.Table) remote.Server {
	clickhouses := shards(t)
	for shard, url := range clickhouses {
		fill(t, url, "random_local", table, of, func(row int) bool { return row%2 == shard })
		for _, sql := range []string{"DROP TABLE IF EXISTS random", "CREATE TABLE random AS random_local ENGINE = " +
			"Distributed(two, default, random_local)"} {
			if _, err := clickhouse(t.Context(), url, sql, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	return versionedServer(clickhouses[0], 18)
}

// toCurrent sends the rows to a current version of ClickHouse.
func toCurrent(t *testing.T, table *data.Table, of *remote.Table) remote.Server {
	url := "http://" + remotetest.Current(t)
	fill(t, url, "random", table, of, func(int) bool { return true })
	return versionedServer(url, 26)
}

func versionedServer(url string, major int) remote.Server {
	return &plainServer{dialect: remote.Dialect{Kind: "clickhouse", Major: major}, send: func(ctx context.Context,
		sql string) ([]byte, error) {
		return clickhouse(ctx, url, sql, nil)
	}}
}

// fill makes a table of ClickHouse with some of the rows.
func fill(t *testing.T, url, name string, table *data.Table, of *remote.Table, has func(row int) bool) {
	t.Helper()
	var columns []string
	for _, c := range of.Columns {
		columns = append(columns, remote.Dialect{Kind: remote.ClickHouse}.Name(c.Name)+" "+c.Declared)
	}
	for _, sql := range []string{"DROP TABLE IF EXISTS " + name, "CREATE TABLE " + name + " (" + strings.Join(columns,
		", ") + ") ENGINE = Memory"} {
		if _, err := clickhouse(t.Context(), url, sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	var rows bytes.Buffer
	for row := range table.Rows {
		if !has(row) {
			continue
		}
		for _, c := range table.Columns {
			null := !c.Valid.Get(row)
			if c.Valid != nil {
				rows.WriteByte(map[bool]byte{true: 1}[null])
				if null {
					continue
				}
			}
			var v any
			switch c.Type {
			case data.Text:
				text := c.Value(row).Text
				rows.Write(binary.AppendUvarint(nil, uint64(len(text))))
				rows.WriteString(text)
				continue
			case data.Float:
				v = c.Floats[row]
			case data.Date:
				v = uint16(c.Int(row))
			case data.Timestamp:
				v = uint32(c.Int(row))
			default:
				if v = c.Int(row); c.Name == "o" {
					v = uint8(c.Int(row))
				}
			}
			if err := binary.Write(&rows, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	if rows.Len() > 0 {
		if _, err := clickhouse(t.Context(), url, "INSERT INTO "+name+" FORMAT RowBinary", rows.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
}

// idle has unused connections to PostgreSQL.
var idle = make(chan *pgconn.PgConn, 4)

// psql runs commands, or one COPY whose data are in or come back, on an idle connection or on a new one.
func psql(ctx context.Context, host, sql string, in []byte) (result []byte, err error) {
	var c *pgconn.PgConn
	select {
	case c = <-idle:
	default:
		if c, err = pgconn.Connect(ctx, "postgres://cardinal@"+host+"/flights?sslmode=disable"); err != nil {
			return nil, err
		}
	}
	defer func() {
		if err == nil {
			select {
			case idle <- c:
				return
			default:
			}
		}
		_ = c.Close(ctx)
	}()
	var out bytes.Buffer
	switch {
	case strings.HasSuffix(sql, "FROM STDIN"):
		_, err = c.CopyFrom(ctx, bytes.NewReader(in), sql)
	case strings.HasPrefix(sql, "COPY"):
		_, err = c.CopyTo(ctx, &out, sql)
	default:
		_, err = c.Exec(ctx, sql).ReadAll()
	}
	return out.Bytes(), err
}

func toPostgres(t *testing.T, table *data.Table, of *remote.Table) remote.Server {
	ctx, host := context.Background(), remotetest.At(t, remotetest.PostgreSQL)
	var columns []string
	for _, c := range of.Columns {
		columns = append(columns, remote.Dialect{Kind: remote.PostgreSQL}.Name(c.Name)+" "+c.Declared)
	}
	if _, err := psql(ctx, host, "DROP TABLE IF EXISTS random; CREATE TABLE random ("+strings.Join(columns, ", ")+")",
		nil); err != nil {
		t.Fatal(err)
	}
	var rows bytes.Buffer
	for row := range table.Rows {
		for i, c := range table.Columns {
			if i > 0 {
				rows.WriteByte('\t')
			}
			v := c.Value(row)
			switch {
			case v.IsNull():
				rows.WriteString(`\N`)
			case c.Type == data.Float:
				rows.WriteString(strconv.FormatFloat(v.Float, 'g', -1, 64))
			default:
				rows.WriteString(strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`).Replace(v.String()))
			}
		}
		rows.WriteByte('\n')
	}
	if _, err := psql(ctx, host, "COPY random FROM STDIN", rows.Bytes()); err != nil {
		t.Fatal(err)
	}
	return &plainServer{dialect: remote.Dialect{Kind: "postgres", Major: 15}, send: func(ctx context.Context,
		sql string) ([]byte, error) {
		return psql(ctx, host, "COPY ("+sql+") TO STDOUT", nil)
	}}
}

// runMariaDB runs statements.
func runMariaDB(t *testing.T, host string, statements ...string) {
	t.Helper()
	for _, sql := range statements {
		insertMariaDB(t, host, sql)
	}
}

// insertMariaDB runs a statement with values in place of its marks.
func insertMariaDB(t *testing.T, host, statement string, values ...any) {
	t.Helper()
	db, err := sql.Open("mysql", "cardinal@tcp("+host+")/flights?sql_mode=%27ALLOW_INVALID_DATES%27")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement, values...); err != nil {
		t.Fatal(err, statement)
	}
}

// toMariaDB sends the rows by parameters, whose bits the server keeps.
func toMariaDB(t *testing.T, table *data.Table, of *remote.Table) remote.Server {
	host := remotetest.At(t, remotetest.MariaDB)
	var columns []string
	for _, c := range of.Columns {
		columns = append(columns, remote.Dialect{Kind: remote.MySQL}.Name(c.Name)+" "+c.Declared)
	}
	runMariaDB(t, host, "DROP TABLE IF EXISTS random", "CREATE TABLE random ("+strings.Join(columns, ", ")+
		") CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci")
	marks := "(?" + strings.Repeat(", ?", len(table.Columns)-1) + ")"
	for from := 0; from < table.Rows; from += 100 {
		var values []any
		to := min(from+100, table.Rows)
		for row := from; row < to; row++ {
			for _, c := range table.Columns {
				switch v := c.Value(row); {
				case v.IsNull():
					values = append(values, nil)
				case c.Type == data.Float:
					values = append(values, v.Float)
				default:
					values = append(values, v.String())
				}
			}
		}
		insertMariaDB(t, host, "INSERT INTO random VALUES "+marks+strings.Repeat(", "+marks, to-from-1), values...)
	}
	s, err := mysql.Connect(t.Context(), remote.Address{Kind: remote.MySQL, User: "cardinal", Host: host,
		Database: "flights"}, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &plainServer{dialect: s.Dialect(), whole: s}
}
