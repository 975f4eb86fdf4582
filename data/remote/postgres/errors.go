package postgres

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"cardinal/data/remote"
)

// words explains the server's codes: what happened and what to do.
var words = map[string]string{
	"28P01": "the password is wrong, or the server knows no user of this name",
	"28000": "the server lets no such user in from this machine: check the user's name, or ask the server's keeper",
	"3D000": "the database is not on the server: check its name",
	"42501": "the user may not read the table",
	"42P01": "the table is not on the server: it was dropped or renamed, or the name is misspelt",
	"42703": "a column is no longer in the table: open the table again",
	"53100": "the server's disk is full",
	"53200": "the query needs more memory than the server has: keep fewer fields, or filter",
	"53300": "the server has as many connections as it allows: try again in a moment",
	"57014": "the server stopped the query: it took longer than the server's statement_timeout allows, or someone " +
		"stopped it; keep fewer fields, or filter",
	"57P01": "the server was shut down in the middle of the query: run it again when it is up",
	"57P02": "the server broke down in the middle of the query: run it again when it is up",
	"57P03": "the server is starting: try again in a moment",
	"22P02": "a number has more places than were found when the table was opened: open the table again, or a view " +
		"that rounds the column",
	"22008": "a date is beyond those that the server's own functions take: filter such dates",
	"22003": "a number is beyond the 64 bits that it was asked in: open the table again; if that does not help, filter",
}

// misnamed has the errors on names. Of a query that a person wrote, the server's own text has the name.
var misnamed = []string{"42501", "42P01", "42703"}

// WrongPassword reports whether an error says that the server lets the user in with another password only.
func WrongPassword(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == "28P01"
}

// inWords returns a sentence on what happened and what to do. waited is how long the client waited for the server. No
// error contains an address or a password.
func inWords(a remote.Address, err error, waited time.Duration) error {
	var (
		server  *pgconn.PgError
		many    *remote.TooMany
		connect *pgconn.ConnectError
		name    *net.DNSError
		wait    net.Error
		op      *net.OpError
	)
	distrusted := remote.Distrusted(a, err)
	switch {
	case errors.As(err, &many):
		return many
	case errors.As(err, &server) && server.Code == "0A000" && strings.HasSuffix(server.Message,
		" to bigint"): // of NaN or infinity
		return refusal{"a column of numbers has NaN or infinity, which sums cannot take: open the table again, or " +
			"filter such values", server}
	case errors.As(err, &server) && words[server.Code] != "" && (a.Query == "" || !slices.Contains(misnamed,
		server.Code)):
		return refusal{words[server.Code], server}
	case errors.As(err, &server):
		return refusal{fmt.Sprintf("the server refused the query (its error %s): %s", server.Code, server.Message),
			server}
	case distrusted != nil:
		return distrusted
	case a.Secure && strings.Contains(err.Error(), "server refused TLS"):
		return remote.Unlikef("%s does not speak TLS: check the port, or connect without TLS", a.Host)
	case errors.As(err, &name):
		return fmt.Errorf("there is no host %s: check its name and the network", name.Name)
	case errors.As(err, &wait) && wait.Timeout():
		return remote.Unanswered(a, waited)
	case errors.As(err, &op) && op.Op == "dial":
		return fmt.Errorf("no server answers at %s: check the host and the port, and whether the server runs", a.Host)
	case errors.As(err, &connect):
		return remote.Unlikef("%s does not answer like PostgreSQL: check the host and the port", a.Host)
	case errors.As(err, &op) || pgconn.SafeToRetry(err) || strings.Contains(err.Error(), "EOF"):
		return fmt.Errorf("the connection to %s broke off: run it again", a.Host)
	}
	return err
}

// refusal is an error of the server in words. errors.As finds the server's own error behind it.
type refusal struct {
	text  string
	cause error
}

func (e refusal) Error() string { return e.text }
func (e refusal) Unwrap() error { return e.cause }

// Is reports whether the error is remote.ErrBeyond.
func (e refusal) Is(target error) bool {
	var server *pgconn.PgError
	return target == remote.ErrBeyond && errors.As(e.cause, &server) && server.Code == "53200"
}
