package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/remote"
	"cardinal/data/remote/remotetest"
)

// to returns the address of the server to try.
func to(t *testing.T) remote.Address {
	return remote.Address{Kind: remote.PostgreSQL, Host: remotetest.At(t, remotetest.PostgreSQL), User: "cardinal",
		Database: "flights"}
}

// connect connects to the server to try.
func connect(t *testing.T) *Server {
	t.Helper()
	s, err := Connect(t.Context(), to(t), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s.(*Server)
}

// run changes the database.
func run(t *testing.T, s *Server, sql string) {
	t.Helper()
	c, err := s.pool.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	for _, sql := range []string{"SET default_transaction_read_only = off", sql,
		"RESET default_transaction_read_only"} {
		if _, err := c.Exec(context.Background(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTypes(t *testing.T) {
	s := connect(t)
	run(t, s,
		`DROP SCHEMA IF EXISTS "odd" CASCADE; CREATE SCHEMA "odd"; CREATE TYPE odd.mood AS ENUM ('sad', 'it''s'); CREATE DOMAIN odd.cents AS numeric(18,2);
		CREATE TABLE odd."a ""b' \ ü.c" (n smallint, "x""y\z'" bigint NOT NULL, f real, d double precision, m numeric(18,6), c odd.cents, w numeric, b boolean, day date, at timestamp, tz timestamptz,
			s text, p char(5), v varchar(9), e odd.mood, id uuid, raw bytea, j json, list integer[], pay money);
		INSERT INTO odd."a ""b' \ ü.c" VALUES (-1, -9223372036854775808, 0.5, 'NaN', -123456789012.000001, 10000.10, 'NaN', true, '1969-12-31', '2024-02-29 23:59:59.000001', '2024-02-29 23:59:59+02',
			'', 'ab', 'v', 'it''s', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', '\x00', '{}', '{1,NULL}', '1.50'), (NULL, 9223372036854775807, NULL, '-0', 0, -0.01, 1e30, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`)
	t.Cleanup(func() { run(t, s, "DROP SCHEMA odd CASCADE") })
	of, err := s.Table(t.Context(), `odd.a "b' \ ü.c`)
	if err != nil {
		t.Fatal(err)
	}
	var q remote.Question
	var names, unread []string
	for _, c := range of.Columns {
		if c.Type == data.Null {
			unread = append(unread, c.Name)
			continue
		}
		names = append(names, s.dialect.Value(c))
		q.Columns = append(q.Columns, c.Result())
	}
	q.SQL = "SELECT " + strings.Join(names, ", ") + " FROM " + s.dialect.From(of.Address) + " ORDER BY 2"
	answer, err := s.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"-1|-9223372036854775808|0.5|NaN|-123456789012.000001|10000.10|NaN|true|1969-12-31|2024-02-29T23:59:59.000001|2024-02-29T21:59:59Z||ab|v|it's|61f0c404-5cb3-11e7-907b-a6006ad3dba0|{}|{1,NULL}|1.50",
		"|9223372036854775807||0|0.000000|-0.01|1e+30||||||||||||",
	}
	if got := datatest.Rows(answer)[1:]; strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if fmt.Sprint(unread) != "[raw]" {
		t.Errorf("columns that are not read: %v", unread)
	}
	run(t, s, `UPDATE odd."a ""b' \ ü.c" SET m = 'NaN', day = 'infinity'`)
	for _, name := range []string{"m", "day"} {
		for _, r := range q.Columns {
			if r.Name == name {
				says(t, s, remote.Question{SQL: "SELECT " + name + " FROM " + s.dialect.From(of.Address),
					Columns: []remote.Result{r}}, "which Cardinal cannot hold")
			}
		}
	}
}

func says(t *testing.T, s *Server, q remote.Question, words string) {
	t.Helper()
	if _, err := s.Ask(t.Context(), q); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%v does not say %q", err, words)
	}
}

var one = []remote.Result{{Name: "n", Type: data.Int}}

func TestRefusals(t *testing.T) {
	t.Parallel()
	s := connect(t)
	for sql, words := range map[string]string{
		"SELECT pg_sleep(10)::text::bigint":                                   "statement_timeout",
		"SELECT 1::bigint / (3000000 - n) FROM generate_series(1, 4000000) n": "refused the query",
		"SELECT nothing FROM flights":                                         "no longer in the table",
		"SELECT 1 FROM nowhere":                                               "dropped or renamed",
		"SELECT 'a'":                                                          "open the table again",
		"SELECT setval('x', 1)":                                               "dropped or renamed",
		"CREATE TABLE forbidden (a integer)":                                  "read-only",
	} {
		if strings.Contains(sql, "pg_sleep") {
			c, err := s.pool.Acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Exec(t.Context(), "SET statement_timeout = 50")
			if err == nil {
				err = read(t.Context(), c.Conn().PgConn(), remote.Question{SQL: sql}, remote.Builders(one))
			}
			if err = inWords(to(t), err, 0); !strings.Contains(err.Error(), words) {
				t.Error(err)
			}
			_, _ = c.Exec(t.Context(), "RESET statement_timeout")
			c.Release()
			continue
		}
		says(t, s, remote.Question{SQL: sql, Columns: one}, words)
	}
	_, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT n::bigint FROM generate_series(1, 100001) n",
		Columns: one, Most: 100000})
	if many := (*remote.TooMany)(nil); !errors.As(err, &many) || many.Most != 100000 {
		t.Error(err)
	}
	for _, c := range []struct {
		change          func(*remote.Address)
		password, words string
	}{
		{func(a *remote.Address) { a.User = "asked" }, "secret", "password is wrong"},
		{func(a *remote.Address) { a.Database = "nowhere" }, "secret", "database is not on the server"},
		{func(a *remote.Address) { a.Host = "127.0.0.1:1" }, "secret", "no server answers"},
		{func(a *remote.Address) { a.Secure = true }, "secret", "certificate"},
	} {
		a := to(t)
		c.change(&a)
		if _, err := Connect(t.Context(), a, c.password); err == nil || !strings.Contains(err.Error(), c.words) ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("%v: %v does not say %q", a, err, c.words)
		}
	}
	a := to(t)
	a.User, a.Mode = "asked", "require"
	asked, err := Connect(t.Context(), a, "of & 'quotes'")
	if err != nil {
		t.Fatal(err)
	}
	asked.Close()
}

// TestCancel: the server's query has ended when Ask returns, and the connection serves the next question.
func TestCancel(t *testing.T) {
	s := connect(t)
	ctx, cancel := context.WithCancel(t.Context())
	began := make(chan time.Time, 1)
	go func() {
		for running(t, s) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		began <- time.Now()
		cancel()
	}()
	_, err := s.Ask(ctx, remote.Question{SQL: "SELECT pg_sleep(60)::text::bigint AS canceltest", Columns: one})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	at := <-began
	if n := running(t, s); n != 0 {
		t.Errorf("%d queries still run", n)
	}
	t.Logf("the server was idle %v after the cancel", time.Since(at).Round(time.Millisecond))
}

// TestCancelAtOnce: a query that is cancelled about when it is sent does not run on.
func TestCancelAtOnce(t *testing.T) {
	t.Parallel()
	s := connect(t)
	for i := range 60 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(i)*100*time.Microsecond, cancel)
		if _, err := s.Ask(ctx, remote.Question{SQL: "SELECT pg_sleep(60)::text::bigint AS canceltest",
			Columns: one}); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if n := running(t, s); n != 0 {
		t.Errorf("%d queries still run", n)
	}
}

func running(t *testing.T, s *Server) int64 {
	a, err := s.Ask(t.Context(), remote.Question{
		SQL: "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%canceltest%' AND query " +
			"NOT LIKE '%pg_stat_activity%'", Columns: one,
	})
	if err != nil {
		t.Error(err)
		return 1
	}
	return a.Columns[0].Int(0)
}

// TestAgain checks that a connection that the server closed is replaced.
func TestAgain(t *testing.T) {
	s, killer := connect(t), connect(t)
	ask := func() error {
		_, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT count(*) FROM flights", Columns: one})
		return err
	}
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	c, err := s.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pid := c.Conn().PgConn().PID()
	c.Release()
	run(t, killer, fmt.Sprintf("SELECT pg_terminate_backend(%d)", pid))
	time.Sleep(100 * time.Millisecond)
	if err := ask(); err != nil {
		if err = ask(); err != nil {
			t.Error(err)
		}
	}
}

// TestReconnect: connections that the server ended, and connections that are dead without a sign, are replaced
// by others.
func TestReconnect(t *testing.T) {
	t.Parallel() // it waits most of the time
	s := connect(t)
	one := remote.Question{SQL: "SELECT 1::bigint", Columns: []remote.Result{{Name: "n", Type: data.Int}}}
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer door.Close()
	through := make(chan net.Conn, 100) // the near ends of what passes the door
	go func() {
		for {
			near, err := door.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", remotetest.At(t, remotetest.PostgreSQL))
			if err != nil {
				return
			}
			through <- far
			t.Cleanup(func() { _ = near.Close() })
			go func() { _, _ = io.Copy(far, near) }()
			go func() { _, _ = io.Copy(near, far) }()
		}
	}()
	a := to(t)
	a.Host, a.Mode = door.Addr().String(), "disable"
	behind, err := Connect(t.Context(), a, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(behind.Close)
	for name, cut := range map[string]func(){
		"ended": func() {
			for len(through) > 0 {
				port := (<-through).LocalAddr().(*net.TCPAddr).Port
				run(t, s, fmt.Sprint("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = ",
					port))
			}
		},
		"dead": func() {
			for len(through) > 0 { // the server's end goes, and nobody tells the near end
				_ = (<-through).(*net.TCPConn).CloseRead()
			}
		},
	} {
		if _, err := behind.Ask(t.Context(), one); err != nil {
			t.Fatal(name, err)
		}
		cut()
		time.Sleep(1100 * time.Millisecond) // a connection that was idle for a second is tried before it is used
		if a, err := behind.Ask(t.Context(), one); err != nil || a.Rows != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTypesAsText: types that the server writes as texts, and numbers whose places only the values tell.
func TestTypesAsText(t *testing.T) {
	s := connect(t)
	run(t, s,
		`DROP SCHEMA IF EXISTS "dot.ted" CASCADE; CREATE SCHEMA "dot.ted"; CREATE TYPE "dot.ted".place AS (x int, name text);
		CREATE TABLE "dot.ted"."kinds.of" (ip inet, span int4range, doc xml, at_ "dot.ted".place, words tsvector, bits bit(3), for_ interval, at time, j jsonb, n numeric, w numeric(38,20), b numeric, f numeric, none numeric);
		INSERT INTO "dot.ted"."kinds.of" VALUES ('10.0.0.1/8', '[1,5)', '<a>1</a>', '(7,"a b")', 'a b', '101', '1 day 02:00', '14:05', '{"b":1,"a":[2]}', 1.50, 0.25, 922337203685477.5807, '-Infinity', NULL), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, -7, -1, 0.0001, 123456789012345678901234567890.5, NULL)`)
	t.Cleanup(func() { run(t, s, `DROP SCHEMA "dot.ted" CASCADE`) })
	list, err := s.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const name = `"dot.ted".kinds.of`
	if !slices.ContainsFunc(list, func(l remote.Listed) bool { return l.Name == name }) {
		t.Errorf("no %s in %v", name, list)
	}
	of, err := s.Table(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	q := remote.Question{}
	var names []string
	for _, c := range of.Columns {
		names = append(names, s.dialect.Value(c))
		q.Columns = append(q.Columns, c.Result())
	}
	q.SQL = "SELECT " + strings.Join(names, ", ") + " FROM " + s.dialect.From(of.Address) + " ORDER BY n DESC"
	answer, err := s.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`10.0.0.1/8|[1,5)|<a>1</a>|(7,"a b")|'a' 'b'|101|1 day 02:00:00|14:05:00|{"a": [2], "b": 1}|1.5|0.25|922337203685477.5807|-Infinity|`, "|||||||||-7.0|-1.00|0.0001|1.2345678901234568e+29|"}
	if got := datatest.Rows(answer)[1:]; strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestUntold: a column whose numbers the server cannot show all is left out, and a note says why.
func TestUntold(t *testing.T) {
	s := connect(t)
	run(t, s,
		"CREATE OR REPLACE VIEW untold AS SELECT n, (1 / (n - 5))::numeric AS inverse FROM generate_series(1, 10) n")
	t.Cleanup(func() { run(t, s, "DROP VIEW untold") })
	of, err := s.Table(t.Context(), "public.untold")
	if err != nil {
		t.Fatal(err)
	}
	schema := of.Schema()
	if notes := fmt.Sprint(schema.Notes); len(schema.Columns) != 1 ||
		!strings.Contains(notes, "inverse: left out, because the server did not tell how long its numbers are (the "+
			"server refused the query (its error 22012): division by zero)") {
		t.Error(notes)
	}
}

// TestBeyond: notes count the values that are read as null, and say where the server does not count them in
// time. Times at the limits of 64 bits are read.
func TestBeyond(t *testing.T) {
	s := connect(t)
	run(t, s,
		`DROP VIEW IF EXISTS slow; DROP TABLE IF EXISTS beyond; CREATE TABLE beyond (d date, at timestamp, m numeric(9,2), o numeric(9,2), pay money);
		INSERT INTO beyond VALUES ('infinity', '294276-12-31', 'NaN', 1, '-92233720368547758.08'), ('-infinity', '-infinity', 0.1, 2, '92233720368547758.07'), ('5874897-12-31', '292276-12-31 23:59:59.999999', 1, 3, '$1,234.50');
		CREATE VIEW slow AS SELECT CASE WHEN pg_sleep(60) IS NULL THEN date '2024-02-29' END AS d, 1 AS n`)
	t.Cleanup(func() { run(t, s, "DROP VIEW slow; DROP TABLE beyond") })
	of, err := s.Table(t.Context(), "public.beyond")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"infinity is not a date and is read as null, in 2 rows",
		"infinity and times after the year 292276 are not timestamps and are read as null, in 2 rows",
		"NaN is not a decimal, so the numbers are read as 64-bit floats: NaN stands in 1 row", "", ""} {
		if got := of.Columns[i].Note; got != want {
			t.Errorf("the note of %s is %q", of.Columns[i].Name, got)
		}
	}
	var q remote.Question
	var names []string
	for _, c := range of.Columns {
		names = append(names, s.dialect.Value(c))
		q.Columns = append(q.Columns, c.Result())
	}
	q.SQL = "SELECT " + strings.Join(names, ", ") + " FROM beyond ORDER BY o"
	answer, err := s.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	want := "||NaN|1.00|-92233720368547758.08\n||0.1|2.00|92233720368547758.07\n" +
		"5874897-12-31|292276-12-31T23:59:59.999999|1|3.00|1234.50"
	if got := strings.Join(datatest.Rows(answer)[1:], "\n"); got != want {
		t.Errorf("got\n%s\nnot\n%s", got, want)
	}
	if of, err = s.Table(t.Context(), "public.slow"); err != nil {
		t.Fatal(err)
	}
	if notes := fmt.Sprint(of.Schema().Notes); notes != "[infinite dates are read as null, but the server did not "+
		"count them within 2 s, in the columns: d]" {
		t.Error(notes)
	}
}

// TestDenied checks that columns which the user may not read are left out. A table with only such columns is refused.
func TestDenied(t *testing.T) {
	s := connect(t)
	run(t, s, "DROP TABLE IF EXISTS denied; CREATE TABLE denied (a integer, secret numeric); GRANT SELECT (a) ON "+
		"denied TO asked")
	t.Cleanup(func() { run(t, s, "DROP TABLE IF EXISTS denied") })
	a := to(t)
	a.User = "asked"
	asked, err := Connect(t.Context(), a, "of & 'quotes'")
	if err != nil {
		t.Fatal(err)
	}
	defer asked.Close()
	of, err := asked.Table(t.Context(), "public.denied")
	if err != nil {
		t.Fatal(err)
	}
	if notes := fmt.Sprint(of.Schema().Notes); notes != "[columns that the user asked may not read were left out: "+
		"secret]" {
		t.Error(notes)
	}
	run(t, s, "REVOKE SELECT (a) ON denied FROM asked")
	if _, err := asked.Table(t.Context(), "public.denied"); err == nil ||
		err.Error() != "the user may not read the table" {
		t.Errorf("the error is %v", err)
	}
}

// TestPooler: a pooler that does not take the setting of a connection that writes nothing is met without it,
// and with the time zone.
func TestPooler(t *testing.T) {
	a := to(t)
	server := a.Host
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	a.Host, a.Mode = l.Addr().String(), "disable"
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go pool(c, server)
		}
	}()
	s, err := Connect(t.Context(), a, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if of, err := s.Table(t.Context(), "public.flights"); err != nil || len(of.Columns) != 9 {
		t.Errorf("%v: %v", of, err)
	}
	zone, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT current_setting('timezone')",
		Columns: []remote.Result{{Name: "zone", Type: data.Text}}})
	if err != nil || zone.Columns[0].Value(0).Text != "UTC" {
		t.Errorf("%v: %v", zone, err)
	}
}

// pool passes a connection on to a server, unless it begins with a setting.
func pool(c net.Conn, server string) {
	defer c.Close()
	begin := make([]byte, 4)
	if _, err := io.ReadFull(c, begin); err != nil {
		return
	}
	begin = append(begin, make([]byte, binary.BigEndian.Uint32(begin)-4)...)
	if _, err := io.ReadFull(c, begin[4:]); err != nil {
		return
	}
	if bytes.Contains(begin, []byte(readOnly)) {
		said := "SFATAL\x00VFATAL\x00C08P01\x00Munsupported startup parameter: " + readOnly + "\x00\x00"
		_, _ = c.Write(append(binary.BigEndian.AppendUint32([]byte("E"), uint32(len(said)+4)), said...))
		return
	}
	to, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	defer to.Close()
	_, _ = to.Write(begin)
	go func() { _, _ = io.Copy(to, c); _ = to.Close() }()
	_, _ = io.Copy(c, to)
}
