package dial

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"cardinal/data/remote"
	"cardinal/internal/ellipsis"
	"cardinal/internal/lazyregexp"
)

const (
	// quiet is how long a server may be silent on a connection before it is identified.
	quiet = time.Second
	// telling is how long the identification may take.
	telling = 3 * time.Second
)

// peer says which kind of server answers at a host and port: a kind of package remote, or one of the kinds below. The
// zero peer is unknown.
type peer struct {
	kind   string
	secure bool   // the peer speaks TLS from the first byte
	says   string // for native: the server's port for HTTP; for another peer: the first line that it sends
}

// The kinds of peers that package remote lacks. remote.ClickHouse means ClickHouse over HTTP.
const (
	native  = "native" // ClickHouse's own protocol
	web     = "web"
	another = "another"
)

// mismatch returns an error if the peer is known and does not fit the address, else nil.
func (p peer) mismatch(a remote.Address) error {
	title := remote.KindOf(a.Kind).Title
	switch {
	case p.kind == native:
		return fmt.Errorf("%s is the port of ClickHouse's own protocol: Cardinal asks ClickHouse over HTTP, on port "+
			"%s of that server", a.Host, p.says)
	case p.kind == another:
		return fmt.Errorf("%s is no %s, and says %q: check the host and the port", a.Host, title, p.says)
	case p.kind == web && a.Kind != remote.ClickHouse:
		return fmt.Errorf("%s is a web server, and not %s: check the host and the port", a.Host, title)
	case p.kind != "" && p.kind != web && p.kind != a.Kind:
		is := remote.KindOf(p.kind)
		return fmt.Errorf("%s is %s, and not %s: check the port, or connect to %[2]s (%[4]s://)", a.Host, is.Title,
			title, is.Name)
	case p.kind == "" || a.Kind != remote.ClickHouse || p.secure == a.Secure:
		return nil
	case p.secure:
		return fmt.Errorf("%s answers in TLS alone: connect with TLS (clickhouses://), or check the port", a.Host)
	}
	return fmt.Errorf("%s does not speak TLS: check the port, or connect without TLS", a.Host)
}

// meet identifies what answers at an address. It speaks four protocols at the same time, and a server ignores or
// refuses a protocol that it does not know. meet returns an error if the peer does not fit the address, and nil if it
// may fit. A web server may answer both with and without TLS. If the first answer does not fit, meet waits a short time
// for the other.
func meet(ctx context.Context, a remote.Address) error {
	ctx, cancel := context.WithTimeout(ctx, telling)
	defer cancel()
	ways := []func() peer{
		func() peer { return peerByGreeting(exchange(ctx, a.Host, false, sslRequest, "")) },
		func() peer { return peerByPrelogin(exchange(ctx, a.Host, false, prelogin, "")) },
		func() peer { return peerByHTTP(exchange(ctx, a.Host, false, ping, "HTTP/"), false) },
		func() peer { return peerByHTTP(exchange(ctx, a.Host, true, ping, "HTTP/"), true) },
	}
	met := make(chan peer, len(ways))
	for _, way := range ways {
		go func() { met <- way() }()
	}
	var unlike error
	var late <-chan time.Time
	for range ways {
		select {
		case <-late:
			return unlike
		case p := <-met:
			switch err := p.mismatch(a); {
			case p.kind == "":
			case err == nil || a.Kind != remote.ClickHouse || p.kind != remote.ClickHouse && p.kind != web:
				return err
			default:
				unlike, late = err, time.After(quiet)
			}
		}
	}
	return unlike
}

const (
	// PostgreSQL answers this with one letter, and then waits
	sslRequest = "\x00\x00\x00\x08\x04\xd2\x16\x2f"
	// SQL Server answers this with its version. The packet has two options, each with its offset and length: the
	// version of the client, and no encryption
	prelogin = "\x12\x01\x00\x1a\x00\x00\x01\x00\x00\x00\x0b\x00\x06\x01\x00\x11\x00\x01\xff" +
		"\x10\x00\x00\x00\x00\x00\x02"
	ping = "GET /ping HTTP/1.0\r\nHost: cardinal\r\n\r\n" // ClickHouse answers this with Ok.
)

// exchange sends a text and returns the beginning of the answer. If begins is not "" and the answer begins with it,
// exchange waits for the rest until the connection or ctx ends.
func exchange(ctx context.Context, host string, secure bool, say, begins string) string {
	under, err := (&net.Dialer{}).DialContext(ctx, "tcp", host)
	if err != nil {
		return ""
	}
	defer under.Close()
	end := context.AfterFunc(ctx, func() { _ = under.Close() })
	defer end()
	c := under
	if secure {
		c = tls.Client(under, &tls.Config{InsecureSkipVerify: true,
			MinVersion: tls.VersionTLS12}) //nolint:gosec // nothing secret is sent
	}
	if _, err := io.WriteString(c, say); err != nil {
		return ""
	}
	said := make([]byte, 1000)
	n, err := io.ReadAtLeast(c, said, max(1, len(begins)))
	if err == nil && begins != "" && strings.HasPrefix(string(said), begins) {
		rest, _ := io.ReadFull(c, said[n:]) // an error still leaves the bytes that were read
		n += rest
	}
	return string(said[:n])
}

// The bytes with which MySQL's first packet continues after its length: the sequence number 0, and then the version of
// the protocol or the mark of an error.
const (
	protocol = 10
	refused  = 0xff
)

// peerByGreeting recognises PostgreSQL by its answer to the request for TLS, MySQL by its greeting, and servers such
// as mail servers by their first line of text.
func peerByGreeting(said string) peer {
	line, _, whole := strings.Cut(said, "\n")
	switch line = strings.TrimSpace(line); {
	case strings.HasPrefix(line, "HTTP/"): // peerByHTTP identifies this peer
	case said == "S" || said == "N":
		return peer{kind: remote.PostgreSQL}
	case len(said) > 5 && said[3] == 0 && (said[4] == protocol || said[4] == refused):
		return peer{kind: remote.MySQL}
	case whole && greeting().MatchString(line):
		return peer{kind: another, says: ellipsis.Cut(line, 60)}
	}
	return peer{}
}

// peerByPrelogin recognises SQL Server by the header of its answer: a single reply packet, whose length is in the
// fourth byte.
func peerByPrelogin(said string) peer {
	if strings.HasPrefix(said, "\x04\x01\x00") && len(said) == int(said[3]) {
		return peer{kind: remote.SQLServer}
	}
	return peer{}
}

var greeting = lazyregexp.New(`^[[:print:]]{4,}$`)

var portForHTTP = lazyregexp.New(`clickhouse-client[^\n]*\n.*port (\d+) for HTTP`)

// peerByHTTP recognises servers by their answer to ping.
func peerByHTTP(said string, secure bool) peer {
	head, body, _ := strings.Cut(said, "\r\n\r\n")
	port := portForHTTP().FindStringSubmatch(body)
	_, status, _ := strings.Cut(head, " ")
	switch {
	case port != nil:
		return peer{kind: native, says: port[1]}
	case !strings.HasPrefix(head, "HTTP/"), strings.HasPrefix(status, "400"): // the server may want TLS
		return peer{}
	case strings.TrimSpace(body) == "Ok.", strings.Contains(head, "X-ClickHouse"):
		return peer{kind: remote.ClickHouse, secure: secure}
	}
	return peer{kind: web, secure: secure}
}
