package clickhouse

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"cardinal/data/remote"
	"cardinal/internal/ellipsis"
	"cardinal/internal/lazyregexp"
)

// words explains the server's error numbers: what happened and what to do.
var words = remote.Words[int]{Texts: map[int]string{
	16: "a column is no longer in the table: open the table again",
	32: "the connection to a shard broke off in the middle of the query, so the answer is not whole: run it again " +
		"when all shards are up",
	70:  "a number is longer than those that were found when the table was opened: open the table again",
	47:  "a column is no longer in the table: open the table again",
	60:  "the table is not on the server: it was dropped or renamed, or the name is misspelt",
	81:  "the database is not on the server: check its name",
	115: "the server does not know a setting that was asked for: its version is too old",
	158: "the query reads more rows or makes more groups than the server allows: keep fewer fields, or filter",
	159: "the server stopped the query after the longest time that it allows: keep fewer fields, or filter, or ask " +
		"the server's administrator for more time",
	160: "the server expects the query to take longer than it allows: keep fewer fields, or filter",
	164: "the user may read only, and the server refused to do more",
	192: "the server knows no user of this name",
	193: "the password is wrong",
	194: "the server wants a password",
	202: "the server runs as many queries as it allows: try again in a moment",
	209: "the server did not answer a shard in time: run it again",
	210: "a shard cannot be reached: run it again when all shards are up",
	241: "the query needs more memory than the server allows: keep fewer fields, or filter",
	279: "a shard is down, so the answer would lack rows: run it again when all shards are up",
	291: "the user may not read the database",
	307: "the query reads more bytes than the server allows: keep fewer fields, or filter",
	394: "someone stopped the query on the server",
	396: "the answer has more rows than the server allows: keep fewer fields, or filter",
	407: "a number is longer than those that were found when the table was opened: open the table again",
	497: "the user may not read the table",
	516: "the server knows no user of this name, or the password is wrong",
}, Misnamed: []int{16, 47, 60, 497}, Beyond: []int{158, 159, 160, 241, 307, 396}, Password: []int{192, 193, 194, 516}}

var coded = lazyregexp.New(`Code: (\d+)`)

// refusal makes an error of the server's answer.
func (s *Server) refusal(status, said string) error {
	found := coded().FindStringSubmatch(said)
	if found == nil {
		return remote.Unlikef("%s does not answer like ClickHouse (%s): check the host and the port, which is that "+
			"of HTTP", s.address.Host, status)
	}
	code, _ := strconv.Atoi(found[1]) // digits
	_, detail, _ := strings.Cut(said, "DB::Exception: ")
	detail, _, _ = strings.Cut(detail, ", e.what()")
	detail, _, _ = strings.Cut(strings.TrimSpace(detail), "\n")
	return words.Refusal(s.address, code, ellipsis.Cut(detail, 300), nil)
}

// brokenError returns the reason why an answer could not be read to its end.
func (s *Server) brokenError(err error) error {
	var operation *net.OpError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &operation) {
		return fmt.Errorf("the connection to %s broke off in the middle of the answer: run it again", s.address.Host)
	}
	return err
}

// unreachedError returns the reason why a server cannot be asked. waited is how long the client waited for the
// server. The address in the text of err is not shown.
func unreachedError(a remote.Address, err error, waited time.Duration) error {
	var wait net.Error
	unreached := remote.Unreached(a, err, waited)
	switch {
	case errors.As(err, new(tls.RecordHeaderError)):
		return remote.Unlikef("%s does not speak TLS: check the port, or connect without TLS", a.Host)
	case errors.As(err, &wait) && wait.Timeout() && a.Secure && !remote.IsDialling(err):
		return remote.Unlikef("%s took the connection and did not answer in TLS within %.0f s: check the port, and "+
			"whether the server wants TLS", a.Host, waited.Seconds())
	case unreached != nil:
		return unreached
	case strings.Contains(err.Error(), "malformed HTTP"):
		return remote.Unlikef("%s does not answer like ClickHouse: check the host and the port, which is that of HTTP",
			a.Host)
	}
	return remote.Unlikef("the connection to %s broke off: run it again; if it happens again, check the host, the "+
		"port and whether the server wants TLS", a.Host)
}
