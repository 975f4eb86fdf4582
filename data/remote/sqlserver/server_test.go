package sqlserver

import (
	"context"
	"crypto/tls"
	"errors"
	"math"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/remote"
	"cardinal/data/remote/sqlserver/tdstest"
)

// versions answers the question for the server's version.
func versions(major, edition int) tdstest.Answer {
	return tdstest.Answer{Columns: []tdstest.Column{tdstest.BigInt(""), tdstest.BigInt("")},
		Rows: [][]any{{major, edition}}}
}

// start starts a server that answers the question for its version, and hands all other queries to a function.
func start(t *testing.T, answer func(sql string) tdstest.Answer) *tdstest.Server {
	t.Helper()
	return tdstest.Start(t, func(sql string) tdstest.Answer {
		if strings.Contains(sql, "ProductVersion") {
			return versions(16, 3)
		}
		return answer(sql)
	})
}

// address returns the address of a server without TLS.
func address(s *tdstest.Server) remote.Address {
	return remote.Address{Kind: remote.SQLServer, Host: s.Host, User: "ann", Database: "travel", Mode: "disable"}
}

func connect(t *testing.T, of *tdstest.Server) *Server {
	t.Helper()
	s, err := Connect(t.Context(), address(of), "secret")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s.(*Server)
}

// TestValues reads a value of each type, the least, the greatest and null.
func TestValues(t *testing.T) {
	at := func(text string) time.Time {
		v, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	s := connect(t, start(t, func(string) tdstest.Answer {
		return tdstest.Answer{Columns: []tdstest.Column{tdstest.BigInt("i"), tdstest.TinyInt("t"), tdstest.Bit("b"),
			tdstest.Float("f"), tdstest.Real("r"), tdstest.Money("m"), tdstest.Decimal("d", 9), tdstest.Decimal("w", 0),
			tdstest.Decimal("x", 30), tdstest.Date("day"), tdstest.DateTime2("at"), tdstest.Text("s")},
			Rows: [][]any{
				{-1 << 63, 255, true, 5e-324, float32(0.1), -1, "-0.001", "-9223372036854775808",
					"12345678.000000000000000000000000000001", at("0001-01-01T00:00:00Z"), at("0001-01-01T00:00:00Z"),
					"a "},
				{1<<63 - 1, 0, false, math.Copysign(0, -1), float32(16777216), 1<<63 - 1, "9223372036854775.807",
					"9223372036854775807", "0.1", at("9999-12-31T00:00:00Z"), at("9999-12-31T23:59:59.9999999Z"), "𝄞 it's]"},
				{nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil},
				{0, 1, false, 1.5, float32(-2), -12345, "0", "0", "-2.5", at("1969-12-31T00:00:00Z"),
					at("1969-12-31T23:59:59.9999999Z"), ""},
			}}
	}))
	q := remote.Question{SQL: "SELECT everything"}
	q.Columns = []remote.Result{{Name: "i", Type: data.Int}, {Name: "t", Type: data.Int}, {Name: "b", Type: data.Bool},
		{Name: "f", Type: data.Float}, {Name: "r", Type: data.Float}, {Name: "m", Type: data.Decimal, Scale: 4},
		{Name: "d", Type: data.Decimal, Scale: 3, Found: true}, {Name: "w", Type: data.Int, Found: true},
		{Name: "x", Type: data.Float, Found: true}, {Name: "day", Type: data.Date},
		{Name: "at", Type: data.Timestamp, Scale: 7}, {Name: "s", Type: data.Text}}
	answer, err := s.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"-9223372036854775808|255|true|5e-324|0.10000000149011612|-0.0001|-0.001|-9223372036854775808|12345678|" +
			"0001-01-01|0001-01-01T00:00:00|a ",
		"9223372036854775807|0|false|0|16777216|922337203685477.5807|9223372036854775.807|9223372036854775807|0.1|" +
			"9999-12-31|9999-12-31T23:59:59.9999999|𝄞 it's]",
		"|||||||||||",
		"0|1|false|1.5|-2|-1.2345|0.000|0|-2.5|1969-12-31|1969-12-31T23:59:59.9999999|",
	}
	if got := datatest.Rows(answer)[1:]; strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var one = []remote.Result{{Name: "n", Type: data.Int}}

func says(t *testing.T, s *Server, q remote.Question, words string) {
	t.Helper()
	answer, err := s.Ask(t.Context(), q)
	if err == nil || !strings.Contains(err.Error(), words) || strings.Contains(err.Error(), "secret") {
		t.Errorf("%s: %v does not say %q: %v", q.SQL, err, words, answer)
	}
}

// TestRefusals checks the sentences on errors, and that an error after some rows is no answer.
func TestRefusals(t *testing.T) {
	rows := [][]any{{1}, {2}, {3}}
	columns := []tdstest.Column{tdstest.BigInt("n")}
	answers := map[string]tdstest.Answer{
		"late":     {Columns: columns, Rows: rows, Number: 1205, Message: "deadlock"},
		"overflow": {Columns: columns, Number: 8115, Message: "Arithmetic overflow error"},
		"misfit": {Columns: columns, Number: 245, Message: "Conversion failed when converting the nvarchar value '" +
			remote.Misfit + "1.5' to data type bigint."},
		"view":    {Number: 245, Message: "Conversion failed when converting the varchar value 'x' to data type int."},
		"gone":    {Number: 208, Message: "Invalid object name 'dbo.t'."},
		"unknown": {Number: 4242, Message: "Something else."},
		"cut":     {Columns: columns, Rows: rows, Cut: 40},
		"cut end": {Columns: columns, Rows: rows, Cut: 1 << 20},
		"many":    {Columns: columns, Rows: rows},
		"two":     {Columns: append(columns, columns...), Rows: nil},
		"text":    {Columns: []tdstest.Column{tdstest.Text("n")}, Rows: [][]any{{"1"}}},
		"places":  {Columns: []tdstest.Column{tdstest.Decimal("n", 1)}, Rows: [][]any{{"1.5"}}},
	}
	s := connect(t, start(t, func(sql string) tdstest.Answer { return answers[strings.TrimPrefix(sql, "SELECT ")] }))
	for sql, words := range map[string]string{
		"late": "in favour of another one", "overflow": "beyond 64 bits", "misfit": "open the table again",
		"view":    "(its error 245): Conversion failed when converting the varchar value 'x'",
		"gone":    "dropped or renamed",
		"unknown": "(its error 4242): Something else.", "cut": "broke off", "cut end": "broke off",
		"two": "2 columns, and 1 were asked for", "text": "open the table again", "places": "cannot hold as int",
	} {
		says(t, s, remote.Question{SQL: "SELECT " + sql, Columns: one}, words)
	}
	says(t, s, remote.Question{SQL: "SELECT many", Columns: one, Most: 2}, "more than 2 rows")
	a, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT many", Columns: one, Most: 3})
	if err != nil || a.Rows != 3 {
		t.Errorf("%v: %v", a, err)
	}
}

// TestCut ends the connection after each byte of an answer: the answer is whole or an error.
func TestCut(t *testing.T) {
	cut := 0
	s := connect(t, start(t, func(string) tdstest.Answer {
		return tdstest.Answer{Columns: []tdstest.Column{tdstest.BigInt("n")}, Rows: [][]any{{1}, {2}, {3}}, Cut: cut}
	}))
	for cut = 1; cut < 60; cut++ {
		says(t, s, remote.Question{SQL: "SELECT 1", Columns: one}, "broke off")
	}
}

// TestCancel stops a query on the server. The connection answers the next query.
func TestCancel(t *testing.T) {
	of := start(t, func(sql string) tdstest.Answer {
		return tdstest.Answer{Columns: []tdstest.Column{tdstest.BigInt("n")}, Rows: [][]any{{1}},
			Hangs: sql == "SELECT endless"}
	})
	s := connect(t, of)
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		before := len(of.Asked())
		go func() {
			for len(of.Asked()) == before {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		_, err := s.Ask(ctx, remote.Question{SQL: "SELECT endless", Columns: one})
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if a, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT 1", Columns: one}); err != nil || a.Rows != 1 {
			t.Fatal(a, err)
		}
	}
	if of.Stopped() < 20 || len(of.Logins()) != 1 {
		t.Errorf("%d queries were stopped, on %d connections", of.Stopped(), len(of.Logins()))
	}
}

// TestAsleep replaces a connection that is dead without any sign.
func TestAsleep(t *testing.T) {
	of := start(t, func(string) tdstest.Answer {
		return tdstest.Answer{Columns: []tdstest.Column{tdstest.BigInt("n")}, Rows: [][]any{{1}}}
	})
	s := connect(t, of)
	of.Deafen()
	a, err := s.Ask(t.Context(), remote.Question{SQL: "SELECT 1", Columns: one})
	if err != nil || a.Rows != 1 || len(of.Logins()) != 2 {
		t.Errorf("%v: %v, on %d connections", a, err, len(of.Logins()))
	}
}

// TestTLS checks that a password is sent through TLS alone, unless the address says otherwise, and that the certificate
// is checked.
func TestTLS(t *testing.T) {
	plain, secure := start(t, nil), start(t, nil)
	with := httptest.NewTLSServer(nil)
	secure.TLS = &tls.Config{Certificates: with.TLS.Certificates}
	with.Close()
	for _, c := range []struct {
		of         *tdstest.Server
		mode, want string
		logins     int
	}{
		{plain, "", "does not speak TLS", 0},
		{plain, "require", "does not speak TLS", 0},
		{plain, "prefer", "sslmode=prefer is not for SQL Server", 0},
		{plain, "disable", "", 1},
		{secure, "", "signed by nobody whom this machine trusts: add the signer to the machine's certificates, or " +
			"write sslmode=require", 0},
		{secure, "verify-full", "signed by nobody", 0},
		{secure, "require", "", 1},
	} {
		a := address(c.of)
		a.Mode = c.mode
		s, err := Connect(t.Context(), a, "secret")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("sslmode=%s: %v does not say %q", c.mode, err, c.want)
		}
		if err == nil {
			s.Close()
		}
		if n := len(c.of.Logins()); n != c.logins {
			t.Errorf("sslmode=%s: %d passwords were sent", c.mode, n)
		}
	}
}

// TestConnect checks what is refused before a question is asked.
func TestConnect(t *testing.T) {
	for _, c := range []struct {
		major, edition, deny int
		want                 string
	}{{16, 3, 0, ""}, {13, 2, 0, ""}, {12, 5, 0, ""}, {12, 3, 0, "older than SQL Server 2016"},
		{16, 3, 18456, "the password is wrong"}, {16, 3, 4060, "may not use the database"}} {
		of := tdstest.Start(t, func(string) tdstest.Answer { return versions(c.major, c.edition) })
		of.Deny = c.deny
		s, err := Connect(t.Context(), address(of), "secret")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "secret")) {
			t.Errorf("%+v: %v", c, err)
		}
		if (c.deny == 18456) != errors.Is(err, remote.ErrPassword) {
			t.Errorf("%+v: %v", c, err)
		}
		if err == nil {
			s.Close()
		}
	}
	a := address(start(t, nil))
	a.Database = ""
	if _, err := Connect(t.Context(), a, ""); err == nil || !strings.Contains(err.Error(), "name the database") {
		t.Error(err)
	}
}
