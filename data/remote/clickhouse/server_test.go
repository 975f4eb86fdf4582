package clickhouse

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/remote"
	"cardinal/data/remote/remotetest"
)

// connect connects to the cluster to try.
func connect(t *testing.T, user, password string) *Server {
	t.Helper()
	return connectTo(t, remotetest.At(t, remotetest.ClickHouse), user, password)
}

// onBoth runs a test on the cluster and on a ClickHouse of today.
func onBoth(t *testing.T, test func(*testing.T, *Server)) {
	t.Run("cluster", func(t *testing.T) { test(t, connect(t, "default", "")) })
	t.Run("current", func(t *testing.T) { test(t, connectTo(t, remotetest.Current(t), "default", "")) })
}

func connectTo(t *testing.T, host, user, password string) *Server {
	t.Helper()
	s, err := Connect(t.Context(), remote.Address{Kind: remote.ClickHouse, Host: host, User: user, Database: "default"},
		password)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s.(*Server)
}

func run(t *testing.T, s *Server, sql string) {
	t.Helper()
	if err := s.stream(t.Context(), "", sql, discard); err != nil {
		t.Fatal(err)
	}
}

// all asks for all columns of a table that can be read.
func all(t *testing.T, s *Server, name string) (of *remote.Table, rows []string) {
	t.Helper()
	of, err := s.Table(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	var q remote.Question
	var names []string
	for _, c := range of.Columns {
		if c.Type != data.Null {
			names = append(names, s.dialect.Value(c))
			q.Columns = append(q.Columns, c.Result())
		}
	}
	q.SQL = "SELECT " + strings.Join(names, ", ") + " FROM " + s.dialect.From(of.Address) + " ORDER BY 1"
	answer, err := s.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return of, datatest.Rows(answer)[1:]
}

func TestTypes(t *testing.T) { onBoth(t, testTypes) }

func testTypes(t *testing.T, s *Server) {
	const name = "odd `name' \\ ü"
	quoted := s.dialect.Name(name)
	run(t, s, "DROP TABLE IF EXISTS "+quoted)
	run(t, s, "CREATE TABLE "+quoted+" (n Int8, `a\\`b\\\\c` Int64, u UInt32, big UInt64, f Float32, d "+
		"Nullable(Float64), m Decimal(18, 4), w Decimal(38, 2), day Date, at DateTime, "+
		"s Nullable(String), x FixedString(3), e Enum8('a\\'b' = -1, 'ü' = 2), id UUID, list Array(Int8)) ENGINE = "+
		"Memory")
	t.Cleanup(func() { _ = s.stream(context.Background(), "", "DROP TABLE "+quoted, discard) })
	run(t, s, "INSERT INTO "+quoted+" VALUES (-1, -9223372036854775808, 4294967295, 18446744073709551615, 0.5, NULL, "+
		"-12345678901234.5678, 1, '1970-01-02', '2024-02-29 23:59:59', NULL, 'ab', 'a\\'b', "+
		"'61f0c404-5cb3-11e7-907b-a6006ad3dba0', [1]),"+
		"(2, 9223372036854775807, 0, 1, -0.0, 1e300, 0, 1, '2100-01-01', '1970-01-01 00:00:00', '', 'abc', 'ü', "+
		"'00000000-0000-0000-0000-000000000000', [])")
	of, got := all(t, s, name)
	want := []string{
		"-1|-9223372036854775808|4294967295|18446744073709551615|0.5||-12345678901234.5678|WIDE1970-01-02|2024-02-29T23:59:59Z||ab|a'b|61f0c404-5cb3-11e7-907b-a6006ad3dba0|[1]",
		"2|9223372036854775807|0|1|0|1e+300|0.0000|WIDE2100-01-01|1970-01-01T00:00:00Z||abc|ü|00000000-0000-0000-0000-000000000000|[]",
	}
	wide, left := "1.00|", "[]"
	if s.dialect.Major < groups {
		wide, left = "", "[w]"
	}
	for i := range want {
		want[i] = strings.Replace(want[i], "WIDE", wide, 1)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var unread []string
	for _, c := range of.Columns {
		if c.Type == data.Null {
			unread = append(unread, c.Name)
		}
	}
	if fmt.Sprint(unread) != left {
		t.Errorf("columns that are not read: %v", unread)
	}
}

// Types that ClickHouse 18 does not have, and a column that no query may read.
func TestTypesOfToday(t *testing.T) {
	s := connectTo(t, remotetest.Current(t), "default", "")
	run(t, s, "DROP TABLE IF EXISTS today")
	run(t, s, "CREATE TABLE today (n Int8, b Bool, d Date32, at DateTime64(3), fine DateTime64(6, 'UTC'), low "+
		"LowCardinality(String), maybe LowCardinality(Nullable(String)), wide UInt128, ip IPv4, ip6 Nullable(IPv6), "+
		"added SimpleAggregateFunction(sum, UInt64), pairs Map(String, Int8), two Tuple(a Int8, b Array(String)), "+
		"spot Point, total AggregateFunction(sum, Int64), passing String EPHEMERAL) ENGINE = MergeTree ORDER BY n")
	run(t, s, "INSERT INTO today (* EXCEPT(passing, total)) VALUES (1, true, '1910-01-02', '2024-02-29 "+
		"23:59:59.123', '1970-01-01 00:00:00.000001', 'a', NULL, 1, '10.0.0.1', '::1', 7, {'a': 1}, (1, ['x']), (1, "+
		"2.5)), (2, false, '2100-01-01', '1999-12-31 00:00:00', '2024-01-01 00:00:00', 'b', '', 2, '255.0.0.0', "+
		"NULL, 18446744073709551615, {}, (0, []), (0, 0))")
	of, got := all(t, s, "today")
	want := []string{"1|true|1910-01-02|2024-02-29T23:59:59.123Z|1970-01-01T00:00:00.000001Z|a||1|10.0.0.1|::1|7|{'a':1}|(1,['x'])|(1,2.5)", "2|false|2100-01-01|1999-12-31T00:00:00Z|2024-01-01T00:00:00Z|b||2|255.0.0.0||18446744073709551615|{}|(0,[])|(0,0)"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if notes := fmt.Sprint(of.OmissionNotes()); !strings.Contains(notes, "total (AggregateFunction(sum, Int64))") ||
		strings.Contains(notes, "pairs") {
		t.Error(notes)
	}
}

// TestVersions: a table whose rows are replaced by others says so.
func TestVersions(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Server) {
		run(t, s, "DROP TABLE IF EXISTS versions")
		run(t, s, "CREATE TABLE versions (a Int32, b UInt8) ENGINE = ReplacingMergeTree(b) ORDER BY a")
		of, err := s.Table(t.Context(), "versions")
		if err != nil || len(of.Notes) != 1 || !strings.Contains(of.Notes[0], "(ReplacingMergeTree), and they count "+
			"until then") {
			t.Errorf("the notes are %v: %v", of, err)
		}
	})
}

func TestAlteredAndDropped(t *testing.T) { onBoth(t, testAlteredAndDropped) }

func testAlteredAndDropped(t *testing.T, s *Server) {
	run(t, s, "DROP TABLE IF EXISTS changes")
	run(t, s, "CREATE TABLE changes (a Int32, b Int32) ENGINE = MergeTree ORDER BY a")
	run(t, s, "INSERT INTO changes VALUES (1, 2)")
	q := remote.Question{SQL: "SELECT b FROM changes", Columns: []remote.Result{{Name: "b", Type: data.Int}}}
	if _, err := s.Ask(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	run(t, s, "ALTER TABLE changes MODIFY COLUMN b String")
	says(t, s, q, `the column "b" is of the type String now`)
	run(t, s, "ALTER TABLE changes DROP COLUMN b")
	says(t, s, q, "no longer in the table")
	run(t, s, "DROP TABLE changes")
	says(t, s, q, "dropped or renamed")
}

// says asks a question whose error has words in it.
func says(t *testing.T, s *Server, q remote.Question, words string) {
	t.Helper()
	if _, err := s.Ask(t.Context(), q); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%v does not say %q", err, words)
	}
}

var one = []remote.Result{{Name: "n", Type: data.Int}}

func TestRefusals(t *testing.T) {
	s := connect(t, "default", "")
	for name, c := range map[string]struct{ user, password, sql, words string }{
		// after 28 MB of rows
		"late": {"default", "", "SELECT toInt64(throwIf(number = 3500000) + number) FROM numbers(4000000)",
			"refused the query"},
		"memory": {"default", "", "SELECT toInt64(count()) FROM (SELECT id FROM flights GROUP BY id) SETTINGS " +
			"max_memory_usage = 1000000", "more memory than the server allows"},
		"groups": {"default", "", "SELECT toInt64(id) FROM flights GROUP BY id SETTINGS max_rows_to_group_by = 10",
			"more groups than the server allows"},
		"time": {"default", "", "SELECT toInt64(sum(sleepEachRow(0.5))) FROM numbers(20) SETTINGS " +
			"max_execution_time = 1, max_block_size = 1", "longest time"},
		"write": {"reader", "of & 'quotes'", "CREATE TABLE forbidden (a Int8) ENGINE = Memory", "may read only"},
	} {
		t.Run(name, func(t *testing.T) {
			says(t, connect(t, c.user, c.password), remote.Question{SQL: c.sql, Columns: one}, c.words)
		})
	}
	_, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT toInt64(number) FROM numbers(100001)", Columns: one,
		Most: 100000})
	if many := (*remote.TooMany)(nil); !errors.As(err, &many) || many.Most != 100000 {
		t.Error(err)
	}
	a := remote.Address{Kind: remote.ClickHouse, Host: remotetest.At(t, remotetest.ClickHouse), User: "default",
		Database: "default"}
	for _, c := range []struct {
		change          func(*remote.Address)
		password, words string
	}{
		{func(a *remote.Address) { a.User = "reader" }, "secret", "password is wrong"},
		{func(a *remote.Address) { a.User = "nobody" }, "secret", "no user of this name"},
		{func(a *remote.Address) { a.Host = "127.0.0.1:1" }, "secret", "no server answers"},
		{func(a *remote.Address) {
			a.Host = remotetest.At(t, remotetest.PostgreSQL)
		}, "secret", remotetest.At(t, remotetest.PostgreSQL)},
		{func(a *remote.Address) { a.Secure = true }, "secret", "wants TLS"},
		{func(a *remote.Address) { a.Host, a.Secure = remotetest.At(t, remotetest.HTTPS), true }, "secret",
			"certificate"},
	} {
		to := a
		c.change(&to)
		if _, err := Connect(t.Context(), to, c.password); err == nil || !strings.Contains(err.Error(), c.words) ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("%v: %v does not say %q", to, err, c.words)
		}
	}
}

func TestComplete(t *testing.T) {
	for user, want := range map[string]string{"default": "", "reader": "", "careless": "",
		"skipper": "skip_unavailable_shards is 1", "cutter": "group_by_overflow_mode is any"} {
		s := connect(t, user, map[string]string{"reader": "of & 'quotes'"}[user])
		if err := s.Complete(t.Context()); (err == nil) != (want == "") || err != nil &&
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", user, err)
		}
	}
}

// TestLimitsCut: the server of this user cuts groups and rows at a limit and says nothing. Cardinal's questions
// are whole or errors.
func TestLimitsCut(t *testing.T) {
	s := connect(t, "careless", "")
	says(t, s, remote.Question{SQL: "SELECT toInt64(id) FROM flights GROUP BY id", Columns: one},
		"more groups than the server allows")
	says(t, s, remote.Question{SQL: "SELECT toInt64(number) FROM numbers(1000000)", Columns: one},
		"more rows than the server allows")
	a, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT toInt64(count()) FROM numbers(1000000)", Columns: one})
	if err != nil || a.Columns[0].Int(0) != 1000000 {
		t.Error(a, err)
	}
}

// TestCancel: the query of all shards has ended when Ask returns, and another question goes on.
func TestCancel(t *testing.T) {
	t.Parallel()
	for user, c := range map[string]struct {
		password, sql string
		shards        int64
	}{
		"default": {"", "SELECT toInt64(sum(sleepEachRow(0.001)) + sum(id)) AS canceltest FROM flights SETTINGS " +
			"max_block_size = 100", 2},
		"reader": {"of & 'quotes'", "SELECT toInt64(sum(sipHash64(number))) AS canceltest FROM system.numbers", 1},
	} {
		t.Run(user, func(t *testing.T) {
			s, keeper := connect(t, user, c.password), connect(t, "default", "")
			to := keeper.address
			to.Host = remotetest.At(t, remotetest.Second)
			second, err := Connect(t.Context(), to, "")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			other := make(chan error, 1)
			go func() {
				_, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT toInt64(sum(sleepEachRow(0.2))) FROM " +
					"(SELECT 1 FROM flights LIMIT 10)", Columns: one})
				other <- err
			}()
			began := make(chan time.Time, 1)
			go func() {
				for min(running(t, keeper, "%canceltest%"), 1)+running(t, second.(*Server), "%canceltest%") < c.shards {
					time.Sleep(10 * time.Millisecond)
				}
				began <- time.Now()
				cancel()
			}()
			_, err = s.Ask(ctx, remote.Question{SQL: c.sql, Columns: one})
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			at := <-began
			t.Logf("Ask returned %v after the cancel", time.Since(at).Round(time.Millisecond))
			// until the test's time is over
			for running(t, keeper, "%canceltest%")+running(t, second.(*Server), "%canceltest%") > 0 {
				time.Sleep(10 * time.Millisecond)
			}
			t.Logf("the servers were idle %v after the cancel", time.Since(at).Round(time.Millisecond))
			if err := <-other; err != nil {
				t.Errorf("the other question: %v", err)
			}
		})
	}
}

// TestCancelAtOnce: a query that is cancelled about when it is sent does not begin on the server afterwards.
func TestCancelAtOnce(t *testing.T) {
	t.Parallel()
	s := connect(t, "default", "")
	for i := range 60 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(i)*100*time.Microsecond, cancel)
		if _, err := s.Ask(ctx, remote.Question{SQL: "SELECT toInt64(sum(sipHash64(number))) AS atoncetest FROM " +
			"system.numbers", Columns: one}); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	time.Sleep(200 * time.Millisecond) // in which whatever was on its way has come
	left := running(t, s, "%atoncetest%")
	for begin := time.Now(); left > 0 && time.Since(begin) < 20*time.Second; left = running(t, s, "%atoncetest%") {
		time.Sleep(20 * time.Millisecond) // a busy server ends a query later, and one that nobody ends runs for ever
	}
	if left != 0 {
		t.Errorf("%d queries began after they were cancelled", left)
		_ = s.stream(t.Context(), "", "KILL QUERY WHERE query LIKE '%atoncetest%' SYNC", discard)
	}
}

// TestShardKilled checks that a cluster without one of its shards answers with an error, even for a user whose
// settings skip unavailable shards.
func TestShardKilled(t *testing.T) {
	t.Parallel()
	cluster := remotetest.Start(t)
	a := remote.Address{Kind: remote.ClickHouse, Host: cluster.At(remotetest.ClickHouse), User: "careless",
		Database: "default"}
	c, err := Connect(t.Context(), a, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	s := c.(*Server)
	count := remote.Question{SQL: "SELECT toInt64(count()) FROM flights", Columns: one}
	if a, err := s.Ask(t.Context(), count); err != nil || a.Columns[0].Int(0) != 20000 {
		t.Fatal(a, err)
	}
	a.Host, a.User = cluster.At(remotetest.Second), "default"
	second, err := Connect(t.Context(), a, "")
	if err != nil {
		t.Fatal(err)
	}
	killed := make(chan struct{})
	go func() {
		defer close(killed)
		for running(t, second.(*Server), "%killtest%") == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		cluster.KillShard(t)
	}()
	says(t, s, remote.Question{SQL: "SELECT toInt64(carrier = 'AA') AS killtest, toInt64(sum(sleepEachRow(0.001))) " +
		"FROM flights GROUP BY killtest SETTINGS max_block_size = 100", Columns: append(one, one...)}, "shard")
	<-killed
	for _, q := range []remote.Question{count, {SQL: "SELECT toInt64(id) FROM flights", Columns: one},
		{SQL: "SELECT toInt64(id) FROM flights LIMIT 5", Columns: one}} {
		if a, err := s.Ask(t.Context(), q); err == nil {
			t.Errorf("%s without a shard: %d rows", q.SQL, a.Rows)
		} else {
			t.Log(err)
		}
	}
}

// running counts the queries that the server runs.
func running(t *testing.T, s *Server, like string) int64 {
	a, err := s.Ask(t.Context(),
		remote.Question{SQL: "SELECT toInt64(count()) FROM system.processes WHERE query LIKE '" + like +
			"' AND query NOT LIKE '%system.processes%'", Columns: one})
	if err != nil {
		t.Error(err)
		return 1
	}
	return a.Columns[0].Int(0)
}

func TestCompressed(t *testing.T) {
	s := connect(t, "default", "")
	s.compress = true
	a, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT toInt64(number) FROM numbers(100000)", Columns: one})
	if err != nil || a.Rows != 100000 || a.Columns[0].Int(99999) != 99999 {
		t.Error(a, err)
	}
	says(t, s, remote.Question{SQL: "SELECT toInt64(throwIf(number = 3000000) + number) FROM numbers(4000000)",
		Columns: one}, "refused the query")
}

// TestCut: an answer that ends anywhere but behind a block is an error.
func TestCut(t *testing.T) {
	whole := "\x01\x02\x01n\x05Int64" + strings.Repeat("\x07\x00\x00\x00\x00\x00\x00\x00", 2)
	for n := 1; n <= len(whole); n++ {
		b := remote.Builders(one)
		r := reader{in: bufio.NewReader(strings.NewReader(whole[:n]))}
		if err := r.blocks(b); (err == nil) != (n == len(whole)) || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestCodedValues(t *testing.T) {
	text := remote.Builders([]remote.Result{{Name: "s", Type: data.Text, Nullable: true}})
	block := "\x01\x03\x01s\x20LowCardinality(Nullable(String))" + "\x01\x00\x00\x00\x00\x00\x00\x00" +
		"\x00\x06\x00\x00\x00\x00\x00\x00" + "\x02\x00\x00\x00\x00\x00\x00\x00" +
		"\x00\x02ab" + "\x03\x00\x00\x00\x00\x00\x00\x00" + "\x01\x00\x01"
	r := reader{in: bufio.NewReader(strings.NewReader(block))}
	if err := r.blocks(text); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(datatest.Rows(remote.BuildTable(text))[1:]); got != "[ab  ab]" {
		t.Error(got)
	}
}
