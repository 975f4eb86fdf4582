package mysql

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/remote"
	"cardinal/data/remote/remotetest"
)

// to returns the address of the server to try.
func to(t *testing.T) remote.Address {
	return remote.Address{Kind: remote.MySQL, Host: remotetest.At(t, remotetest.MariaDB), User: "cardinal",
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
func run(t *testing.T, statements ...string) {
	t.Helper()
	db, err := sql.Open("mysql", "cardinal@tcp("+remotetest.At(t, remotetest.MariaDB)+
		")/flights?sql_mode=%27ALLOW_INVALID_DATES%27")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, sql := range statements {
		if _, err := db.Exec(sql); err != nil {
			t.Fatal(err, sql)
		}
	}
}

func TestTypes(t *testing.T) {
	s := connect(t)
	run(t, "DROP TABLE IF EXISTS `o``d\"d.t`", "CREATE TABLE `o``d\"d.t` (`x``y\"z'\\\\` bigint NOT NULL, t tinyint(1), n mediumint unsigned, u bigint unsigned, w bigint unsigned, "+
		"b bit(10), y year, f float, g double, c decimal(18,2), i decimal(9,0), d decimal(65,30), e decimal(65,30), day date, "+
		"at datetime(3), ts timestamp(6) NULL, tm time(2), s varchar(9), p char(5), l text character set latin1, m enum('sad','it''s'), "+
		"st set('a','b'), id uuid, raw varbinary(9), j json, g2 point)",
		"SET time_zone = '+02:00'",
		"INSERT INTO `o``d\"d.t` VALUES (-9223372036854775808, 2, 16777215, 9223372036854775807, 18446744073709551615, b'1000000001', 2024, 0.1, 0.1, "+
			"-0.01, 7, 123456789.000000001, 12345678901234567890.5, '0000-00-00', '2024-02-31 10:00:00', '2024-02-29 23:59:59.000001', '-838:59:59.5', 'a ', 'ab ', 'é', 'it''s', 'a,b', "+
			"'61f0c404-5cb3-11e7-907b-a6006ad3dba0', x'00', '{}', NULL), "+
			"(9223372036854775807, -1, 0, 0, 5, 1, 0, 16777217, 5e-324, 9999999999999999.99, -7, -1.5, 0.25, '2024-02-29', '9999-12-31 23:59:59.999', NULL, "+
			"'25:00:00', '', '', '', 'sad', '', NULL, NULL, NULL, NULL), "+
			"(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)")
	of, err := s.Table(t.Context(), "o`d\"d.t")
	if err != nil {
		t.Fatal(err)
	}
	var q remote.Question
	var names, unread []string
	notes := map[string]string{}
	for _, c := range of.Columns {
		if c.Note != "" {
			notes[c.Name] = c.Note
		}
		if c.Type == data.Null {
			unread = append(unread, c.Name)
			continue
		}
		names = append(names, s.dialect.Value(c))
		q.Columns = append(q.Columns, c.Result())
	}
	q.SQL = "SELECT " + strings.Join(names, ", ") + " FROM " + s.dialect.From(of.Address) + " ORDER BY 1"
	answer, err := s.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"-9223372036854775808|2|16777215|9223372036854775807|18446744073709551615|513|2024|0.10000000149011612|0.1|-0.01|7|123456789.000000001|12345678901234567000|||" +
			"2024-02-29T21:59:59.000001Z|-838:59:59.50|a |ab|é|it's|a,b|61f0c404-5cb3-11e7-907b-a6006ad3dba0|{}",
		"0|||||||||||||||||||||||",
		"9223372036854775807|-1|0|0|5|1|0|16777216|5e-324|9999999999999999.99|-7|-1.500000000|0.25|2024-02-29|9999-12-31T23:59:59.999||25:00:00.00||||sad|||",
	}
	if got := datatest.Rows(answer)[1:]; strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if fmt.Sprint(unread) != "[raw g2]" {
		t.Errorf("columns that are not read: %v", unread)
	}
	const dates = "0000-00-00 and other dates that no calendar has are read as null: 1"
	if got := fmt.Sprint(notes); got != fmt.Sprint(map[string]string{"at": dates, "day": dates,
		"e": "numbers wider than 64 bits: rounded to 64-bit floats",
		"w": "numbers wider than 64 bits with a sign: read as text with all digits"}) {
		t.Error(got)
	}
	says(t, s, remote.Question{SQL: "SELECT w FROM `o``d\"d.t`", Columns: one}, "18446744073709551615")
	says(t, s, remote.Question{SQL: "SELECT day FROM `o``d\"d.t`", Columns: []remote.Result{{Name: "day",
		Type: data.Date}}}, "0000-00-00, which Cardinal cannot hold")
}

func says(t *testing.T, s *Server, q remote.Question, words string) {
	t.Helper()
	if _, err := s.Ask(t.Context(), q); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%s: %v does not say %q", q.SQL, err, words)
	}
}

var one = []remote.Result{{Name: "n", Type: data.Int}}

func TestRefusals(t *testing.T) {
	s := connect(t)
	for sql, words := range map[string]string{
		"SET STATEMENT max_statement_time = 0.05 FOR SELECT count(*) FROM flights a, flights b, flights c": "allows; keep",
		"SELECT nothing FROM flights":             "no longer in the table",
		"SELECT 1 FROM nowhere":                   "dropped or renamed",
		"SELECT 1, 2":                             "2 columns, and 1 were asked for",
		"SELECT 1.5":                              "cannot hold",
		"SELECT 1e0":                              "open the table again",
		"CREATE TABLE forbidden (a int)":          "READ ONLY",
		"SELECT exp(1000 + abs(id)) FROM flights": "places that were found",
		"SELECT if(id < 19000, id, (SELECT id FROM flights b WHERE b.id >= a.id)) FROM flights a": "(its error 1242)",
	} {
		says(t, s, remote.Question{SQL: sql, Columns: one}, words)
	}
	_, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT a.id FROM flights a, flights b", Columns: one,
		Most: 100000})
	if many := (*remote.TooMany)(nil); !errors.As(err, &many) || many.Most != 100000 {
		t.Error(err)
	}
	for _, c := range []struct {
		change          func(*remote.Address)
		password, words string
	}{
		{func(a *remote.Address) { a.User = "asked" }, "secret", "password is wrong"},
		{func(a *remote.Address) { a.User = "nobody" }, "secret", "password is wrong"},
		{func(a *remote.Address) { a.Database = "nowhere" }, "", "database is not on the server"},
		{func(a *remote.Address) { a.Database = "" }, "secret", "name the database"},
		{func(a *remote.Address) { a.Host = "127.0.0.1:1" }, "secret", "no server answers"},
		{func(a *remote.Address) { a.Secure = true }, "secret", "certificate"},
		{func(a *remote.Address) { a.Mode = "verify-ca" }, "secret", "require or verify-full"},
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
	defer asked.Close()
	if _, err := asked.Table(t.Context(), "random"); err == nil || !strings.Contains(err.Error(), "no table random") {
		t.Error(err)
	}
	if list, err := asked.Tables(t.Context()); err != nil || len(list) != 1 || list[0].Name != "flights" {
		t.Errorf("%v: %v", list, err)
	}
}

// running counts the queries of tests of cancelling.
func running(t *testing.T, s *Server) int64 {
	a, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT count(*) FROM information_schema.processlist WHERE info " +
		"LIKE '%canceltest%' AND info NOT LIKE '%processlist%'", Columns: one})
	if err != nil {
		t.Error(err)
		return 1
	}
	return a.Columns[0].Int(0)
}

// endless is a query that runs for longer than any test.
const endless = "SELECT count(*) AS canceltest FROM flights a, flights b, flights c WHERE a.id + b.id + c.id < 0"

// TestCancel: the server's query has ended when Ask returns.
func TestCancel(t *testing.T) {
	s := connect(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for running(t, s) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	if _, err := s.Ask(ctx, remote.Question{SQL: endless, Columns: one}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if n := running(t, s); n != 0 {
		t.Errorf("%d queries still run", n)
	}
}

// TestCancelAtOnce: a query that is cancelled about when it is sent does not run on.
func TestCancelAtOnce(t *testing.T) {
	s := connect(t)
	for i := range 40 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(i)*100*time.Microsecond, cancel)
		if _, err := s.Ask(ctx, remote.Question{SQL: endless, Columns: one}); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if n := running(t, s); n != 0 {
		t.Errorf("%d queries still run", n)
	}
}

// TestAgain: a connection that the server closed is replaced. A query that someone stops is an error.
func TestAgain(t *testing.T) {
	s := connect(t)
	ask := func() int64 {
		a, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT connection_id() FROM flights LIMIT 1", Columns: one})
		if err != nil {
			t.Fatal(err)
		}
		return a.Columns[0].Int(0)
	}
	id := ask()
	run(t, fmt.Sprint("KILL ", id))
	if again := ask(); again == id {
		t.Error("the connection was not closed")
	}
	for verb, words := range map[string]string{"KILL QUERY": "someone stopped it", "KILL": "run it again"} {
		for running(t, s) > 0 { // the list still has a query whose error has arrived
			time.Sleep(10 * time.Millisecond)
		}
		go func() {
			for running(t, s) == 0 {
				time.Sleep(10 * time.Millisecond)
			}
			a, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT id FROM information_schema.processlist WHERE " +
				"info LIKE '%canceltest%' AND info NOT LIKE '%processlist%'", Columns: one})
			if err != nil {
				t.Error(err)
				return
			}
			run(t, fmt.Sprint(verb, " ", a.Columns[0].Int(0)))
		}()
		says(t, s, remote.Question{SQL: endless, Columns: one}, words)
	}
}

// TestBroken cuts the answer at every thousandth byte: the answer is whole or an error.
func TestBroken(t *testing.T) {
	host := remotetest.At(t, remotetest.MariaDB)
	var mu sync.Mutex
	left := -1 // bytes of the server's that pass; -1: all
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer door.Close()
	go func() {
		for {
			from, err := door.Accept()
			if err != nil {
				return
			}
			go func() {
				defer from.Close()
				to, err := net.Dial("tcp", host)
				if err != nil {
					return
				}
				defer to.Close()
				go func() { _, _ = io.Copy(to, from) }()
				b := make([]byte, 997)
				for {
					n, err := to.Read(b)
					mu.Lock()
					if left >= 0 {
						n = min(n, left)
						left -= n
					}
					cut := left == 0
					mu.Unlock()
					if _, failed := from.Write(b[:n]); err != nil || failed != nil || cut {
						return
					}
				}
			}()
		}
	}()
	a := to(t)
	a.Host = door.Addr().String()
	a.Mode = "disable"
	s, err := Connect(t.Context(), a, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	cuts := 0
	for at := 100; at < 60_000; at += 1000 {
		mu.Lock()
		left = at
		mu.Unlock()
		answer, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT id FROM flights LIMIT 5000", Columns: one})
		mu.Lock()
		left = -1
		mu.Unlock()
		if err == nil && answer.Rows != 5000 {
			t.Fatalf("%d rows after %d bytes", answer.Rows, at)
		}
		if err != nil {
			cuts++
			if !strings.Contains(err.Error(), "broke off") && !strings.Contains(err.Error(), "does not answer like") {
				t.Errorf("after %d bytes: %v", at, err)
			}
		}
	}
	if cuts < 20 {
		t.Errorf("%d answers were cut", cuts)
	}
}

// TestModes: what a server is set to changes neither the meaning of a query nor the number of rows.
func TestModes(t *testing.T) {
	run(t, "SET GLOBAL sql_mode = 'ANSI,PAD_CHAR_TO_FULL_LENGTH,NO_UNSIGNED_SUBTRACTION'",
		"SET GLOBAL sql_select_limit = 3",
		"SET GLOBAL time_zone = '-05:00'")
	t.Cleanup(func() {
		run(t, "SET GLOBAL sql_mode = DEFAULT", "SET GLOBAL sql_select_limit = DEFAULT",
			"SET GLOBAL time_zone = DEFAULT")
	})
	s := connect(t)
	a, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT id FROM flights LIMIT 20", Columns: one})
	if err != nil || a.Rows != 20 {
		t.Errorf("%v rows: %v", a, err)
	}
	a, err = s.Ask(t.Context(), remote.Question{SQL: `SELECT concat(@@session.sql_mode, @@session.time_zone, "text")`,
		Columns: []remote.Result{{Name: "s", Type: data.Text}}})
	if err != nil || a.Columns[0].Value(0).Text != "+00:00text" {
		t.Errorf("%v: %v", datatest.Rows(a), err)
	}
}

// TestOther asks servers that speak something else, or nothing.
func TestOther(t *testing.T) {
	for says, words := range map[string]string{
		"HTTP/1.1 400 Bad Request\r\n\r\n":                   "does not answer like MySQL or MariaDB",
		string(greeting("\xff\x10\x04Too many connections")): "as many connections as it allows",
		string(greeting("\x09old")):                          "does not answer like MySQL or MariaDB",
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			c, err := l.Accept()
			if err == nil {
				_, _ = io.WriteString(c, says)
				_ = c.Close()
			}
		}()
		a := remote.Address{Kind: remote.MySQL, Host: l.Addr().String(), User: "ann", Database: "d"}
		if _, err := Connect(t.Context(), a, "secret"); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", says, err)
		}
		_ = l.Close()
	}
}

// greeting returns a first packet of the protocol.
func greeting(text string) []byte {
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, uint32(len(text)))
	b.WriteString(text)
	return b.Bytes()
}
