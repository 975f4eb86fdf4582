package dial

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"cardinal/data/remote"
	"cardinal/data/remote/remotetest"
	"cardinal/data/remote/sqlserver/tdstest"
)

// listening starts a service that answers each connection with a function, and returns its host and port.
func listening(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				serve(c)
			}()
		}
	}()
	return l.Addr().String()
}

// greets says something first, as servers of mail and SSH do, and then waits.
func greets(words string) func(net.Conn) {
	return func(c net.Conn) {
		fmt.Fprint(c, words)
		_, _ = io.Copy(io.Discard, c)
	}
}

// lines answers like a server of HTTP that waits for the end of the first line, as that of ClickHouse does. It
// closes a connection whose first line is no request.
func lines(answer string) func(net.Conn) {
	return func(c net.Conn) {
		if line, err := bufio.NewReader(c).ReadString('\n'); err == nil && strings.Contains(line, " HTTP/1") {
			fmt.Fprint(c, answer)
		}
	}
}

// TestOtherServers checks that a server of another kind than the address is named. For an unknown server, the error
// of the connection stays.
func TestOtherServers(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/ping" {
			fmt.Fprintln(w, "Ok.")
		}
	}))
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	hosts := map[string]string{
		"clickhouse": listening(t, lines("HTTP/1.0 200 OK\r\nConnection: Close\r\n\r\nOk.\n")),
		"web":        listening(t, lines("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")),
		"native": listening(t, lines("HTTP/1.0 400 Bad Request\r\n\r\nPort 9000 is for clickhouse-client "+
			"program.\r\nYou must use port 8200 for HTTP.\r\n")),
		"tls": secure.Listener.Addr().String(),
		"postgres": listening(t, func(c net.Conn) {
			start := make([]byte, 8)
			if _, err := io.ReadFull(c, start); err == nil && string(start) == sslRequest {
				greets("N")(c)
			}
		}),
		"mysql":     listening(t, greets("J\x00\x00\x00\x0a8.0.36\x00xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")),
		"sqlserver": tdstest.Start(t, nil).Host,
		"binary":    listening(t, greets("J\x00\x00\x00\x09\n"+strings.Repeat("x", 72))),
		"ssh":       listening(t, greets("SSH-2.0-OpenSSH_9.2\r\n")),
		"mail":      listening(t, greets("220 ready for mail\r\n")),
	}
	for _, c := range []struct{ scheme, host, want string }{
		{"postgres", "clickhouse", " is ClickHouse, and not PostgreSQL: check the port, or connect to ClickHouse " +
			"(clickhouse://)"},
		{"postgres", "tls", " is ClickHouse, and not PostgreSQL: check the port, or connect to ClickHouse " +
			"(clickhouse://)"},
		{"postgres", "native", " is the port of ClickHouse's own protocol: Cardinal asks ClickHouse over HTTP, on " +
			"port 8200 of that server"},
		{"postgres", "web", " is a web server, and not PostgreSQL: check the host and the port"},
		{"postgres", "ssh",
			` is no PostgreSQL, and says "SSH-2.0-OpenSSH_9.2": check the host and the port`},
		{"postgres", "mail",
			` is no PostgreSQL, and says "220 ready for mail": check the host and the port`},
		{"postgres", "binary", " does not answer like PostgreSQL: check the host and the port"},
		{"postgres", "mysql", " is MySQL/MariaDB, and not PostgreSQL: check the port, or " +
			"connect to MySQL/MariaDB (mysql://)"},
		{"clickhouse", "mysql", " is MySQL/MariaDB, and not ClickHouse: check the port, or " +
			"connect to MySQL/MariaDB (mysql://)"},
		{"mysql", "postgres", " is PostgreSQL, and not MySQL/MariaDB: check the port, or connect to PostgreSQL " +
			"(postgres://)"},
		{"mysql", "clickhouse", " is ClickHouse, and not MySQL/MariaDB: check the port, or connect to ClickHouse " +
			"(clickhouse://)"},
		{"mysql", "web", " is a web server, and not MySQL/MariaDB: check the host and the port"},
		{"mysql", "mail", ` is no MySQL/MariaDB, and says "220 ready for mail": check the host and the port`},
		{"mysql", "binary", " does not answer like MySQL or MariaDB: check the host and the port"},
		{"sqlserver", "mysql", " is MySQL/MariaDB, and not SQL Server: check the port, or " +
			"connect to MySQL/MariaDB (mysql://)"},
		{"sqlserver", "postgres", " is PostgreSQL, and not SQL Server: check the port, or connect to PostgreSQL " +
			"(postgres://)"},
		{"sqlserver", "web", " is a web server, and not SQL Server: check the host and the port"},
		{"sqlserver", "mail", ` is no SQL Server, and says "220 ready for mail": check the host and the port`},
		{"sqlserver", "binary", " does not answer like SQL Server: check the host and the port"},
		{"sqlserver", "sqlserver", " does not speak TLS: check the port, or connect without TLS (sslmode=disable)"},
		{"mysql", "sqlserver", " is SQL Server, and not MySQL/MariaDB: check the port, or connect to SQL Server " +
			"(sqlserver://)"},
		{"postgres", "sqlserver", " is SQL Server, and not PostgreSQL: check the port, or connect to SQL Server " +
			"(sqlserver://)"},
		{"clickhouse", "postgres", " is PostgreSQL, and not ClickHouse: check the port, or connect to PostgreSQL " +
			"(postgres://)"},
		{"clickhouses", "postgres", " is PostgreSQL, and not ClickHouse: check the port, or connect to PostgreSQL " +
			"(postgres://)"},
		{"clickhouse", "native", " is the port of ClickHouse's own protocol: Cardinal asks ClickHouse over HTTP, on " +
			"port 8200 of that server"},
		{"clickhouse", "tls", " answers in TLS alone: connect with TLS (clickhouses://), or check the port"},
		{"clickhouses", "clickhouse", " does not speak TLS: check the port, or connect without TLS"},
		{"clickhouse", "web", " does not answer like ClickHouse (404 Not Found): check the host and the port, which " +
			"is that of HTTP"},
		{"clickhouse", "mail",
			` is no ClickHouse, and says "220 ready for mail": check the host and the port`},
		{"clickhouse", "binary",
			" does not answer like ClickHouse: check the host and the port, which is that of HTTP"},
	} {
		t.Run(c.scheme+" to "+c.host, func(t *testing.T) {
			t.Parallel() // some wait for a silent service
			says(t, c.scheme, hosts[c.host], c.want)
		})
	}
}

func says(t *testing.T, scheme, host, want string) {
	t.Helper()
	a, _, err := remote.ParseAddress(scheme + "://ann@" + host + "/travel")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Server(t.Context(), a, "secret"); err == nil || err.Error() != host+want {
		t.Errorf("the error is %v", err)
	}
}

// TestBothWays meets a server that answers in TLS, and without it leads there: it is no web server without TLS.
func TestBothWays(t *testing.T) {
	secure := httptest.NewTLSServer(nil)
	certificates := secure.TLS.Certificates
	secure.Close()
	led := make(chan struct{})
	host := listening(t, func(c net.Conn) {
		first := make([]byte, 1)
		if _, err := io.ReadFull(c, first); err != nil {
			return
		}
		rest := io.MultiReader(bytes.NewReader(first), c)
		if first[0] == 'G' {
			defer close(led)
			lines("HTTP/1.1 301 Moved Permanently\r\nContent-Length: 0\r\n\r\n")(replayed{c, rest})
			return
		}
		inside := tls.Server(replayed{c, rest}, &tls.Config{Certificates: certificates, MinVersion: tls.VersionTLS12})
		if _, err := bufio.NewReader(inside).ReadString('\n'); err == nil {
			<-led
			fmt.Fprint(inside, "HTTP/1.0 200 OK\r\n\r\nOk.\n")
		}
	})
	a, _, err := remote.ParseAddress("clickhouses://ann@" + host + "/travel")
	if err != nil {
		t.Fatal(err)
	}
	if err := meet(t.Context(), a); err != nil {
		t.Error(err)
	}
}

// replayed is a connection from which something was already read.
type replayed struct {
	net.Conn
	from io.Reader
}

func (r replayed) Read(b []byte) (int, error) { return r.from.Read(b) }

// TestOtherRealServers points each kind of client at the ports of the other servers.
func TestOtherRealServers(t *testing.T) {
	http, secure, postgres := remotetest.At(t, remotetest.ClickHouse), remotetest.At(t, remotetest.HTTPS),
		remotetest.At(t, remotetest.PostgreSQL)
	says(t, "postgres", http, " is ClickHouse, and not PostgreSQL: check the port, or connect to ClickHouse "+
		"(clickhouse://)")
	says(t, "postgres", secure, " is ClickHouse, and not PostgreSQL: check the port, or connect to ClickHouse "+
		"(clickhouse://)")
	says(t, "clickhouse", postgres, " is PostgreSQL, and not ClickHouse: check the port, or connect to PostgreSQL "+
		"(postgres://)")
	says(t, "clickhouses", postgres, " is PostgreSQL, and not ClickHouse: check the port, or connect to PostgreSQL "+
		"(postgres://)")
	says(t, "clickhouse", secure, " answers in TLS alone: connect with TLS (clickhouses://), or check the port")
	says(t, "clickhouses", http, " does not speak TLS: check the port, or connect without TLS")
}
